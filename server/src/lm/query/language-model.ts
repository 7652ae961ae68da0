import { damaged, decodeSections, decodeText, ModelError } from '../../model/file.ts';
import { normalise } from '../../text/normalise.ts';
import {
  LANGUAGE_MODEL,
  LANGUAGE_MODEL_VERSION,
  NO_EXTENSION,
  type LanguageModelMetadata,
} from '../build/encode.ts';
import {
  bucketOf,
  contextOf,
  isLayout,
  keyOf,
  MAX_ORDER,
  MAX_WORDS,
  PROB_BITS,
  wordOf,
  type Layout,
} from './packed.ts';
import { LEVELS } from '../build/quantise.ts';
import { BEGIN, END, UNKNOWN, Vocabulary } from './vocabulary.ts';

/** The node of the empty context. */
export const EMPTY_CONTEXT = 0;

/** No log-probability: all are 0 or less. */
export const NO_SCORE = 1;

const NOT_FOUND = -1;
/** A suffix that has not been looked for yet. */
const UNKNOWN_SUFFIX = -1;

/** Scores kept for asking again: a search asks for the words of its bag after the same few contexts. */
const CACHE_BITS = 14;

/** The views of one order's sections. */
interface Order {
  readonly layout: Layout;
  readonly start: Uint32Array;
  readonly cells: Uint32Array;
  readonly probBook: Int32Array;
  /** Empty at the highest order. */
  readonly backoff: Uint8Array;
  readonly backoffBook: Int32Array;
  /** The node of the order's first n-gram; nodes are numbered by order, then by place. */
  readonly firstNode: number;
}

/**
 * A back-off language model as a search sees it: integers only, and nothing is allocated. A context is
 * a node, the longest suffix of the words so far that the model can tell from a shorter one: what
 * leads to the same node has the same future. Scores are log-probabilities in thousandths of a nat,
 * rounded once when the model was made, so their sums are the same on every host.
 */
export class LanguageModel {
  /** The longest n-grams. */
  readonly order: number;
  readonly vocabulary: Vocabulary;
  /** N-grams by order. */
  readonly sizes: readonly number[];
  /** The word id of the end of a sentence. */
  readonly end: number;
  /** The context at the beginning of a sentence. */
  readonly start: number;

  /** Probabilities of unigrams by word id. */
  readonly #unigrams: Int32Array;
  /** By order less one. */
  readonly #orders: readonly Order[];
  /** Suffixes of nodes that were asked for. */
  readonly #suffix: Int32Array;
  /** Node, word and score of each cached query, by the hash of the first two. */
  readonly #cache = new Int32Array(3 << CACHE_BITS).fill(-1);

  /**
   * @param bytes the whole file, which the model goes on using: it must not change
   * @throws {ModelError} if the file is not a language model of this version, or is damaged
   */
  constructor(bytes: Uint8Array) {
    const { vocabulary, unigrams, orders } = read(bytes);
    this.vocabulary = vocabulary;
    this.end = vocabulary.end;
    this.order = orders.length;
    this.#unigrams = unigrams;
    this.#orders = orders;
    this.sizes = [unigrams.length, ...orders.slice(1).map(({ cells }) => cells.length)];
    this.#suffix = new Int32Array(orders[orders.length - 1].firstNode).fill(UNKNOWN_SUFFIX);
    this.start = this.#unigramContext(this.vocabulary.begin);
  }

  /**
   * The id of a form, also where it is written with other quotes or apostrophes than the model's
   * text; of what stands for it where the model does not know it.
   */
  wordId(form: string): number {
    const { vocabulary } = this;
    return vocabulary.known(form) ?? vocabulary.known(normalise(form)) ?? vocabulary.standIn(form);
  }

  /** A word's log-probability after a context, in thousandths of a nat. */
  score(node: number, word: number): number {
    const cache = this.#cache;
    const hash = Math.imul(Math.imul(node, 0x9e3779b1) ^ word, 0x85ebca6b);
    const at = 3 * (hash >>> (32 - CACHE_BITS));
    if (cache[at] === node && cache[at + 1] === word) return cache[at + 2];
    const score = this.#find(node, word);
    cache[at] = node;
    cache[at + 1] = word;
    cache[at + 2] = score;
    return score;
  }

