import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { derivationText } from '../../../client/webview/ccg/derivation.ts';
import { toLatex } from '../../../client/webview/ccg/latex.ts';
import { layOut } from '../../../client/webview/ccg/layout.ts';
import { ccgPicture } from '../../../client/webview/ccg/picture.ts';
import { toText } from '../../../client/webview/ccg/text.ts';
import { runsOf, typeset } from '../../../client/webview/ccg/typeset.ts';
import { toSvg } from '../../../client/webview/picture-svg.ts';
import {
  anySample,
  fifteen,
  fragments,
  hotdogs,
  made,
  sample,
  word,
  type Sample,
} from './ccg-derivations.ts';

const svgOf = ({ derivation, words }: Sample): string => {
  const set = typeset(derivation, words, (text, size) => text.length * size * 0.6);
  const picture = ccgPicture(derivation, words, set, layOut(set), '"Segoe UI", sans-serif');
  return toSvg(picture, derivationText(derivation, words));
};

const latexOf = ({ derivation, words }: Sample): string => toLatex(derivation, words);

/** What `\deriv` lays out: the rows of its table, and their cells. */
const tableOf = (latex: string): string[][] => {
  const [, body] = /\n\\deriv\{\d+\}\{\n(.*)\n\}\n\\end\{document\}\n$/s.exec(latex) ?? [];
  return body.split(' \\\\\n').map((row) => row.split('&').map((cell) => cell.trim()));
};

describe('a category on paper', () => {
  const shown = (category: string): string =>
    runsOf(category)
      .map(({ text, isFeature }) => (isFeature ? `_${text}_` : text))
      .join('');

  it('has its features below the line, and no brackets around the whole', () => {
    assert.equal(shown('(S[dcl]\\NP)/NP'), '(S_dcl_\\NP)/NP');
    assert.equal(shown('((S[dcl]\\NP)/NP)'), '(S_dcl_\\NP)/NP');
    assert.equal(shown('(S\\NP)\\(S\\NP)'), '(S\\NP)\\(S\\NP)');
    assert.equal(shown('(S\\NP)[conj]'), '(S\\NP)_conj_');
    assert.equal(shown(','), ',');
  });
});

describe('a derivation as SVG', () => {
  it('has every word, category and rule', () => {
    const texts = [...svgOf(fragments).matchAll(/<text [^>]*>([^<]*)<\/text>/g)];
    assert.equal(
      texts.map(([, text]) => text).join(' '),
      'quality hotdogs bought he N/N N &gt; N (S dcl \\NP)/NP NP T S/(S\\NP)',
    );
  });

  it('has a line for each category, and features in italics', () => {
    const svg = svgOf(hotdogs);
    assert.equal([...svg.matchAll(/<path /g)].length, hotdogs.derivation.nodes.length);
    assert.deepEqual(
      new Set([...svg.matchAll(/italic[^>]*>([^<]*)</g)].map(([, text]) => text)),
      new Set(['dcl']),
    );
  });

  it('needs nothing beside it: no styles, classes, scripts or variables', () => {
    assert.doesNotMatch(svgOf(fifteen), / style=|class=|<script|var\(|href|NaN|undefined/);
  });

  it('is XML, whatever the words are', async () => {
    const strange = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
    const leaves = fc
      .sample(fc.tuple(strange, strange), 60)
      .flatMap(([form, category]) => [word(form, category), word('\uD800<&>"\0\uFFFE', category)]);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'derivation.svg', contents: svgOf(sample(...leaves)) }],
      normalization: 'format',
    });
    assert.ok(valid, JSON.stringify(errors.slice(0, 3)));
  });
});

