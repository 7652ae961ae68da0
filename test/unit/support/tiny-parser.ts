import { readFileSync } from 'node:fs';
import { noWordClasses } from '../../../server/src/model/word-classes.ts';
import type { ParserModel } from '../../../server/src/parser/parser-model.ts';
import { trainParser } from '../../../server/src/train/parser/train-parser.ts';
import { readAnnotatedConllu } from '../../../server/src/treebank/conllu.ts';

const text = readFileSync(new URL('../../fixtures/tiny.conllu', import.meta.url), 'utf8');

export const tinyTrees = readAnnotatedConllu(text).sentences;

/** A parser of five sentences, which it learns by heart. */
export function tinyParserModel(seed = 1): ParserModel {
  // With the trees ten times, no sentence has only tags of a tagger that knows none of its words.
  const trees = Array.from({ length: 10 }, () => tinyTrees).flat();
  return trainParser(
    trees,
    noWordClasses,
    {
      ...{ name: 'tiny', treebanks: ['tiny.conllu'], seed, heads: 4, bits: 14 },
      wordClasses: { count: 0, texts: [] },
    },
    () => undefined,
  );
}
