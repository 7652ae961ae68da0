import type { ShownCcgDerivation, ShownCcgNode } from '../../../server/src/lsp/protocol.ts';
import { fontLines, latexText } from '../latex.ts';
import { rowsOf } from './columns.ts';
import type { Words } from './derivation.ts';
import { runsOf } from './typeset.ts';

/**
 * Loads ccg.sty if it is installed; otherwise defines the macros. No distribution of TeX includes
 * ccg.sty.
 */
const macros = [
  '\\IfFileExists{ccg.sty}{\\usepackage{ccg}}{}',
  '\\providecommand{\\bs}{\\ensuremath{\\backslash}}',
  '\\providecommand{\\deriv}[2]{\\renewcommand{\\arraystretch}{.5}$\\begin{array}[t]{*{#1}{c}}#2\\end{array}$}',
  '\\providecommand{\\mc}[2]{\\multicolumn{#1}{c}{#2}}',
  '\\providecommand{\\uline}[1]{\\mc{#1}{\\hrulefill}}',
  '\\providecommand{\\comb}[2]{\\mc{#1}{\\hrulefill_{#2}}}',
  '\\providecommand{\\fapply}[1]{\\comb{#1}{>}}',
  '\\providecommand{\\bapply}[1]{\\comb{#1}{<}}',
  '\\providecommand{\\fcomp}[1]{\\comb{#1}{{>}\\mathbf{B}}}',
  '\\providecommand{\\bcomp}[1]{\\comb{#1}{{<}\\mathbf{B}}}',
  '\\providecommand{\\fxcomp}[1]{\\comb{#1}{{>}\\mathbf{B}_{\\times}}}',
  '\\providecommand{\\bxcomp}[1]{\\comb{#1}{{<}\\mathbf{B}_{\\times}}}',
];

/**
 * The macros of ccg.sty, by rule. A macro draws the line and the label of its rule. Rules without a
 * macro may have a label in `ruleLabels`.
 */
const ruleMacros: Readonly<Record<string, string>> = {
  '>': 'fapply',
  '<': 'bapply',
  '>B': 'fcomp',
  '<B': 'bcomp',
  '>B×': 'fxcomp',
  '<B×': 'bxcomp',
};
const ruleLabels: Readonly<Record<string, string>> = {
  Φ: '\\Phi',
  'Φ*': '\\Phi^{*}',
  T: '\\mathbf{T}',
  U: '\\mathrm{U}',
  p: '\\mathrm{p}',
};

/** A LaTeX document with the macros of ccg.sty. */
export function toLatex({ nodes }: ShownCcgDerivation, words: Words): string {
  const rows = rowsOf(nodes);
  const lines = [words.map(({ form }) => `\\mbox{${latexText(form)}}`)];
  for (let row = 0; row <= Math.max(-1, ...rows); row++) {
    const made = nodes
      .filter((_, place) => rows[place] === row)
      .toSorted((a, b) => a.first - b.first);
    lines.push(cellsOf(made, ruleCell), cellsOf(made, categoryCell));
  }
  return [
    '\\documentclass{standalone}',
    ...fontLines(words.map(({ form }) => form)),
    ...macros,
    '\\begin{document}',
    `\\deriv{${Math.max(1, words.length)}}{`,
    lines.map((cells) => `  ${cells.join(' & ')}`.trimEnd()).join(' \\\\\n'),
    '}',
    '\\end{document}',
    '',
  ].join('\n');
}

/** The cells of a row, up to the last cell that is not empty. */
function cellsOf(
  made: readonly ShownCcgNode[],
  cell: (node: ShownCcgNode, span: number) => string,
): string[] {
  const cells: string[] = [];
  let next = 0;
  for (const node of made) {
    while (next < node.first) {
      cells.push('');
      next++;
    }
    cells.push(cell(node, node.last - node.first + 1));
    next = node.last + 1;
  }
  return cells;
}

function ruleCell({ rule }: ShownCcgNode, span: number): string {
  if (rule === null) return `\\uline{${span}}`;
  if (rule in ruleMacros) return `\\${ruleMacros[rule]}{${span}}`;
  return `\\comb{${span}}{${ruleLabels[rule] ?? `\\mbox{${latexText(rule)}}`}}`;
}

function categoryCell({ category }: ShownCcgNode, span: number): string {
  const runs = runsOf(category).map(({ text, isFeature }, i, all) => {
    const written = text.split('\\').map(latexText).join('\\bs ');
    if (!isFeature) return written;
    // TeX allows one subscript at a symbol. A second subscript, as in `S[dcl][conj]`, gets an empty
    // symbol.
    return i === 0 || all[i - 1].isFeature ? `{}_{${written}}` : `_{${written}}`;
  });
  const set = `\\mathit{${runs.join('')}}`;
  return span === 1 ? set : `\\mc{${span}}{${set}}`;
}
