/** The sizes of texts, which determine the columns. The unit is pixels or characters. */
export interface SizedDerivation {
  /** The widths of the words. */
  readonly words: readonly number[];
  /** Each node comes after its children. */
  readonly nodes: readonly SizedNode[];
}

export interface SizedNode {
  readonly children: readonly number[];
  /** The index of the first word that the node spans; `last` is the index of the last word. */
  readonly first: number;
  readonly last: number;
  /** The width of the node's category. */
  readonly width: number;
  /** The width of the rule's label; 0 without a label. */
  readonly labelWidth: number;
}

/** The column of a word. Labels stand in the gaps between columns. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/**
 * The column of each word. It is wide enough for its word and for the categories that span only
 * this word. If a category spans several words and is wider than their columns, all these columns
 * are widened by the same amount. A gap is wide enough for its labels.
 *
 * @param gap the smallest gap, and the margin to the left of the first column
 * @param padding the space between a label and the next column
 */
export function columnsOf(
  { words, nodes }: SizedDerivation,
  { gap, padding }: { readonly gap: number; readonly padding: number },
): Column[] {
  const widths = [...words];
  const gaps = words.map(() => gap);
  for (const { last, labelWidth } of nodes) {
    gaps[last] = Math.max(gaps[last], labelWidth + padding);
  }
  // Children come before their parents, so columns are already wide enough for the children.
  for (const { first, last, width } of nodes) {
    let room = 0;
    for (let i = first; i <= last; i++) room += widths[i] + (i < last ? gaps[i] : 0);
    const share = Math.ceil(Math.max(0, width - room) / (last - first + 1));
    for (let i = first; i <= last; i++) widths[i] += share;
  }
  let left = gap;
  return widths.map((width, i) => {
    const column = { left, right: left + width };
    left = column.right + gaps[i];
    return column;
  });
}

/**
 * The row of each node: 0 for a word's category, otherwise the row below the node's lowest child.
 */
export function rowsOf(nodes: readonly Pick<SizedNode, 'children'>[]): number[] {
  const rows: number[] = [];
  for (const { children } of nodes) {
    rows.push(children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => rows[child])));
  }
  return rows;
}
