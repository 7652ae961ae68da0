import { bytesOf, sectionOf, viewOf, type Sections } from './file.ts';
import { weightsSection, type Metadata, type TrainingRecord } from './metadata.ts';
import { tableName, type Table, type UnitsPerNat } from './tables.ts';

/** The oldest version that is still read: tags and labels of 8 bits, and three tables without names. */
export const VERSION_3 = 3;

/** The metadata of version 3. */
interface Metadata3 {
  readonly training: Omit<TrainingRecord, 'withLanguageModel'> & {
    readonly bestPass: number;
    readonly bestOrderPass: number | null;
    readonly withLanguageModel: {
      readonly name: string;
      readonly parts: number;
      readonly bestPass: number;
    } | null;
  };
  readonly unitsPerNat: UnitsPerNat | null;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
}

const PLAIN = tableName('arc-standard', false);
const BOTTOM_UP = tableName('bottom-up', false);
const WITH_LANGUAGE_MODEL = tableName('arc-standard', true);

/**
 * What a file of version 3 holds, as a file of version 4 holds it.
 *
 * @throws {Error} of any kind if the file is none of version 3
 */
export function fromVersion3({ metadata, sections }: Sections): Omit<Sections, 'version'> {
  const { pairs, kinds } = splitArcKeys(sectionOf(sections, 'arcKeys'));
  const upgraded = new Map(
    ['words', 'classForms', 'classIds', 'entryStart', 'entryCount', 'arcCounts'].map((name) => [
      name,
      sectionOf(sections, name),
    ]),
  );
  upgraded.set('entryTag', bytesOf(Uint16Array.from(sectionOf(sections, 'entryTag'))));
  upgraded.set('arcPairs', bytesOf(pairs));
  upgraded.set('arcKinds', bytesOf(kinds));
  const { tables, ...rest } = upgradeMetadata(metadata as Metadata3);
  const weights = {
    [PLAIN]: 'weights',
    [BOTTOM_UP]: 'orderWeights',
    [WITH_LANGUAGE_MODEL]: 'fluentWeights',
  };
  for (const name of Object.keys(tables)) {
    upgraded.set(weightsSection(name), sectionOf(sections, weights[name]));
  }
  return { metadata: { ...rest, tables }, sections: upgraded };
}

function upgradeMetadata({ training, unitsPerNat, tags, labels }: Metadata3): Metadata {
  const { bestPass, bestOrderPass, withLanguageModel } = training;
  return {
    training: {
      name: training.name,
      treebanks: training.treebanks,
      sentences: training.sentences,
      seed: training.seed,
      passes: training.passes,
      beam: training.beam,
      learners: training.learners,
      batch: training.batch,
      wordClasses: training.wordClasses,
      withLanguageModel:
        withLanguageModel === null
          ? null
          : { name: withLanguageModel.name, parts: withLanguageModel.parts },
    },
    tags,
    labels,
    tables: {
      [PLAIN]: tableOf3('arc-standard', bestPass),
      ...(bestOrderPass !== null && { [BOTTOM_UP]: tableOf3('bottom-up', bestOrderPass) }),
      ...(unitsPerNat !== null && {
        [WITH_LANGUAGE_MODEL]: tableOf3('arc-standard', withLanguageModel!.bestPass, unitsPerNat),
      }),
    },
  };
}

function tableOf3(
  search: string,
  bestPass: number,
  unitsPerNat: UnitsPerNat | null = null,
): Omit<Table, 'weights'> {
  return { search, unitsPerNat, withoutTemplates: [], bestPass };
}

/** Bits of a key from the top: head's tag 8, dependent's tag 8, label 8, direction 1, distance 2. */
function splitArcKeys(bytes: Uint8Array): { pairs: Uint32Array; kinds: Uint32Array } {
  const keys = viewOf(Uint32Array, bytes);
  return {
    pairs: keys.map((key) => ((key >>> 19) << 16) | ((key >>> 11) & 255)),
    kinds: keys.map((key) => key & 0x7ff),
  };
}