  /** A word's log-probability by the n-grams of just this context; NO_SCORE where they lack it. */
  ownScore(node: number, word: number): number {
    if (node === EMPTY_CONTEXT) return this.#unigrams[word];
    const n = this.#orderOf(node);
    const order = this.#orders[n];
    const place = find(order, node - this.#orders[n - 1].firstNode, word);
    return place === NOT_FOUND ? NO_SCORE : probOf(order, place);
  }

  /** What a context's own n-grams leave to its suffix, as a logarithm. */
  backoff(node: number): number {
    const context = this.#orders[this.#orderOf(node) - 1];
    return context.backoffBook[context.backoff[node - context.firstNode]];
  }

  /** Looks for the longest n-gram, and pays the weight of each context that is shortened. */
  #find(node: number, word: number): number {
    let total = 0;
    while (node !== EMPTY_CONTEXT) {
      const n = this.#orderOf(node);
      const context = this.#orders[n - 1];
      const order = this.#orders[n];
      const place = find(order, node - context.firstNode, word);
      if (place !== NOT_FOUND) return total + probOf(order, place);
      total += context.backoffBook[context.backoff[node - context.firstNode]];
      node = this.suffix(node);
    }
    return total + this.#unigrams[word];
  }

  /** The context after a word. */
  advance(node: number, word: number): number {
    while (node !== EMPTY_CONTEXT) {
      const n = this.#orderOf(node);
      if (n + 1 < this.order) {
        const order = this.#orders[n];
        const place = find(order, node - this.#orders[n - 1].firstNode, word);
        if (place !== NOT_FOUND && order.backoff[place] !== NO_EXTENSION) {
          return order.firstNode + place;
        }
      }
      node = this.suffix(node);
    }
    return this.#unigramContext(word);
  }

  /** The context of a node's words without the first of them; it may be shorter by more than one. */
  suffix(node: number): number {
    if (node <= this.#unigrams.length) return EMPTY_CONTEXT;
    const known = this.#suffix[node];
    if (known !== UNKNOWN_SUFFIX) return known;
    return (this.#suffix[node] = this.#findSuffix(node));
  }

  /** The words of a context, at most so many as `length`: for models of lower order. */
  truncate(node: number, length: number): number {
    while (this.contextLength(node) > length) node = this.suffix(node);
    return node;
  }

  /** How many words a context has: below the order of the model. */
  contextLength(node: number): number {
    return node === EMPTY_CONTEXT ? 0 : this.#orderOf(node);
  }

  /** The order of a node's n-gram: 1 and more. */
  #orderOf(node: number): number {
    let n = 1;
    while (n + 1 < this.order && node >= this.#orders[n].firstNode) n++;
    return n;
  }

  /** The context of one word; the empty one where no longer n-gram begins with it. */
  #unigramContext(word: number): number {
    const { backoff, firstNode } = this.#orders[0];
    const isExtended = backoff.length > 0 && backoff[word] !== NO_EXTENSION;
    return isExtended ? firstNode + word : EMPTY_CONTEXT;
  }

  /** The suffix of an n-gram is what follows its context's suffix by its last word. */
  #findSuffix(node: number): number {
    const n = this.#orderOf(node);
    const order = this.#orders[n - 1];
    const place = node - order.firstNode;
    const key = order.cells[place] >>> PROB_BITS;
    const context = contextOf(order.layout, bucketAt(order.start, place), key);
    const word = wordOf(order.layout, key);
    const contextNode = this.#orders[n - 2].firstNode + context;
    // The cells of a forged file are checked where they are used: all of them would delay the loading.
    if (contextNode >= order.firstNode || word >= this.#unigrams.length) throw damaged();
    return this.advance(this.suffix(contextNode), word);
  }
}

/** The place of an n-gram, NOT_FOUND where there is none. */
function find({ layout, start, cells }: Order, context: number, word: number): number {
  const bucket = bucketOf(layout, context, word);
  const key = keyOf(layout, context, word);
  const end = start[bucket + 1];
  for (let place = start[bucket]; place < end; place++) {
    if (cells[place] >>> PROB_BITS === key) return place;
  }
  return NOT_FOUND;
}

function probOf({ probBook, cells }: Order, place: number): number {
  return probBook[cells[place] & ((1 << PROB_BITS) - 1)];
}

/** The bucket of a cell: the last that begins at it or before. */
function bucketAt(start: Uint32Array, place: number): number {
  let low = 0;
  let high = start.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (start[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

type FileSections = ReadonlyMap<string, Uint8Array>;

interface Contents {
  readonly vocabulary: Vocabulary;
  /** Probabilities by word id. */
  readonly unigrams: Int32Array;
  /** By order less one. */
  readonly orders: readonly Order[];
}

/** @throws {ModelError} as the constructor; a forged file is `damaged` whatever is wrong with it */
function read(bytes: Uint8Array): Contents {
  const { metadata, sections } = decodeSections(bytes, LANGUAGE_MODEL_VERSION);
  try {
    return contentsOf(metadata as LanguageModelMetadata, sections);
  } catch (error) {
    throw error instanceof ModelError ? error : damaged();
  }
}

function contentsOf(metadata: LanguageModelMetadata, sections: FileSections): Contents {
  const { kind, layouts } = metadata;
  if (kind !== LANGUAGE_MODEL) throw new ModelError('This is a model, but no language model.');
  const words = decodeText(section(sections, 'words')).split('\n');
  const isWhole =
    new Set(words).size === words.length &&
    words.length <= MAX_WORDS &&
    layouts.length < MAX_ORDER &&
    [UNKNOWN, BEGIN, END].every((word) => words.includes(word));
  if (!isWhole) throw damaged();
  const highest = layouts.length + 1;
  const { order, probs } = readUnigrams(sections, words.length, highest);
  const orders = [order];
  let size = words.length;
  let node = 1 + size;
  layouts.forEach((layout, i) => {
    const next = readOrder(sections, i + 2, highest, layout, node);
    orders.push(next);
    size = next.cells.length;
    node += size;
  });
  return { vocabulary: new Vocabulary(words), unigrams: probs, orders };
}

function readUnigrams(
  sections: FileSections,
  size: number,
  highest: number,
): { order: Order; probs: Int32Array } {
  const codes = section(sections, 'prob1');
  const probBook = readCodebook(sections, 'probBook1');
  if (codes.length !== size) throw damaged();
  return {
    probs: Int32Array.from(codes, (code) => probBook[code]),
    order: {
      layout: { bucketBits: 0, wordBits: 0 },
      start: new Uint32Array(),
      cells: new Uint32Array(),
      probBook,
      ...readBackoff(sections, 1, highest, size),
      firstNode: 1,
    },
  };
}

function readOrder(
  sections: FileSections,
  n: number,
  highest: number,
  layout: Layout,
  firstNode: number,
): Order {
  const start = naturals(section(sections, `start${n}`));
  const cells = naturals(section(sections, `cells${n}`));
  const isWhole =
    isLayout(layout) &&
    start.length === 2 ** layout.bucketBits + 1 &&
    isAscending(start) &&
    start[start.length - 1] === cells.length;
  if (!isWhole) throw damaged();
  const probBook = readCodebook(sections, `probBook${n}`);
  return {
    layout,
    start,
    cells,
    probBook,
    ...readBackoff(sections, n, highest, cells.length),
    firstNode,
  };
}

/** Buckets that end before they begin, or beyond the cells, would be searched for ever. */
function isAscending(start: Uint32Array): boolean {
  for (let bucket = 1; bucket < start.length; bucket++) {
    if (start[bucket] < start[bucket - 1]) return false;
  }
  return true;
}

function readBackoff(
  sections: FileSections,
  n: number,
  highest: number,
  size: number,
): { backoff: Uint8Array; backoffBook: Int32Array } {
  if (n === highest) return { backoff: new Uint8Array(), backoffBook: new Int32Array() };
  const backoff = section(sections, `backoff${n}`);
  if (backoff.length !== size) throw damaged();
  return { backoff, backoffBook: readCodebook(sections, `backoffBook${n}`) };
}

/** A value for each code that a byte can hold. */
function readCodebook(sections: FileSections, name: string): Int32Array {
  const bytes = section(sections, name);
  const book = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  if (book.length !== LEVELS) throw damaged();
  return book;
}

function section(sections: FileSections, name: string): Uint8Array {
  const found = sections.get(name);
  if (found === undefined) throw damaged();
  return found;
}

function naturals(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}
