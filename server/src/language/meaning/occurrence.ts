/** The words beside a word of a sentence. Empty at the ends of the sentence. */
export interface Occurrence {
  readonly before: string;
  readonly behind: string;
}

/**
 * Finds which of several equal words of a sentence is a given word of the bag: the one that has the
 * same word behind it as in `words:`, or else the same word before it. Null if this is unclear.
 *
 * @param forms the words of the bag, in the order of `words:`
 * @param place the place of the given word in `forms`
 */
export function occurrenceOf<Place extends Occurrence>(
  forms: readonly string[],
  place: number,
  occurrences: readonly Place[],
): Place | null {
  const isSame = (word: string, form: string | undefined): boolean =>
    form !== undefined && /\p{L}/u.test(form) && word.toLowerCase() === form.toLowerCase();
  const behind = occurrences.filter((one) => isSame(one.behind, forms[place + 1]));
  if (behind.length === 1) return behind[0];
  const before = occurrences.filter((one) => isSame(one.before, forms[place - 1]));
  return before.length === 1 ? before[0] : null;
}
