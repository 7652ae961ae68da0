import { areFused } from './split-word.ts';
import { isEmoticon } from './tokenizer.ts';

const NO_SPACE_BEFORE =
  /^([.,;:!?%)\]}…”’]+|'s|'S|n['’]t|N['’]T|['’](s|re|ve|ll|d|m|S|RE|VE|LL|D|M))$/;
const NO_SPACE_AFTER = /^[([{$£€#“‘]$/;

/**
 * Joins forms as a person would write them: no space before `.`, after `(`, in `can't`, `cannot` and `well-known`.
 * Straight quotes open and close in turn.
 */
export function display(forms: readonly string[]): string {
  let text = '';
  let glueNext = true;
  let quoteIsOpen = false;
  const apostrophes = new Apostrophes(forms);
  for (const [i, form] of forms.entries()) {
    const isQuote = form === '"' || form === '``' || form === "''";
    const closes: boolean = form === "''" || (form === '"' && quoteIsOpen);
    const isMark = NO_SPACE_BEFORE.test(form) && !isEmoticon(form);
    const side = form === "'" ? apostrophes.next(forms.at(i - 1)) : null;
    const joins = joinsWords(forms, i);
    const glue =
      glueNext ||
      isMark ||
      joins ||
      side === 'left' ||
      (isQuote && closes && quoteIsOpen) ||
      (i > 0 && areFused(forms[i - 1], form));
    text += (glue ? '' : ' ') + (isQuote ? '"' : form);
    if (isQuote) quoteIsOpen = !closes;
    glueNext = joins || side === 'right' || NO_SPACE_AFTER.test(form) || (isQuote && quoteIsOpen);
  }
  return text;
}

/**
 * Whether a hyphen or a slash joins the words beside it. In English-EWT, a hyphen between words of the same case is
 * mostly joined, and other hyphens are mostly dashes.
 */
function joinsWords(forms: readonly string[], i: number): boolean {
  const form = forms[i];
  if ((form !== '-' && form !== '/') || i === 0) return false;
  const [before, after] = [forms[i - 1], forms.at(i + 1) ?? ''];
  if (!/[\p{L}\d]$/u.test(before) || !/^[\p{L}\d]/u.test(after)) return false;
  return form === '/' || /^\p{Lu}/u.test(before) === /^\p{Lu}/u.test(after);
}

/** Decides for each `'` of a sentence which word it belongs to. */
class Apostrophes {
  /** Whether one of them is no quotation mark. */
  #isOdd: boolean;
  #isOpen = false;

  constructor(forms: readonly string[]) {
    this.#isOdd = forms.filter((form) => form === "'").length % 2 === 1;
  }

  /** @returns the side of the word that the next `'` belongs to: `left` for `dogs'`; null if it is unclear */
  next(before: string | undefined): 'left' | 'right' | null {
    if (this.#isOdd) {
      if (before === undefined || !/s$/iu.test(before)) return null;
      this.#isOdd = false;
      return 'left';
    }
    this.#isOpen = !this.#isOpen;
    return this.#isOpen ? 'right' : 'left';
  }
}

/** Writes a sentence as a person would write it. Single spaces separate its words. */
export function displayed(text: string): string {
  return display(text.split(' '));
}
