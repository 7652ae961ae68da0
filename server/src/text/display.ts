import { areFused } from './split-word.ts';
import { isEmoticon } from './tokenizer.ts';

const NO_SPACE_BEFORE =
  /^([.,;:!?%)\]}…”’]+|'s|'S|n['’]t|N['’]T|['’](s|re|ve|ll|d|m|S|RE|VE|LL|D|M))$/;
const NO_SPACE_AFTER = /^[([{$£€#“‘]$/;
const CURRENCY = /^[$£€]$/;
/** These often begin a new phrase or clause after a dash. */
const AFTER_DASH =
  /^(?:an?|the|this|that|these|those|I|you|he|she|it|we|they|my|your|his|her|its|our|their|and|but|or|so|is|are|was|were|has|have|had|not|no|if|when|who|which|what|where|in|on|at|for|with|from|by|to|of|as)$/;
/** Words that stand between two hyphens: *Aix-en-Provence*, *up-to-date*. */
const BETWEEN_HYPHENS = /^(?:en|on|upon|by|in|of|le|la|sur|de|du|and|the|to|up|a|ed|y)$/;

/**
 * Joins forms as a person would write them: no space before `.`, after `(`, in `can't`, `cannot`
 * and `well-known`. Straight quotes open and close in turn.
 *
 * @param tags undefined for a form without a known tag
 */
export function display(
  forms: readonly string[],
  tags: readonly (string | undefined)[] = [],
): string {
  let text = '';
  let glueNext = true;
  let quoteIsOpen = false;
  const sides = sidesOfApostrophes(forms, tags);
  for (const [i, form] of forms.entries()) {
    const isQuote = form === '"' || form === '``' || form === "''";
    const closes: boolean = form === "''" || (form === '"' && quoteIsOpen);
    const isMark = NO_SPACE_BEFORE.test(form) && !isEmoticon(form);
    const side = sides[i];
    const joins = joinsWords(forms, i, tags.at(i));
    const glue =
      glueNext ||
      isMark ||
      joins ||
      side === 'left' ||
      isAfterAmount(forms, i) ||
      (isQuote && closes && quoteIsOpen) ||
      (i > 0 && areFused(forms[i - 1], form));
    text += (glue ? '' : ' ') + (isQuote ? '"' : form);
    if (isQuote) quoteIsOpen = !closes;
    glueNext =
      joins ||
      side === 'right' ||
      (NO_SPACE_AFTER.test(form) && !isAfterAmount(forms, i)) ||
      (isQuote && quoteIsOpen);
  }
  return text;
}

/** Whether a currency sign belongs to the amount before it: *20€*. */
function isAfterAmount(forms: readonly string[], i: number): boolean {
  if (!CURRENCY.test(forms[i]) || i === 0) return false;
  return /^\d/.test(forms[i - 1]) && !/^\d/.test(forms.at(i + 1) ?? '');
}

/**
 * Whether the hyphen or slash `forms[i]` between two words is written without spaces. This is so
 * for:
 *
 * - every slash
 * - a hyphen with the tag HYPH
 * - the hyphens of a chain (*up-to-date*)
 * - any other hyphen, if both words or neither are capitalised, and the second word is not in
 *   `AFTER_DASH`, the words that often begin a new phrase
 *
 * Most hyphens in English-EWT follow these rules.
 */
function joinsWords(forms: readonly string[], i: number, tag: string | undefined): boolean {
  const form = forms[i];
  if ((form !== '-' && form !== '/') || i === 0) return false;
  const [before, after] = [forms[i - 1], forms.at(i + 1) ?? ''];
  if (!/[\p{L}\d]$/u.test(before) || !/^[\p{L}\d]/u.test(after)) return false;
  if (form === '/' || tag === 'HYPH') return true;
  const isChain =
    (BETWEEN_HYPHENS.test(after) && forms.at(i + 2) === '-') ||
    (BETWEEN_HYPHENS.test(before) && i > 1 && forms[i - 2] === '-');
  if (isChain) return true;
  return !AFTER_DASH.test(after) && /^\p{Lu}/u.test(before) === /^\p{Lu}/u.test(after);
}

/**
 * Decides for each apostrophe `'` whether it belongs to the word on its left, as in `dogs'`, or on
 * its right, as an opening quotation mark does. Null if this is unclear, and for all other forms.
 */
function sidesOfApostrophes(
  forms: readonly string[],
  tags: readonly (string | undefined)[],
): readonly ('left' | 'right' | null)[] {
  const isMark = (i: number): boolean => forms[i] === "'" && tags.at(i) !== 'POS';
  const marks = [...forms.keys()].filter(isMark);
  const isPossessive = (i: number): boolean => i > 0 && /s$/iu.test(forms[i - 1]);
  // If every `'` follows a word that ends in *s*, as in `dogs'`, all are possessive. If they were
  // quotation marks, some of them would almost always stand elsewhere.
  const areAllPossessive = marks.every(isPossessive);
  let isOdd = marks.length % 2 === 1;
  let isOpen = false;
  return forms.map((form, i) => {
    if (form !== "'") return null;
    if (tags.at(i) === 'POS' || areAllPossessive) return 'left';
    if (isOdd) {
      if (!isPossessive(i)) return null;
      isOdd = false;
      return 'left';
    }
    isOpen = !isOpen;
    return isOpen ? 'right' : 'left';
  });
}

/**
 * Writes a sentence of a bag for people, in the style of the `listed` sentences. A listed sentence
 * is written as its `display`. Any other sentence is written with `displayed`, with two exceptions:
 *
 * - If a listed sentence begins with a capital in its `display` but not in its `text`, the result
 *   begins with a capital, too.
 * - If the result is the `display` of a listed sentence, returns `text` instead, so that the two
 *   sentences look different: *can not* if *cannot* is listed.
 *
 * @param text the words of the sentence, separated by single spaces
 */
export function displayedLike(
  text: string,
  listed: readonly { readonly text: string; readonly display: string }[],
): string {
  const own = listed.find((one) => one.text === text);
  if (own !== undefined) return own.display;
  const isRaised = listed.some((one) => {
    const [letter, shown] = [one.text.charAt(0), one.display.charAt(0)];
    return letter !== shown && letter.toUpperCase() === shown;
  });
  const shown = displayed(text);
  const written = isRaised ? shown[0].toUpperCase() + shown.slice(1) : shown;
  return listed.some(({ display }) => display === written) ? text : written;
}

/** @param text the words of a sentence, separated by single spaces */
export function displayed(text: string): string {
  return display(text.split(' '));
}
