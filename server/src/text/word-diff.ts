/**
 * The most cells of the table of a comparison, some milliseconds. Longer texts are reported as
 * wholly changed.
 */
const MAX_CELLS = 1_000_000;

/**
 * The difference of two sentences by words, as `git diff --word-diff` writes it: `[-only in the
 * first-]` and `{+only in the second+}`, around a longest common subsequence.
 */
export function wordDiff(from: readonly string[], to: readonly string[]): string {
  const pieces: string[] = [];
  const tell = (removed: readonly string[], added: readonly string[]): void => {
    if (removed.length > 0) pieces.push(`[-${removed.join(' ')}-]`);
    if (added.length > 0) pieces.push(`{+${added.join(' ')}+}`);
  };
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of commonPlaces(from, to)) {
    tell(from.slice(i, nextI), to.slice(j, nextJ));
    pieces.push(from[nextI]);
    i = nextI + 1;
    j = nextJ + 1;
  }
  tell(from.slice(i), to.slice(j));
  return pieces.join(' ');
}

/**
 * The places, in both, of the words of a longest common subsequence; the leftmost among equally
 * long ones.
 */
function commonPlaces(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MAX_CELLS) return [];
  const width = b.length + 1;
  // Cell (i, j) has the length for the rests of both from i and from j.
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const places: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++;
    else j++;
  }
  return places;
}
