/**
 * Writes how a score in a list differs from the score of the first sentence. A score is higher than
 * the first if the search missed the derivation.
 */
export function marginText(margin: number): string {
  if (margin === 0) return 'same score';
  return margin > 0 ? `+${margin}` : String(margin);
}
