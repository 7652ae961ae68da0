import { punctuationAtoms, readCategory, wordAtoms } from '../../grammar/ccg/category.ts';
import type { Category, CategoryProblem } from '../../grammar/ccg/category.ts';

/**
 * The setting `grammar`: dependency trees, or derivations of combinatory categorial grammar (CCG).
 */
export type Grammar = 'dependency' | 'ccg';

/**
 * One alternative after a word's slash, as in `/VB|NN`: a tag, a category, or both
 * (`VBD:S[dcl]\NP`).
 */
export interface GivenTag {
  /** Null if the alternative is only a category. */
  readonly tag: string | null;
  /** Null if the alternative is only a tag. */
  readonly category: Category | null;
  /** The offset of the category from the start of the alternative; -1 if there is no category. */
  readonly categoryStart: number;
}

/** In code units. */
const longestTag = 40;

/** Matches a character that occurs in categories, but in no tag. */
const signs = /[/\\()[\]]/;

/**
 * Reads an alternative after a word's slash. With `grammar: ccg`, a text that can be read as a
 * category is a category, even `,` and `NP`. `TAG:CATEGORY` is a tag with a category. Any other
 * text is a tag.
 *
 * @returns an error if the text looks like a category but cannot be read as one
 */
export function readGivenTag(text: string, grammar: Grammar): GivenTag | CategoryProblem {
  if (grammar === 'dependency') return { tag: text, category: null, categoryStart: -1 };
  const whole = readCategory(text);
  if (!('message' in whole)) return { tag: null, category: whole, categoryStart: 0 };
  let wrong = whole;
  for (let colon = text.indexOf(':', 1); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const tag = text.slice(0, colon);
    if (tag.length > longestTag || signs.test(tag)) break;
    const categoryStart = colon + 1;
    const read = readCategory(text.slice(categoryStart));
    if (!('message' in read)) return { tag, category: read, categoryStart };
    if (wrong === whole) {
      wrong = { ...read, start: categoryStart + read.start, end: categoryStart + read.end };
    }
  }
  return signs.test(text) ? wrong : { tag: text, category: null, categoryStart: -1 };
}

/**
 * The tag before the colon of an alternative that is still being typed (`VBD:(S`). Null if there is
 * none.
 */
export function tagBefore(text: string): string | null {
  const colon = text.indexOf(':', 1);
  const tag = text.slice(0, Math.max(colon, 0));
  return tag === '' || signs.test(tag) ? null : tag;
}

/** Like `readGivenTag`, but returns a malformed category as a tag. */
export function givenTag(text: string, grammar: Grammar): GivenTag {
  const read = readGivenTag(text, grammar);
  return 'message' in read ? { tag: text, category: null, categoryStart: -1 } : read;
}

/** The tags of alternatives; empty if any alternative is only a category. */
export function givenTags(alternatives: readonly string[], grammar: Grammar): readonly string[] {
  if (grammar === 'dependency') return alternatives;
  const tags = alternatives.map((one) => givenTag(one, grammar).tag);
  return tags.every((tag) => tag !== null) ? [...new Set(tags)] : [];
}

/**
 * Whether a text is a category with arguments, such as `S\NP`. A tag and a colon may stand before
 * it.
 */
export function hasCategory(text: string): boolean {
  if (!/[/\\]/.test(text)) return false;
  return !('message' in readGivenTag(text, 'ccg'));
}

/**
 * Whether a text makes sense only with `grammar: ccg`: it is a category with arguments, or begins
 * like a category and has a backslash.
 */
export function needsCategories(text: string): boolean {
  if (hasCategory(text)) return true;
  return text.includes('\\') && (firstAtom.test(text) || withColon(text) !== null);
}

/**
 * Changes the slash between a tag and a category (`VBD/(S\NP)/NP`) to a colon. Null for other
 * texts.
 */
export function withColon(text: string): string | null {
  const found = /^([A-Z]{2,}\$?)\/(.+)$/su.exec(text);
  if (found === null || wordAtoms.includes(found[1])) return null;
  const [, tag, category] = found;
  return 'message' in readCategory(category) ? null : `${tag}:${category}`;
}

/**
 * Writes a category with a tag behind it (`NP:PRP`) as `TAG:CATEGORY`. Null for other texts. The
 * category may be malformed.
 */
export function withTagFirst(text: string): string | null {
  const found = /^([^:]+):([A-Z]{2,}\$?)$/u.exec(text);
  if (found === null || !firstAtom.test(found[1])) return null;
  const [, category, tag] = found;
  return 'message' in readCategory(tag) ? `${tag}:${category}` : null;
}

/**
 * Matches the start of a category, such as `(S[dcl]`. A tag and a colon may stand before it. The
 * first atom must not be a punctuation mark.
 */
const firstAtom = new RegExp(`^(?:[^:/\\\\()]+:)?\\(*(?:${wordAtoms.join('|')})(?![A-Za-z])`, 'u');

/**
 * Whether a text with a slash, such as the malformed `N/M`, is probably meant as a category and not
 * as a word with a tag, such as `2/CD`.
 */
export function looksLikeCategory(text: string): boolean {
  const first = text.split('/', 1)[0];
  const atom = first.slice(first.indexOf(':', 1) + 1);
  return (
    /[\\()[\]]/.test(text) ||
    wordAtoms.includes(atom) ||
    punctuationAtoms.includes(atom) ||
    inSmallLetters.test(text)
  );
}

/** Matches a category in small letters, such as `np/n`. */
const inSmallLetters = /^(?:s|np?|p[pr])(?:\/(?:s|np?|p[pr]))+$/u;
