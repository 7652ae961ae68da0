import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { TreeMode } from '../src/panel-messages.ts';

const step = 1.2;
const least = 0.2;
const greatest = 4;

export interface Zoomed<Layout> {
  /** For the element in which the drawing scrolls. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly layout: Layout;
  /**
   * The scale that the user has chosen; 1 is the drawing's own size. It has no effect while the
   * drawing is fitted to the viewport.
   */
  readonly factor: number;
  readonly scale: number;
  /** Multiplies the scale. The point at `x` pixels from the viewport's left side does not move. */
  readonly by: (factor: number, x: number) => void;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly setMode: (mode: TreeMode) => void;
  /** Handles `+`, `=`, `-` and `0`. Returns false for any other key. */
  readonly onKey: (key: string) => boolean;
}

/**
 * Zooms a drawing by buttons, keys and the wheel.
 *
 * @param layOut computes the layout. Its argument is the greatest width of a row in pixels, or null
 *   for a single row. Pass the same function as long as the drawing is the same: each new function
 *   causes a new layout
 */
export function useZoom<Layout extends { readonly width: number }>(
  mode: TreeMode,
  onMode: (mode: TreeMode) => void,
  layOut: (rowWidth: number | null) => Layout,
): Zoomed<Layout> {
  const viewport = useRef<HTMLDivElement>(null);
  const room = useWidth(viewport);
  const [factor, setFactor] = useState(1);
  const rowWidth = mode === 'rows' && room > 0 ? room / factor : null;
  const layout = useMemo(() => layOut(rowWidth), [layOut, rowWidth]);
  const scale = mode === 'fit' && room > 0 ? Math.min(1, room / layout.width) : factor;
  const keepInPlace = useAnchor(viewport, scale);
  const to = (next: number, x = room / 2): void => {
    keepInPlace(x);
    setFactor(Math.min(greatest, Math.max(least, next)));
    if (mode === 'fit') onMode('line');
  };
  const keys: Readonly<Record<string, number>> = {
    '+': scale * step,
    '=': scale * step,
    '-': scale / step,
    '0': 1,
  };
  return {
    viewport,
    layout,
    factor,
    scale,
    by: (by, x) => to(scale * by, x),
    larger: () => to(scale * step),
    smaller: () => to(scale / step),
    setMode: (next) => {
      setFactor(1);
      onMode(next);
    },
    onKey: (key) => {
      if (!(key in keys)) return false;
      to(keys[key]);
      return true;
    },
  };
}

/** In pixels, without the scroll bar; 0 until the element is drawn. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * Keeps a point of the drawing in its place while the scale changes.
 *
 * @returns a function to call before the change, with the point's distance from the viewport's left
 *   side in pixels
 */
function useAnchor(viewport: RefObject<HTMLElement | null>, scale: number): (x: number) => void {
  const anchor = useRef<{ readonly x: number; readonly drawn: number } | null>(null);
  useLayoutEffect(() => {
    if (anchor.current === null || viewport.current === null) return;
    const { x, drawn } = anchor.current;
    viewport.current.scrollLeft = drawn * scale - x;
    anchor.current = null;
  }, [viewport, scale]);
  return (x) => {
    const { current } = viewport;
    if (current !== null) anchor.current = { x, drawn: (current.scrollLeft + x) / scale };
  };
}
