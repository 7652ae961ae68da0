import { encodeSections, ModelError } from '../../model/file.ts';
import type { BackoffModel, NgramTable } from './backoff-model.ts';
import {
  bucketOf,
  keyOf,
  layoutFor,
  MAX_NGRAMS,
  MAX_WORDS,
  PROB_BITS,
  type Layout,
} from '../query/packed.ts';
import { quantise } from './quantise.ts';

/** Raised whenever a file written before can no longer be read. */
export const LANGUAGE_MODEL_VERSION = 1;

/** Tells language models from the other models that are kept in the same container. */
export const LANGUAGE_MODEL = 'language model';

/** Log-probabilities are in thousandths of a nat. */
export const UNITS_A_NAT = 1000;

/** The back-off code of an n-gram that no longer one begins with: weight one, and nothing to look up. */
export const NO_EXTENSION = 0;

/** How a language model came to be. */
export interface LanguageModelRecord {
  readonly sources: readonly string[];
  readonly sentences: number;
  /** Words and sentence ends. */
  readonly tokens: number;
  /** Of a word in the vocabulary. */
  readonly leastCount: number;
  readonly cutoffs: readonly number[];
  readonly thresholds: readonly number[];
}

export interface LanguageModelMetadata {
  readonly kind: string;
  /** Null for a model that was converted. */
  readonly record: LanguageModelRecord | null;
  /** Of the orders from bigrams. */
  readonly layouts: readonly Layout[];
}

/**
 * The file of a language model: n-grams in buckets (`packed.ts`), probabilities and back-off weights
 * as codes of a byte, by order.
 *
 * @throws {ModelError} if it has more words or n-grams of one order than the format can hold
 */
export function encodeLanguageModel(
  model: BackoffModel,
  record: LanguageModelRecord | null,
): Uint8Array {
  const { tables } = model;
  const { words } = model.vocabulary;
  if (words.length > MAX_WORDS) {
    throw new ModelError(`A language model has at most ${MAX_WORDS} words, not ${words.length}.`);
  }
  if (tables.some(({ word }) => word.length > MAX_NGRAMS)) {
    throw new ModelError(`A language model has at most ${MAX_NGRAMS} n-grams of one order.`);
  }
  const layouts = tables
    .slice(1)
    .map(({ word }, n) => layoutFor(word.length, tables[n].word.length, words.length));
  const sections = new Map<string, Uint8Array>([
    ['words', new TextEncoder().encode(words.join('\n'))],
  ]);
  let places = Int32Array.from(words.keys());
  tables.forEach((table, n) => {
    const extended = extendedBy(tables.at(n + 1), table.word.length);
    const prob = quantise(units(table.logProb));
    const backoff = quantiseBackoff(table, extended);
    sections.set(`probBook${n + 1}`, bytesOf(prob.codebook));
    if (n === 0) {
      sections.set('prob1', prob.codes);
    } else {
      const packed = pack(table, places, prob.codes, layouts[n - 1]);
      sections.set(`start${n + 1}`, bytesOf(packed.start));
      sections.set(`cells${n + 1}`, bytesOf(packed.cells));
      places = packed.places;
    }
    if (n + 1 === tables.length) return;
    const codes = new Uint8Array(places.length);
    backoff.codes.forEach((code, i) => (codes[places[i]] = code));
    sections.set(`backoffBook${n + 1}`, bytesOf(backoff.codebook));
    sections.set(`backoff${n + 1}`, codes);
  });
  const metadata: LanguageModelMetadata = { kind: LANGUAGE_MODEL, record, layouts };
  return encodeSections({ version: LANGUAGE_MODEL_VERSION, metadata, sections });
}

/** 1 for each n-gram that a longer one begins with. */
function extendedBy(longer: NgramTable | undefined, size: number): Uint8Array {
  const extended = new Uint8Array(size);
  for (const context of longer?.context ?? []) extended[context] = 1;
  return extended;
}

function quantiseBackoff(
  table: NgramTable,
  extended: Uint8Array,
): { codebook: Int32Array; codes: Uint8Array } {
  const values = units(table.logBackoff.filter((_, i) => extended[i] === 1));
  const { codebook, codes } = quantise(values, NO_EXTENSION + 1);
  let next = 0;
  return { codebook, codes: extended.map((is) => (is === 1 ? codes[next++] : NO_EXTENSION)) };
}

interface Packed {
  /** Where the cells of each bucket begin, and where the last one's end. */
  readonly start: Uint32Array;
  readonly cells: Uint32Array;
  /** Where each n-gram of the table has its cell. */
  readonly places: Int32Array<ArrayBuffer>;
}

/** @param contextPlaces where each context has its cell */
function pack(
  { context, word }: NgramTable,
  contextPlaces: Int32Array,
  codes: Uint8Array,
  layout: Layout,
): Packed {
  const size = word.length;
  const buckets = Int32Array.from(word, (id, i) => bucketOf(layout, contextPlaces[context[i]], id));
  const start = new Uint32Array(2 ** layout.bucketBits + 1);
  for (const bucket of buckets) start[bucket + 1]++;
  for (let b = 1; b < start.length; b++) start[b] += start[b - 1];
  const next = start.slice();
  const cells = new Uint32Array(size);
  const places = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const place = next[buckets[i]]++;
    places[i] = place;
    cells[place] = (keyOf(layout, contextPlaces[context[i]], word[i]) << PROB_BITS) | codes[i];
  }
  return { start, cells, places };
}

function units(logs: Float64Array): Int32Array {
  return Int32Array.from(logs, (log) => Math.round(log * Math.LN10 * UNITS_A_NAT));
}

function bytesOf(array: Int32Array | Uint32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength);
}
