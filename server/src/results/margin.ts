/**
 * @param margin the score of a derivation minus the score of the first sentence in the list. If it
 *   is above 0, the search missed this derivation
 */
export function marginText(margin: number): string {
  if (margin === 0) return 'same score';
  return margin > 0 ? `+${margin}` : String(margin);
}
