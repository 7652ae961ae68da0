import { ArcCounts, areArcColumns } from './arc-counts.ts';
import {
  damaged,
  encodeFile,
  fileInMemory,
  isObject,
  ModelError,
  stored,
  type ModelFile,
  type ModelFormat,
} from './file.ts';
import { encodeGrammar, grammarOf, type ModelGrammar } from './grammar.ts';
import { FIRST_WORD_ID, Lexicon, MAX_FOREIGN_TAGS, type TagEntries } from './lexicon.ts';
import { isMetadata, MODEL, type Metadata, type TrainingRecord } from './metadata.ts';
import {
  bytesOf,
  bytesOfLines,
  encodeSections,
  linesOf,
  readPart,
  sectionOf,
  viewOf,
  type Sections,
} from './sections.ts';
import type { LearnedWeights, Table, Tables, TemplateSeeds } from './tables.ts';
import { once } from '../util/once.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from './word-classes.ts';

/** The part of the file with the words, the counts of their tags, and the counts of arcs. */
const LEXICON = 'lexicon';

export const MODEL_FORMAT: ModelFormat = { version: 5, needed: [LEXICON] };

/** A model: everything that training learned. */
export interface Model {
  readonly training: TrainingRecord;
  readonly lexicon: Lexicon;
  readonly arcCounts: ArcCounts;
  readonly tables: Tables;
  /** The grammar of categories; left out if the model has none. */
  readonly grammar?: ModelGrammar;
}

/** Returns the file of a model, without compression. Equal models give equal bytes. */
export function encodeModel({ lexicon, arcCounts, tables, training, grammar }: Model): Uint8Array {
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
    ...[...tables].map(([name, { learned }]) => [name, encodeWeights(learned())] as const),
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
      ['words', bytesOfLines(lexicon.words)],
      ['classForms', bytesOfLines(lexicon.classes.forms)],
      ['classIds', lexicon.classes.ids],
      ['entryStart', bytesOf(lexicon.entryStart)],
      ['entryTag', bytesOf(lexicon.entryTag)],
      ['entryCount', bytesOf(lexicon.entryCount)],
      ['arcPairs', bytesOf(pairs)],
      ['arcKinds', bytesOf(kinds)],
      ['arcCounts', bytesOf(counts)],
    ]),
  };
}

function encodeWeights({ weights, templates }: LearnedWeights): Sections {
  return { metadata: { templates }, sections: new Map([['weights', bytesOf(weights)]]) };
}

/**
 * Reads the lexicon of a model. The parts of the grammar and of the tables are read at their first
 * use.
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
      return readPart(file, name, (part) => weightsOf(part, sizes.tags, categories));
    });
    tables.set(name, { ...table, learned });
  }
  return { training, lexicon, arcCounts, tables, ...(grammar !== undefined && { grammar }) };
}

function hasKind(metadata: unknown): metadata is { readonly kind: string } {
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'kind' in metadata &&
    typeof metadata.kind === 'string'
  );
}

/** @throws {ModelError} if the part is not as `encodeLexicon` writes it */
function lexiconOf(
  { sections }: Sections,
  tags: readonly string[],
  labels: readonly string[],
): Pick<Model, 'lexicon' | 'arcCounts'> {
  const section = (name: string): Uint8Array => sectionOf(sections, name);
  const words = linesOf(section('words'));
  const classes = new WordClasses(linesOf(section('classForms')), section('classIds'));
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
  const isWhole =
    areEntriesOf(words, tags, entries) &&
    areClasses(classes) &&
    areArcColumns(arcs, { tags: tags.length, labels: labels.length });
  if (!isWhole) throw damaged(LEXICON);
  return {
    lexicon: new Lexicon(words, tags, labels, classes, entries),
    arcCounts: new ArcCounts(arcs),
  };
}

/** Whether entries are valid. Every word and every unknown-word class must have a tag that a search can try. */
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

/**
 * @param tags the number of tags in the model. Tags are keys of weights (`FeatureSum`), so there must be more weights
 *   than tags.
 * @param categories the number of categories, which are also keys of weights; 0 for a search over dependencies
 * @throws {ModelError} if the part is not as `encodeWeights` writes it
 */
function weightsOf(
  { metadata, sections }: Sections,
  tags: number,
  categories: number,
): LearnedWeights {
  if (!isObject(metadata) || !isTemplateSeeds(metadata.templates)) throw damaged();
  const { templates } = metadata;
  const weights = viewOf(Int8Array, sectionOf(sections, 'weights'));
  const { length } = weights;
  const isPower = (length & (length - 1)) === 0;
  if (!isPower || length <= tags + MAX_FOREIGN_TAGS || length <= categories) {
    throw damaged();
  }
  return { weights, templates };
}

function isTemplateSeeds(value: unknown): value is TemplateSeeds {
  return isObject(value) && Object.values(value).every((seed) => Number.isSafeInteger(seed));
}
