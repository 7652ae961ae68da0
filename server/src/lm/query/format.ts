import {
  damaged,
  fileInMemory,
  ModelError,
  type ModelFile,
  type ModelFormat,
} from '../../model/file.ts';
import { readPart, sectionOf, viewOf, type Sections } from '../../model/sections.ts';
import {
  isLayout,
  MAX_ORDER,
  MAX_WORDS,
  type Layout,
  type Ngrams,
  type Order,
  type Unigrams,
} from './packed.ts';
import { Vocabulary, type WordIndex } from './vocabulary.ts';

/** The `kind` in the metadata. Other models have the same file format but another `kind`. */
export const LANGUAGE_MODEL = 'language model';

/** The file has only this part. */
export const N_GRAMS = 'n-grams';

export const LANGUAGE_MODEL_FORMAT: ModelFormat = { version: 3, needed: [N_GRAMS] };

/** Log-probabilities are integers in thousandths of a nat. */
export const UNITS_A_NAT = 1000;

/**
 * The number of values in a codebook. Probabilities and back-off weights are stored as one-byte
 * codes, which are indices of a codebook.
 */
export const LEVELS = 256;

/**
 * The back-off code of an n-gram that has no back-off weight and is not the beginning of a longer
 * n-gram.
 */
export const NO_CONTEXT = 0;

export interface LanguageModelRecord {
  readonly sources: readonly string[];
  readonly sentences: number;
  /** Words and sentence ends. */
  readonly tokens: number;
  /** Words that occur less often are not in the vocabulary. */
  readonly leastCount: number;
  readonly cutoffs: readonly number[];
  readonly thresholds: readonly number[];
  /** Whether first words of sentences were also counted in lower case. Absent means false. */
  readonly anyCase?: boolean;
}

export interface LanguageModelMetadata {
  readonly kind: string;
  /** Null for a model that was converted. */
  readonly record: LanguageModelRecord | null;
  /** Indexed by order, from bigrams. */
  readonly layouts: readonly Layout[];
}

/**
 * The contents of a language model's file, as views of its bytes. Its sections:
 *
 *   words                    UTF-8: the words in the order of their ids, separated by line feeds
 *   wordStart, wordOrder     u32: the index of the words (`WordIndex`)
 *   prob1                    u8: for each unigram, the code of the log-probability
 *   probBookN                i32: for order N, the log-probability of each code (`UNITS_A_NAT`)
 *   startN, cellsN           u32: for order N ≥ 2, the n-grams in buckets (`packed.ts`)
 *   backoffN                 u8: for each n-gram below the highest order, the code of its weight
 *   backoffBookN             i32: for order N, the logarithm of the back-off weight of each code
 */
export interface LanguageModelContents {
  readonly vocabulary: Vocabulary;
  readonly unigrams: Unigrams;
  /** Indexed by order, from bigrams. */
  readonly ngrams: readonly Ngrams[];
}

/**
 * Reads a language model, and checks that no query can fail.
 *
 * @param source the file, or its uncompressed bytes. They must not change, since the contents are
 *   views of them
 * @throws {ModelError} if the source is not a language model of this version, is damaged, or is
 *   forged so that a query could fail
 */
export function readLanguageModel(source: ModelFile | Uint8Array): LanguageModelContents {
  const file = source instanceof Uint8Array ? fileInMemory(source, LANGUAGE_MODEL_FORMAT) : source;
  if (typeof file.metadata !== 'object' || file.metadata === null) throw damaged();
  const metadata = file.metadata as LanguageModelMetadata;
  if (metadata.kind !== LANGUAGE_MODEL) {
    throw new ModelError('This is a model, not a language model.');
  }
  return readPart(file, N_GRAMS, ({ sections }) => contentsOf(metadata, sections));
}

type FileSections = Sections['sections'];

function contentsOf(
  { layouts }: LanguageModelMetadata,
  sections: FileSections,
): LanguageModelContents {
  if (!areLayouts(layouts)) throw damaged();
  const highest = layouts.length + 1;
  const codes = sectionOf(sections, 'prob1');
  const unigrams = { codes, ...readOrder(sections, 1, highest, codes.length, 1) };
  const words = readWords(sections, codes.length);
  const ngrams: Ngrams[] = [];
  let firstNode = 1 + codes.length;
  for (const [i, layout] of layouts.entries()) {
    const order = readNgrams(sections, i + 2, highest, layout, firstNode);
    ngrams.push(order);
    firstNode += order.cells.length;
  }
  return { vocabulary: new Vocabulary(words), unigrams, ngrams };
}

/** The value may come from a forged file. */
function areLayouts(value: unknown): value is readonly Layout[] {
  return Array.isArray(value) && value.length < MAX_ORDER && value.every(isLayout);
}

function readWords(sections: FileSections, size: number): WordIndex {
  if (size > MAX_WORDS) throw damaged();
  const start = viewOf(Uint32Array, sectionOf(sections, 'wordStart'));
  const order = viewOf(Uint32Array, sectionOf(sections, 'wordOrder'));
  const text = sectionOf(sections, 'words');
  const isWhole =
    start.length === size + 1 && order.length === size && start[size] === text.length + 1;
  if (!isWhole) throw damaged();
  return { text, start, order };
}

function readNgrams(
  sections: FileSections,
  n: number,
  highest: number,
  layout: Layout,
  firstNode: number,
): Ngrams {
  const start = viewOf(Uint32Array, sectionOf(sections, `start${n}`));
  const cells = viewOf(Uint32Array, sectionOf(sections, `cells${n}`));
  const isWhole =
    start.length === 2 ** layout.bucketBits + 1 &&
    isAscending(start) &&
    start[start.length - 1] === cells.length;
  if (!isWhole) throw damaged();
  return { layout, start, cells, ...readOrder(sections, n, highest, cells.length, firstNode) };
}

/**
 * Whether the starts of the buckets ascend. Then no bucket ends after the last start, which is the
 * number of cells. So no query reads beyond the cells.
 */
function isAscending(start: Uint32Array): boolean {
  let last = 0;
  for (let bucket = 0; bucket < start.length; bucket++) {
    const next = start[bucket];
    if (next < last) return false;
    last = next;
  }
  return true;
}

function readOrder(
  sections: FileSections,
  n: number,
  highest: number,
  size: number,
  firstNode: number,
): Order {
  const probBook = readCodebook(sections, `probBook${n}`);
  if (n === highest) {
    return { probBook, backoff: new Uint8Array(), backoffBook: new Int32Array(), firstNode };
  }
  const backoff = sectionOf(sections, `backoff${n}`);
  if (backoff.length !== size) throw damaged();
  return { probBook, backoff, backoffBook: readCodebook(sections, `backoffBook${n}`), firstNode };
}

function readCodebook(sections: FileSections, name: string): Int32Array {
  const book = viewOf(Int32Array, sectionOf(sections, name));
  if (book.length !== LEVELS) throw damaged();
  return book;
}
