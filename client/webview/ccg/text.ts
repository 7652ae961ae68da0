import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import { columnsOf, rowsOf, type Column } from './columns.ts';
import type { Words } from './derivation.ts';

/** In characters, between columns. */
const gap = 2;

/**
 * A derivation as text for a monospaced font. Above a category, a line of hyphens spans its words,
 * with the rule at the right end. Features of categories are in brackets, as in `S[dcl]`.
 */
export function toText({ nodes }: ShownCcgDerivation, words: Words): string {
  const columns = columnsOf(
    {
      words: words.map(({ form }) => lengthOf(form)),
      nodes: nodes.map(({ children, first, last, category, rule }) => ({
        ...{ children, first, last },
        width: lengthOf(category),
        labelWidth: lengthOf(rule ?? ''),
      })),
    },
    { gap, padding: 1 },
  );
  const lines = [
    lineOf(words.map(({ form }, i) => ({ at: centred(form, columns[i]), text: form }))),
  ];
  const rows = rowsOf(nodes);
  for (let row = 0; row <= Math.max(-1, ...rows); row++) {
    const made = nodes
      .filter((_, i) => rows[i] === row)
      .toSorted((a, b) => a.first - b.first)
      .map(({ first, last, category, rule }) => {
        const span = { left: columns[first].left, right: columns[last].right };
        return { span, category, rule };
      });
    lines.push(
      lineOf(
        made.map(({ span: { left, right }, rule }) => ({
          at: left,
          text: '-'.repeat(right - left) + (rule ?? ''),
        })),
      ),
      lineOf(made.map(({ span, category }) => ({ at: centred(category, span), text: category }))),
    );
  }
  // Omits the margin to the left of the first column.
  return lines.map((line) => `${line.slice(gap)}\n`).join('');
}

const segmenter = new Intl.Segmenter();

/** In characters as the user perceives them. */
function lengthOf(text: string): number {
  return [...segmenter.segment(text)].length;
}

function centred(text: string, { left, right }: Column): number {
  return Math.floor((left + right - lengthOf(text)) / 2);
}

function lineOf(texts: readonly { readonly at: number; readonly text: string }[]): string {
  let line = '';
  let length = 0;
  for (const { at, text } of texts) {
    line += ' '.repeat(at - length) + text;
    length = at + lengthOf(text);
  }
  return line;
}
