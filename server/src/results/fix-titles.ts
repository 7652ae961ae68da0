import type { Diagnostic } from '../language/index.ts';

/** At most this many fixes are printed under a message. */
const MOST_PRINTED = 2;

/**
 * Returns the titles of the quick fixes that the editor offers for a problem, the likeliest first.
 */
export function fixTitles({ fixes = [] }: Pick<Diagnostic, 'fixes'>): string[] {
  return fixes.map(({ title }) => title);
}

/** Writes the likeliest fixes of a problem as lines to print under its message. */
export function fixLines(titles: readonly string[]): string[] {
  return titles.slice(0, MOST_PRINTED).map((title) => `fix: ${title}`);
}
