import assert from 'node:assert/strict';
import { firstWordOf, lowerCased } from '../../../server/src/text/first-word.ts';

describe('the first word of a sentence', () => {
  it('follows any opening marks', () => {
    assert.equal(firstWordOf(['Dogs', 'bark', '.']), 0);
    assert.equal(firstWordOf(['"', '(', 'Dogs', 'bark', ')', '"']), 2);
    assert.equal(firstWordOf(['...', '!']), -1);
    assert.equal(firstWordOf([]), -1);
  });

  it('may be a number, which has no case', () => {
    assert.equal(firstWordOf(['-', '12', 'Dogs']), 1);
    assert.equal(lowerCased('12'), null);
  });

  for (const [form, expected] of [
    ['The', 'the'],
    ['A', 'a'],
    ['Well-known', 'well-known'],
    ['Élan', 'élan'],
  ]) {
    it(`\`${form}\` is \`${expected}\` in lower case`, () => {
      assert.equal(lowerCased(form), expected);
    });
  }

  for (const form of [
    'the',
    'I',
    "I'm",
    'I’ve',
    'B',
    'B.',
    'USA',
    'U.S.',
    'iPhone',
    'McDonald',
    '',
  ]) {
    it(`\`${form}\` stays as it is`, () => {
      assert.equal(lowerCased(form), null);
    });
  }
});
