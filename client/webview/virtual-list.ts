import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** Rows drawn above and below those in sight, so that fast scrolling shows no gap. */
const OVERSCAN = 4;

export interface DrawnItem {
  readonly index: number;
  /** Its distance from the top of the list in pixels. */
  readonly start: number;
  /** Its elements are kept under this key for the row that takes its place: that is far less work. */
  readonly slot: number;
}

export interface VirtualList {
  /** The rows to draw. */
  readonly items: readonly DrawnItem[];
  /** The height of all rows and of everything above them, in pixels. */
  readonly height: number;
  /** Brings a row into sight. */
  readonly scrollTo: (place: number) => void;
}

/**
 * Draws of a long list only the rows in sight.
 *
 * @param top the height in pixels of what stands above the rows and does not scroll
 * @param kept a row that is drawn wherever the list is; -1 for none
 */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  { count, size, top, kept }: { count: number; size: number; top: number; kept: number },
): VirtualList {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const [list] = useState(
    () =>
      new Virtualizer<HTMLElement, HTMLElement>({
        count: 0,
        getScrollElement: () => null,
        estimateSize: () => size,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
      }),
  );
  list.setOptions({
    ...list.options,
    count,
    getScrollElement: () => scroller.current,
    paddingStart: top,
    scrollPaddingStart: top,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const places = defaultRangeExtractor(range);
      if (kept < 0 || kept >= count || places.includes(kept)) return places;
      return kept < places[0] ? [kept, ...places] : [...places, kept];
    },
    onChange: () => redraw(undefined),
  });
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  const inSight = Math.ceil((list.scrollRect?.height ?? 0) / size) + 1;
  const slots = inSight + 2 * OVERSCAN + 1;
  const { startIndex = 0, endIndex = 0 } = list.range ?? {};
  /** The kept row stays mounted out of view, beside the slots. In view it has a slot, so that a click can land on it. */
  const isApart = kept < startIndex - OVERSCAN || kept > endIndex + OVERSCAN;
  return {
    items: list.getVirtualItems().map(({ index, start }) => ({
      index,
      start,
      slot: isApart && index === kept ? -1 : index % slots,
    })),
    height: list.getTotalSize(),
    scrollTo: (place) => list.scrollToIndex(place),
  };
}
