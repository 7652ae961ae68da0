import type { Range } from '../tree/diagnostic.ts';

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
