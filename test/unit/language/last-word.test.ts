import assert from 'node:assert/strict';
import { assertProblems, fixed, problemsIn } from './fixture.ts';

const bag = (words: string, ...order: string[]): string =>
  `bag {\n  words: ${words}\n  order:\n    ${order.join('\n    ')}\n}\n`;

describe('the last word of a bag', () => {
  for (const mark of ['.', '?', '!', '...']) {
    it(`is reported if ${mark} would have to come before it`, () => {
      assertProblems(bag(`dogs bark loudly ${mark}`, '⟦last loudly⟧'), [
        ['perhaps-last', `puts \`${mark}\` before \`loudly\``],
      ]);
      const before = `loudly << ${mark}`;
      const mended = bag(`dogs bark loudly ${mark}`, before);
      const source = bag(`dogs bark loudly ${mark}`, 'last loudly');
      assert.equal(fixed(source, `Write \`${before}\``), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('keeps its index and its quotes', () => {
    const source = bag('dogs#1 see dogs#2 "New York" .', 'last dogs#2', 'dogs#1 < "New York"');
    assert.match(
      fixed(source, 'Write `dogs#2 << .`'),
      /\n {4}dogs#2 << \.\n {4}dogs#1 < "New York"/,
    );
  });

  for (const [what, words, ...order] of [
    ['the mark is the last word', 'dogs bark .', 'last .'],
    ['the order names the mark', 'dogs bark .', 'last bark', '. < dogs'],
    ['there is no mark', 'dogs bark', 'last bark'],
    ['there are several marks', 'stop ! dogs bark .', 'last bark'],
    ['the mark is optional', 'dogs bark "."?', 'last bark'],
    ['the mark is an alternative', 'dogs bark ( . | ! )', 'last bark'],
    ['the word is first', 'dogs bark .', 'first dogs'],
    ['a closing mark is last', 'dogs bark . "\\""', 'last "\\""'],
  ]) {
    it(`is not reported if ${what}`, () => {
      assert.deepEqual(problemsIn(bag(words, ...order)), []);
    });
  }
});
