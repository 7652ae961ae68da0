import { useLayoutEffect, useRef } from 'preact/hooks';

/** Headings that can have the focus, and controls. */
const target = 'h2[tabindex], button, select, [tabindex="0"]';

/**
 * Keeps the keyboard focus in a component that replaces its buttons, as a request does when it starts and when it is
 * answered. If the focused button is gone, the first heading or control in the component gets the focus, or else its
 * element.
 *
 * @returns a reference for the component's element, which needs `tabIndex={-1}`
 */
export function useKeptFocus<E extends HTMLElement>() {
  const element = useRef<E>(null);
  // The document still has the former contents here. A panel without the focus must not take it from the editor.
  const hadFocus =
    document.hasFocus() && (element.current?.contains(document.activeElement) ?? false);
  useLayoutEffect(() => {
    const own = element.current;
    if (!hadFocus || own === null || own.contains(document.activeElement)) return;
    (own.querySelector<HTMLElement>(target) ?? own).focus();
  });
  return element;
}
