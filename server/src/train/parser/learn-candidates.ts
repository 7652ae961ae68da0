import { HeadCandidates } from '../../parser/head-candidates.ts';
import type { ParserTokens, TagParts } from '../../parser/parser-tokens.ts';
import { Random } from '../../util/random.ts';
import { LogLinearLearner } from '../log-linear.ts';

/**
 * Learns the weights that choose candidate heads.
 *
 * @param read makes the tokens of a sentence for a pass. Passes count from 1
 */
export function learnCandidates<T extends { readonly heads: readonly number[] }>(
  sentences: readonly T[],
  parts: TagParts,
  read: (sentence: T, pass: number) => ParserTokens,
  { seed, passes, bits }: { readonly seed: number; readonly passes: number; readonly bits: number },
): Int8Array {
  const learner = new LogLinearLearner(1 << bits);
  const candidates = new HeadCandidates(parts, new Int8Array(1 << bits));
  const per = HeadCandidates.features;
  let places = new Int32Array(0);
  let scores = new Float64Array(0);
  const random = new Random(seed);
  const order = [...sentences];
  for (let pass = 0; pass < passes; pass++) {
    for (const sentence of random.shuffle(order)) {
      const tokens = read(sentence, pass + 1);
      const { length } = tokens;
      candidates.begin(tokens);
      if (scores.length < length) {
        places = new Int32Array(2 * length * per);
        scores = new Float64Array(2 * length);
      }
      for (let modifier = 1; modifier <= length; modifier++) {
        let choice = 0;
        let right = 0;
        for (let head = 0; head <= length; head++) {
          if (head === modifier) continue;
          if (head === sentence.heads[modifier - 1]) right = choice;
          candidates.places(head, modifier, places, choice++ * per);
        }
        learner.learn(places.subarray(0, choice * per), right, scores.subarray(0, choice).fill(0));
      }
    }
  }
  return learner.bytes();
}
