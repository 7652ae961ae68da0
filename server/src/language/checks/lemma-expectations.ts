import { isLemma, type BagWord } from '../../bag/bag.ts';
import type { PossibleForms } from '../../bag/projectivity.ts';
import { closest, editDistance } from '../../text/closest.ts';
import { asSentence, withinSentence } from '../../text/first-word.ts';
import { tokenize } from '../../text/tokenizer.ts';
import { timesSeen, type Knowledge, type LemmaKnowledge } from '../facts/knowledge.ts';
import { quoted } from '../tree/diagnostic.ts';
import { canBeLemma, inQuotes, spellInWords } from '../tree/spelling.ts';
import { counts } from './respelling.ts';

const maxNamed = 5;

/**
 * If the number of words of a sentence times the number of words of its bag is more than this, the
 * sentence is compared as written, without splitting contractions.
 */
const maxCompared = 1_000_000;

/**
 * The model can inflect a lemma by these tags even if training has not seen the lemma with them.
 */
const inflectingTags = ['NNS', 'VBZ', 'VBD', 'VBN', 'VBG', 'JJR', 'JJS'];

const verbs = ['VB', 'VBP', 'VBZ', 'VBD', 'VBN', 'VBG'];
const adjectives = ['JJ', 'JJR', 'JJS'];

/**
 * Keyed by a tag that a lemma may get: it gets this tag only if training has seen the lemma with
 * one of the listed tags. So *mouses* is no verb form of `@mouse`. A plural needs no such evidence.
 */
const evidence: Readonly<Record<string, readonly string[]>> = {
  ...{ VBZ: verbs, VBD: verbs, VBN: verbs, VBG: verbs },
  ...{ JJR: adjectives, JJS: adjectives },
};

type Forms = Pick<ReadonlySet<string>, 'has'>;

const anyForm: Forms = { has: () => true };

/** Compares sentences with a bag that has lemmas. A lemma (`@dog`) stands for any of its forms. */
export class LemmaBag {
  readonly #words: readonly BagWord[];
  readonly #knowledge: Knowledge | null;
  /**
   * The model's forms of lemmas. Null if there are none: any word may then be a form of any lemma.
   */
  readonly #lemmas: LemmaKnowledge | null;
  /** Indexed by word: the forms of a lemma; undefined until they are looked up. */
  readonly #forms: (ReadonlySet<string> | undefined)[] = [];

  constructor(words: readonly BagWord[], knowledge: Knowledge | null) {
    this.#words = words;
    this.#knowledge = knowledge;
    this.#lemmas = knowledge?.lemmas ?? null;
  }

