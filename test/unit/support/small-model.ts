import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { encodeModel, loadModel } from '../../../server/src/model/model.ts';
import type { Table, UnitsPerNat } from '../../../server/src/model/tables.ts';
import { NO_FORM_CHOICE } from '../../../server/src/morphology/form-choice.ts';
import { Morphology } from '../../../server/src/morphology/morphology.ts';
import { learned } from './model-files.ts';

/** A model file that knows one sentence and has no opinion on any order. */
export function smallModel(): Uint8Array {
  return encode([['arc-standard', table(null)]]);
}

/** The same, with the forms of a few lemmas. */
export function smallModelOfLemmas(): Uint8Array {
  const counts = [
    { lemma: 'be', tag: 'VBP', features: 'Number=Plur|Tense=Pres', form: 'are', count: 5 },
    { lemma: 'be', tag: 'VBP', features: 'Number=Sing|Tense=Pres', form: 'am', count: 9 },
    { lemma: 'dog', tag: 'NNS', features: 'Number=Plur', form: 'dogs', count: 4 },
  ];
  const data = {
    rules: 'english',
    counts,
    irregular: [],
    choice: NO_FORM_CHOICE,
    choiceInTree: null,
  };
  return encodeModel({ ...loadModel(smallModel()), morphology: () => new Morphology(data) });
}

/** The same, which can be used with a language model. */
export function smallFluentModel(): Uint8Array {
  return encode([
    ['arc-standard', table(null)],
    ['arc-standard+lm', table({ withoutArcs: 20, open: 10, given: 5 })],
  ]);
}

function table(unitsPerNat: UnitsPerNat | null): Table {
  const search = 'arc-standard';
  const weights = learned(search, new Int8Array(1 << 10), unitsPerNat !== null);
  return { search, unitsPerNat, withoutTemplates: [], bestPass: 1, learned: weights };
}

function encode(tables: readonly (readonly [string, Table])[]): Uint8Array {
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
      beam: 1,
      learners: 1,
      batch: 1,
      wordClasses: { count: 0, texts: [] },
      withLanguageModel: null,
    },
    lexicon,
    arcCounts: ArcCounts.of([subject]),
    tables: new Map(tables),
  });
}
