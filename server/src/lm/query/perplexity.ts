import { UNITS_A_NAT } from './format.ts';
import type { LanguageModel } from './language-model.ts';

export interface Perplexity {
  readonly sentences: number;
  readonly words: number;
  readonly unknown: number;
  /**
   * Per word and sentence end. An unknown word has the probability of its entry, such as `<unk>`.
   */
  readonly perplexity: number;
  /** The perplexity without the unknown words. */
  readonly perplexityOfKnown: number;
}

/** Returns the base-10 log-probabilities of a sentence's words and of its end. */
export function scoreSentence(
  model: LanguageModel,
  sentence: readonly string[],
): readonly { readonly id: number; readonly log10: number }[] {
  const ids = [...sentence.map((form) => model.wordId(form)), model.end];
  let state = model.startState();
  let next = new Int32Array(model.order);
  return ids.map((id) => {
    const log10 = model.query(state, id, next) / (UNITS_A_NAT * Math.LN10);
    [state, next] = [next, state];
    return { id, log10 };
  });
}

export function perplexity(
  model: LanguageModel,
  sentences: Iterable<readonly string[]>,
): Perplexity {
  let count = 0;
  let words = 0;
  let unknown = 0;
  let log = 0;
  let logOfUnknown = 0;
  for (const sentence of sentences) {
    count++;
    words += sentence.length;
    for (const { id, log10 } of scoreSentence(model, sentence)) {
      log += log10;
      if (!model.vocabulary.isStandIn(id)) continue;
      unknown++;
      logOfUnknown += log10;
    }
  }
  const tokens = words + count;
  return {
    sentences: count,
    words,
    unknown,
    perplexity: 10 ** (-log / tokens),
    perplexityOfKnown: 10 ** (-(log - logOfUnknown) / (tokens - unknown)),
  };
}
