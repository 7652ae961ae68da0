import type { Box } from '../tree-layout.ts';
import { columnsOf, rowsOf, type SizedDerivation } from './columns.ts';

/** In pixels. The words are on top; the rows below them lead down to the root. */
export interface CcgLayout {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Box[];
  /** In the order of the derivation's nodes. */
  readonly nodes: readonly PlacedNode[];
}

export interface PlacedNode {
  /** The categories of words are in row 0. */
  readonly row: number;
  readonly line: Line;
  /** The rule's label, to the right of the line. */
  readonly label: Box | null;
  readonly category: Box;
  /** Encloses the line and the category; in a leaf, also the word. It is as wide as the line. */
  readonly whole: Box;
}

export interface Line {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Distances in pixels. */
const top = 6;
const bottom = 8;
const wordHeight = 20;
const rowHeight = 31;
/** The distances of a node's line and category from the upper side of the row. */
const lineOffset = 6;
const categoryOffset = 10;
const categoryHeight = 20;
const labelHeight = 12;
/** The smallest distance between columns. */
const gap = 12;
/** The space before and after a label. */
const labelMargin = 2;

/**
 * Lays out a derivation. Words are drawn from left to right in any script, because the slashes of
 * categories mean left and right. No texts overlap: a category is no wider than its line, and
 * labels stand between columns.
 */
export function layOut(derivation: SizedDerivation): CcgLayout {
  const { words, nodes } = derivation;
  const columns = columnsOf(derivation, { gap, padding: 3 * labelMargin });
  const rows = rowsOf(nodes);
  const placed = nodes.map(({ first, last, width, labelWidth }, i): PlacedNode => {
    const { left } = columns[first];
    const { right } = columns[last];
    const rowTop = top + wordHeight + rows[i] * rowHeight;
    const y = rowTop + lineOffset;
    const wholeTop = rows[i] === 0 ? top : rowTop;
    return {
      row: rows[i],
      line: { left, right, y },
      label:
        labelWidth === 0
          ? null
          : {
              x: right + labelMargin,
              y: y - labelHeight / 2,
              width: labelWidth,
              height: labelHeight,
            },
      category: {
        x: (left + right - width) / 2,
        y: rowTop + categoryOffset,
        width,
        height: categoryHeight,
      },
      whole: { x: left, y: wholeTop, width: right - left, height: rowTop + rowHeight - wholeTop },
    };
  });
  const labelEnds = placed.map(({ label }) => (label === null ? 0 : label.x + label.width));
  const width = Math.max(columns.at(-1)?.right ?? 0, ...labelEnds);
  const rowCount = Math.max(-1, ...rows) + 1;
  return {
    width: width === 0 ? 0 : width + gap,
    height: words.length === 0 ? 0 : top + wordHeight + rowCount * rowHeight + bottom,
    words: words.map((wordWidth, i) => ({
      x: (columns[i].left + columns[i].right - wordWidth) / 2,
      y: top,
      width: wordWidth,
      height: wordHeight,
    })),
    nodes: placed,
  };
}
