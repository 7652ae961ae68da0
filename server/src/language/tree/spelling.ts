import { char } from './characters.ts';
import { Scanner, TokenKind } from './scanner.ts';
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

/** Spells a form with its index, if it has one, as in `deps:` and `order:`. */
export function spellReference(form: string, index: number | null): string {
  return index === null ? spell(form) : `${spell(form)}#${index}`;
}

/** Spells a form with its index and tag, if it has them, as in `words:`. */
export function spellWord(form: string, index: number | null, tag: string | null): string {
  const reference = spellReference(form, index);
  return tag === null ? reference : `${reference}/${tag}`;
}

/** Spells a form like `spellWord`, but always in quotes. */
export function spellQuoted(form: string, index: number | null, tag: string | null): string {
  const reference = index === null ? inQuotes(form) : `${inQuotes(form)}#${index}`;
  return tag === null ? reference : `${reference}/${tag}`;
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
