/**
 * Lists the places of a word and of all its descendants, in ascending order. Places count from 1.
 *
 * @param heads the place of each word's head; 0 for the root
 */
export function subtreeOf(heads: readonly number[], place: number): number[] {
  const below = new Set([place]);
  // The loop also visits the words that it adds to the set.
  for (const head of below) heads.forEach((one, i) => one === head && below.add(i + 1));
  return [...below].sort((a, b) => a - b);
}
