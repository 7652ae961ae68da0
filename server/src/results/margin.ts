/**
 * @param margin a score minus the score of the first sentence in the list. It is above 0 only if
 *   the search missed the derivation with this score
 */
export function marginText(margin: number): string {
  if (margin === 0) return 'same score';
  return margin > 0 ? `+${margin}` : String(margin);
}
