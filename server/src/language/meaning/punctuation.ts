import { isFused } from '../../text/split-word.ts';
import { tokenize } from '../../text/tokenizer.ts';
import { spell } from '../tree/spelling.ts';
import type { NamedWord } from '../tree/syntax.ts';
import { itemsOf } from '../tree/words-line.ts';

/** Punctuation that is printed without a space on at least one side. */
const marks = /^[.,;:!?…()[\]{}“”«»]+$/u;

/** Splits a form into tokens, as the treebank does in running text: `don't` into `do n't`. */
export function printedTokens(form: string): string[] {
  // A word of letters is split only if it fuses two words, as in `cannot`.
  if (/^\p{L}+$/u.test(form) && !isFused(form)) return [form];
  // The tokenizer takes any period at the end of a text for a full stop, so the form must not end
  // the text.
  const straight = form.replace(/[‘’]|(?<=\p{L})[´`](?=\p{L})/gu, "'");
  return tokenize(`${straight} x`).slice(0, -1);
}

/** A word that is written together with punctuation, such as `dog.`. */
export interface Punctuated {
  readonly core: string;
  readonly after: readonly string[];
  /** With spaces between the word and the punctuation. */
  readonly spaced: string;
}

/** Separates a word from punctuation at its ends; null if there is none. */
export function punctuationApart(text: string, word: NamedWord): Punctuated | null {
  const { end, form, formEnd, optional } = word;
  const isCandidate = form.length > 1 && (marks.test(form[0]) || marks.test(form.at(-1)!));
  const isBracketed = /[)\]]$/.test(text.slice(formEnd, end));
  // A `?` at the end more likely marks an optional word than a question.
  if (!isCandidate || isBracketed || optional || form.endsWith('?')) return null;
  const tokens = printedTokens(form);
  const first = tokens.findIndex((token) => !marks.test(token));
  const last = tokens.findLastIndex((token) => !marks.test(token));
  if (first < 0 || last - first === tokens.length - 1) return null;
  const whole = tokens.slice(first, last + 1).join('');
  // In `he#1,` the index belongs to the word.
  const index = /(?<=.)#\d+$/u.exec(whole)?.[0] ?? '';
  const core = whole.slice(0, whole.length - index.length);
  const before = tokens.slice(0, first);
  const after = tokens.slice(last + 1);
  if (!/\p{L}/u.test(core)) return null;
  const suffix = index + text.slice(formEnd, end);
  const words = [...before.map(spell), spell(core) + suffix, ...after.map(spell)];
  const spaced = words.join(' ');
  return itemsOf(spaced)?.length === words.length ? { core, after, spaced } : null;
}
