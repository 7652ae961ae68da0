import type { Diagnostic } from '../language/index.ts';

/** At most this many fixes are printed under a message. */
const MOST_PRINTED = 2;

/** The titles of the editor's quick fixes, the likeliest first. */
export function fixTitles({ fixes = [] }: Pick<Diagnostic, 'fixes'>): string[] {
  return fixes.map(({ title }) => title);
}

/** Writes the likeliest fixes as lines to print under a message. */
export function fixLines(titles: readonly string[]): string[] {
  return titles.slice(0, MOST_PRINTED).map((title) => `fix: ${title}`);
}
