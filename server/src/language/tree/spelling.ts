import { char } from './characters.ts';
import { Scanner, TokenKind } from './scanner.ts';
import type { NamedWord } from './syntax.ts';
import { decodeWord } from './word.ts';

/** A form in quotes, with its escapes. */
export function inQuotes(form: string): string {
  return `"${form.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Spells a form as an author would: unquoted if it is parsed as itself, else in quotes. Puts a form
 * in quotes everywhere if it is syntax in some places (`root`, `words:`, `@home`, `)?`), or
 * looks like it (`end}`).
 */
export function spell(form: string): string {
  return readsAsItself(form) ? form : inQuotes(form);
}

/** Spells a form for `words:`, where `first`, `last` and `root` are words like others. */
export function spellInWords(form: string): string {
  return /^(?:first|last|root)$/.test(form) ? form : spell(form);
}

/** Spells a form with its index, if it has one, as in `deps:` and `order:`. */
export function spellReference(form: string, index: number | null): string {
  return withSuffixes(spell(form), index, null);
}

/** Spells a reference to a word or a lemma of a bag. */
export function spellName(
  { kind, form }: Pick<NamedWord, 'kind' | 'form'>,
  index: number | null,
): string {
  return kind === 'lemma' && canBeLemma(form)
    ? withSuffixes(form, index, null)
    : spellReference(form, index);
}

/** Spells a form with its index and tag, if it has them, as in `words:`. */
export function spellWord(form: string, index: number | null, tag: string | null): string {
  return withSuffixes(spell(form), index, tag);
}

/** Spells a form like `spellWord`, but always in quotes. */
export function spellQuoted(form: string, index: number | null, tag: string | null): string {
  return withSuffixes(inQuotes(form), index, tag);
}

/** Spells a lemma with its features, as in `words:`. @param lemma with its `@`; `canBeLemma` must hold */
export function spellLemma(
  lemma: string,
  features: string,
  index: number | null,
  tag: string | null,
): string {
  return withSuffixes(features === '' ? lemma : `${lemma}[${features}]`, index, tag);
}

/** Whether a text is read as a lemma without quotes: `@` and a word of letters, digits, dashes and apostrophes. */
export function canBeLemma(text: string): boolean {
  return /^@[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*$/u.test(text);
}

function withSuffixes(spelled: string, index: number | null, tag: string | null): string {
  return `${spelled}${index === null ? '' : `#${index}`}${tag === null ? '' : `/${tag}`}`;
}

function readsAsItself(form: string): boolean {
  if (form === '' || /^(?:first|last|root|bag)$|^[A-Za-z-]+:$|^@.|^\)[/?#]|[^{]\}$/.test(form))
    return false;
  const scanner = new Scanner(form, 0, form.length);
  if (scanner.next() !== TokenKind.Word || scanner.end !== form.length) return false;
  if (form.charCodeAt(0) === char.quote) return false;
  const word = decodeWord(form, 0, form.length);
  return word.form === form && word.tagStart < 0 && !word.optional;
}
