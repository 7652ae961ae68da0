import { ArcCounts } from '../../../server/src/model/arc-counts.ts';
import type { Model } from '../../../server/src/model/model.ts';
import type { Table, UnitsPerNat } from '../../../server/src/model/tables.ts';
import { Random } from '../../../server/src/util/random.ts';
import { smallLexicon } from './bags.ts';
import { learned } from './model-files.ts';

const lexicon = smallLexicon();

/** A model with random weights. Its preferences are arbitrary, so that no test passes by luck. */
export function randomModel(
  seed: number,
  unitsPerNat: UnitsPerNat = { withoutArcs: 20, open: 10, given: 5 },
): Model {
  const random = new Random(seed);
  const randomTable = (ofTable: UnitsPerNat | null): Table => {
    const weights = Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
    return {
      search: 'arc-standard',
      unitsPerNat: ofTable,
      withoutTemplates: [],
      bestPass: 0,
      learned: learned('arc-standard', weights, ofTable !== null),
    };
  };
  const training = {
    name: 'random',
    treebanks: [],
    sentences: 0,
    seed,
    passes: 0,
    beam: 0,
    learners: 1,
    batch: 0,
    wordClasses: { count: 0, texts: [] },
    withLanguageModel: null,
  };
  return {
    lexicon,
    tables: new Map([
      ['arc-standard', randomTable(null)],
      ['arc-standard+lm', randomTable(unitsPerNat)],
    ]),
    arcCounts: ArcCounts.of([]),
    training,
  };
}

/** The same for the best-first search. Parts compare by the means or the sums of their scores. */
export function randomBestFirstModel(seed: number, hasPlainScores = false): Model {
  const model = randomModel(seed);
  const tables = new Map(
    [...model.tables].map(([name, table]) => [
      name.replace('arc-standard', 'best-first'),
      {
        ...table,
        learned: learned('best-first', table.learned().weights),
        comparison: { isScaled: !hasPlainScores, perWord: hasPlainScores ? 7 : 0.5, haste: 2 },
      },
    ]),
  );
  return { ...model, tables };
}
