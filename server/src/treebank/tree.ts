/** Heads are numbered from 1 in surface order, 0 for the root, as in CoNLL-U. */

/** Whether the heads form one tree: exactly one root, and no cycle. */
export function isTree(heads: readonly number[]): boolean {
  if (heads.filter((head) => head === 0).length !== 1) return false;
  // 0: not seen, 1: on the current path, 2: known to reach the root.
  const seen = new Uint8Array(heads.length + 1);
  seen[0] = 2;
  for (let i = 1; i <= heads.length; i++) {
    let at = i;
    while (seen[at] === 0) {
      seen[at] = 1;
      at = heads[at - 1];
    }
    if (seen[at] === 1) return false;
    for (at = i; seen[at] === 1; at = heads[at - 1]) seen[at] = 2;
  }
  return true;
}

/** Whether no two arcs of a tree cross, including the arc from the artificial root. */
export function isProjective(heads: readonly number[]): boolean {
  for (let i = 1; i <= heads.length; i++) {
    const left = Math.min(i, heads[i - 1]);
    const right = Math.max(i, heads[i - 1]);
    for (let between = left + 1; between < right; between++) {
      const head = heads[between - 1];
      if (head < left || head > right) return false;
    }
  }
  return true;
}
