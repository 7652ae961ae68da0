import process from 'node:process';

/** The factor of the full number of cases; `npm run test:thorough` sets it. */
const factor = Number(process.env.BOWLINE_THOROUGH ?? 0);
const SHARE = 10;

/**
 * The number of cases of a slow check, which searches by brute force: a tenth of the full number, or with
 * `npm run test:thorough` a multiple of it.
 */
export function cases(full: number): number {
  return factor > 0 ? factor * full : Math.ceil(full / SHARE);
}
