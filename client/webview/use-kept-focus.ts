import { useLayoutEffect, useRef } from 'preact/hooks';

/** Selects headings that can have the focus, and controls. */
const target = 'h2[tabindex], button, select, [tabindex="0"]';

/**
 * Keeps the keyboard focus in a component that replaces its buttons, for example when an answer
 * arrives. If the focused button is gone, the first heading or control in the component gets the
 * focus. If the component has neither, the component's element gets the focus.
 *
 * @returns a reference for the component's element, which needs `tabIndex={-1}`
 */
export function useKeptFocus<E extends HTMLElement>() {
  const element = useRef<E>(null);
  // At this point, the old buttons are still in the document, and one of them may have the focus. A
  // panel without the focus must not take the focus.
  const hadFocus =
    document.hasFocus() && (element.current?.contains(document.activeElement) ?? false);
  useLayoutEffect(() => {
    const own = element.current;
    if (!hadFocus || own === null || own.contains(document.activeElement)) return;
    (own.querySelector<HTMLElement>(target) ?? own).focus();
  });
  return element;
}
