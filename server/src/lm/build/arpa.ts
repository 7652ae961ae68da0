import { LOG_ZERO, type BackoffModel, type NgramTable } from './backoff-model.ts';
import { NgramWords } from './ngram-words.ts';
import { PairIndex, sortPairs } from './pair-index.ts';
import { MAX_ORDER } from '../query/packed.ts';
import { BEGIN, END, UNKNOWN, Vocabulary } from '../query/vocabulary.ts';

/** Digits after the decimal point. */
const DIGITS = 7;

/** The error for an ARPA file that cannot be used. */
export class ArpaError extends Error {
  /** Counts from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'ArpaError';
    this.line = line;
  }
}

/** Writes a model as an ARPA file. Yields pieces of some thousand lines. */
export function* writeArpa(model: BackoffModel): Generator<string> {
  const { vocabulary, tables } = model;
  const { words } = vocabulary;
  const sizes = tables.map(({ word }, n) => `ngram ${n + 1}=${word.length}\n`);
  yield `\\data\\\n${sizes.join('')}`;
  const ngrams = new NgramWords(model);
  for (let n = 0; n < tables.length; n++) {
    yield `\n\\${n + 1}-grams:\n`;
    const { logProb, logBackoff } = tables[n];
    let lines = '';
    for (let i = 0; i < logProb.length; i++) {
      const ngram = ngrams.of(n, i).map((word) => words[word]);
      const backoff = logBackoff[i] === 0 ? '' : `\t${decimal(logBackoff[i])}`;
      lines += `${decimal(logProb[i])}\t${ngram.join(' ')}${backoff}\n`;
      if (i % 4096 === 4095) {
        yield lines;
        lines = '';
      }
    }
    yield lines;
  }
  yield '\n\\end\\\n';
}

function decimal(value: number): string {
  return String(Number(value.toFixed(DIGITS)));
}

/**
 * Reads an ARPA file from any toolkit. Allows text before `\data\` and after `\end\`, blanks
 * instead of tabs, and n-grams in any order. Reads `<UNK>` as `<unk>`. A missing back-off weight
 * counts as 0. Reads `-inf` and all logarithms below -99 as -99, which stands for the logarithm of
 * 0.
 *
 * @throws {ArpaError} if the file is malformed or inconsistent, lacks `<unk>`, `<s>` or `</s>`, or
 *   has an order above MAX_ORDER
 */
export function readArpa(text: string): BackoffModel {
  return new ArpaReader(text).read();
}

/** The entries of a section, in the order of its lines. */
class Section {
  readonly ngrams = new PairIndex();
  readonly logProb: number[] = [];
  readonly logBackoff: number[] = [];
}

class ArpaReader {
  readonly #text: string;
  #at = 0;
  /** The current line, without blanks at its ends. Null at the end of the text. */
  #row: string | null = null;
  /** Counts from 1. */
  #line = 0;

  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #sections: Section[] = [];
  #order = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): BackoffModel {
    let row = this.#next();
    while (row !== null && row !== '\\data\\') row = this.#next();
    if (row === null) {
      throw this.#problem(
        'there is no section "\\data\\", so this is no ARPA file, or a part of one',
      );
    }
    const sizes = this.#readSizes();
    this.#order = sizes.length;
    sizes.forEach((size, n) => this.#readSection(n, size));
    if (this.#row !== '\\end\\') {
      throw this.#problem(
        `expected "\\end\\", found ${this.#found()}: "\\data\\" says how many sections there are`,
      );
    }
    return { vocabulary: Vocabulary.of(this.#words), tables: this.#tables() };
  }

  /** Reads the next line that is not empty. */
  #next(): string | null {
    const text = this.#text;
    while (this.#at < text.length) {
      let end = text.indexOf('\n', this.#at);
      if (end < 0) end = text.length;
      const row = text.slice(this.#at, end).replace(/^[\t ]+|[\t\r ]+$/gu, '');
      this.#at = end + 1;
      this.#line++;
      if (row !== '') return (this.#row = row);
    }
    return (this.#row = null);
  }

  #problem(message: string): ArpaError {
    return new ArpaError(Math.max(1, this.#line), message);
  }

  #found(): string {
    return this.#row === null ? 'the end of the file' : `"${this.#row.slice(0, 60)}"`;
  }

  #readSizes(): number[] {
    const sizes: number[] = [];
    while (this.#next()?.startsWith('ngram') === true) {
      const match = /^ngram\s+(\d+)\s*=\s*(\d+)$/u.exec(this.#row!);
      if (match === null || Number(match[1]) !== sizes.length + 1) {
        throw this.#problem(`expected "ngram ${sizes.length + 1}=…", found ${this.#found()}`);
      }
      sizes.push(Number(match[2]));
    }
    if (sizes.length === 0) {
      throw this.#problem(
        '"\\data\\" says no number of n-grams: it has a line "ngram 1=…" and so on',
      );
    }
    if (sizes.length > MAX_ORDER) {
      throw this.#problem(
        `the file has n-grams of order ${sizes.length}, and a language model has at most ` +
          `order ${MAX_ORDER}: make it again with that order`,
      );
    }
    return sizes;
  }

  #readSection(n: number, size: number): void {
    const title = `\\${n + 1}-grams:`;
    if (this.#row !== title) throw this.#problem(`expected "${title}", found ${this.#found()}`);
    const section = new Section();
    this.#sections.push(section);
    let row = this.#next();
    for (; row !== null && !row.startsWith('\\'); row = this.#next()) this.#readNgram(n, section);
    if (row === null) throw this.#problem('the file ends before "\\end\\": it is cut off');
    const found = section.ngrams.size;
    if (found !== size) {
      throw this.#problem(
        `"${title}" has ${found} n-grams, and "\\data\\" says ${size}: correct the number if no line is lost`,
      );
    }
    if (n > 0) return;
    for (const word of [UNKNOWN, BEGIN, END]) {
      if (this.#ids.has(word)) continue;
      const how = word === UNKNOWN ? ', or make the file with one (SRILM: -unk)' : '';
      throw this.#problem(`the vocabulary has no ${word}: add it to the 1-grams${how}`);
    }
  }

  #readNgram(n: number, section: Section): void {
    const fields = this.#row!.split(/[\t ]+/u);
    if (fields.length !== n + 2 && fields.length !== n + 3) {
      throw this.#problem(
        `expected a logarithm, ${n + 1} ${n === 0 ? 'word' : 'words'} and perhaps a back-off ` +
          `weight, found ${this.#found()}`,
      );
    }
    const logProb = this.#number(fields[0]);
    if (logProb > 0) {
      throw this.#problem(
        `the probability 10^${fields[0]} is above one: its logarithm is 0 or less`,
      );
    }
    const logBackoff = fields.length === n + 3 ? this.#number(fields[n + 2]) : 0;
    if (logBackoff > -LOG_ZERO) {
      throw this.#problem(`the back-off weight 10^${fields[n + 2]} is beyond any that a model has`);
    }
    if (logBackoff !== 0 && n + 1 === this.#order) {
      throw this.#problem(
        `"${fields[n + 2]}" stands where no back-off weight does: the longest n-grams have none`,
      );
    }
    const ngram = fields.slice(1, n + 2);
    const before = section.ngrams.size;
    const place = n === 0 ? this.#addWord(ngram[0], section) : this.#addNgram(ngram, section);
    if (place < before) {
      throw this.#problem(`"${ngram.join(' ')}" is there twice: delete one and correct "\\data\\"`);
    }
    section.logProb.push(logProb);
    section.logBackoff.push(logBackoff);
  }

  #number(field: string): number {
    if (field === '-inf') return LOG_ZERO;
    const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/u.test(field) ? Number(field) : NaN;
    if (!Number.isFinite(value)) throw this.#problem(`"${field}" is not a finite number`);
    return Math.max(value, LOG_ZERO);
  }

  #addWord(form: string, section: Section): number {
    const word = form === '<UNK>' ? UNKNOWN : form;
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.push(word) - 1;
    this.#ids.set(word, id);
    return section.ngrams.add(0, id);
  }

  #addNgram(ngram: readonly string[], section: Section): number {
    const ids = ngram.map((form) => {
      const id = this.#ids.get(form === '<UNK>' ? UNKNOWN : form);
      if (id === undefined) {
        throw this.#problem(`"${form}" is not among the 1-grams: add it, or delete the n-gram`);
      }
      return id;
    });
    let context = 0;
    for (let k = 0; k + 1 < ids.length; k++) {
      context = this.#sections[k].ngrams.find(context, ids[k]);
      if (context < 0) {
        const missing = ngram.slice(0, k + 1).join(' ');
        throw this.#problem(
          `its beginning "${missing}" is not among the ${k + 1}-grams: add it, or delete the n-gram`,
        );
      }
    }
    return section.ngrams.add(context, ids[ids.length - 1]);
  }

  #tables(): NgramTable[] {
    let places = Int32Array.of(0);
    return this.#sections.map(({ ngrams, logProb, logBackoff }) => {
      const context = ngrams.context.slice(0, ngrams.size).map((index) => places[index]);
      const word = ngrams.word.slice(0, ngrams.size);
      const sorted = sortPairs(context, word, places.length, this.#words.length);
      places = new Int32Array(sorted.length);
      sorted.forEach((index, place) => (places[index] = place));
      return {
        context: sorted.map((index) => context[index]),
        word: sorted.map((index) => word[index]),
        logProb: Float64Array.from(sorted, (index) => logProb[index]),
        logBackoff: Float64Array.from(sorted, (index) => logBackoff[index]),
      };
    });
  }
}
