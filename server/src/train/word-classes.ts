import { CLASS_COUNT, classOf } from '../model/shape.ts';
import { FIRST_LEARNED_CLASS, MOST_LEARNED_CLASSES, WordClasses } from '../model/word-classes.ts';
import { exchange } from './exchange.ts';

/** Forms that occur less often get the class of their spelling. */
const LEAST_COUNT = 3;
/** Only the most frequent forms get a learned class, at most this many. */
const MOST_FORMS = 50_000;
/** The id of the boundary between sentences. */
const BOUNDARY = 0;

/**
 * Learns word classes from text. First, each rare form is replaced by the class of its spelling.
 *
 * @param classes at most MOST_LEARNED_CLASSES
 */
export function learnWordClasses(
  sentences: readonly (readonly string[])[],
  classes: number,
): WordClasses {
  if (classes > MOST_LEARNED_CLASSES) throw new RangeError(`more than ${MOST_LEARNED_CLASSES}`);
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const form of sentence) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const forms = [...counts]
    .filter(([, count]) => count >= LEAST_COUNT)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_FORMS)
    .map(([form]) => form);
  const fixed = 1 + CLASS_COUNT;
  const ids = new Map(forms.map((form, i) => [form, fixed + i]));
  const text = [BOUNDARY];
  for (const sentence of sentences) {
    for (const form of sentence) text.push(ids.get(form) ?? 1 + classOf(form));
    text.push(BOUNDARY);
  }
  const classOfWord = exchange(Int32Array.from(text), fixed + forms.length, fixed, classes);
  return new WordClasses(
    forms,
    Uint8Array.from(forms, (_, i) => FIRST_LEARNED_CLASS + classOfWord[fixed + i] - fixed),
  );
}
