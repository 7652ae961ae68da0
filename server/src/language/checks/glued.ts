import type { Range } from '../tree/diagnostic.ts';

/** Texts with more UTF-16 code units than this are not examined for brackets, bars and braces. */
export const longest = 200;

/** Text that is read as one or more words but may mean something else. */
export interface Glued extends Range {
  /**
   * The text that a fix writes, such as the same words with the missing spaces; null if it is
   * unclear what to write.
   */
  readonly spaced: string | null;
  /** Whether `spaced` certainly loses nothing of the text. The fix is then safe (`Fix.isSafe`). */
  readonly isWhole: boolean;
  readonly why: string;
  readonly advice: string;
}
