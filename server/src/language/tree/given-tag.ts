import { punctuationAtoms, readCategory, wordAtoms } from '../../grammar/ccg/category.ts';
import type { Category, CategoryProblem } from '../../grammar/ccg/category.ts';

/** What the trees of a file's realizations are made of: the setting `grammar`. */
export type Grammar = 'dependency' | 'ccg';

/** What an alternative behind a word's slash gives it: a tag, a category, or with `VBD:S[dcl]\NP` both. */
export interface GivenTag {
  /** Null where it is open. */
  readonly tag: string | null;
  /** Null where it is open. */
  readonly category: Category | null;
  /** Where the category begins in the alternative; -1 without one. */
  readonly categoryStart: number;
}

/** What only categories hold. */
const signs = /[/\\()[\]]/;

/**
 * Reads an alternative behind a word's slash. With `grammar: ccg`, what reads as a category is one (`,` and `NP` too);
 * so is what stands behind the first colon that leaves a tag before it. Anything else is a tag.
 *
 * @returns what is wrong with it where it has the signs of a category and is none
 */
export function readGivenTag(text: string, grammar: Grammar): GivenTag | CategoryProblem {
  if (grammar === 'dependency') return { tag: text, category: null, categoryStart: -1 };
  const whole = readCategory(text);
  if (!('message' in whole)) return { tag: null, category: whole, categoryStart: 0 };
  let wrong = whole;
  for (let colon = text.indexOf(':', 1); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const tag = text.slice(0, colon);
    if (signs.test(tag)) break;
    const categoryStart = colon + 1;
    const read = readCategory(text.slice(categoryStart));
    if (!('message' in read)) return { tag, category: read, categoryStart };
    if (wrong === whole) {
      wrong = { ...read, start: categoryStart + read.start, end: categoryStart + read.end };
    }
  }
  return signs.test(text) ? wrong : { tag: text, category: null, categoryStart: -1 };
}

/** The same, with what cannot be read as a tag. */
export function givenTag(text: string, grammar: Grammar): GivenTag {
  const read = readGivenTag(text, grammar);
  return 'message' in read ? { tag: text, category: null, categoryStart: -1 } : read;
}

/** The tags among a word's alternatives; none where one of them leaves the tag open. */
export function givenTags(alternatives: readonly string[], grammar: Grammar): readonly string[] {
  if (grammar === 'dependency') return alternatives;
  const tags = alternatives.map((one) => givenTag(one, grammar).tag);
  return tags.every((tag) => tag !== null) ? [...new Set(tags)] : [];
}

/** Whether a text is a category that takes others, or a tag and one, and so meant for `grammar: ccg`. */
export function hasCategory(text: string): boolean {
  if (!/[/\\]/.test(text)) return false;
  return !('message' in readGivenTag(text, 'ccg'));
}

/** Whether a text with a slash is meant for a category, readable or not, and not for a word: `N/M`, but not `2/CD`. */
export function looksLikeCategory(text: string): boolean {
  const first = text.split('/', 1)[0];
  const atom = first.slice(first.indexOf(':', 1) + 1);
  return /[\\()[\]]/.test(text) || wordAtoms.includes(atom) || punctuationAtoms.includes(atom);
}
