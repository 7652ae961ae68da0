import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { layOut } from '../../../client/webview/tree-layout.ts';
import { treePicture } from '../../../client/webview/tree-picture.ts';
import { toSvg } from '../../../client/webview/picture-svg.ts';
import { toTikz } from '../../../client/webview/tree-tikz.ts';
import { subtreeOf } from '../../../server/src/util/subtree.ts';
import { directionOf, measuredWords } from '../../../client/webview/tree-words.ts';
import type { Token } from '../../../server/src/lsp/protocol.ts';

const found = { tag: false, head: false, label: false };

/** `FORM/TAG HEAD LABEL`: the parser found a label in brackets, and without any the arc is found. */
const tokensOf = (...lines: readonly string[]): Token[] =>
  lines.map((line, word): Token => {
    const [, form, tag, head, label = ''] = /^(.+)\/(\S+) (\d+) ?(\S*)$/u.exec(line) ?? [];
    const parsed = /^\[(.*)\]$/.exec(label)?.[1];
    const isGiven = parsed === undefined && label !== '';
    return {
      ...{ word, form, tag, head: Number(head), label: parsed ?? (isGiven ? label : null) },
      given: isGiven ? { tag: true, head: true, label: true } : found,
    };
  });

const dogs = tokensOf('The/DT 2 [det]', 'dogs/NNS 3 nsubj', 'bark/VBP 0', './. 3 [punct]');

const svgOf = (tokens: readonly Token[]): string => {
  const words = measuredWords(tokens, (text, size) => text.length * size * 0.6);
  const layout = layOut(words, { direction: 'ltr', rowWidth: 300 });
  return toSvg(treePicture(tokens, layout, '"Segoe UI", sans-serif'), 'a tree');
};

describe('a tree as SVG', () => {
  it('has every word, tag and label, arcs that were found dashed and the parser’s labels in italics', () => {
    const svg = svgOf(dogs);
    const texts = [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)];
    assert.deepEqual(
      texts.map(([, , text]) => text),
      ['det', 'nsubj', 'root', 'punct', 'The', 'DT', 'dogs', 'NNS', 'bark', 'VBP', '.', '.'],
    );
    assert.deepEqual(
      texts.filter(([, attributes]) => attributes.includes('italic')).map(([, , text]) => text),
      ['det', 'punct'],
    );
    assert.equal([...svg.matchAll(/stroke-dasharray/g)].length, 3);
  });

  it('needs nothing beside it: no styles, classes, scripts or variables', () => {
    assert.doesNotMatch(svgOf(dogs), / style=|class=|<script|var\(|href|NaN|undefined/);
  });

  it('is XML, whatever the words are', async () => {
    const strange = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
    const samples = fc.sample(fc.tuple(strange, strange, strange), 60);
    const tokens = samples.flatMap(([form, tag, label], i) => [
      { ...dogs[1], form, tag, label, head: i },
      { ...dogs[1], form: '\uD800<&>"\0\uFFFE', tag, label, head: i },
    ]);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'tree.svg', contents: svgOf(tokens) }],
      normalization: 'format',
    });
    assert.ok(valid, JSON.stringify(errors.slice(0, 3)));
  });
});

describe('a tree as TikZ', () => {
  it('is a document for tikz-dependency', () => {
    assert.equal(
      toTikz(dogs, 'ltr'),
      String.raw`% Dashed arcs are not given: Bowline found them.
% Labels in italics are not given: the parser found them.
\documentclass{standalone}
\usepackage[T1]{fontenc}
\usepackage{tikz-dependency}
\begin{document}
\begin{dependency}
  \begin{deptext}[column sep=1em]
    The \& dogs \& bark \& . \\
    DT \& NNS \& VBP \& . \\
  \end{deptext}
  \depedge[edge style={densely dashed}]{2}{1}{\textit{det}}
  \depedge{3}{2}{nsubj}
  \deproot[edge style={densely dashed}]{3}{root}
  \depedge[edge style={densely dashed}]{3}{4}{\textit{punct}}
\end{dependency}
\end{document}
`,
    );
  });

  it('prints what means something to LaTeX', () => {
    const written = (form: string): string =>
      /deptext\}\[.*\n {4}(.*) \\\\\n/.exec(toTikz([{ ...dogs[2], form }], 'ltr'))![1];
    const expected = {
      'A&B': String.raw`A\symbol{38}B`,
      '50%': String.raw`50\%`,
      PRP$: String.raw`PRP\$`,
      '#_{}': String.raw`\#\_\{\}`,
      '\\~^': String.raw`\textbackslash{}\textasciitilde{}\textasciicircum{}`,
      '<|>': String.raw`\textless{}\textbar{}\textgreater{}`,
      '[': '{[}',
      '--': '-{}-',
      "''": "'{}'",
      '``': String.raw`\textasciigrave{}\textasciigrave{}`,
      "don't": "don't",
    };
    for (const [form, latex] of Object.entries(expected)) assert.equal(written(form), latex);
  });

  it('puts the words of a sentence that is read from the right in that order', () => {
    const tikz = toTikz(tokensOf('כלבים/NNS 2 nsubj', 'נובחים/VBP 0'), 'rtl');
    assert.match(tikz, /\n {4}נובחים \\& כלבים \\\\\n/u);
    assert.match(tikz, /\\depedge\{1\}\{2\}\{nsubj\}/);
    assert.match(tikz, /\\deproot\[.*\]\{1\}\{root\}/);
    assert.match(tikz, /\\usepackage\{fontspec\}/);
  });
});

describe('the words of a tree', () => {
  it('run in the direction of their first letter', () => {
    assert.equal(directionOf('«שלום» world'), 'rtl');
    assert.equal(directionOf('42, مرحبا'), 'rtl');
    assert.equal(directionOf('hello שלום'), 'ltr');
    assert.equal(directionOf('你好'), 'ltr');
    assert.equal(directionOf('... 7'), 'ltr');
  });

  it('have all that depends on them below them, also in a circle', () => {
    assert.deepEqual(subtreeOf([2, 4, 2, 0], 2), [1, 2, 3]);
    assert.deepEqual(subtreeOf([2, 1], 1), [1, 2]);
  });
});