  /**
   * Spells a sentence in the words of the bag. Splits a text such as `cookies.`, and writes the
   * first word with or without its capital.
   */
  spell(sentence: string): string {
    const written = sentence.trim().split(/\s+/);
    if (written.length * this.#words.length > maxCompared) return written.join(' ');
    const readings = [written, tokenize(sentence), withLemmas(tokenize(sentence))].flatMap(
      (tokens) => [tokens, withinSentence(tokens)],
    );
    const misfits = readings.map((tokens) => this.misfits(tokens));
    return readings[misfits.indexOf(Math.min(...misfits))].join(' ');
  }

  /**
   * Says why a sentence does not consist of the words at the places in `used`. Null if the sentence
   * has each plain word once, and one form of each lemma.
   */
  mismatch(tokens: readonly string[], used: readonly number[]): string | null {
    const { left, lacking } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const times = new Map<string, number>();
    for (const word of lemmas) {
      const { form } = this.#words[word];
      times.set(form, (times.get(form) ?? 0) + 1);
    }
    const named = firstOf(
      [...times].map(
        ([form, count]) => quoted(`@${form}`) + (count > 1 ? ` (${count} times)` : ''),
      ),
    );
    const words =
      used.length === this.#words.length
        ? 'each word of the bag'
        : 'each word that is not optional, and one word of each group';
    const needed =
      named.length === 0
        ? `It needs ${words}.`
        : `It needs ${words}, and one form of ${named.join(' and of ')}.`;
    if (lacking.length > 0) {
      return `This sentence lacks ${firstOf(lacking.map(quoted)).join(', ')}. ${needed}`;
    }
    const isMore = left.length > lemmas.length && this.#lemmas !== null;
    const surplus = isMore ? this.#foreign(left, lemmas) : [];
    if (surplus.length > 0) {
      const those = firstOf([...new Set(surplus)].map(quoted)).join(', ');
      return `This sentence has ${those}, which the bag lacks or has less often. ${needed}`;
    }
    if (left.length !== lemmas.length) {
      return `This sentence has ${left.length > lemmas.length ? 'more' : 'fewer'} words than the bag. ${needed}`;
    }
    if (this.#lemmas === null) return null;
    const forms = lemmas.map((word) => this.#seenForms(word, this.#lemmas!));
    const lower = forms.map((own) => new Set([...own].map((form) => form.toLowerCase())));
    const foreign = unmatched(
      left.map((token) => token.toLowerCase()),
      lower,
    ).at(0);
    if (foreign === undefined) return this.#caseMessage(tokens, used);
    const token = left[foreign];
    const own = lemmas
      .map((word) => this.#words[word].form)
      .find((form) => `@${form}`.toLowerCase() === token.toLowerCase());
    if (own !== undefined) {
      return `${quoted(token)} stands for a form of ${quoted(own)}: write this form. If the sentence has ${quoted(token)} itself, write ${quoted(inQuotes(token))} in \`words:\`.`;
    }
    const offered = lemmas
      .map((word, i) => ({ lemma: this.#words[word].form, forms: [...forms[i]] }))
      .map((one) => ({ ...one, distance: distanceTo(token, [one.lemma, ...one.forms]) }))
      .sort((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
      .map((one) => `${quoted(`@${one.lemma}`)} can be ${one.forms.map(quoted).join(', ')}`);
    return `No lemma of the bag is left for ${quoted(token)}: ${firstOf([...new Set(offered)]).join('; ')}.`;
  }

  /**
   * Finds a misspelt token and the plain word that is probably meant. The word is at one of the
   * places in `used`, and the sentence lacks this word.
   */
  nearWord(
    tokens: readonly string[],
    used: readonly number[],
  ): { readonly token: string; readonly word: string } | null {
    if (this.#lemmas === null) return null;
    const { left, lacking } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const forms = lemmas.map((word) => this.#formsOrName(word));
    for (const place of unmatched(left, forms).slice(0, maxNamed)) {
      const word =
        lacking.find((one) => this.isOtherForm(left[place], one)) ?? closest(left[place], lacking);
      if (word !== null) return { token: left[place], word };
    }
    return null;
  }

  /**
   * Finds a token that differs only in capitals from a form of a lemma: *John* from the form `john`
   * of `@john`. `form` is this form, and `place` is the place of the lemma in the bag.
   *
   * `meant` is the lemma with the token's capitals (`John`). It is null if the sentence is probably
   * wrong: if training has seen `form` more often than the token, or both equally often and the
   * token has no capital. It is also null if the token is no form of this lemma.
   */
  otherCase(
    tokens: readonly string[],
    used: readonly number[],
  ): {
    readonly token: string;
    readonly form: string;
    readonly place: number;
    readonly meant: string | null;
  } | null {
    if (this.#lemmas === null) return null;
    const { left } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const forms = lemmas.map((word) => this.#seenForms(word, this.#lemmas!));
    const foreign = unmatched(left, forms).at(0);
    if (foreign === undefined) return null;
    const token = left[foreign];
    for (const [i, place] of lemmas.entries()) {
      const form = [...forms[i]].find(
        (own) => own !== token && own.toLowerCase() === token.toLowerCase(),
      );
      if (form === undefined) continue;
      const { form: lemma, tags, features = '' } = this.#words[place];
      const meant = withCapitalsOf(lemma, token);
      const more = timesSeen(token, this.#knowledge!) - timesSeen(form, this.#knowledge!);
      const isMeant =
        (more > 0 || (more === 0 && token !== token.toLowerCase())) &&
        this.#lemmas.candidates(meant, tags, features).some((one) => one.form === token);
      return { token, form, place, meant: isMeant ? meant : null };
    }
    return null;
  }

  #caseMessage(tokens: readonly string[], used: readonly number[]): string | null {
    const found = this.otherCase(tokens, used);
    if (found === null) return null;
    const { token, form, meant } = found;
    const why = 'since a form has the capitals of its lemma';
    return meant === null
      ? `Write ${quoted(form)} instead of ${quoted(token)}, ${why}.`
      : `Write the lemma ${quoted(`@${meant}`)} for ${quoted(token)}, ${why}; or write ${quoted(form)} here.`;
  }

  /**
   * If the sentence has all words of the bag and one more token, returns the word to add to the bag
   * for this token. For a verb or an inflected word, this is the lemma: `@do` for *do* and *does*.
   * Any other word is added as it is.
   */
  addedWord(tokens: readonly string[], used: readonly number[]): string | null {
    if (this.#lemmas === null) return null;
    const { left, lacking } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const [written, ...others] = this.#foreign(left, lemmas);
    if (lacking.length > 0 || others.length > 0 || left.length !== lemmas.length + 1) return null;
    const token = written === tokens[0] ? withinSentence([written])[0] : written;
    const reading = this.#lemmas
      .lemmasOf(token, null)
      .find(({ lemma }) => this.#lemmas!.isKnown(lemma));
    const isInflected =
      reading !== undefined &&
      (reading.tag.startsWith('VB') || this.isOtherForm(token, reading.lemma));
    const lemma = isInflected ? `@${reading.lemma}` : null;
    return lemma !== null && canBeLemma(lemma) ? lemma : spellInWords(token);
  }

  /**
   * Finds a token that would be a form of a lemma if the lemma were regular, and the form that the
   * lemma has instead: *mouses* and `mice`.
   */
  irregularForm(
    tokens: readonly string[],
    used: readonly number[],
  ): { readonly token: string; readonly form: string } | null {
    if (this.#lemmas === null) return null;
    const { left } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const forms = lemmas.map((word) => this.#formsOrName(word));
    const foreign = unmatched(left, forms);
    if (foreign.length !== 1) return null;
    const written = left[foreign[0]];
    const place = tokens.indexOf(written);
    const token = place === 0 ? withinSentence([written])[0] : written;
    // *bed* is a word of its own, not a form of `@be`.
    const isWord = this.#lemmas
      .lemmasOf(token, null)
      .some(({ lemma }) => this.#lemmas!.isKnown(lemma));
    if (isWord) return null;
    for (const word of lemmas) {
      const { form: lemma, tags, features = '' } = this.#words[word];
      const stem = lemma.replace(/[ey]$/u, '');
      if (!token.startsWith(stem)) continue;
      const ending = /^(?:[ey]|ie)?(s|d|ed|es)$/u.exec(token.slice(stem.length))?.[1];
      if (ending === undefined) continue;
      const regular = ending.endsWith('s') ? ['NNS', 'VBZ'] : ['VBD', 'VBN'];
      const asked = regular.filter((tag) => tags.length === 0 || tags.includes(tag));
      const candidates = asked.flatMap((tag) => this.#lemmas!.candidates(lemma, [tag], features));
      const meant = candidates.find(
        ({ form, tag }) => asked.includes(tag) && form !== token && form !== lemma,
      )?.form;
      if (meant === undefined) continue;
      const form = token === written ? meant : asSentence([meant])[0];
      if (this.mismatch(tokens.with(place, meant), used) === null) return { token: written, form };
    }
    return null;
  }

  /**
   * If all tokens but one fit the bag, finds the lemma in whose place this token probably stands
   * (`place` is its place in the bag), and the lemma to write there (`meant`). For *go* and
   * `@go/VBZ`, `meant` is `go`; for *his* and `@he/PRP$`, it is `his`. If `meant` has the token as
   * a form only with a tag, `tag` is this tag: `NNS` for *sixes* and `@six`. Null if the token
   * differs from a form of a lemma only in capitals (see `otherCase`).
   */
  otherLemma(
    tokens: readonly string[],
    used: readonly number[],
  ): { readonly place: number; readonly meant: string; readonly tag: string | null } | null {
    const known = this.#lemmas;
    if (known === null) return null;
    const { left, lacking } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    if (lacking.length > 0 || left.length !== lemmas.length) return null;
    const forms = lemmas.map((word) => this.#formsOrName(word));
    const foreign = unmatched(left, forms);
    if (foreign.length !== 1 || this.otherCase(tokens, used) !== null) return null;
    const token = withinSentence(left)[foreign[0]];
    const rest = left.toSpliced(foreign[0], 1);
    const free = lemmas.filter((_, i) => unmatched(rest, forms.toSpliced(i, 1)).length === 0);
    const own = free.find((word) =>
      known.candidates(this.#words[word].form, [], '').some(({ form }) => form === token),
    );
    if (own !== undefined) return { place: own, meant: this.#words[own].form, tag: null };
    for (const place of free) {
      const { form: lemma } = this.#words[place];
      const tag = inflectingTags.find(
        (one) =>
          (!(one in evidence) || known.countOf(lemma, evidence[one]) > 0) &&
          known.candidates(lemma, [one], '').some(({ form }) => form === token),
      );
      if (tag !== undefined) return { place, meant: lemma, tag };
    }
    const reading = known.lemmasOf(token, null).find(({ lemma }) => known.isKnown(lemma));
    return reading === undefined || free.length !== 1
      ? null
      : { place: free[0], meant: reading.lemma, tag: null };
  }

  /** Whether a token is a form of a lemma but not the lemma itself, as `an` is a form of `a`. */
  isOtherForm(token: string, lemma: string): boolean {
    if (this.#lemmas === null || token === lemma) return false;
    return this.#lemmas.candidates(lemma, [], '').some(({ form }) => form === token);
  }

  /**
   * The forms that each word may have in a sentence, keyed by the word's place in the bag.
   *
   * @param tokens a sentence that consists of the words at the places in `used`
   */
  formsIn(tokens: readonly string[], used: readonly number[]): Map<number, PossibleForms> {
    const left = [...new Set(this.#leftOver(tokens, used).left)];
    return new Map(
      used.map((word) => {
        if (!isLemma(this.#words[word])) return [word, [this.#partsOf(word)]];
        const forms = this.#formsOf(word);
        return [word, left.filter((token) => forms.has(token)).map((token) => [token])];
      }),
    );
  }

  /**
   * Counts the tokens of a sentence that fit none of the words at the places in `used`, plus the
   * words that no token fits.
   */
  misfits(tokens: readonly string[], used: readonly number[] = [...this.#words.keys()]): number {
    const { left, lacking } = this.#leftOver(tokens, used);
    const lemmas = used.filter((word) => isLemma(this.#words[word]));
    const foreign = this.#foreign(left, lemmas).length;
    return lacking.length + foreign + lemmas.length - (left.length - foreign);
  }

  /**
   * The tokens that are left over after each lemma has taken at most one token that is a form of
   * it. As few tokens as possible are left over.
   */
  #foreign(tokens: readonly string[], lemmas: readonly number[]): string[] {
    const forms = lemmas.map((word) => this.#formsOrName(word));
    return unmatched(tokens, forms).map((place) => tokens[place]);
  }

  /**
   * Matches tokens with the plain words at the places in `used`. `left` are tokens that match no
   * plain word; they may be forms of lemmas. `lacking` are plain words that match no token.
   */
  #leftOver(
    tokens: readonly string[],
    used: readonly number[],
  ): { readonly left: readonly string[]; readonly lacking: readonly string[] } {
    const plain = used.filter((word) => !isLemma(this.#words[word]));
    const needed = counts(plain.flatMap((word) => this.#partsOf(word)));
    const left = tokens.filter((token) => {
      const count = needed.get(token) ?? 0;
      if (count > 0) needed.set(token, count - 1);
      return count === 0;
    });
    const lacking = [...needed].flatMap(([form, count]) => new Array<string>(count).fill(form));
    return { left, lacking };
  }

  #partsOf(word: number): readonly string[] {
    return this.#words[word].form.split(' ');
  }

  /**
   * The forms of a lemma, and also the lemma itself with its `@`. So `@dog` in a sentence does not
   * count as a foreign word: `mismatch` has a separate message for it.
   */
  #formsOrName(word: number): Forms {
    const forms = this.#formsOf(word);
    const name = `@${this.#words[word].form}`.toLowerCase();
    return { has: (token) => forms.has(token) || token.toLowerCase() === name };
  }

  #formsOf(word: number): Forms {
    return this.#lemmas === null ? anyForm : this.#seenForms(word, this.#lemmas);
  }

  #seenForms(word: number, lemmas: LemmaKnowledge): ReadonlySet<string> {
    const { form, features = '', tags } = this.#words[word];
    return (this.#forms[word] ??= new Set(
      lemmas.candidates(form, tags, features).map((one) => one.form),
    ));
  }
}

/** Joins each separate `@` to the token behind it. */
function withLemmas(tokens: readonly string[]): string[] {
  return tokens
    .join(' ')
    .replace(/(?<!\S)@ (?=\S)/gu, '@')
    .split(' ');
}

/**
 * Shortens a list in a message to its first items. An item is added that counts the omitted items.
 */
function firstOf(items: readonly string[]): readonly string[] {
  const left = items.length - maxNamed;
  return left > 0 ? [...items.slice(0, maxNamed), `${left} more`] : items;
}

function distanceTo(token: string, words: readonly string[]): number {
  const lower = token.toLowerCase();
  return Math.min(...words.map((word) => editDistance(lower, word.toLowerCase())));
}

/**
 * A lemma with the capitals of one of its forms: `John` for `john` and *John*. If the form differs
 * in more than capitals, only the first letter changes: `Dog` for `dog` and *DOGS*.
 */
function withCapitalsOf(lemma: string, token: string): string {
  if (lemma.toLowerCase() === token.toLowerCase()) return token;
  const first = lemma.slice(0, 1);
  const isCapital = token.slice(0, 1) !== token.slice(0, 1).toLowerCase();
  return (isCapital ? first.toUpperCase() : first.toLowerCase()) + lemma.slice(1);
}

/**
 * Pairs each token with a lemma that can have it as a form, so that as few tokens as possible are
 * left over (bipartite matching by augmenting paths, Kuhn 1955). Returns the places of the tokens
 * that are left over.
 */
function unmatched(tokens: readonly string[], forms: readonly Forms[]): number[] {
  const ofLemma = new Array<number>(forms.length).fill(-1);
  const place = (token: number, seen: Set<number>): boolean => {
    const fits = (own: Forms, lemma: number): boolean => !seen.has(lemma) && own.has(tokens[token]);
    const free = forms.findIndex((own, lemma) => ofLemma[lemma] < 0 && fits(own, lemma));
    if (free >= 0) {
      ofLemma[free] = token;
      return true;
    }
    return forms.some((own, lemma) => {
      if (!fits(own, lemma)) return false;
      seen.add(lemma);
      if (!place(ofLemma[lemma], seen)) return false;
      ofLemma[lemma] = token;
      return true;
    });
  };
  return [...tokens.keys()].filter((token) => !place(token, new Set()));
}
