import type { Knowledge } from '../language/knowledge.ts';
import { ArcCounts } from './arc-counts.ts';
import { damaged, decodeSections, decodeText, encodeSections, ModelError } from './file.ts';
import { Lexicon } from './lexicon.ts';

export { ModelError };

/** Raised whenever a file written before can no longer be used, features and templates included. */
export const MODEL_VERSION = 1;

/** How a model came to be; shown by `bowline evaluate` and kept in its card. */
export interface TrainingRecord {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  readonly passes: number;
  readonly bestPass: number;
  readonly beam: number;
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
  const { training, tags, labels } = metadata as Metadata;
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
  return {
    training,
    lexicon: new Lexicon(text === '' ? [] : text.split('\n'), tags, labels, {
      start: integers('entryStart'),
      tag: section('entryTag'),
      count: integers('entryCount'),
    }),
    arcCounts: new ArcCounts(naturals('arcKeys'), naturals('arcCounts')),
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.byteLength),
    size: bytes.length,
  };
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
