const format = new Intl.NumberFormat('en-US');

/** Writes a score with grouped digits and a true minus sign. */
export function score(value: number): string {
  // A difference may be -0, which would get a minus sign.
  return format.format(value === 0 ? 0 : value).replace('-', '−');
}

/** Writes a score with its sign, also if it is positive. */
export function signed(value: number): string {
  return value > 0 ? `+${score(value)}` : score(value);
}

/** Writes `1 bag` or `2 bags`. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${format.format(value)} ${value === 1 ? noun : plural}`;
}

/** Writes a duration in milliseconds if it is less than a second, otherwise in seconds. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${format.format(milliseconds / 1_000)} s`;
}

/** Writes measured milliseconds with two significant digits. */
export function milliseconds(measured: number): string {
  return `${format.format(Number(measured.toPrecision(2)))} ms`;
}
