/** Words with a capital wherever they stand, although they are no names. */
const CAPITAL_EVERYWHERE = /^I(?:['’]|$)/u;
/** One capital, at the beginning, and no further one. */
const CAPITALISED = /^\p{Lu}\P{Lu}*$/u;

/** Returns the place of a sentence's first word, after any opening marks; -1 if the sentence has no word. */
export function firstWordOf(forms: readonly string[]): number {
  return forms.findIndex((form) => /[\p{L}\p{N}]/u.test(form));
}

/**
 * Returns a word in lower case, as it is written within sentences if it is no name. Returns null if the word does not
 * show whether it begins a sentence: if it has no capital, or its capital stays (*I*, initials, *USA*, *iPhone*).
 */
export function lowerCased(form: string): string | null {
  if (!CAPITALISED.test(form) || CAPITAL_EVERYWHERE.test(form)) return null;
  // The article is the only word of one letter that is no initial.
  return form === 'A' || /\p{Ll}/u.test(form) ? form.toLowerCase() : null;
}

/** Returns forms with a capital on the first word, unless the word has a capital elsewhere (*iPhone*). */
export function asSentence(forms: readonly string[]): readonly string[] {
  const first = firstWordOf(forms);
  if (first < 0 || /\p{Lu}/u.test(forms[first])) return forms;
  const [letter, ...rest] = forms[first];
  return forms.with(first, letter.toUpperCase() + rest.join(''));
}

/** Returns forms with a small letter at the beginning of the first word, where `asSentence` may have put a capital. */
export function withinSentence(forms: readonly string[]): readonly string[] {
  const first = firstWordOf(forms);
  if (first < 0) return forms;
  const [letter, ...rest] = forms[first];
  return forms.with(first, letter.toLowerCase() + rest.join(''));
}
