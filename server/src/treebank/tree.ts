/* Words are numbered from 1 in surface order, as in CoNLL-U. The head of the root is 0. */

/** Whether there is exactly one root, and no cycle. */
export function isTree(heads: readonly number[]): boolean {
  if (heads.filter((head) => head === 0).length !== 1) return false;
  // Indexed by word: 0 not seen, 1 on the current path, 2 known to reach the root.
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

/**
 * Makes a tree projective (Nivre & Nilsson 2005). While arcs cross, attaches the dependent of the
 * shortest crossing arc to the head's head.
 */
export function projectivized(heads: readonly number[]): readonly number[] {
  if (isProjective(heads)) return heads;
  const lifted = [...heads];
  for (;;) {
    let shortest = 0;
    let length = Infinity;
    for (let word = 1; word <= lifted.length; word++) {
      const head = lifted[word - 1];
      const own = Math.abs(head - word);
      if (head === 0 || own >= length || spansItsWords(lifted, word)) continue;
      shortest = word;
      length = own;
    }
    if (shortest === 0) return lifted;
    lifted[shortest - 1] = lifted[lifted[shortest - 1] - 1];
  }
}

/** Whether every word between a word and its head descends from the head. */
function spansItsWords(heads: readonly number[], word: number): boolean {
  const head = heads[word - 1];
  for (let between = Math.min(word, head) + 1; between < Math.max(word, head); between++) {
    let at = between;
    while (at !== 0 && at !== head) at = heads[at - 1];
    if (at === 0) return false;
  }
  return true;
}
