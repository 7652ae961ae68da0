import type { CcgDerivation } from './derivation.ts';
import { leavesOf, postorder } from './derivation.ts';
import { binaryRule, unaryRule } from './rules.ts';

const GAP = 2;

/**
 * `first` and `last` are the indices of the node's first and last word. `row` counts from the top;
 * words are in row 0.
 */
interface Drawn {
  readonly first: number;
  readonly last: number;
  readonly row: number;
  readonly category: string;
  /** The rule; empty for a word. */
  readonly label: string;
}

/**
 * Draws a derivation as the literature does (Steedman 2000). Words are on top, their categories
 * below them. Each further node is a line below its words, with the rule at its end and the node's
 * category below it.
 *
 * @returns lines without line ends and trailing blanks
 */
export function drawAsText(derivation: CcgDerivation, words: readonly string[]): string[] {
  const nodes = layOut(derivation);
  const leaves = leavesOf(derivation);
  const widths = leaves.map(({ word }) => lengthOf(words[word]));
  for (const { first, last, category, label } of nodes) {
    const missing = Math.max(lengthOf(category), label.length + 1) - width(widths, first, last);
    // Spreads the missing columns evenly. Otherwise a wide category would leave a wide gap beside
    // one word.
    for (let i = 0; i < missing; i++) widths[first + (i % (last - first + 1))]++;
  }
  const starts: number[] = [];
  let end = 0;
  for (const one of widths) {
    starts.push(end);
    end += one + GAP;
  }
  const rows: Drawn[][] = [];
  for (const node of nodes) (rows[node.row] ??= []).push(node);

  const top = new Line();
  leaves.forEach(({ word }, i) => top.put(starts[i], centred(words[word], widths[i])));
  const lines = [top];
  for (const row of rows) {
    const [rules, categories] = [new Line(), new Line()];
    for (const { first, last, category, label } of row.sort((a, b) => a.first - b.first)) {
      const span = width(widths, first, last);
      rules.put(starts[first], '-'.repeat(span - label.length) + label);
      categories.put(starts[first], centred(category, span));
    }
    lines.push(rules, categories);
  }
  return lines.map((line) => line.text.trimEnd());
}

/** Children come first. A node is one row below the lowest of its children. */
function layOut(derivation: CcgDerivation): Drawn[] {
  const drawn = new Map<CcgDerivation, Drawn>();
  const at = (node: CcgDerivation): Drawn => drawn.get(node)!;
  let leaves = 0;
  for (const node of postorder(derivation)) {
    const category = node.category.text;
    if (node.kind === 'leaf') {
      drawn.set(node, { first: leaves, last: leaves, row: 0, category, label: '' });
      leaves++;
    } else if (node.kind === 'unary') {
      const { first, last, row } = at(node.child);
      const label = unaryRule(node.child.category, node.category);
      drawn.set(node, { first, last, row: row + 1, category, label });
    } else {
      const [left, right] = [at(node.left), at(node.right)];
      const rule = binaryRule(node.left.category, node.right.category, node.category);
      drawn.set(node, {
        first: left.first,
        last: right.last,
        row: Math.max(left.row, right.row) + 1,
        category,
        label: rule ?? '?',
      });
    }
  }
  return [...drawn.values()];
}

/** Written from left to right. */
class Line {
  text = '';
  #length = 0;

  put(column: number, text: string): void {
    this.text += ' '.repeat(column - this.#length) + text;
    this.#length = column + lengthOf(text);
  }
}

function width(widths: readonly number[], first: number, last: number): number {
  let sum = (last - first) * GAP;
  for (let i = first; i <= last; i++) sum += widths[i];
  return sum;
}

function centred(text: string, columns: number): string {
  const left = Math.floor((columns - lengthOf(text)) / 2);
  return ' '.repeat(left) + text + ' '.repeat(columns - lengthOf(text) - left);
}

/** One column for each code point. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
