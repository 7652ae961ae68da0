const format = new Intl.NumberFormat('en-US');

/** Writes a score with grouped digits and a true minus sign. */
export function score(value: number): string {
  // A difference of scores may be -0, which the format would write with a minus sign.
  return format.format(value === 0 ? 0 : value).replace('-', '−');
}

/** Writes a score that is added to a sum, with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${score(value)}` : score(value);
}

/** Writes a number with its noun: `1 bag`, `2 bags`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${format.format(value)} ${value === 1 ? noun : plural}`;
}

/** Writes a duration: below a second in milliseconds, otherwise in seconds. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${format.format(milliseconds / 1_000)} s`;
}

/** Writes a measured duration in milliseconds, with two significant digits. */
export function milliseconds(measured: number): string {
  return `${format.format(Number(measured.toPrecision(2)))} ms`;
}
