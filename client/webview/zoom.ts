import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { TreeMode } from '../src/panel-messages.ts';

const step = 1.2;
const least = 0.2;
const greatest = 4;

/** The layout of a drawing, its scale, and functions to change the scale. */
export interface Zoomed<Layout> {
  /** A reference for the element in which the drawing scrolls. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly layout: Layout;
  /**
   * The scale that the user has chosen; 1 is the drawing's own size. While the drawing is fitted to the viewport, this
   * scale has no effect.
   */
  readonly factor: number;
  /** The scale at which the drawing is shown. */
  readonly scale: number;
  /**
   * Multiplies the scale by a factor. The point of the drawing at `x` does not move.
   *
   * @param x a distance from the viewport's left side, in pixels
   */
  readonly by: (factor: number, x: number) => void;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly setMode: (mode: TreeMode) => void;
  /** Handles the keys that zoom: `+`, `=`, `-` and `0`. Returns false for any other key. */
  readonly onKey: (key: string) => boolean;
}

/**
 * Zooms a drawing by buttons, keys and the wheel.
 *
 * @param layOut computes the layout. Its argument is the width of rows in pixels, or null for a
 *   single row. If a new function is passed, the layout is computed again
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

/** The width of an element in pixels, without its scroll bar; 0 until the element is drawn. */
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
 * Keeps a point of the drawing at its position in the viewport while the scale changes.
 *
 * @returns a function to call before the scale changes. Its argument is the distance of the point
 *   from the viewport's left side, in pixels
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
