import assert from 'node:assert/strict';
import { readAuto } from '../../../../server/src/grammar/ccg/auto.ts';
import { drawAsText } from '../../../../server/src/grammar/ccg/text-drawing.ts';

function drawn(auto: string): string[] {
  const { sentences, problems } = readAuto(auto);
  assert.deepEqual(problems, []);
  return drawAsText(sentences[0].derivation, sentences[0].words);
}

describe('A derivation in text', () => {
  it('has its words, and a line with a rule and a category below the words of each node', () => {
    const auto = String.raw`(<T S[dcl] 0 2> (<T S/(S\NP) 0 1> (<L NP PRP PRP She NP>) ) (<L S[dcl]\NP VBD VBD slept S[dcl]\NP>) )`;
    assert.deepEqual(drawn(auto), [
      '  She       slept',
      '--------  ---------',
      '   NP     S[dcl]\\NP',
      '-------T',
      'S/(S\\NP)',
      '------------------>',
      '      S[dcl]',
    ]);
  });

  it('widens its columns evenly for a category wider than its words', () => {
    const auto = String.raw`(<T (S\NP)\(S\NP) 0 1> (<T NP 0 2> (<L NP/N DT DT a NP/N>) (<L N NN NN day N>) ) )`;
    assert.deepEqual(drawn(auto), [
      '  a      day',
      '------  -----',
      ' NP/N     N',
      '------------>',
      '     NP',
      '------------U',
      '(S\\NP)\\(S\\NP)',
    ]);
  });

  it('marks what no rule gives, and counts characters, not bytes', () => {
    const auto = '(<T PP 0 2> (<L N NN NN 😀😀😀😀😀 N>) (<L N NN NN x N>) )';
    assert.deepEqual(drawn(auto), ['😀😀😀😀😀  x', '-----  -', '  N    N', '-------?', '   PP']);
  });
});
