import fc from 'fast-check';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import type { WeightedLanguageModel } from '../../../server/src/scoring/fluency.ts';
import { Random } from '../../../server/src/util/random.ts';
import { estimate } from '../lm/toy.ts';

/** The words of the toy language models. */
export const toyWords = ['a', 'b', 'c', 'd', 'zebra', 'zelda'];

/**
 * Makes a language model of random sentences, in which the next word of the list often follows a word. So it knows
 * some n-grams of every order and not others.
 */
function loadToy(order: number): LanguageModel {
  const random = new Random(order);
  const sentences = Array.from({ length: 30 }, () => {
    let last = random.below(toyWords.length);
    return Array.from({ length: 1 + random.below(8) }, () => {
      last = random.below(2) === 0 ? random.below(toyWords.length) : (last + 1) % toyWords.length;
      return toyWords[last];
    });
  });
  return new LanguageModel(encodeLanguageModel(estimate(sentences, order), null));
}

/** Toy language models, by order. */
export const toys: ReadonlyMap<number, LanguageModel> = new Map(
  [1, 2, 3, 4, 5].map((order) => [order, loadToy(order)]),
);

/** A toy language model with a weight for words with given heads. */
export function toyFluency(order: number, given: number): WeightedLanguageModel {
  const languageModel = toys.get(order)!;
  return { languageModel, unitsPerNat: { withoutArcs: 0, open: 0, given } };
}

/** A toy language model with a weight, or none. */
export const anyFluency = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.constantFrom(...toys.keys()), fc.integer({ min: 1, max: 60 }))
    .map(([order, given]) => toyFluency(order, given)),
);
