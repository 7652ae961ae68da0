/** Words that have a capital wherever they stand, although they are not names. */
const CAPITAL_EVERYWHERE = /^I(?:['’]|$)/u;
/** A word with one capital: its first letter. */
const CAPITALISED = /^\p{Lu}\P{Lu}*$/u;

/** Returns the index of the first word, after any opening marks; -1 if there is none. */
export function firstWordOf(forms: readonly string[]): number {
  return forms.findIndex((form) => /[\p{L}\p{N}]/u.test(form));
}

/**
 * Returns the word with a small first letter. Returns null if the word has no capital, or has
 * capitals even within a sentence (*I*, *USA*, *iPhone*).
 */
export function lowerCased(form: string): string | null {
  if (!CAPITALISED.test(form) || CAPITAL_EVERYWHERE.test(form)) return null;
  // A single capital letter is an initial, unless it is the article *A*.
  return form === 'A' || /\p{Ll}/u.test(form) ? form.toLowerCase() : null;
}

/** Capitalises the first word of a sentence, unless the word has a capital somewhere (*iPhone*). */
export function asSentence(forms: readonly string[]): readonly string[] {
  const first = firstWordOf(forms);
  if (first < 0 || /\p{Lu}/u.test(forms[first])) return forms;
  const [letter, ...rest] = forms[first];
  return forms.with(first, letter.toUpperCase() + rest.join(''));
}

/** Undoes `asSentence`. */
export function withinSentence(forms: readonly string[]): readonly string[] {
  const first = firstWordOf(forms);
  if (first < 0) return forms;
  const [letter, ...rest] = forms[first];
  return forms.with(first, letter.toLowerCase() + rest.join(''));
}
