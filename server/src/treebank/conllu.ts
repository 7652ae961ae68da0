/** A treebank sentence; the arrays are parallel, one entry a syntactic word, in surface order. */
export interface Sentence {
  readonly id: string;
  readonly forms: readonly string[];
  /** XPOS. */
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

const COLUMNS = 10;

/**
 * Reads CoNLL-U (universaldependencies.org/format.html). Ranges of multiword tokens and empty nodes
 * are passed over. A sentence with a broken line is left out and reported.
 *
 * @param notUtf8 lines, from 1, that could not be decoded: they are broken
 */
export function readConllu(text: string, notUtf8: readonly number[] = []): Treebank {
  const sentences: Sentence[] = [];
  const problems: TreebankProblem[] = [];
  const undecoded = new Set(notUtf8);
  let empty = 0;
  let block: string[] = [];
  let blockLine = 1;
  let line = 0;
  const finish = () => {
    const rows = block;
    block = [];
    if (rows.length === 0) return;
    const result = readSentence(rows, blockLine, undecoded, `sentence ${sentences.length + 1}`);
    if ('message' in result) problems.push(result);
    else if (result.forms.length === 0) empty++;
    else sentences.push(result);
  };
  for (let start = 0; start < text.length;) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line++;
    const row = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    if (row.trim() === '') {
      finish();
      blockLine = line + 1;
    } else {
      block.push(row);
    }
    start = end + 1;
  }
  finish();
  return { sentences, problems, empty };
}

function readSentence(
  rows: readonly string[],
  firstLine: number,
  undecoded: ReadonlySet<number>,
  fallbackId: string,
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
    tags.push(columns[4]);
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
