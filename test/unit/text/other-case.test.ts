import assert from 'node:assert/strict';
import { otherCases } from '../../../server/src/text/other-case.ts';

describe('the other cases of a word', () => {
  for (const [form, others] of [
    ['paris', ['Paris']],
    ['élan', ['Élan']],
    ['STOP', ['stop', 'Stop']],
    ["O'BRIEN", ["o'brien", "O'brien"]],
    // With one capital, the word may be a name or begin a sentence, so nothing else is likelier.
    ['Bush', []],
    ['I', []],
    ['iPhone', []],
    // No case.
    ['1984', []],
    ['.', []],
    ['', []],
  ] as const) {
    it(`of \`${form}\` are ${others.length === 0 ? 'none' : others.join(', ')}`, () => {
      assert.deepEqual(otherCases(form), others);
    });
  }
});
