import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { TreeMode } from '../src/panel-messages.ts';

const step = 1.2;
const least = 0.2;
const greatest = 4;

/** A drawing as it is laid out, and how large it is shown. */
export interface Zoomed<Layout> {
  /** For the element that the drawing scrolls in. */
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly layout: Layout;
  /** The user's scale, relative to the drawing's own size; null to fit it to the viewport. */
  readonly factor: number;
  /** The current scale. */
  readonly scale: number;
  /** @param x the point that stays in its place, from the viewport's left side */
  readonly by: (factor: number, x: number) => void;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly setMode: (mode: TreeMode) => void;
  /** Whether the key zooms. */
  readonly onKey: (key: string) => boolean;
}

/**
 * Zooming by buttons, keys and the wheel.
 *
 * @param layOut receives the width of rows; null for one row. Another function lays out anew.
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

/** How wide an element is, in pixels, without its scroll bar; 0 until it is drawn. */
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
 * Keeps the point at a place of the viewport there while the scale changes.
 *
 * @returns a function to call with the place, from the viewport's left side, before the scale changes
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
