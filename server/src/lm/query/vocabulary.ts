import { damaged, decodeText } from '../../model/file.ts';
import { CLASS_COUNT, classOf } from '../../model/shape.ts';

/** What stands for every word outside the vocabulary, or for those that no class stands for. */
export const UNKNOWN = '<unk>';
/** Before the first word of a sentence; never predicted. */
export const BEGIN = '<s>';
/** After the last word of a sentence; predicted as words are. */
export const END = '</s>';

/** A sentence may hold these as text; they are then unknown words. */
const RESERVED: ReadonlySet<string> = new Set([UNKNOWN, BEGIN, END]);

export function isReserved(form: string): boolean {
  return RESERVED.has(form);
}

/** What stands for the words outside the vocabulary that are spelled alike; see `classOf`. */
export function classWord(index: number): string {
  return `<unk:${index}>`;
}

/**
 * Words as a language model's file holds them; found by binary search, so nothing is built on loading. What
 * a forged index says is not checked, which would take longer than all else: a search in it ends, and gives
 * the id of the very word or none.
 */
export interface WordIndex {
  /** UTF-8, a line feed between each two words. */
  readonly text: Uint8Array;
  /** Where each word begins, by id, and one past the line feed that the last word does not have. */
  readonly start: Uint32Array;
  /** Word ids in the order of their bytes. */
  readonly order: Uint32Array;
}

const LINE_FEED = 0x0a;
/** Surrogates without their other half, which UTF-8 cannot hold: in no word of a file. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const encoder = new TextEncoder();

/** The words of a language model, by id. */
export class Vocabulary {
  readonly index: WordIndex;
  readonly size: number;
  readonly unknown: number;
  readonly begin: number;
  readonly end: number;
  /** Ids by unknown-word class; that of `<unk>` for a class that has none of its own. */
  readonly #classIds: readonly number[];
  readonly #standIns: ReadonlySet<number>;

  /**
   * @param index with `<unk>`, `<s>` and `</s>` among the words, each word once
   * @throws {ModelError} if one of the three is missing
   */
  constructor(index: WordIndex) {
    this.index = index;
    this.size = index.order.length;
    this.unknown = this.#required(UNKNOWN);
    this.begin = this.#required(BEGIN);
    this.end = this.#required(END);
    this.#classIds = Array.from(
      { length: CLASS_COUNT },
      (_, i) => this.#find(classWord(i)) ?? this.unknown,
    );
    this.#standIns = new Set([this.unknown, ...this.#classIds]);
  }

  /** @param words by id, each once and without line feeds; `<unk>`, `<s>` and `</s>` among them */
  static of(words: readonly string[]): Vocabulary {
    return new Vocabulary(indexWords(encoder.encode(words.join('\n'))));
  }

  /** The words by id, decoded anew. */
  get words(): string[] {
    return Array.from({ length: this.size }, (_, id) => this.word(id));
  }

  word(id: number): string {
    const { text, start } = this.index;
    return decodeText(text.subarray(start[id], start[id + 1] - 1));
  }

  /** The id of a form that is in the vocabulary. */
  known(form: string): number | undefined {
    return isReserved(form) ? undefined : this.#find(form);
  }

  /** The id of a form, or else of what stands for it. */
  id(form: string): number {
    return this.known(form) ?? this.standIn(form);
  }

  /** The id of what stands for a form outside the vocabulary. */
  standIn(form: string): number {
    return this.#classIds[classOf(form)];
  }

  /** Whether an id stands for words outside the vocabulary. */
  isStandIn(id: number): boolean {
    return this.#standIns.has(id);
  }

  #required(word: string): number {
    const id = this.#find(word);
    if (id === undefined) throw damaged();
    return id;
  }

  #find(form: string): number | undefined {
    if (LONE_SURROGATE.test(form)) return undefined;
    const { text, start, order } = this.index;
    const bytes = encoder.encode(form);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const id = order[middle];
      const difference = compareBytes(text, start[id], start[id + 1] - 1, bytes, 0, bytes.length);
      if (difference === 0) return id;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** @param text UTF-8, a line feed between each two words, each word once */
export function indexWords(text: Uint8Array): WordIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at++) if (text[at] === LINE_FEED) starts.push(at + 1);
  const ids = [...starts.keys()];
  starts.push(text.length + 1);
  const start = Uint32Array.from(starts);
  // The words mostly are in this order already, which an array's sort is fast for.
  const order = Uint32Array.from(ids.sort((a, b) => compareWords(text, start, a, b)));
  return { text, start, order };
}

function compareWords(text: Uint8Array, start: Uint32Array, a: number, b: number): number {
  return compareBytes(text, start[a], start[a + 1] - 1, text, start[b], start[b + 1] - 1);
}

/** Negative where the first bytes come before the second, positive where they come after them. */
function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const shift = bFrom - aFrom;
  const end = Math.min(aTo, bTo - shift);
  for (let at = aFrom; at < end; at++) {
    const difference = a[at] - b[at + shift];
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
