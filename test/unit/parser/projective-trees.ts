/** A tree: heads[m] for m in 1…n; heads[0] is 0. */
export type Heads = readonly number[];

const treesByLength = new Map<number, readonly Heads[]>();

/** Returns all projective trees of n words whose root has one child. */
export function projectiveTrees(n: number): readonly Heads[] {
  const known = treesByLength.get(n);
  if (known) return known;
  const trees = headVectors(n).filter((heads) => isTree(heads) && !hasCrossing(heads));
  treesByLength.set(n, trees);
  return trees;
}

function headVectors(n: number): number[][] {
  let vectors = [[0]];
  for (let m = 1; m <= n; m++) {
    vectors = vectors.flatMap((heads) =>
      Array.from({ length: n + 1 }, (_, h) => [...heads, h]).filter((longer) => longer[m] !== m),
    );
  }
  return vectors;
}

function isTree(heads: Heads): boolean {
  const n = heads.length - 1;
  if (words(n).filter((m) => heads[m] === 0).length !== 1) return false;
  return words(n).every((m) => {
    let at = m;
    for (let steps = 0; steps < n; steps++) at = heads[at];
    return at === 0;
  });
}

/** Whether two arcs cross, drawn above the sentence with the root at its left. */
function hasCrossing(heads: Heads): boolean {
  const arcs = words(heads.length - 1).map((m) => [Math.min(m, heads[m]), Math.max(m, heads[m])]);
  return arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d));
}

export function words(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

/** A part of second order: its kind, head, modifier and other modifier (0 for none). */
export type Part = readonly [kind: 'arc' | 'sibling' | 'inner' | 'outer', ...words: number[]];

/** Returns the parts of a tree, by their definition (Carreras 2007). */
export function partsByDefinition(heads: Heads): Part[] {
  const all = words(heads.length - 1);
  const modifiersOf = (h: number): number[] => all.filter((m) => heads[m] === h);
  return all.flatMap((m): Part[] => {
    const h = heads[m];
    const isBetween = (c: number): boolean => (h < c && c < m) || (m < c && c < h);
    const nextToM = modifiersOf(h).filter(isBetween);
    const sibling = h < m ? Math.max(0, ...nextToM) : Math.min(...nextToM, Infinity);
    const inside = modifiersOf(m).filter(isBetween);
    const outside = modifiersOf(m).filter((c) => !isBetween(c));
    return [
      ['arc', h, m],
      ['sibling', h, m, Number.isFinite(sibling) ? sibling : 0],
      ['inner', h, m, farthest(m, inside)],
      ['outer', h, m, farthest(m, outside)],
    ];
  });
}

function farthest(m: number, from: readonly number[]): number {
  return from.toSorted((a, b) => Math.abs(b - m) - Math.abs(a - m))[0] ?? 0;
}
