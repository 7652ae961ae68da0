import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** The rows drawn above and below the visible rows, so that fast scrolling shows no gap. */
const OVERSCAN = 4;

export interface DrawnItem {
  readonly index: number;
  /** The distance from the top of the list, in pixels. */
  readonly start: number;
  /**
   * The Preact key of the row. A row that scrolls into view gets the key of a row that has scrolled
   * out of view, so Preact reuses the old elements. New elements would be far more work.
   */
  readonly slot: number;
}

export interface VirtualList {
  readonly items: readonly DrawnItem[];
  /** In pixels, with the area above the rows. */
  readonly height: number;
  readonly scrollTo: (place: number) => void;
}

/**
 * Draws only the visible rows of a long list.
 *
 * @param top the height in pixels of the fixed area above the rows
 * @param kept the index of a row that is drawn even if it is not visible; -1 for none
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
  /**
   * Whether the kept row is so far from the visible rows that it is drawn only because it is kept.
   * Another drawn row may then have the same slot, so the kept row gets the key -1.
   *
   * A kept row near the visible rows has the key that it had before it was kept. If its key
   * changed, a click that chooses a row would replace the row's elements.
   */
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
