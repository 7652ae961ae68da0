import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import type { Model, UnitsPerNat } from '../../../server/src/model/model.ts';
import { Random } from '../../../server/src/util/random.ts';
import { smallLexicon } from './bags.ts';

const lexicon = smallLexicon();

/** A model of random weights: what it prefers is arbitrary, so nothing is right by luck. */
export function randomModel(
  seed: number,
  unitsPerNat: UnitsPerNat = { withoutArcs: 20, open: 10, given: 5 },
): Model {
  const random = new Random(seed);
  const randomWeights = (): Int8Array =>
    Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
  const training = {
    name: 'random',
    treebanks: [],
    sentences: 0,
    seed,
    passes: 0,
    bestPass: 0,
    bestOrderPass: null,
    beam: 0,
    learners: 1,
    batch: 0,
    wordClasses: { count: 0, texts: [] },
    withLanguageModel: null,
  };
  return {
    lexicon,
    weights: randomWeights(),
    fluent: { weights: randomWeights(), unitsPerNat },
    orderWeights: null,
    arcCounts: ArcCounts.of([]),
    training,
  };
}
