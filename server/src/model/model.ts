import { ArcCounts, areArcColumns } from './arc-counts.ts';
import {
  bytesOf,
  damaged,
  decodeSections,
  decodeText,
  encodeSections,
  ModelError,
  sectionOf,
  viewOf,
  type Sections,
} from './file.ts';
import { grammarOf, grammarSections, type ModelGrammar } from './grammar.ts';
import { FIRST_WORD_ID, Lexicon, MAX_FOREIGN_TAGS, type TagEntries } from './lexicon.ts';
import { isMetadata, weightsSection, type Metadata, type TrainingRecord } from './metadata.ts';
import type { Table, Tables } from './tables.ts';
import { fromVersion3, VERSION_3 } from './version-3.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from './word-classes.ts';

export { ModelError };

/** Raised whenever a file written before can no longer be used, features and templates included. */
export const MODEL_VERSION = 4;

/** All that the engine has learned. */
export interface Model {
  readonly training: TrainingRecord;
  readonly lexicon: Lexicon;
  readonly arcCounts: ArcCounts;
  readonly tables: Tables;
  /** Left out where the model has no grammar of categories. */
  readonly grammar?: ModelGrammar;
}

export function encodeModel({ lexicon, arcCounts, tables, training, grammar }: Model): Uint8Array {
  const metadata: Metadata = {
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
  const { pairs, kinds, counts } = arcCounts.columns;
  return encodeSections({
    version: MODEL_VERSION,
    metadata,
    sections: new Map([
      ['words', new TextEncoder().encode(lexicon.words.join('\n'))],
      ['classForms', new TextEncoder().encode(lexicon.classes.forms.join('\n'))],
      ['classIds', lexicon.classes.ids],
      ['entryStart', bytesOf(lexicon.entryStart)],
      ['entryTag', bytesOf(lexicon.entryTag)],
      ['entryCount', bytesOf(lexicon.entryCount)],
      ['arcPairs', bytesOf(pairs)],
      ['arcKinds', bytesOf(kinds)],
      ['arcCounts', bytesOf(counts)],
      ...(grammar === undefined ? [] : grammarSections(grammar)),
      ...[...tables].map(
        ([name, { weights }]) => [weightsSection(name), bytesOf(weights)] as const,
      ),
    ]),
  });
}

/**
 * @param bytes the whole file, which the model goes on using: it must not change
 * @throws {ModelError} if the file is not a model of a version that can be read, or is damaged
 */
export function loadModel(bytes: Uint8Array): Model {
  const file = decodeSections(bytes, MODEL_VERSION, VERSION_3);
  // A file with a right checksum is as it was written, but a stranger may have written it.
  try {
    return modelOf(file.version === VERSION_3 ? fromVersion3(file) : file);
  } catch {
    throw damaged();
  }
}

/** @throws {ModelError} if they are not what `encodeModel` writes */
function modelOf({ metadata, sections }: Omit<Sections, 'version'>): Model {
  if (!isMetadata(metadata)) throw damaged();
  const { training, tags, labels } = metadata;
  const section = (name: string): Uint8Array => sectionOf(sections, name);
  const words = textsOf(section('words'));
  const classes = new WordClasses(textsOf(section('classForms')), section('classIds'));
  const entries = {
    start: viewOf(Int32Array, section('entryStart')),
    tag: viewOf(Uint16Array, section('entryTag')),
    count: viewOf(Int32Array, section('entryCount')),
  };
  const arcs = {
    pairs: viewOf(Uint32Array, section('arcPairs')),
    kinds: viewOf(Uint32Array, section('arcKinds')),
    counts: viewOf(Uint32Array, section('arcCounts')),
  };
  const tables = new Map<string, Table>();
  for (const [name, table] of Object.entries(metadata.tables)) {
    tables.set(name, { ...table, weights: viewOf(Int8Array, section(weightsSection(name))) });
  }
  const isWhole =
    areEntriesOf(words, tags, entries) &&
    areClasses(classes) &&
    areArcColumns(arcs, { tags: tags.length, labels: labels.length }) &&
    [...tables.values()].every(({ weights }) => areWeights(weights, tags));
  if (!isWhole) throw damaged();
  const grammar = grammarOf(sections, { words: words.length, tags: tags.length });
  if (grammar !== undefined && !hasRoom(tables, grammar)) throw damaged();
  return {
    training,
    lexicon: new Lexicon(words, tags, labels, classes, entries),
    arcCounts: new ArcCounts(arcs),
    tables,
    ...(grammar !== undefined && { grammar }),
  };
}

function textsOf(bytes: Uint8Array): string[] {
  const text = decodeText(bytes);
  return text === '' ? [] : text.split('\n');
}

/** Every word and every unknown-word class must have a tag: a search tries them all. */
function areEntriesOf(
  words: readonly string[],
  tags: readonly string[],
  { start, tag, count }: TagEntries,
): boolean {
  return (
    start.length === words.length + FIRST_WORD_ID + 1 &&
    start[0] === 0 &&
    start[1] === 0 &&
    start.every((from, id) => id <= 1 || start[id - 1] < from) &&
    start[start.length - 1] === tag.length &&
    count.length === tag.length &&
    count.every((times) => times > 0) &&
    tag.every((id) => id >= 1 && id <= tags.length)
  );
}

function areClasses({ forms, ids }: WordClasses): boolean {
  return forms.length === ids.length && ids.every((id) => id >= FIRST_LEARNED_CLASS);
}

/** Categories are keys of weights, too. */
function hasRoom(tables: Tables, { columns: { categories } }: ModelGrammar): boolean {
  return [...tables.values()].every(
    ({ search, weights }) => !search.startsWith('ccg-') || weights.length > categories.length,
  );
}

/** Tags are keys of weights (`FeatureSum`), so there are more weights than tags. */
function areWeights({ length }: Int8Array, tags: readonly string[]): boolean {
  return (length & (length - 1)) === 0 && length > tags.length + MAX_FOREIGN_TAGS;
}
