import {
  damaged,
  decodeSections,
  ModelError,
  sectionOf,
  viewOf,
  type Sections,
} from '../../model/file.ts';
import {
  isLayout,
  MAX_ORDER,
  MAX_WORDS,
  type Layout,
  type Ngrams,
  type Order,
  type Unigrams,
} from './packed.ts';
import { fromVersion1, VERSION_1 } from './version-1.ts';
import { Vocabulary, type WordIndex } from './vocabulary.ts';

/** Raised whenever the files that are written change. */
export const LANGUAGE_MODEL_VERSION = 2;

/** Tells language models from the other models that are kept in the same container. */
export const LANGUAGE_MODEL = 'language model';

/** Log-probabilities are in thousandths of a nat. */
export const UNITS_A_NAT = 1000;

/** Probabilities and back-off weights are codes of a byte: places in a codebook of this length. */
export const LEVELS = 256;

/** The back-off code of an n-gram that is no context: no longer one begins with it, and it has no weight. */
export const NO_CONTEXT = 0;

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
 * The contents of a language model's file, as views of its bytes. Its sections:
 *
 *   words                    UTF-8, a line feed between each two; a word's id is its place
 *   wordStart, wordOrder     u32: the index of the words (`WordIndex`)
 *   probN, probBookN         u8, i32: of order N, the codes of log-probabilities (N = 1: by word id) and
 *                            what they stand for, in units of `UNITS_A_NAT`
 *   startN, cellsN           u32: the n-grams of order N ≥ 2, in buckets (`packed.ts`)
 *   backoffN, backoffBookN   u8, i32: the codes of back-off weights, below the highest order
 */
export interface LanguageModelContents {
  readonly vocabulary: Vocabulary;
  readonly unigrams: Unigrams;
  /** From bigrams. */
  readonly ngrams: readonly Ngrams[];
}

/**
 * Checks that a file is a language model that can be used, at the cost of reading it through once.
 *
 * @throws {ModelError} if it is not
 */
export function checkLanguageModel(bytes: Uint8Array): void {
  readLanguageModel(bytes);
}

/**
 * @param bytes the whole file, of this version or of one before it; the contents are views of it
 * @throws {ModelError} if it is no language model, or of another version, or damaged; one that was made
 *   to look undamaged is refused too where a query could otherwise fail
 */
export function readLanguageModel(bytes: Uint8Array): LanguageModelContents {
  const file = decodeSections(bytes, LANGUAGE_MODEL_VERSION, VERSION_1);
  try {
    const { metadata, sections } = file.version === VERSION_1 ? fromVersion1(file) : file;
    return contentsOf(metadata as LanguageModelMetadata, sections);
  } catch (error) {
    throw error instanceof ModelError ? error : damaged();
  }
}

type FileSections = Sections['sections'];

function contentsOf(
  { kind, layouts }: LanguageModelMetadata,
  sections: FileSections,
): LanguageModelContents {
  if (kind !== LANGUAGE_MODEL) throw new ModelError('This is a model, but no language model.');
  if (layouts.length >= MAX_ORDER) throw damaged();
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

/** @param size how many words there are */
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
    isLayout(layout) &&
    start.length === 2 ** layout.bucketBits + 1 &&
    isAscending(start) &&
    start[start.length - 1] === cells.length;
  if (!isWhole) throw damaged();
  return { layout, start, cells, ...readOrder(sections, n, highest, cells.length, firstNode) };
}

/** A bucket that ended before it began, or beyond the cells, would have cells that are none. */
function isAscending(start: Uint32Array): boolean {
  for (let bucket = 1; bucket < start.length; bucket++) {
    if (start[bucket] < start[bucket - 1]) return false;
  }
  return true;
}

/** @param size how many n-grams of the order there are */
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

/** A value for each code that a byte can hold. */
function readCodebook(sections: FileSections, name: string): Int32Array {
  const book = viewOf(Int32Array, sectionOf(sections, name));
  if (book.length !== LEVELS) throw damaged();
  return book;
}
