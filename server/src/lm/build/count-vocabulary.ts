import { classOf } from '../../model/shape.ts';
import type { LowerCaseStart } from './usual-case.ts';
import { BEGIN, classWord, END, isReserved, UNKNOWN, Vocabulary } from '../query/vocabulary.ts';

/**
 * Returns a vocabulary with these entries, in this order:
 *
 * - `<unk>`, `<s>` and `</s>`;
 * - if `classes` is true, the classes of spelling (`classOf`) of the words that the vocabulary
 *   lacks;
 * - the words that occur at least `leastCount` times and contain no white space, in the order of
 *   their code units.
 *
 * @param startOf returns the first word of a sentence in lower case, to count it in addition to the
 *   written form; null to count only the written form
 */
export function countVocabulary(
  sentences: Iterable<readonly string[]>,
  leastCount: number,
  classes: boolean,
  startOf: (sentence: readonly string[]) => LowerCaseStart | null = () => null,
): Vocabulary {
  const counts = new Map<string, number>();
  const add = (word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const sentence of sentences) {
    for (const word of sentence) add(word);
    const start = startOf(sentence);
    if (start !== null) add(start.form);
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
