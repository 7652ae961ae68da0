import fc from 'fast-check';
import type { BackoffModel, BackoffQuery } from '../../../server/src/lm/build/backoff-model.ts';
import {
  countNgrams,
  type CountOptions,
  type NgramCounts,
} from '../../../server/src/lm/build/counts.ts';
import { estimateKneserNey } from '../../../server/src/lm/build/kneser-ney.ts';
import { countVocabulary } from '../../../server/src/lm/build/count-vocabulary.ts';
import { prune } from '../../../server/src/lm/build/prune.ts';

export const toySentences = [
  'the dog saw the cat .',
  'the cat saw the dog .',
  'a dog sleeps .',
  'the cat sleeps on the mat .',
  'a cat saw a dog on a mat .',
  'the dog sleeps on the mat and the cat sleeps .',
].map((text) => text.split(' '));

export function count(
  sentences: readonly (readonly string[])[],
  order: number,
  leastCount = 1,
  classes = false,
  startOf?: CountOptions['startOf'],
): NgramCounts {
  const vocabulary = countVocabulary(sentences, leastCount, classes, startOf);
  return countNgrams(sentences, vocabulary, order, { startOf });
}

export interface ToyOptions {
  readonly leastCount?: number;
  readonly cutoffs?: readonly number[];
  readonly threshold?: number;
}

export function estimate(
  sentences: readonly (readonly string[])[],
  order: number,
  { leastCount = 1, cutoffs = [1], threshold = 0 }: ToyOptions = {},
): BackoffModel {
  const counts = count(sentences, order, leastCount);
  return prune(estimateKneserNey(counts), counts, { cutoffs, thresholds: [threshold] });
}

/** Sentences over few words, so that n-grams recur. */
export const corpora = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }), {
  minLength: 1,
  maxLength: 12,
});

/** All contexts of up to a length, those that begin a sentence among them. */
export function contextsOf({ vocabulary }: BackoffModel, length: number): number[][] {
  const ids = [...vocabulary.words.keys()].filter((id) => id !== vocabulary.end);
  let last: number[][] = [[]];
  const all = [...last];
  for (let n = 0; n < length; n++) {
    last = last.flatMap((rest) =>
      rest[0] === vocabulary.begin ? [] : ids.map((id) => [id, ...rest]),
    );
    all.push(...last);
  }
  return all;
}

export function sumOfProbs(query: BackoffQuery, context: readonly number[]): number {
  const { words, begin } = query.model.vocabulary;
  let sum = 0;
  for (let id = 0; id < words.length; id++)
    if (id !== begin) sum += 10 ** query.logProb(id, context);
  return sum;
}
