import { useLayoutEffect, useRef } from 'preact/hooks';

/** Selects headings that can have the focus, and controls. */
const target = 'h2[tabindex], button, select, [tabindex="0"]';

/**
 * Keeps the focus in a component while its buttons are replaced, for example when an answer
 * arrives. If the focused button is gone, the first heading or control gets the focus, or else the
 * component's element.
 *
 * @returns a reference for the element, which needs `tabIndex={-1}`
 */
export function useKeptFocus<E extends HTMLElement>() {
  const element = useRef<E>(null);
  // During this call, the old buttons are still in the document. If the panel does not have the
  // focus, it must not take the focus.
  const hadFocus =
    document.hasFocus() && (element.current?.contains(document.activeElement) ?? false);
  useLayoutEffect(() => {
    const own = element.current;
    if (!hadFocus || own === null || own.contains(document.activeElement)) return;
    (own.querySelector<HTMLElement>(target) ?? own).focus();
  });
  return element;
}
