import type { Knowledge } from '../language/knowledge.ts';
import { ArcCounts } from './arc-counts.ts';
import { damaged, decodeSections, decodeText, encodeSections, ModelError } from './file.ts';
import { FIRST_WORD_ID, Lexicon, MAX_INVENTORY, type TagEntries } from './lexicon.ts';

export { ModelError };

/** Raised whenever a file written before can no longer be used, features and templates included. */
export const MODEL_VERSION = 1;

/** How a model came to be. */
export interface TrainingRecord {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  readonly passes: number;
  readonly bestPass: number;
  readonly beam: number;
  /** Sentences decoded with the same weights; absent in models from before there were batches. */
  readonly batch?: number;
}

/** All that the engine has learned. */
export interface Model {
  readonly training: TrainingRecord;
  readonly lexicon: Lexicon;
  readonly arcCounts: ArcCounts;
  /** A power of two weights, by hashed feature. */
  readonly weights: Int8Array;
  /** Bytes of its file. */
  readonly size: number;
}

interface Metadata {
  readonly training: TrainingRecord;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
}

export function encodeModel(model: Omit<Model, 'size'>): Uint8Array {
  const { lexicon, arcCounts, weights, training } = model;
  const metadata: Metadata = { training, tags: lexicon.tags, labels: lexicon.labels };
  return encodeSections({
    version: MODEL_VERSION,
    metadata,
    sections: new Map([
      ['words', new TextEncoder().encode(lexicon.words.join('\n'))],
      ['entryStart', bytesOf(lexicon.entryStart)],
      ['entryTag', lexicon.entryTag],
      ['entryCount', bytesOf(lexicon.entryCount)],
      ['arcKeys', bytesOf(arcCounts.keys)],
      ['arcCounts', bytesOf(arcCounts.counts)],
      ['weights', bytesOf(weights)],
    ]),
  });
}

/**
 * @param bytes the whole file, which the model goes on using: it must not change
 * @throws {ModelError} if the file is not a model of this version, or is damaged
 */
export function loadModel(bytes: Uint8Array): Model {
  const { metadata, sections } = decodeSections(bytes, MODEL_VERSION);
  if (!isMetadata(metadata)) throw damaged();
  const { training, tags, labels } = metadata;
  const section = (name: string): Uint8Array => {
    const found = sections.get(name);
    if (found === undefined) throw damaged();
    return found;
  };
  const integers = (name: string): Int32Array => {
    const found = section(name);
    return new Int32Array(found.buffer, found.byteOffset, found.byteLength >>> 2);
  };
  const naturals = (name: string): Uint32Array => {
    const found = section(name);
    return new Uint32Array(found.buffer, found.byteOffset, found.byteLength >>> 2);
  };
  const text = decodeText(section('words'));
  const weights = section('weights');
  if (weights.length === 0 || (weights.length & (weights.length - 1)) !== 0) throw damaged();
  const words = text === '' ? [] : text.split('\n');
  const entries = {
    start: integers('entryStart'),
    tag: section('entryTag'),
    count: integers('entryCount'),
  };
  if (!areEntriesOf(words, tags, entries)) throw damaged();
  return {
    training,
    lexicon: new Lexicon(words, tags, labels, entries),
    arcCounts: new ArcCounts(naturals('arcKeys'), naturals('arcCounts')),
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.byteLength),
    size: bytes.length,
  };
}

// A file with a right checksum is as it was written, but a stranger may have written it.

function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null) return false;
  const { training, tags, labels } = value as Record<string, unknown>;
  const isInventory = (list: unknown): boolean =>
    Array.isArray(list) &&
    list.length <= MAX_INVENTORY &&
    list.every((item) => typeof item === 'string');
  return (
    typeof training === 'object' && training !== null && isInventory(tags) && isInventory(labels)
  );
}

function areEntriesOf(
  words: readonly string[],
  tags: readonly string[],
  { start, tag, count }: TagEntries,
): boolean {
  return (
    start.length === words.length + FIRST_WORD_ID + 1 &&
    start[0] === 0 &&
    start.every((from, id) => id === 0 || start[id - 1] <= from) &&
    start[start.length - 1] === tag.length &&
    count.length === tag.length &&
    tag.every((id) => id >= 1 && id <= tags.length)
  );
}

/** What the checks of a bag may ask of a model. */
export function knowledgeOf({ lexicon, arcCounts }: Model): Knowledge {
  return {
    tags: new Set(lexicon.tags),
    labels: new Set(lexicon.labels),
    tagsOf: (form) => (lexicon.isKnown(form) ? lexicon.tagCounts(form) : null),
    arcCount: (headTag, dependentTag) =>
      arcCounts.ofPair(lexicon.tagId(headTag), lexicon.tagId(dependentTag)),
  };
}

function bytesOf(array: Int8Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
