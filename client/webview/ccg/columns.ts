/** The texts of a derivation that determine its columns; widths in pixels, or in characters. */
export interface SizedDerivation {
  /** How wide the words are, in their order. */
  readonly words: readonly number[];
  /** Each behind those below it. */
  readonly nodes: readonly SizedNode[];
}

export interface SizedNode {
  readonly children: readonly number[];
  /** The words that it spans, as places from 0, both included. */
  readonly first: number;
  readonly last: number;
  /** Of its category, and of the rule's label beside its line; 0 without one. */
  readonly width: number;
  readonly labelWidth: number;
}

/** The column of a word. Between it and the next there is a gap, in which labels stand. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/**
 * A column for each word: as wide as the word and the categories that stand under it alone. A category that is wider than
 * the columns that it stands under widens them evenly. A gap is as wide as the widest label in it needs.
 *
 * @param gap the least gap, and before the first column
 * @param padding between a label and the next column
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
  // Children first: their columns may be wider now.
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

/** The row of each node: a word's is 0, another's one below the lowest of its children. */
export function rowsOf(nodes: readonly Pick<SizedNode, 'children'>[]): number[] {
  const rows: number[] = [];
  for (const { children } of nodes) {
    rows.push(children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => rows[child])));
  }
  return rows;
}
