import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** The number of rows drawn above and below the visible rows, so that fast scrolling shows no gap. */
const OVERSCAN = 4;

export interface DrawnItem {
  readonly index: number;
  /** The distance of the row from the top of the list, in pixels. */
  readonly start: number;
  /**
   * The Preact key of the row. A row that scrolls into view gets the key of a row that has scrolled out of view, so
   * Preact reuses the elements of the old row. This is far less work than making new elements.
   */
  readonly slot: number;
}

export interface VirtualList {
  /** The rows to draw. */
  readonly items: readonly DrawnItem[];
  /** The height in pixels of all rows and of the area above them. */
  readonly height: number;
  /** Scrolls until a row is visible. */
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
   * Whether the kept row is out of view. If so, a row in view may have the same slot, so the kept
   * row gets the key -1. While the kept row is in view, its key is its slot, as for any other
   * row. Another key would replace the row's elements while the user clicks on them.
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
