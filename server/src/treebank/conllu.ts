/** A treebank sentence; the arrays are parallel, one entry a syntactic word, in surface order. */
export interface Sentence {
  readonly id: string;
  readonly forms: readonly string[];
  /** XPOS, unless the universal ones were asked for. */
  readonly tags: readonly string[];
  /** From 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

export interface TreebankProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface Treebank {
  readonly sentences: readonly Sentence[];
  /** Broken sentences, which are left out. */
  readonly problems: readonly TreebankProblem[];
  /** Sentences without a word, which are left out. */
  readonly empty: number;
}

/** What stands between empty lines of a file. */
export interface Block {
  /** Its first line, from 1. */
  readonly line: number;
  /** The offset in the text up to which it was read. */
  readonly end: number;
  readonly rows: readonly string[];
  readonly read: Sentence | TreebankProblem;
}

/** The language's own tags, or the universal ones (UPOS). */
export type TagColumn = 'xpos' | 'upos';

const COLUMNS = 10;
const columnOf: Readonly<Record<TagColumn, number>> = { upos: 3, xpos: 4 };

/**
 * Reads CoNLL-U (universaldependencies.org/format.html). Ranges of multiword tokens and empty nodes
 * are passed over. A sentence with a broken line is left out and reported.
 *
 * @param notUtf8 lines, from 1, that could not be decoded: they are broken
 */
export function readConllu(text: string, notUtf8: readonly number[] = []): Treebank {
  const sentences: Sentence[] = [];
  const problems: TreebankProblem[] = [];
  let empty = 0;
  for (const { read } of readBlocks(text, { notUtf8 })) {
    if ('message' in read) problems.push(read);
    else if (read.forms.length === 0) empty++;
    else sentences.push(read);
  }
  return { sentences, problems, empty };
}

/** Reads CoNLL-U a sentence at a time. */
export function* readBlocks(
  text: string,
  { notUtf8 = [], tags = 'xpos' }: { notUtf8?: readonly number[]; tags?: TagColumn } = {},
): Generator<Block, void> {
  const undecoded = new Set(notUtf8);
  let sentences = 0;
  let rows: string[] = [];
  let blockLine = 1;
  let line = 0;
  const finish = function* (end: number): Generator<Block, void> {
    if (rows.length > 0) {
      const read = readSentence(rows, blockLine, {
        undecoded,
        fallbackId: `sentence ${sentences + 1}`,
        tagColumn: columnOf[tags],
      });
      if ('forms' in read && read.forms.length > 0) sentences++;
      yield { line: blockLine, end, rows, read };
    }
    rows = [];
  };
  for (let start = 0; start < text.length;) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line++;
    const row = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    if (row.trim() === '') {
      yield* finish(start);
      blockLine = line + 1;
    } else {
      rows.push(row);
    }
    start = end + 1;
  }
  yield* finish(text.length);
}

function readSentence(
  rows: readonly string[],
  firstLine: number,
  {
    undecoded,
    fallbackId,
    tagColumn,
  }: { undecoded: ReadonlySet<number>; fallbackId: string; tagColumn: number },
): Sentence | TreebankProblem {
  let id = fallbackId;
  const forms: string[] = [];
  const tags: string[] = [];
  const heads: number[] = [];
  const labels: string[] = [];
  const lines: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const broken = (message: string): TreebankProblem => ({ line: firstLine + i, message });
    if (undecoded.has(firstLine + i)) return broken('is not UTF-8');
    if (row.startsWith('#')) {
      const match = /^#\s*sent_id\s*=\s*(.*)$/.exec(row);
      if (match) id = match[1].trim();
      continue;
    }
    const columns = row.split('\t');
    if (columns.length !== COLUMNS) {
      return broken(`expected ${COLUMNS} columns separated by tabs, found ${columns.length}`);
    }
    if (/^\d+[-.]\d+$/.test(columns[0])) continue;
    if (Number(columns[0]) !== forms.length + 1) {
      return broken(`expected the word number ${forms.length + 1}, found "${columns[0]}"`);
    }
    if (columns[1].trim() === '') return broken('the form is empty');
    if (!/^\d+$/.test(columns[6])) return broken(`the head "${columns[6]}" is not a number`);
    forms.push(columns[1]);
    tags.push(columns[tagColumn]);
    heads.push(Number(columns[6]));
    labels.push(columns[7]);
    lines.push(firstLine + i);
  }
  const stray = heads.findIndex((head) => head > forms.length);
  if (stray >= 0) {
    const length = `${forms.length} ${forms.length === 1 ? 'word' : 'words'}`;
    return {
      line: lines[stray],
      message: `the head ${heads[stray]} is beyond the sentence's ${length}`,
    };
  }
  return { id, forms, tags, heads, labels };
}
