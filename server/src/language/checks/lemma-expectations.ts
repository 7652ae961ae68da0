import type { BagWord } from '../../bag/bag.ts';
import { lowerCased } from '../../text/first-word.ts';
import { tokenize } from '../../text/tokenizer.ts';
import type { LemmaKnowledge } from '../facts/knowledge.ts';
import { quoted } from '../tree/diagnostic.ts';
import { inQuotes } from '../tree/spelling.ts';
import { counts } from './respelling.ts';

/** A message names at most this many words. */
const maxNamed = 5;

/**
 * Spells a sentence in the words of a bag with lemmas: splits words that are printed together, such as `cookies.`, and writes
 * the first word as the bag does, which may be printed with a capital.
 *
 * @param words the words of the bag, of which at least one is a lemma
 */
export function asInLemmaBag(sentence: string, words: readonly BagWord[]): string {
  const plain = counts(words.filter(isPlain).flatMap(({ form }) => form.split(' ')));
  const lackingIn = (tokens: readonly string[]): number => {
    const own = counts(tokens);
    return [...plain].reduce((sum, [form, n]) => sum + Math.max(0, n - (own.get(form) ?? 0)), 0);
  };
  const [written, split] = [sentence.trim().split(/\s+/), tokenize(sentence)].map((tokens) =>
    withFirstWord(tokens, words),
  );
  return (lackingIn(split) < lackingIn(written) ? split : written).join(' ');
}

function withFirstWord(tokens: readonly string[], words: readonly BagWord[]): readonly string[] {
  const first = tokens.at(0) ?? '';
  const lower = lowerCased(first);
  if (lower === null || words.some(({ form }) => form.split(' ').includes(first))) return tokens;
  const isName = words.some((word) => !isPlain(word) && /^\p{Lu}/u.test(word.form));
  return isName && !words.some(({ form }) => form === lower) ? tokens : tokens.with(0, lower);
}

/**
 * Says why a sentence cannot consist of some words of a bag, each plain word once and one form of each lemma; null if it
 * can.
 *
 * @param lemmas the model's forms of lemmas; null if any word may be a form
 */
export function lemmaMismatch(
  tokens: readonly string[],
  words: readonly BagWord[],
  lemmas: LemmaKnowledge | null,
): string | null {
  const left = [...tokens];
  const lacking = words
    .filter(isPlain)
    .flatMap(({ form }) => form.split(' '))
    .filter((form) => {
      const at = left.indexOf(form);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  const inflected = words.filter((word) => !isPlain(word));
  const named = firstOf(inflected.map(({ form }) => quoted(`@${form}`)));
  const needed = `It needs each word of the bag, and one form of ${named.join(' and of ')}.`;
  if (lacking.length > 0) {
    return `This sentence lacks ${firstOf(lacking.map(quoted)).join(', ')}. ${needed}`;
  }
  if (left.length !== inflected.length) {
    return `This sentence has ${left.length > inflected.length ? 'more' : 'fewer'} words than the bag. ${needed}`;
  }
  if (lemmas === null) return null;
  const forms = inflected.map((word) => formsOf(word, lemmas));
  const lower = forms.map((own) => new Set([...own].map((form) => form.toLowerCase())));
  const foreign = unmatched(
    left.map((token) => token.toLowerCase()),
    lower,
  );
  if (foreign < 0) return caseMismatch(left, forms);
  const token = left[foreign];
  const own = inflected.find(({ form }) => `@${form}`.toLowerCase() === token.toLowerCase());
  if (own !== undefined) {
    return `${quoted(token)} stands for a form of ${quoted(own.form)}: write this form. If the sentence has ${quoted(token)} itself, write ${quoted(inQuotes(token))} in \`words:\`.`;
  }
  const offered = inflected.map(
    ({ form }, i) => `${quoted(`@${form}`)} can be ${[...forms[i]].map(quoted).join(', ')}`,
  );
  return `No lemma of the bag is left for ${quoted(token)}: ${firstOf(offered).join('; ')}.`;
}

/** The first items of a list in a message, and how many are left out. */
function firstOf(items: readonly string[]): readonly string[] {
  const left = items.length - maxNamed;
  return left > 0 ? [...items.slice(0, maxNamed), `${left} more`] : items;
}

function isPlain({ features }: BagWord): boolean {
  return features === undefined;
}

/** The forms that a lemma can have in its bag. */
function formsOf({ form, features = '', tags }: BagWord, lemmas: LemmaKnowledge): Set<string> {
  return new Set(lemmas.candidates(form, tags, features).map((one) => one.form));
}

/** Says that a token has other capitals than the forms of its lemma; null if all tokens are written as these forms. */
function caseMismatch(
  tokens: readonly string[],
  forms: readonly ReadonlySet<string>[],
): string | null {
  const place = unmatched(tokens, forms);
  if (place < 0) return null;
  const token = tokens[place];
  const meant = forms
    .flatMap((of) => [...of])
    .find((form) => form !== token && form.toLowerCase() === token.toLowerCase());
  return meant === undefined
    ? null
    : `Write ${quoted(meant)} instead of ${quoted(token)}, since a form has the capitals of its lemma, or change the lemma.`;
}

/** Returns the place of a token that cannot have a lemma of its own; -1 if all can (augmenting paths, Kuhn 1955). */
function unmatched(tokens: readonly string[], forms: readonly ReadonlySet<string>[]): number {
  const ofLemma = new Array<number>(forms.length).fill(-1);
  const place = (token: number, seen: Set<number>): boolean =>
    forms.some((own, lemma) => {
      if (seen.has(lemma) || !own.has(tokens[token])) return false;
      seen.add(lemma);
      if (ofLemma[lemma] >= 0 && !place(ofLemma[lemma], seen)) return false;
      ofLemma[lemma] = token;
      return true;
    });
  return tokens.findIndex((_, token) => !place(token, new Set()));
}
