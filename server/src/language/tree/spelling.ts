import { char } from './characters.ts';
import { Scanner, TokenKind } from './scanner.ts';
import type { NamedWord } from './syntax.ts';
import { decodeWord } from './word.ts';

export function inQuotes(form: string): string {
  return `"${form.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Writes the form of a word, in quotes if it is or looks like syntax anywhere in the language
 * (`root`, `words:`, `@home`, `)?`, `end}`).
 */
export function spell(form: string): string {
  return readsAsItself(form) ? form : inQuotes(form);
}

/**
 * Writes a form for `words:`. There `first`, `last` and `root` are ordinary words without quotes.
 */
export function spellInWords(form: string): string {
  return /^(?:first|last|root)$/.test(form) ? form : spell(form);
}

/** Writes a form with its index, such as `dog#2`, for `deps:` and `order:`. */
export function spellReference(form: string, index: number | null): string {
  return withSuffixes(spell(form), index, null);
}

export function spellName(
  { kind, form }: Pick<NamedWord, 'kind' | 'form'>,
  index: number | null,
): string {
  return kind === 'lemma' && canBeLemma(form)
    ? withSuffixes(form, index, null)
    : spellReference(form, index);
}

/** Writes a form for `words:` with its index and tag, such as `dog#2/NN`. */
export function spellWord(form: string, index: number | null, tag: string | null): string {
  return withSuffixes(spell(form), index, tag);
}

/** Like `spellWord`, but always in quotes. */
export function spellQuoted(form: string, index: number | null, tag: string | null): string {
  return withSuffixes(inQuotes(form), index, tag);
}

/** @param lemma the lemma with its `@`; `canBeLemma(lemma)` must be true */
export function spellLemma(
  lemma: string,
  features: string,
  index: number | null,
  tag: string | null,
): string {
  return withSuffixes(features === '' ? lemma : `${lemma}[${features}]`, index, tag);
}

/** Whether a text is `@` and a word of letters, digits, hyphens and apostrophes. */
export function canBeLemma(text: string): boolean {
  return /^@[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*$/u.test(text);
}

function withSuffixes(spelled: string, index: number | null, tag: string | null): string {
  return `${spelled}${index === null ? '' : `#${index}`}${tag === null ? '' : `/${tag}`}`;
}

function readsAsItself(form: string): boolean {
  if (
    form === '' ||
    /^(?:first|last|root|bag)$|^[A-Za-z-]+:$|^(?:deps|order|expect):|^@.|^\)[/?#]|[^{]\}$/.test(
      form,
    )
  )
    return false;
  const scanner = new Scanner(form, 0, form.length);
  if (scanner.next() !== TokenKind.Word || scanner.end !== form.length) return false;
  if (form.charCodeAt(0) === char.quote) return false;
  return decodeWord(form, 0, form.length).form === form;
}
