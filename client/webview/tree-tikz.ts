import { fontLines, latexText } from './latex.ts';
import type { Direction } from './tree-layout.ts';
import { arcLabel, type TreeToken } from './tree-words.ts';

/**
 * A LaTeX document for the package `tikz-dependency`. Arcs that the search found are dashed, and
 * labels that the parser found are in italics. If words are read from right to left, the first word
 * is in the last column.
 */
export function toTikz(tokens: readonly TreeToken[], direction: Direction): string {
  const count = tokens.length;
  const column = (place: number): number => (direction === 'rtl' ? count + 1 - place : place);
  const ordered = direction === 'rtl' ? tokens.toReversed() : tokens;
  const row = (cells: readonly string[]): string =>
    `    ${cells.map(latexText).join(' \\& ')} \\\\`;
  const labels = tokens.map(arcLabel);
  const arcs = tokens.map(({ head, given }, i) => {
    const style = given.head ? '' : '[edge style={densely dashed}]';
    const label = labels[i];
    const text = label === null ? '' : latexText(label.text);
    const shown = label?.kind === 'parsed' ? `\\textit{${text}}` : text;
    return head === 0
      ? `  \\deproot${style}{${column(i + 1)}}{${shown}}`
      : `  \\depedge${style}{${column(head)}}{${column(i + 1)}}{${shown}}`;
  });
  return [
    ...(tokens.some(({ given }) => !given.head)
      ? ['% Dashed arcs are not given: Bowline found them.']
      : []),
    ...(labels.some((label) => label?.kind === 'parsed')
      ? ['% Labels in italics are not given: the parser found them.']
      : []),
    '\\documentclass{standalone}',
    ...fontLines(tokens.map(({ form, tag }) => form + tag)),
    '\\usepackage{tikz-dependency}',
    '\\begin{document}',
    '\\begin{dependency}',
    '  \\begin{deptext}[column sep=1em]',
    row(ordered.map(({ form }) => form)),
    row(ordered.map(({ tag }) => tag)),
    '  \\end{deptext}',
    ...arcs,
    '\\end{dependency}',
    '\\end{document}',
    '',
  ].join('\n');
}
