/** Longer words are not compared, since the work is quadratic in their length. */
const longest = 40;

/** A word with more changed letters is not recognisable. */
const maxChanges = 3;

const maxCandidates = 2000;

/**
 * Finds the candidate with the most similar spelling; null if none is near. A near candidate
 * changes at most a third of the word's letters, and at most {@link maxChanges}. One change is
 * always allowed. A candidate that differs only in case is always near.
 */
export function closest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > longest) return null;
  let best: string | null = null;
  let least = Math.min(maxChanges, Math.max(1, Math.floor(word.length / 3))) + 1;
  let compared = 0;
  const lower = word.toLowerCase();
  for (const candidate of candidates) {
    if (candidate === word) continue;
    if (++compared > maxCandidates) break;
    if (candidate.length > longest || Math.abs(candidate.length - word.length) > least) continue;
    const folded = candidate.toLowerCase();
    // A difference in case is half a change: `led` is nearer to `Led` than to `fed`.
    const distance = folded === lower ? 0.5 : editDistance(lower, folded);
    // If every letter changes, the two words have nothing in common.
    if (distance >= Math.max(word.length, candidate.length)) continue;
    // At the same distance, prefers a candidate as long as the word: two swapped letters are a
    // likelier mistake than a missing or an added letter.
    const rank = distance + Math.abs(candidate.length - word.length) / 100;
    if (rank < least) {
      least = rank;
      best = candidate;
    }
  }
  return best;
}

/**
 * Counts insertions, deletions, substitutions and swaps of neighbouring letters (Damerau,
 * restricted). Returns infinity for more than {@link maxChanges} changes. Up to this limit, all
 * changes stay in a band around the diagonal of the matrix, so only the band is computed (Ukkonen
 * 1985).
 */
export function editDistance(first: string, second: string): number {
  const [a, b] = withoutCommonEnds(first, second);
  if (Math.abs(a.length - b.length) > maxChanges) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => (j > maxChanges ? Infinity : j));
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(Infinity);
    if (i <= maxChanges) row[0] = i;
    let leastOfRow = row[0];
    const end = Math.min(b.length, i + maxChanges);
    for (let j = Math.max(1, i - maxChanges); j <= end; j++) {
      const substituted = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(substituted, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, beforeLast[j - 2] + 1);
      }
      row[j] = least;
      leastOfRow = Math.min(leastOfRow, least);
    }
    if (leastOfRow > maxChanges) return Infinity;
    beforeLast = last;
    last = row;
  }
  return last[b.length] > maxChanges ? Infinity : last[b.length];
}

function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
