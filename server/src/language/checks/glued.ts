import type { Range } from '../tree/diagnostic.ts';

/** Texts with more code units than this are not examined for brackets, bars and braces. */
export const longest = 200;

/** Text that is read as one or more words but may mean something else. */
export interface Glued extends Range {
  /** The text with the missing spaces or quotes; null if it is unclear which word the suffixes belong to. */
  readonly spaced: string | null;
  /** Whether `spaced` has all that was written. */
  readonly isWhole: boolean;
  readonly why: string;
  readonly advice: string;
}
