/**
 * The classes of words by spelling. A word belongs to the first class with a pattern that matches.
 * For a word that training has not seen, this class is used instead of the word. It is called the
 * unknown-word class of the word.
 */

const classes: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['number', /^[-+$£€#]?\d[\d.,:/]*(st|nd|rd|th|s|%|am|pm)?$/i],
  ['address', /(^https?:|^www\.|@|\.(com|org|net|edu)\b)/i],
  ['mixed', /\d/],
  ['punctuation', /^[^\p{L}\d]+$/u],
  ['capitals', /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u],
  ['Hyphenated', /^\p{Lu}.*-/u],
  ['hyphenated', /-/],
  ['Name-s', /^\p{Lu}.*s$/u],
  ['Name-ing', /^\p{Lu}.*ing$/u],
  ['Name-ed', /^\p{Lu}.*ed$/u],
  ['Name-ly', /^\p{Lu}.*ly$/u],
  ['Name-adjective', /^\p{Lu}.*(an|ish|ese|al|ic|ous|ive|ful|able)$/u],
  ['Name', /^\p{Lu}/u],
  ['apostrophe', /['’]/],
  ['ing', /ing$/],
  ['ed', /ed$/],
  ['ly', /ly$/],
  ['noun', /(tion|sion|ment|ness|ity|ism|ance|ence|ship|hood|dom|logy|ist)$/],
  ['nouns', /(tions|sions|ments|ities|isms|ances|ences|ers|ors|ists|ies)$/],
  ['adjective', /(al|ous|ive|able|ible|ful|less|ic|ish|ary|ant|ent)$/],
  ['er', /(er|or)$/],
  ['est', /est$/],
  ['ss', /(ss|us|is)$/],
  ['s', /s$/],
  ['verb', /(ize|ise|ify|ate)$/],
  ['y', /y$/],
  ['other', /(?:)/],
];

export const CLASS_COUNT = classes.length;

/** Returns the number of the unknown-word class of a form, from 0. */
export function classOf(form: string): number {
  return classes.findIndex(([, pattern]) => pattern.test(form));
}

/** How a word is capitalised, which hints at whether it begins a sentence. */
export const enum Casing {
  Lower = 1,
  /** Capitalised, and the lower-case form is known. Such a word probably begins the sentence. */
  Sentence = 2,
  /** Capitalised, and the lower-case form is unknown. Such a word is probably a name. */
  Name = 3,
  Capitals = 4,
  Other = 5,
}

/** @param isKnown whether the vocabulary contains a lower-case form */
export function casingOf(form: string, isKnown: (form: string) => boolean): Casing {
  if (/^\p{Ll}/u.test(form)) return Casing.Lower;
  if (!/^\p{Lu}/u.test(form)) return Casing.Other;
  if (/^\p{Lu}[^\p{Lu}]*$/u.test(form)) {
    return isKnown(form.toLowerCase()) ? Casing.Sentence : Casing.Name;
  }
  return Casing.Capitals;
}
