import { isEmoticon } from './tokenizer.ts';

const NO_SPACE_BEFORE =
  /^([.,;:!?%)\]}…”’]+|'s|'S|n['’]t|N['’]T|['’](s|re|ve|ll|d|m|S|RE|VE|LL|D|M))$/;
const NO_SPACE_AFTER = /^[([{$£€#“‘]$/;

/**
 * Joins forms as a person would write them: no space before `.`, after `(`, or in `can't`. Straight
 * quotes open and close in turn.
 */
export function display(forms: readonly string[]): string {
  let text = '';
  let glueNext = true;
  let quoteIsOpen = false;
  for (const form of forms) {
    const isQuote = form === '"' || form === '``' || form === "''";
    const closes: boolean = form === "''" || (form === '"' && quoteIsOpen);
    const isMark = NO_SPACE_BEFORE.test(form) && !isEmoticon(form);
    const glue = glueNext || isMark || (isQuote && closes && quoteIsOpen);
    text += (glue ? '' : ' ') + (isQuote ? '"' : form);
    if (isQuote) quoteIsOpen = !closes;
    glueNext = NO_SPACE_AFTER.test(form) || (isQuote && quoteIsOpen);
  }
  return text;
}

/** Writes a sentence as a person would write it. Single spaces separate its words. */
export function displayed(text: string): string {
  return display(text.split(' '));
}
