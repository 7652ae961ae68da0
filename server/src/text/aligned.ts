/** Aligns the first column to the left, all others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
