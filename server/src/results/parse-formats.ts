import { printable } from '../text/printable.ts';
import { jsonArray } from './json-array.ts';
import { marginText } from './margin.ts';

/**
 * `conllu` is for a treebank, `json` follows `docs/schemas/parse.schema.json`, `tree` is for
 * people.
 */
export const parseFormats = ['conllu', 'json', 'tree'] as const;
export type ParseFormat = (typeof parseFormats)[number];

export interface ParsedWord {
  readonly form: string;
  readonly tag: string;
  readonly universalTag: string;
  /** The place of the head in the sentence, from 1; 0 for the root. */
  readonly head: number;
  readonly label: string;
}

export interface ParsedTreeReport {
  /** The tree with the highest score has rank 1. */
  readonly rank: number;
  readonly score: number;
  /** Whether it is proven that no tree outside the list has a higher score. */
  readonly isProven: boolean;
  readonly words: readonly ParsedWord[];
  /**
   * Why the parser prefers the first tree to this tree. Left out without `--explain`, and for the
   * first tree.
   */
  readonly reasons?: readonly string[];
}

export interface ParseReport {
  readonly id: string;
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  /** Says why there is no tree. */
  readonly message: string | null;
  readonly trees: readonly ParsedTreeReport[];
}

/** Yields at least one piece for each sentence with a tree. */
export async function* formatParses(
  parses: AsyncIterable<ParseReport>,
  format: ParseFormat,
): AsyncGenerator<string, void> {
  if (format === 'json') {
    yield* jsonArray(parses);
    return;
  }
  for await (const parse of parses) {
    for (const tree of parse.trees) {
      yield format === 'conllu' ? asConllu(parse, tree) : asTree(parse, tree);
    }
  }
}

function asConllu({ id, text, trees }: ParseReport, tree: ParsedTreeReport): string {
  const rows = tree.words.map(({ form, tag, universalTag, head, label }, i) =>
    [i + 1, printable(form), '_', universalTag, tag, '_', head, label, '_', '_'].join('\t'),
  );
  const name = trees.length === 1 ? id : `${id}-${tree.rank}`;
  const comments = [
    `# sent_id = ${printable(name)}`,
    `# text = ${printable(text)}`,
    `# score = ${tree.score}`,
    `# proven = ${tree.isProven ? 'yes' : 'no'}`,
  ];
  return `${[...comments, ...rows].join('\n')}\n\n`;
}

/** Each word has a line. Its dependents stand below it, in the order of the sentence. */
function asTree({ text, trees }: ParseReport, tree: ParsedTreeReport): string {
  const lines: string[] = [];
  const place = trees.length === 1 ? '' : `${tree.rank}. `;
  const margin = tree.rank === 1 ? '' : `  ${marginText(tree.score - trees[0].score)}`;
  lines.push(`${place}${printable(text)}${margin}${tree.isProven ? '' : '  (not proven)'}`);
  const dependents = tree.words.map((_, i) =>
    tree.words.flatMap(({ head }, at) => (head === i + 1 ? [at] : [])),
  );
  const draw = (at: number, before: string, branch: string, below: string): void => {
    const { form, tag, label } = tree.words[at];
    lines.push(printable(`${before}${branch}${form}/${tag}  ${label}`));
    dependents[at].forEach((next, i) => {
      const isLast = i === dependents[at].length - 1;
      draw(next, before + below, isLast ? '└─ ' : '├─ ', isLast ? '   ' : '│  ');
    });
  };
  tree.words.forEach(({ head }, at) => {
    if (head === 0) draw(at, '  ', '', '');
  });
  for (const reason of tree.reasons ?? []) lines.push(`  ${printable(reason)}`);
  return `${lines.join('\n')}\n\n`;
}
