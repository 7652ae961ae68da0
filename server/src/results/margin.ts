/** Writes by how much a row of a list scores less than the first. */
export function marginText(margin: number): string {
  return margin === 0 ? 'same score' : String(margin);
}
