import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { encodeModel, type FluentWeights } from '../../../server/src/model/model.ts';

/** A model file that knows one sentence and has no opinion on any order. */
export function smallModel(): Uint8Array {
  return encode(null);
}

/** The same, which can be used with a language model. */
export function smallFluentModel(): Uint8Array {
  return encode({
    weights: new Int8Array(WEIGHTS),
    unitsPerNat: { withoutArcs: 20, open: 10, given: 5 },
  });
}

const WEIGHTS = 1 << 10;

function encode(fluent: FluentWeights | null): Uint8Array {
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
      bestOrderPass: null,
      beam: 1,
      learners: 1,
      batch: 1,
      wordClasses: { count: 0, texts: [] },
      withLanguageModel: null,
    },
    lexicon,
    arcCounts: ArcCounts.of([subject]),
    weights: new Int8Array(WEIGHTS),
    fluent,
    orderWeights: null,
  });
}
