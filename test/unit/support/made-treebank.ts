import { dependencySearches } from '../../../server/src/train/phases.ts';
import { train, type TrainOptions } from '../../../server/src/train/train.ts';
import type { Model } from '../../../server/src/model/model.ts';
import type { Sentence } from '../../../server/src/treebank/conllu.ts';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import { silent } from './silent.ts';

/** The tag of the heads of a made treebank. */
export const HEAD_TAG = 'HEAD';

/** The other tags of a made treebank. Words with a tag of the first half stand left of the head, the others right. */
export function dependentTags(count: number): string[] {
  return Array.from({ length: count - 1 }, (_, i) => `T${String(i).padStart(5, '0')}`);
}

/**
 * A treebank with `count` tags. A sentence is a head between two dependents. Only the tag of a dependent shows its
 * side: all labels are equal, and no two dependents have the same form.
 */
export function madeTreebank(count: number): Sentence[] {
  const tags = dependentTags(count);
  const half = tags.length / 2;
  const sentences: Sentence[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < half; i++) {
      // Each round has other pairs.
      const [left, right] = [i, half + ((i + round) % half)];
      sentences.push({
        id: `${round}-${i}`,
        forms: [`left${round}x${left}`, `head${i % 3}`, `right${round}x${right}`],
        tags: [tags[left], HEAD_TAG, tags[right]],
        heads: [2, 0, 2],
        labels: ['dep', 'root', 'dep'],
      });
    }
  }
  return sentences;
}

const ROUNDS = 4;

/** A model of a made treebank. */
export function trainMade(count: number): Promise<Model> {
  const sentences = madeTreebank(count);
  const options: TrainOptions = {
    name: 'made',
    treebanks: ['made.conllu'],
    searches: dependencySearches,
    passes: 2,
    seed: 1,
    beam: 4,
    update: 'max-violation',
    learners: 1,
    batch: 2,
    bits: 16,
    margin: 8,
    dropout: 2,
    anyCase: false,
    withoutTemplates: [],
    wordClasses: 2,
    unitsPerNat: { withoutArcs: 20, open: 10, given: 5 },
    bestFirst: {
      update: 'margin',
      expandsNegatives: true,
      comparison: { isScaled: true, perWord: 0, haste: 0 },
    },
  };
  const data = {
    sentences: sentences.map((sentence) => ({ sentence, part: 0 })),
    development: sentences.slice(0, 5),
    classTexts: { names: [], sentences: [] },
    parsed: { names: [], sentences: [] },
    languageModel: null,
    subcategorized: [],
    base: null,
  };
  return train(data, options, trainIn(1, { worker: '', trainWorker: '' }), silent);
}
