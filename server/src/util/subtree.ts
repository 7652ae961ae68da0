/**
 * The places of a word and its descendants, from 1, in the order of the sentence.
 *
 * @param heads the head of each word, from 1; 0 for the root
 */
export function subtreeOf(heads: readonly number[], place: number): number[] {
  const below = new Set([place]);
  // The loop also visits the words that it adds to the set.
  for (const head of below) heads.forEach((one, i) => one === head && below.add(i + 1));
  return [...below].sort((a, b) => a - b);
}
