const format = new Intl.NumberFormat('en-US');

/** A score: digits in groups, with a true minus sign. */
export function score(value: number): string {
  // A margin may be -0, which is no number to show.
  return format.format(value === 0 ? 0 : value).replace('-', '−');
}

/** A score that adds to a sum. */
export function signed(value: number): string {
  return value > 0 ? `+${score(value)}` : score(value);
}

/** `1 bag`, `2 bags`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${format.format(value)} ${value === 1 ? noun : plural}`;
}

/** Milliseconds as a person says them. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${format.format(milliseconds / 1_000)} s`;
}

/** Milliseconds that were measured. */
export function milliseconds(measured: number): string {
  return `${format.format(Number(measured.toPrecision(2)))} ms`;
}
