import { damaged, decodeText } from '../../model/file.ts';
import { CLASS_COUNT, classOf } from '../../model/shape.ts';

/** Stands for an unknown word if the vocabulary has no entry for its class (`classWord`). */
export const UNKNOWN = '<unk>';
/** Stands before a sentence. A model never predicts it. */
export const BEGIN = '<s>';
/** Stands after a sentence. A model predicts it like a word. */
export const END = '</s>';

/** If a word of a sentence is spelt like one of these, it counts as an unknown word. */
const RESERVED: ReadonlySet<string> = new Set([UNKNOWN, BEGIN, END]);

export function isReserved(form: string): boolean {
  return RESERVED.has(form);
}

/** Returns the entry for unknown words of a class of spelling (`classOf`). */
export function classWord(index: number): string {
  return `<unk:${index}>`;
}

/**
 * The words in a language model's file. Binary search finds them, so loading builds nothing.
 *
 * A forged index is not detected, since that would take longer than all other checks. A search in
 * it still ends, with the right id or with none.
 */
export interface WordIndex {
  /** The words in UTF-8, separated by line feeds. */
  readonly text: Uint8Array;
  /**
   * Indexed by word id: the offset in `text`. The last element is the length of `text` plus one.
   */
  readonly start: Uint32Array;
  /** The word ids, sorted by the bytes of their words. */
  readonly order: Uint32Array;
}

const LINE_FEED = 0x0a;
/** UTF-8 cannot encode half of a surrogate pair, so no word of a file contains one. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const encoder = new TextEncoder();

export class Vocabulary {
  readonly index: WordIndex;
  readonly size: number;
  readonly unknown: number;
  readonly begin: number;
  readonly end: number;
  /**
   * Indexed by class of spelling: the id of the class's entry, or of `<unk>` if the class has none.
   */
  readonly #classIds: readonly number[];
  readonly #standIns: ReadonlySet<number>;

  /**
   * @param index an index of distinct words
   * @throws {ModelError} if `<unk>`, `<s>` or `</s>` is missing
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

  /**
   * @param words distinct words without line feeds, indexed by id. `<unk>`, `<s>` and `</s>` are
   *   among them
   */
  static of(words: readonly string[]): Vocabulary {
    return new Vocabulary(indexWords(encoder.encode(words.join('\n'))));
  }

  /** The words, indexed by id. Each call decodes them. */
  get words(): string[] {
    return Array.from({ length: this.size }, (_, id) => this.word(id));
  }

  word(id: number): string {
    const { text, start } = this.index;
    return decodeText(text.subarray(start[id], start[id + 1] - 1));
  }

  known(form: string): number | undefined {
    return isReserved(form) ? undefined : this.#find(form);
  }

  /** Returns the id of a form; for an unknown form, the id of the entry that stands for it. */
  id(form: string): number {
    return this.known(form) ?? this.standIn(form);
  }

  /** Returns the id of the entry for an unknown form. */
  standIn(form: string): number {
    return this.#classIds[classOf(form)];
  }

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

/** @param text distinct words in UTF-8, separated by line feeds */
export function indexWords(text: Uint8Array): WordIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at++) if (text[at] === LINE_FEED) starts.push(at + 1);
  const ids = [...starts.keys()];
  starts.push(text.length + 1);
  const start = Uint32Array.from(starts);
  // Most words are sorted already, so `sort` is fast.
  const order = Uint32Array.from(ids.sort((a, b) => compareWords(text, start, a, b)));
  return { text, start, order };
}

function compareWords(text: Uint8Array, start: Uint32Array, a: number, b: number): number {
  return compareBytes(text, start[a], start[a + 1] - 1, text, start[b], start[b + 1] - 1);
}

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
