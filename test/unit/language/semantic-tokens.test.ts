import assert from 'node:assert/strict';
import fc from 'fast-check';
import { semanticTokensOf } from '../../../server/src/language/features/semantic-tokens.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type { Range } from '../../../server/src/language/tree/diagnostic.ts';
import { anyText } from './generate.ts';

/** The tokens of a text as `what type`, those that declare marked by `!`. */
function tokens(text: string, range: Range = { start: 0, end: text.length }): string[] {
  return semanticTokensOf(parse(text), range).map(
    ({ start, end, type, declares }) => `${text.slice(start, end)} ${type}${declares ? '!' : ''}`,
  );
}

/** The same for the lines of a bag. */
const inBag = (...lines: string[]): string[] =>
  tokens(['bag {', ...lines, '}', ''].join('\n')).slice(1);

describe('semantic tokens', () => {
  it('tell the settings, the names of bags and the headers of sections', () => {
    assert.deepEqual(tokens('language: en # why\nbag a {\n  words: x\n  expect: x\n}\n'), [
      'language property',
      'en string',
      '# why comment',
      'bag keyword',
      'a namespace!',
      'words: keyword',
      'x variable!',
      'expect: keyword',
      'x string',
    ]);
  });

  it('tell the parts of a word', () => {
    assert.deepEqual(inBag('words: led#2/VBD|VBN? "a team"/NN ( a | an )/DT? @be[Tense=Past]/VB'), [
      'words: keyword',
      'led variable!',
      '#2 number',
      'VBD type',
      '| operator',
      'VBN type',
      '? operator',
      '"a team" variable!',
      'NN type',
      'a variable!',
      '| operator',
      'an variable!',
      'DT type',
      '? operator',
      '@be variable!',
      'VB type',
    ]);
  });

  it('tell arcs and order from words', () => {
    assert.deepEqual(
      inBag('words: a b', 'deps:', 'root -> a', 'a -nsubj-> b', 'order:', 'first a', 'a << b'),
      [
        ...['words: keyword', 'a variable!', 'b variable!'],
        ...['deps: keyword', 'root keyword', '-> operator', 'a variable'],
        ...['a variable', '- operator', 'nsubj function', '-> operator', 'b variable'],
        ...[
          'order: keyword',
          'first keyword',
          'a variable',
          'a variable',
          '<< operator',
          'b variable',
        ],
      ],
    );
  });

  it('tell the parts of a bag on one line', () => {
    const line = 'bag a { words: x y order: x < y expect: x < # y } # why';
    assert.deepEqual(tokens(line), [
      ...['bag keyword', 'a namespace!', 'words: keyword', 'x variable!', 'y variable!'],
      ...['order: keyword', 'x variable', '< operator', 'y variable'],
      ...['expect: keyword', 'x < # y string', '# why comment'],
    ]);
  });

  it('tell words from the keywords that they look like', () => {
    assert.deepEqual(inBag('words: root first x y:', 'deps: x -> root', 'order: x < first'), [
      ...['words: keyword', 'root variable!', 'first variable!', 'x variable!', 'y: variable!'],
      ...['deps: keyword', 'x variable', '-> operator', 'root variable'],
      ...['order: keyword', 'x variable', '< operator', 'first variable'],
    ]);
  });

  it('tell an expectation as one text, whatever it looks like', () => {
    assert.deepEqual(inBag('words: x', 'expect:', '# -> "x', 'note: < y'), [
      ...['words: keyword', 'x variable!', 'expect: keyword'],
      ...['# -> "x string', 'note: < y string'],
    ]);
  });

  it('tell a value as one text, whatever it looks like', () => {
    assert.deepEqual(tokens('language: << # en'), [
      'language property',
      '<< string',
      '# en comment',
    ]);
  });

  it('leave out what means no word of the bag', () => {
    assert.deepEqual(inBag('words: a b b', 'deps:', 'a -> c', 'a -> b'), [
      ...['words: keyword', 'a variable!', 'b variable!', 'b variable!', 'deps: keyword'],
      ...['a variable', '-> operator', 'a variable', '-> operator'],
    ]);
  });

  it('are those of a range alone', () => {
    const text = 'bag a {\n  words: x\n}\nbag b {\n  words: y\n}\n';
    const start = text.indexOf('words: y');
    assert.deepEqual(tokens(text, { start, end: start + 'words: y'.length }), [
      'words: keyword',
      'y variable!',
    ]);
  });

  it('stand in order on single lines, and do not overlap, in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { start, end } of semanticTokensOf(parse(text), {
          start: 0,
          end: text.length,
        })) {
          assert.ok(start >= last && end > start && end <= text.length);
          assert.doesNotMatch(text.slice(start, end), /[\r\n]/);
          last = end;
        }
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);
});