describe('a derivation as LaTeX', () => {
  it('is a document with the macros of ccg.sty, and with their meaning where that is missing', () => {
    const latex = latexOf(hotdogs);
    assert.match(latex, /^\\documentclass\{standalone\}\n/);
    assert.match(latex, /\n\\IfFileExists\{ccg\.sty\}\{\\usepackage\{ccg\}\}\{\}\n/);
    const provided = [...latex.matchAll(/\\providecommand\{(\\\w+)\}/g)].map(([, name]) => name);
    const [, body] = latex.split('\\begin{document}');
    const used = new Set(body.match(/\\[a-z]+/g));
    const ofLatex = new Set(['\\mbox', '\\mathit', '\\mathrm', '\\end']);
    for (const name of used) assert.ok(provided.includes(name) || ofLatex.has(name), name);
  });

  it('has a row of words, and two for each row of the drawing', () => {
    const rows = tableOf(latexOf(hotdogs)).map((cells) => cells.join(' & '));
    assert.equal(
      rows.join('\n'),
      String.raw`\mbox{he} & \mbox{bought} & \mbox{quality} & \mbox{hotdogs} & \mbox{yesterday} & \mbox{.}
\uline{1} & \uline{1} & \uline{1} & \uline{1} & \uline{1} & \uline{1}
\mathit{NP} & \mathit{(S_{dcl}\bs NP)/NP} & \mathit{N/N} & \mathit{N} & \mathit{(S\bs NP)\bs (S\bs NP)} & \mathit{.}
 &  & \fapply{2}
 &  & \mc{2}{\mathit{N}}
 &  & \comb{2}{\mathrm{U}}
 &  & \mc{2}{\mathit{NP}}
 & \fapply{3}
 & \mc{3}{\mathit{S_{dcl}\bs NP}}
 & \bapply{4}
 & \mc{4}{\mathit{S_{dcl}\bs NP}}
\bapply{5}
\mc{5}{\mathit{S_{dcl}}}
\comb{6}{\mathrm{p}}
\mc{6}{\mathit{S_{dcl}}}`,
    );
  });

  it('gives no letter two subscripts, which TeX refuses', () => {
    const [, , [category]] = tableOf(latexOf(sample(word('but they grow', 'S[dcl][conj]'))));
    assert.equal(category, String.raw`\mathit{S_{dcl}{}_{conj}}`);
  });

  it('says each rule as ccg.sty does', () => {
    const cell = (rule: string): string =>
      tableOf(latexOf(sample(made('NP', rule, [word('dogs', 'N')]))))[3][0];
    const expected = {
      '>': '\\fapply{1}',
      '<': '\\bapply{1}',
      '>B': '\\fcomp{1}',
      '<B': '\\bcomp{1}',
      '>B×': '\\fxcomp{1}',
      '<B×': '\\bxcomp{1}',
      Φ: '\\comb{1}{\\Phi}',
      'Φ*': '\\comb{1}{\\Phi^{*}}',
      T: '\\comb{1}{\\mathbf{T}}',
      'R&D': '\\comb{1}{\\mbox{R\\symbol{38}D}}',
    };
    for (const [rule, latex] of Object.entries(expected)) assert.equal(cell(rule), latex);
  });

  it('has each node in its columns, and brackets that are closed, whatever the words are', () => {
    fc.assert(
      fc.property(anySample, (one) => {
        const latex = latexOf(one);
        // What is escaped is no bracket and no end of a cell.
        const bare = latex.replace(/\\[{}&%$#_]/g, '');
        let depth = 0;
        for (const character of bare) {
          if (character === '{') depth++;
          else if (character === '}') depth--;
          assert.ok(depth >= 0, 'a bracket was not opened');
        }
        assert.equal(depth, 0, 'a bracket is not closed');

        const rules = tableOf(latex).filter((_, row) => row % 2 === 1);
        const spans = rules.flatMap((cells) => {
          let column = 0;
          return cells.flatMap((cell) => {
            const span = Number(/^\\\w+\{(\d+)\}/.exec(cell)?.[1] ?? 1);
            const first = column;
            column += span;
            return cell === '' ? [] : [`${first}-${column - 1}`];
          });
        });
        const nodes = one.derivation.nodes.map(({ first, last }) => `${first}-${last}`);
        assert.deepEqual(spans.sort(), nodes.sort());
      }),
    );
  });

  it('asks for a compiler that has the letters of the words', () => {
    const fonts = (form: string): boolean =>
      latexOf(sample(word(form, 'N'))).includes('\\usepackage{fontspec}');
    assert.deepEqual(['naïve', 'כלב', '狗', 'собака'].map(fonts), [false, true, true, true]);
  });
});

describe('a derivation as plain text', () => {
  it('stands in columns, with hyphens for lines', () => {
    assert.equal(
      toText(fragments.derivation, fragments.words),
      String.raw`
quality  hotdogs      bought         he
-------  -------  --------------  --------
  N/N       N     (S[dcl]\NP)/NP     NP
---------------->                 --------T
       N                          S/(S\NP)
`.trimStart(),
    );
  });

  it('has no lines that run into each other, whatever the derivation', () => {
    fc.assert(
      fc.property(anySample, ({ derivation, words }) => {
        const plain = words.map((_, i) => ({ form: `w${i}` }));
        const nodes = derivation.nodes.map((node) => ({ ...node, category: 'NP' }));
        const lines = toText({ nodes }, plain).split('\n');
        const found = lines.flatMap((line) => line.match(/(?<!\S)-+(?=\S*)/g) ?? []);
        assert.equal(found.length, nodes.length);
      }),
    );
  });
});
