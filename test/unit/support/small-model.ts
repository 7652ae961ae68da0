import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { encodeModel } from '../../../server/src/model/model.ts';

/** A model file that knows one sentence and has no opinion on any order. */
export function smallModel(): Uint8Array {
  const lexicon = countLexicon([
    { forms: ['dogs', 'bark', '.'], tags: ['NNS', 'VBP', '.'], labels: ['nsubj', 'root', 'punct'] },
  ]);
  const subject = {
    headTag: lexicon.tagId('VBP'),
    dependentTag: lexicon.tagId('NNS'),
    label: lexicon.labelId('nsubj'),
    left: true,
    distance: 0,
  };
  return encodeModel({
    training: {
      name: 'small',
      treebanks: [],
      sentences: 1,
      seed: 1,
      passes: 1,
      bestPass: 1,
      beam: 1,
    },
    lexicon,
    arcCounts: ArcCounts.of([subject]),
    weights: new Int8Array(1 << 10),
  });
}
