import { classOf } from '../../model/shape.ts';
import { BEGIN, classWord, END, isReserved, UNKNOWN, Vocabulary } from '../query/vocabulary.ts';

/**
 * Returns the vocabulary of sentences. Its entries, in this order:
 * - `<unk>`, `<s>` and `</s>`;
 * - if `classes` is set, the stand-ins for the spelling classes of the rarer words (`classOf`);
 * - the words that occur at least `leastCount` times and hold no white space, in the order of their
 *   code units.
 */
export function countVocabulary(
  sentences: Iterable<readonly string[]>,
  leastCount: number,
  classes: boolean,
): Vocabulary {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words: string[] = [];
  const seenClasses = new Set<number>();
  for (const [word, count] of counts) {
    if (isReserved(word)) continue;
    if (count >= leastCount && !/\s/u.test(word)) words.push(word);
    else if (classes) seenClasses.add(classOf(word));
  }
  const standIns = [...seenClasses].sort((a, b) => a - b).map(classWord);
  const own = new Set(standIns);
  return Vocabulary.of([
    UNKNOWN,
    BEGIN,
    END,
    ...standIns,
    ...words.filter((word) => !own.has(word)).sort(),
  ]);
}
