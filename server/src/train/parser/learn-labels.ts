import type { Lexicon } from '../../model/lexicon.ts';
import { LabelChoices, LabelFeatures } from '../../parser/labeller.ts';
import { PADDING, type ParserTokens, type TagParts } from '../../parser/parser-tokens.ts';
import { Random } from '../../util/random.ts';
import { LogLinearLearner } from '../log-linear.ts';

export interface LabelledSentence {
  readonly forms: readonly string[];
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

/** `seen` says which labels the trees have with which universal tags, for `LabelChoices`. */
export interface LearnedLabels {
  readonly weights: Int8Array;
  readonly seen: Uint8Array;
}

/**
 * Learns the weights of a labeller from trees.
 *
 * @param read makes the tokens of a sentence for a pass. Passes count from 1
 */
export function learnLabels<T extends LabelledSentence>(
  sentences: readonly T[],
  lexicon: Lexicon,
  parts: TagParts,
  read: (sentence: T, pass: number) => ParserTokens,
  { seed, passes, bits }: { readonly seed: number; readonly passes: number; readonly bits: number },
): LearnedLabels {
  const tags = parts.uposNames.length + 1;
  const seen = new Uint8Array((lexicon.labels.length + 1) * tags);
  for (const sentence of sentences) {
    const { upos } = read(sentence, 1);
    sentence.labels.forEach((label, i) => {
      const tag = sentence.heads[i] === 0 ? 0 : upos[PADDING + 1 + i];
      seen[lexicon.labelId(label) * tags + tag] = 1;
    });
  }
  const choicesOf = new LabelChoices(seen, lexicon.labels.length);
  const learner = new LogLinearLearner(1 << bits);
  const features = new LabelFeatures(parts, new Int8Array(1 << bits));
  const perChoice = features.places.length;
  const places = new Int32Array(lexicon.labels.length * perChoice);
  const scores = new Float64Array(lexicon.labels.length);
  const random = new Random(seed);
  const order = [...sentences];
  for (let pass = 1; pass <= passes; pass++) {
    for (const sentence of random.shuffle(order)) {
      const tokens = read(sentence, pass);
      const heads = Int32Array.from([0, ...sentence.heads]);
      const labels = Int32Array.from([
        0,
        ...sentence.labels.map((label) => lexicon.labelId(label)),
      ]);
      features.begin(sentence.forms, tokens, heads);
      for (const modifier of features.order.subarray(0, tokens.length)) {
        const choices = choicesOf.of(heads[modifier], tokens.upos[PADDING + modifier]);
        const right = choices.indexOf(labels[modifier]);
        if (choices.length < 2 || right < 0) continue;
        features.enter(modifier, labels);
        for (let choice = 0, i = 0; choice < choices.length; choice++) {
          const key = choices[choice];
          for (const context of features.places) places[i++] = context ^ key;
        }
        learner.learn(
          places.subarray(0, choices.length * perChoice),
          right,
          scores.subarray(0, choices.length).fill(0),
        );
      }
    }
  }
  return { weights: learner.bytes(), seen };
}
