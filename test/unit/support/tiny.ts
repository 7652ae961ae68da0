import { readFileSync } from 'node:fs';
import type { Model } from '../../../server/src/model/model.ts';
import { train } from '../../../server/src/train/train.ts';
import { readConllu } from '../../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../../server/src/treebank/select.ts';

const text = readFileSync(new URL('../../fixtures/tiny.conllu', import.meta.url), 'utf8');

export const tinyTreebank = readConllu(text);
export const tinySentences = selectSentences(tinyTreebank).sentences;

/** A model of four sentences, which it learns by heart. */
export function tinyModel(seed = 1): Model {
  const options = {
    name: 'tiny',
    treebanks: ['tiny.conllu'],
    passes: 8,
    seed,
    beam: 8,
    update: 'max-violation',
    bits: 14,
  } as const;
  const silent = { onSentence: () => undefined, onPass: () => undefined };
  return { ...train(tinySentences, tinySentences, options, silent), size: 0 };
}
