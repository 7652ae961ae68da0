import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Marks an edge of a scrolling element if there is more content beyond it. The attribute
 * `data-more` names the marked edges for the style sheet.
 */
export function useEdges(scroller: RefObject<HTMLElement | null>): void {
  const mark = (): void => {
    const { current } = scroller;
    if (current === null) return;
    const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = current;
    const beyond = { left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft };
    const sides = (['left', 'right'] as const).filter((side) => beyond[side] >= 1);
    current.dataset.more = sides.join(' ');
    current.style.setProperty('--bar', `${offsetWidth - clientWidth}px`);
  };
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    current.addEventListener('scroll', mark, { passive: true });
    const observer = new ResizeObserver(mark);
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => {
      current.removeEventListener('scroll', mark);
      observer.disconnect();
    };
  }, [scroller]);
  // Each rendering may have changed the width of the content.
  useLayoutEffect(mark);
}

/** A table that may be wider than the page. */
export function TableScroll({ children }: { readonly children: ComponentChildren }) {
  const scroller = useRef<HTMLDivElement>(null);
  useEdges(scroller);
  return (
    <div ref={scroller} class="table-scroll sideways">
      {children}
    </div>
  );
}
