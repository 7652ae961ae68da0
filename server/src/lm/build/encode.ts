import { encodeFile, ModelError, stored } from '../../model/file.ts';
import { bytesOf, encodeSections } from '../../model/sections.ts';
import {
  LANGUAGE_MODEL,
  LANGUAGE_MODEL_FORMAT,
  N_GRAMS,
  NO_CONTEXT,
  UNITS_A_NAT,
  type LanguageModelMetadata,
  type LanguageModelRecord,
} from '../query/format.ts';
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

/**
 * Returns the bytes of a language model's file. Equal models and records give equal bytes.
 *
 * @throws {ModelError} if the model has too many words or n-grams for the format
 */
export function encodeLanguageModel(
  model: BackoffModel,
  record: LanguageModelRecord | null,
): Uint8Array {
  const { tables } = model;
  const { index, size } = model.vocabulary;
  if (size > MAX_WORDS) {
    throw new ModelError(`A language model has at most ${MAX_WORDS} words, not ${size}.`);
  }
  if (tables.some(({ word }) => word.length > MAX_NGRAMS)) {
    throw new ModelError(`A language model has at most ${MAX_NGRAMS} n-grams of one order.`);
  }
  const layouts = tables
    .slice(1)
    .map(({ word }, n) => layoutFor(word.length, tables[n].word.length, size));
  const sections = new Map<string, Uint8Array>([
    ['words', index.text],
    ['wordStart', bytesOf(index.start)],
    ['wordOrder', bytesOf(index.order)],
  ]);
  let places: Int32Array = tables[0].word;
  tables.forEach((table, n) => {
    const prob = quantise(units(table.logProb));
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
    const backoff = quantiseBackoff(table, contextsOf(table, tables[n + 1]));
    const codes = new Uint8Array(places.length);
    backoff.codes.forEach((code, i) => (codes[places[i]] = code));
    sections.set(`backoffBook${n + 1}`, bytesOf(backoff.codebook));
    sections.set(`backoff${n + 1}`, codes);
  });
  const metadata: LanguageModelMetadata = { kind: LANGUAGE_MODEL, record, layouts };
  const part = stored(encodeSections({ metadata: null, sections }));
  return encodeFile(LANGUAGE_MODEL_FORMAT, metadata, new Map([[N_GRAMS, part]]));
}

/** Indexed by n-gram: 1 if it begins a longer n-gram or has a back-off weight, otherwise 0. */
function contextsOf({ logBackoff }: NgramTable, longer: NgramTable): Uint8Array {
  const isContext = Uint8Array.from(logBackoff, (weight) => (weight === 0 ? 0 : 1));
  for (const context of longer.context) isContext[context] = 1;
  return isContext;
}

function quantiseBackoff(
  { logBackoff }: NgramTable,
  isContext: Uint8Array,
): { codebook: Int32Array; codes: Uint8Array } {
  const values = units(logBackoff.filter((_, i) => isContext[i] === 1));
  const { codebook, codes } = quantise(values, NO_CONTEXT + 1);
  let next = 0;
  return { codebook, codes: isContext.map((is) => (is === 1 ? codes[next++] : NO_CONTEXT)) };
}

interface Packed {
  /** See `Ngrams.start`. */
  readonly start: Uint32Array;
  readonly cells: Uint32Array;
  /** Indexed by n-gram of the table: the index of its cell. */
  readonly places: Int32Array<ArrayBuffer>;
}

/**
 * Packs the n-grams of one order into buckets (`Layout`).
 *
 * @param contextPlaces indexed by context (its index in the table of the next lower order): the
 *   index of the context's cell; if the context is a unigram, its word id
 */
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
