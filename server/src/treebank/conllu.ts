import type { CcgDerivation } from '../grammar/ccg/derivation.ts';
import { counted } from '../text/counted.ts';

/** A treebank sentence. The arrays have one entry for each syntactic word, in surface order. */
export interface Sentence {
  readonly id: string;
  readonly forms: readonly string[];
  /** XPOS, or UPOS if universal tags were requested. */
  readonly tags: readonly string[];
  /** From 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly labels: readonly string[];
  readonly derivation?: CcgDerivation;
  /**
   * The lexical category of each word in the derivation; null for a category that a bag must not
   * give, since the model does not know it.
   */
  readonly categories?: readonly (string | null)[];
}

export interface AnnotatedSentence extends Sentence {
  readonly lemmas: readonly string[];
  /** UPOS. */
  readonly universalTags: readonly string[];
  /** As in the treebank (`Number=Sing|Person=3`); `_` for none. */
  readonly features: readonly string[];
  /** The arcs to each word in the enhanced graph, without arcs from empty nodes. */
  readonly enhanced: readonly (readonly EnhancedArc[])[];
}

export interface EnhancedArc {
  /** From 1; 0 for the root. */
  readonly head: number;
  readonly label: string;
}

export interface TreebankProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface Treebank<Kept extends Sentence = Sentence> {
  readonly sentences: readonly Kept[];
  /** One for each sentence that was left out because it is broken. */
  readonly problems: readonly TreebankProblem[];
  /** The number of sentences that were left out because they have no words. */
  readonly empty: number;
}

/** The rows between two empty lines of a file. */
export interface Block<Kept extends Sentence = Sentence> {
  /** The numbers of the first and the last line, from 1. */
  readonly first: number;
  readonly last: number;
  /** The offset up to which the text was read. */
  readonly end: number;
  readonly multiwordTokens: number;
  readonly emptyNodes: number;
  readonly read: Kept | TreebankProblem;
}

export type TagColumn = 'xpos' | 'upos';

const COLUMNS = 10;

/** The reader pauses after this many lines, so that its caller can do other work. */
const LINES_AT_ONCE = 2000;

const columnOf: Readonly<Record<TagColumn, number>> = { upos: 3, xpos: 4 };

/**
 * Reads CoNLL-U (universaldependencies.org/format.html). Skips multiword tokens and empty nodes.
 * Leaves out and reports sentences with a broken line.
 *
 * @param notUtf8 the numbers, from 1, of lines that could not be decoded; they count as broken
 */
export function readConllu(text: string, notUtf8: readonly number[] = []): Treebank {
  return collect(readBlocks(text, { notUtf8 }));
}

/** Like `readConllu`, but keeps lemmas, features and the enhanced graph. */
export function readAnnotatedConllu(
  text: string,
  notUtf8: readonly number[] = [],
): Treebank<AnnotatedSentence> {
  return collect(readBlocks(text, { notUtf8, annotated: true }));
}

function collect<Kept extends Sentence>(blocks: Iterable<Block<Kept> | number>): Treebank<Kept> {
  const sentences: Kept[] = [];
  const problems: TreebankProblem[] = [];
  let empty = 0;
  for (const block of blocks) {
    if (typeof block === 'number') continue;
    const { read } = block;
    if ('message' in read) problems.push(read);
    else if (read.forms.length === 0) empty++;
    else sentences.push(read);
  }
  return { sentences, problems, empty };
}

export interface BlockOptions {
  readonly notUtf8?: readonly number[];
  readonly tags?: TagColumn;
  /**
   * Of a longer sentence, only `maxWords + 1` words are read, so that the caller sees that it is
   * too long.
   */
  readonly maxWords?: number;
  readonly annotated?: boolean;
  /** Whether a word may have no head (`_`), read as −1. */
  readonly openHeads?: boolean;
}

/**
 * Reads CoNLL-U one sentence at a time.
 *
 * @yields each block, and from time to time a number: the offset up to which the text was read
 */
export function readBlocks(
  text: string,
  options: BlockOptions & { readonly annotated: true },
): Generator<Block<AnnotatedSentence> | number, void>;
export function readBlocks(text: string, options?: BlockOptions): Generator<Block | number, void>;
export function* readBlocks(
  text: string,
  {
    notUtf8 = [],
    tags = 'xpos',
    maxWords = Infinity,
    annotated = false,
    openHeads = false,
  }: BlockOptions = {},
): Generator<Block | number, void> {
  const undecoded = new Set(notUtf8);
  let sentences = 0;
  let reader: BlockReader | null = null;
  let line = 0;
  for (let start = 0; start < text.length;) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line++;
    if (line % LINES_AT_ONCE === 0) yield start;
    const row = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    if (row.trim() !== '') {
      reader ??= new BlockReader(
        line,
        `sentence ${sentences + 1}`,
        columnOf[tags],
        maxWords,
        annotated,
        openHeads,
      );
      reader.add(row, undecoded.has(line));
    } else if (reader !== null) {
      const block = reader.finish(start);
      if ('forms' in block.read && block.read.forms.length > 0) sentences++;
      yield block;
      reader = null;
    }
    start = end + 1;
  }
  if (reader !== null) yield reader.finish(text.length);
}

