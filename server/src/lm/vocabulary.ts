/** What stands for every word outside the vocabulary. */
export const UNKNOWN = '<unk>';
/** Before the first word of a sentence; never predicted. */
export const BEGIN = '<s>';
/** After the last word of a sentence; predicted as words are. */
export const END = '</s>';

/** A sentence that is text already may hold these; they are then unknown words, not marks. */
const RESERVED = new Set([UNKNOWN, BEGIN, END]);

/**
 * The words of a language model: the three above, then those of the sentences that occur at least
 * `leastCount` times and hold no white space, in the order of their code units.
 */
export function countVocabulary(
  sentences: Iterable<readonly string[]>,
  leastCount: number,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts.keys()].filter(
    (word) => counts.get(word)! >= leastCount && !RESERVED.has(word) && !/\s/u.test(word),
  );
  return [UNKNOWN, BEGIN, END, ...words.sort()];
}

/** Word ids by form: places in `words`. */
export function indexVocabulary(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, id) => [word, id]));
}
