import type { Range } from '../tree/diagnostic.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** Texts with more UTF-16 code units are not examined. */
export const longest = 200;

/** Text that is read as one or more words but may mean something else. */
export interface Glued extends Range {
  /** The text that a fix writes; null if it is unclear what to write. */
  readonly spaced: string | null;
  /**
   * Whether `spaced` certainly loses nothing of the text, so that the fix is safe (`Fix.isSafe`).
   */
  readonly isWhole: boolean;
  readonly why: string;
  readonly advice: string;
}

/** Whether `words:` ends at an offset: a comment, another section or the end of the bag follows. */
export function endsWords(text: string, offset: number): boolean {
  const rest = text.slice(offset, offset + longest);
  return /^\s*(?:\}|#|(?:deps|order|expect):|$)/u.test(rest);
}

/** The next word, if only white space on the same line stands before it. */
export function nextOnLine(
  text: string,
  words: readonly NamedWord[],
  place: number,
): NamedWord | null {
  const next = words.at(place + 1);
  if (next?.kind !== 'word') return null;
  return /^[^\S\r\n]+$/u.test(text.slice(words[place].end, next.start)) ? next : null;
}