class BlockReader {
  readonly #first: number;
  #id: string;
  readonly #tagColumn: number;
  readonly #maxWords: number;
  readonly #openHeads: boolean;
  readonly #forms: string[] = [];
  readonly #tags: string[] = [];
  readonly #heads: number[] = [];
  readonly #labels: string[] = [];
  readonly #lines: number[] = [];
  readonly #annotations: {
    lemmas: string[];
    universalTags: string[];
    features: string[];
    enhanced: EnhancedArc[][];
  } | null;
  #problem: TreebankProblem | null = null;
  #line: number;
  #multiwordTokens = 0;
  #emptyNodes = 0;

  constructor(
    first: number,
    id: string,
    tagColumn: number,
    maxWords: number,
    annotated: boolean,
    openHeads: boolean,
  ) {
    this.#first = first;
    this.#id = id;
    this.#tagColumn = tagColumn;
    this.#maxWords = maxWords;
    this.#openHeads = openHeads;
    this.#annotations = annotated
      ? { lemmas: [], universalTags: [], features: [], enhanced: [] }
      : null;
    this.#line = first - 1;
  }

  add(row: string, isUndecoded: boolean): void {
    this.#line++;
    if (this.#problem !== null || this.#isTooLong()) return;
    const message = isUndecoded ? 'is not UTF-8' : this.#read(row);
    if (message !== null) this.#problem = { line: this.#line, message };
  }

  finish(end: number): Block {
    return {
      first: this.#first,
      last: this.#line,
      end,
      multiwordTokens: this.#multiwordTokens,
      emptyNodes: this.#emptyNodes,
      read: this.#problem ?? this.#strayHead() ?? this.#sentence(),
    };
  }

  #isTooLong(): boolean {
    return this.#forms.length > this.#maxWords;
  }

  /** Returns the error of the row; null if there is none. */
  #read(row: string): string | null {
    if (row.startsWith('#')) {
      const match = /^#\s*sent_id\s*=\s*(.*)$/.exec(row);
      if (match) this.#id = match[1].trim();
      return null;
    }
    const columns = row.split('\t');
    if (columns.length !== COLUMNS) {
      return `expected ${COLUMNS} columns separated by tabs, found ${columns.length}`;
    }
    const [id, form] = columns;
    const range = /^\d+([-.])\d+$/.exec(id);
    if (range !== null) {
      if (range[1] === '-') this.#multiwordTokens++;
      else this.#emptyNodes++;
      return null;
    }
    const number = this.#forms.length + 1;
    if (Number(id) !== number) return `expected the word number ${number}, found "${id}"`;
    if (form.trim() === '') return 'the form is empty';
    const isOpen = this.#openHeads && columns[6] === '_';
    if (!isOpen && !/^\d+$/.test(columns[6])) return `the head "${columns[6]}" is not a number`;
    this.#forms.push(form);
    this.#tags.push(columns[this.#tagColumn]);
    this.#heads.push(isOpen ? -1 : Number(columns[6]));
    this.#labels.push(columns[7]);
    this.#lines.push(this.#line);
    this.#annotations?.lemmas.push(columns[2]);
    this.#annotations?.universalTags.push(columns[columnOf.upos]);
    this.#annotations?.features.push(columns[5]);
    this.#annotations?.enhanced.push(enhancedArcs(columns[8]));
    return null;
  }

  #strayHead(): TreebankProblem | null {
    const { length } = this.#forms;
    const stray = this.#heads.findIndex((head) => head > length);
    if (stray < 0 || this.#isTooLong()) return null;
    return {
      line: this.#lines[stray],
      message: `the head ${this.#heads[stray]} is beyond the sentence's ${counted(length, 'word')}`,
    };
  }

  #sentence(): Sentence {
    return {
      id: this.#id,
      forms: this.#forms,
      tags: this.#tags,
      heads: this.#heads,
      labels: this.#labels,
      ...this.#annotations,
    };
  }
}

/** Reads arcs such as `4:nsubj|6.1:obj`, without those from empty nodes, such as 6.1. */
function enhancedArcs(column: string): EnhancedArc[] {
  return [...column.matchAll(/(?:^|\|)(\d+):([^|]*)/g)].map(([, head, label]) => ({
    head: Number(head),
    label,
  }));
}
