import { ArcCounts, distanceBucket } from './arc-counts.ts';
import { damaged, decodeSections, decodeText, encodeSections, ModelError } from './file.ts';
import { FIRST_WORD_ID, Lexicon, MAX_INVENTORY, type TagEntries } from './lexicon.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from './word-classes.ts';

export { ModelError };

/** Raised whenever a file written before can no longer be used, features and templates included. */
export const MODEL_VERSION = 3;

/** No language model outweighs all features together; and sums of scores stay within 32 bits. */
const MAX_UNITS_PER_NAT = 10_000;

/** How a model came to be. */
export interface TrainingRecord {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly sentences: number;
  readonly seed: number;
  readonly passes: number;
  /** The pass that `Model.weights` are of. */
  readonly bestPass: number;
  /** The pass that `Model.orderWeights` are of; null without them. */
  readonly bestOrderPass: number | null;
  readonly beam: number;
  /** How many learned apart; the weights are the mean of theirs. */
  readonly learners: number;
  /** Sentences that a learner decoded with the same weights. */
  readonly batch: number;
  /** How many word classes were learned, and from the text of which files. */
  readonly wordClasses: { readonly count: number; readonly texts: readonly string[] };
  /** Null for a model that knows no language model. */
  readonly withLanguageModel: {
    /** The language model's file. */
    readonly name: string;
    /** Into how many parts the treebank was divided, each learned with a language model without it. */
    readonly parts: number;
    readonly bestPass: number;
  } | null;
}

/**
 * What a nat of a language model's evidence for a word adds to a score, in units of the weights. It is
 * fixed before training, so that the weights learn to go with it (Zhang, Blackwood & Clark 2012,
 * Section 4).
 */
export interface UnitsPerNat {
  /** For the words of a bag without arcs. */
  readonly withoutArcs: number;
  /** Where arcs are given, for words whose own place in the tree is open. */
  readonly open: number;
  /** For words with a given head, and for a given root: their arcs tell more of where they go. */
  readonly given: number;
}

/** Weights that were learned with a language model beside them. */
export interface FluentWeights {
  /** As many as `Model.weights`. */
  readonly weights: Int8Array;
  readonly unitsPerNat: UnitsPerNat;
}

/** All that the engine has learned. */
export interface Model {
  readonly training: TrainingRecord;
  readonly lexicon: Lexicon;
  readonly arcCounts: ArcCounts;
  /** A power of two weights, by hashed feature, for a search without a language model. */
  readonly weights: Int8Array;
  /** For a search with one; null where none was learned with. */
  readonly fluent: FluentWeights | null;
  /** As many, for ordering full trees from the leaves up; null where they were not learned. */
  readonly orderWeights: Int8Array | null;
}

interface Metadata {
  readonly training: TrainingRecord;
  /** Null without `fluentWeights`. */
  readonly unitsPerNat: UnitsPerNat | null;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
}

