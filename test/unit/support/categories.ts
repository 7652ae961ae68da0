import { readFileSync } from 'node:fs';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { trainIn } from '../../../server/src/hosts/node/trainers.ts';
import type { Model } from '../../../server/src/model/model.ts';
import { train } from '../../../server/src/train/train.ts';
import { withDerivation } from '../../../server/src/treebank/ccg/derived.ts';
import { subcategorizedOf } from '../../../server/src/treebank/ccg/subcategorized.ts';
import { readAnnotatedConllu, type Sentence } from '../../../server/src/treebank/conllu.ts';
import { tinyData, tinyOptions } from './tiny.ts';
import { silent } from './silent.ts';

const fixture = readFileSync(new URL('../../fixtures/ccg.conllu', import.meta.url), 'utf8');

/** The sentences of the fixture with a derivation. */
export const derivedSentences: readonly Sentence[] = derived();

/** Training repeats one sentence this often, so that other categories of its words are too rare to be tried. */
const OFTEN = 150;

/**
 * A model with a grammar of categories, from some thirty sentences. It has seen *men seen by her* very often, so *by* has
 * only the category of that sentence. It is trained once.
 */
export function categoryModel(): Promise<Model> {
  const often = derivedSentences.filter(({ forms }) => forms.includes('by'));
  const sentences = [...derivedSentences, ...new Array<Sentence[]>(OFTEN).fill(often).flat()];
  return (model ??= train(
    {
      ...tinyData(null),
      sentences: sentences.map((sentence) => ({ sentence, part: 0 })),
      development: derivedSentences.slice(0, 5),
    },
    {
      ...tinyOptions(1, 4),
      searches: ['arc-standard', 'ccg-shift-reduce', 'ccg-best-first'],
      learners: 1,
    },
    trainIn(1, { worker: '', trainWorker: '' }),
    silent,
  ));
}

let model: Promise<Model> | null = null;

function derived(): Sentence[] {
  const { sentences } = readAnnotatedConllu(fixture);
  const subcategorized = subcategorizedOf(sentences);
  return sentences
    .map((sentence) => withDerivation(sentence, subcategorized))
    .filter(({ derivation }) => derivation !== undefined);
}

/** A bag of words without tags or arcs. */
export function wordsBag(text: string): Bag {
  const words = text.split(' ').map((form) => ({ form, tags: [] }));
  return plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
}
