import { ArcCounts, areArcColumns } from './arc-counts.ts';
import {
  damaged,
  encodeFile,
  fileInMemory,
  ModelError,
  stored,
  type ModelFile,
  type ModelFormat,
} from './file.ts';
import { encodeGrammar, grammarOf, type ModelGrammar } from './grammar.ts';
import { MAX_FOREIGN_TAGS, type Lexicon } from './lexicon.ts';
import { lexiconOfSections, sectionsOfLexicon } from './lexicon-sections.ts';
import type { Morphology } from '../morphology/morphology.ts';
import { isMetadata, MODEL, type Metadata, type TrainingRecord } from './metadata.ts';
import { encodeMorphology, morphologyOf } from './morphology-part.ts';
import { bytesOf, encodeSections, readPart, sectionOf, viewOf, type Sections } from './sections.ts';
import type { Table, Tables } from './tables.ts';
import { once } from '../util/once.ts';
import { sectionsOfWeights, weightsOfSections } from './weight-sections.ts';

/** The part with the words, the counts of their tags, and the counts of arcs. */
const LEXICON = 'lexicon';

export const MODEL_FORMAT: ModelFormat = { version: 5, needed: [LEXICON] };

/** Everything that training learned. */
export interface Model {
  readonly training: TrainingRecord;
  readonly lexicon: Lexicon;
  readonly arcCounts: ArcCounts;
  readonly tables: Tables;
  /** Left out if the model has no grammar of categories. */
  readonly grammar?: ModelGrammar;
  /**
   * Returns the forms of lemmas. The first call reads them from the file. Left out if the model has
   * none.
   *
   * @throws {ModelError} if the part of the file cannot be read
   */
  readonly morphology?: () => Morphology;
}

/** Returns the bytes of an uncompressed file. Equal models give equal bytes. */
export function encodeModel(model: Model): Uint8Array {
  const { lexicon, arcCounts, tables, training, grammar, morphology } = model;
  const metadata: Metadata = {
    kind: MODEL,
    training,
    tags: lexicon.tags,
    labels: lexicon.labels,
    tables: Object.fromEntries(
      [...tables].map(([name, { search, unitsPerNat, withoutTemplates, comparison, bestPass }]) => [
        name,
        {
          ...{ search, unitsPerNat, withoutTemplates, bestPass },
          ...(comparison !== undefined && { comparison }),
        },
      ]),
    ),
  };
  const parts = [
    [LEXICON, encodeLexicon(lexicon, arcCounts)] as const,
    ...(grammar === undefined ? [] : encodeGrammar(grammar)),
    ...[...tables].map(([name, { learned }]) => [name, sectionsOfWeights(learned())] as const),
    ...(morphology === undefined ? [] : [encodeMorphology(morphology())]),
  ];
  return encodeFile(
    MODEL_FORMAT,
    metadata,
    new Map(parts.map(([name, part]) => [name, stored(encodeSections(part))])),
  );
}

function encodeLexicon(lexicon: Lexicon, arcCounts: ArcCounts): Sections {
  const { pairs, kinds, counts } = arcCounts.columns;
  return {
    metadata: null,
    sections: new Map([
      ...sectionsOfLexicon(lexicon),
      ['arcPairs', bytesOf(pairs)],
      ['arcKinds', bytesOf(kinds)],
      ['arcCounts', bytesOf(counts)],
    ]),
  };
}

/**
 * Reads the lexicon of a model. The other parts are read at their first use.
 *
 * @param source the file, or its uncompressed bytes, which must not change
 * @throws {ModelError} if the file is not a model of this version, or the lexicon is damaged
 */
export function loadModel(source: ModelFile | Uint8Array): Model {
  const file = source instanceof Uint8Array ? fileInMemory(source, MODEL_FORMAT) : source;
  const { metadata } = file;
  if (!isMetadata(metadata)) {
    throw hasKind(metadata) && metadata.kind !== MODEL
      ? new ModelError(`This is a ${metadata.kind}, not a model.`)
      : damaged();
  }
  const { training, tags, labels } = metadata;
  const { lexicon, arcCounts } = readPart(file, LEXICON, (part) => lexiconOf(part, tags, labels));
  const sizes = { words: lexicon.words.length, tags: tags.length };
  const grammar = grammarOf(file, sizes);
  const tables = new Map<string, Table>();
  for (const [name, table] of Object.entries(metadata.tables)) {
    const learned = once(() => {
      const isOverCategories = table.search.startsWith('ccg-');
      const categories = isOverCategories ? (grammar?.columns.categories.length ?? 0) : 0;
      // The highest id that can be the key of a feature (`FeatureSum`): the id of a tag, which may
      // be foreign, or of a category. Ids count from 1.
      const keys = Math.max(sizes.tags + MAX_FOREIGN_TAGS, categories);
      return readPart(file, name, (part) => weightsOfSections(part, keys));
    });
    tables.set(name, { ...table, learned });
  }
  const morphology = morphologyOf(file);
  return {
    ...{ training, lexicon, arcCounts, tables },
    ...(grammar !== undefined && { grammar }),
    ...(morphology !== undefined && { morphology }),
  };
}

function hasKind(metadata: unknown): metadata is { readonly kind: string } {
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'kind' in metadata &&
    typeof metadata.kind === 'string'
  );
}

function lexiconOf(
  { sections }: Sections,
  tags: readonly string[],
  labels: readonly string[],
): Pick<Model, 'lexicon' | 'arcCounts'> {
  const lexicon = lexiconOfSections(sections, tags, labels);
  const section = (name: string): Uint8Array => sectionOf(sections, name);
  const arcs = {
    pairs: viewOf(Uint32Array, section('arcPairs')),
    kinds: viewOf(Uint32Array, section('arcKinds')),
    counts: viewOf(Uint32Array, section('arcCounts')),
  };
  if (!areArcColumns(arcs, { tags: tags.length, labels: labels.length })) throw damaged(LEXICON);
  return { lexicon, arcCounts: new ArcCounts(arcs) };
}
