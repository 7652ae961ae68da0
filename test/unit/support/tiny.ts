import { readFileSync } from 'node:fs';
import type { Model } from '../../../server/src/model/model.ts';
import { train } from '../../../server/src/train/train.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../../server/src/treebank/select.ts';
import { trainIn } from '../../../server/src/workers/trainers.ts';

const text = readFileSync(new URL('../../fixtures/tiny.conllu', import.meta.url), 'utf8');

export const tinyTreebank = readConllu(text);
export const tinySentences = selectSentences(tinyTreebank).sentences;

/** One thread needs no workers, and so no scripts. */
const alone = trainIn(1, { worker: '', trainWorker: '' });

/** A model of four sentences, which it learns by heart. */
export async function tinyModel(seed = 1, host = alone, passes = 8): Promise<Model> {
  const options = {
    name: 'tiny',
    treebanks: ['tiny.conllu'],
    passes,
    seed,
    beam: 8,
    update: 'max-violation',
    batch: 2,
    bits: 14,
  } as const;
  const silent = { onBatch: () => undefined, onPass: () => undefined };
  return { ...(await train(tinySentences, tinySentences, options, host, silent)), size: 0 };
}