export function encodeModel(model: Model): Uint8Array {
  const { lexicon, arcCounts, weights, fluent, orderWeights, training } = model;
  const metadata: Metadata = {
    training,
    unitsPerNat: fluent?.unitsPerNat ?? null,
    tags: lexicon.tags,
    labels: lexicon.labels,
  };
  return encodeSections({
    version: MODEL_VERSION,
    metadata,
    sections: new Map([
      ['words', new TextEncoder().encode(lexicon.words.join('\n'))],
      ['classForms', new TextEncoder().encode(lexicon.classes.forms.join('\n'))],
      ['classIds', lexicon.classes.ids],
      ['entryStart', bytesOf(lexicon.entryStart)],
      ['entryTag', lexicon.entryTag],
      ['entryCount', bytesOf(lexicon.entryCount)],
      ['arcKeys', bytesOf(arcCounts.keys)],
      ['arcCounts', bytesOf(arcCounts.counts)],
      ['weights', bytesOf(weights)],
      ...(fluent === null ? [] : [['fluentWeights', bytesOf(fluent.weights)] as const]),
      ...(orderWeights === null ? [] : [['orderWeights', bytesOf(orderWeights)] as const]),
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
  const { training, unitsPerNat, tags, labels } = metadata;
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
  const forms = (name: string): string[] => {
    const text = decodeText(section(name));
    return text === '' ? [] : text.split('\n');
  };
  const weights = signed(section('weights'));
  if (weights.length === 0 || (weights.length & (weights.length - 1)) !== 0) throw damaged();
  const fluent =
    unitsPerNat === null ? null : { weights: signed(section('fluentWeights')), unitsPerNat };
  if (fluent !== null && fluent.weights.length !== weights.length) throw damaged();
  const orderWeights = sections.has('orderWeights') ? signed(section('orderWeights')) : null;
  if (orderWeights !== null && orderWeights.length !== weights.length) throw damaged();
  const words = forms('words');
  const classes = new WordClasses(forms('classForms'), section('classIds'));
  const entries = {
    start: integers('entryStart'),
    tag: section('entryTag'),
    count: integers('entryCount'),
  };
  if (!areEntriesOf(words, tags, entries) || !areClasses(classes)) throw damaged();
  return {
    training,
    lexicon: new Lexicon(words, tags, labels, classes, entries),
    arcCounts: new ArcCounts(naturals('arcKeys'), naturals('arcCounts')),
    weights,
    fluent,
    orderWeights,
  };
}

// A file with a right checksum is as it was written, but a stranger may have written it.

function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null) return false;
  const { training, unitsPerNat, tags, labels } = value as Record<string, unknown>;
  const isInventory = (list: unknown): boolean =>
    Array.isArray(list) &&
    list.length <= MAX_INVENTORY &&
    list.every((item) => typeof item === 'string');
  return (
    typeof training === 'object' &&
    training !== null &&
    (unitsPerNat === null || isUnitsPerNat(unitsPerNat)) &&
    isInventory(tags) &&
    isInventory(labels)
  );
}

function isUnitsPerNat(value: unknown): value is UnitsPerNat {
  if (typeof value !== 'object' || value === null) return false;
  const { withoutArcs, open, given } = value as Record<string, unknown>;
  const isUnits = (units: unknown): boolean =>
    Number.isInteger(units) && Math.abs(units as number) <= MAX_UNITS_PER_NAT;
  return isUnits(withoutArcs) && isUnits(open) && isUnits(given);
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

function areClasses({ forms, ids }: WordClasses): boolean {
  return forms.length === ids.length && ids.every((id) => id >= FIRST_LEARNED_CLASS);
}

/**
 * What a model knows of tags, labels and arcs, by their names: what the `.bow` language takes as its
 * `Knowledge`.
 */
export function knowledgeOf({ lexicon, arcCounts }: Model) {
  return {
    tags: new Set(byCount(lexicon.tags, lexicon.tagTotals())),
    labels: new Set(byCount(lexicon.labels, arcCounts.ofLabels())),
    tagsOf: (form: string) => (lexicon.isKnown(form) ? lexicon.tagCounts(form) : null),
    arcCount: (headTag: string, dependentTag: string) =>
      arcCounts.ofPair(lexicon.tagId(headTag), lexicon.tagId(dependentTag)),
    arcStatistics: (headTag: string, dependentTag: string) => {
      const labels = new Map<string, number>();
      let left = 0;
      let adjacent = 0;
      for (const kind of arcCounts.kinds(lexicon.tagId(headTag), lexicon.tagId(dependentTag))) {
        const label = lexicon.labels[kind.label - 1];
        labels.set(label, (labels.get(label) ?? 0) + kind.count);
        if (kind.left) left += kind.count;
        if (kind.distance === distanceBucket(1)) adjacent += kind.count;
      }
      return { labels: [...labels].sort(([, a], [, b]) => b - a), left, adjacent };
    },
  };
}

/** Tags or labels, whose ids count from 1, the most frequent first. */
function byCount(names: readonly string[], counts: Int32Array): string[] {
  const ids = names.map((_, i) => i + 1).sort((a, b) => counts[b] - counts[a]);
  return ids.map((id) => names[id - 1]);
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(array: Int8Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
