import process from 'node:process';

/** `npm run test:thorough` sets it: by how much the full number of cases is multiplied. */
const factor = Number(process.env.BOWLINE_THOROUGH ?? 0);
const SHARE = 5;

/**
 * How many cases a check tries that is slow, because it searches by brute force: a fifth of the full number, or all of
 * them, or many times as many, with `npm run test:thorough`.
 */
export function cases(full: number): number {
  return factor > 0 ? factor * full : Math.ceil(full / SHARE);
}
