import { useLayoutEffect, useRef } from 'preact/hooks';

/** Selects headings that can have the focus, and controls. */
const target = 'h2[tabindex], button, select, [tabindex="0"]';

/**
 * Keeps the keyboard focus in a component that replaces its buttons: a request, for example, has other buttons after its
 * answer. If the focused button is gone, the first heading or control of the component gets the focus. If there is
 * none, the component's element gets it.
 *
 * @returns a reference for the component's element, which needs `tabIndex={-1}`
 */
export function useKeptFocus<E extends HTMLElement>() {
  const element = useRef<E>(null);
  // Here the old buttons are still in the document. If the editor has the focus, the panel must not take it.
  const hadFocus =
    document.hasFocus() && (element.current?.contains(document.activeElement) ?? false);
  useLayoutEffect(() => {
    const own = element.current;
    if (!hadFocus || own === null || own.contains(document.activeElement)) return;
    (own.querySelector<HTMLElement>(target) ?? own).focus();
  });
  return element;
}
