import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wordDiff } from '../../../server/src/text/word-diff.ts';

const split = (text: string): string[] => (text === '' ? [] : text.split(' '));
const diff = (from: string, to: string): string => wordDiff(split(from), split(to));

describe('the difference of two sentences', () => {
  it('shows what is only in the first, and what only in the second', () => {
    assert.equal(diff('a b c d', 'a c d b'), 'a [-b-] c d {+b+}');
    assert.equal(
      diff('he said that only he', 'only he said that he'),
      '{+only+} he said that [-only-] he',
    );
    assert.equal(diff('the old man', 'the young man'), 'the [-old-] {+young+} man');
  });

  it('is the sentence where there is none', () => {
    assert.equal(diff('a b c', 'a b c'), 'a b c');
  });

  it('has the whole of one where the other is empty', () => {
    assert.equal(diff('a b', ''), '[-a b-]');
    assert.equal(diff('', 'a b'), '{+a b+}');
    assert.equal(diff('', ''), '');
  });

  it('gives both sentences back', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (from, to) => {
        const written = wordDiff(from, to);
        const only = (kept: RegExp, left: RegExp): string[] =>
          split(written.replace(left, ' ').replace(kept, '$1').replace(/ +/g, ' ').trim());
        const removed = /\[-(.*?)-\]/g;
        const added = /\{\+(.*?)\+\}/g;
        assert.deepEqual(only(removed, added), from);
        assert.deepEqual(only(added, removed), to);
      }),
    );
  });

  it('keeps as many words as a sentence that is a part of the other has', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.boolean()), (to, chosen) => {
        const from = to.filter(() => chosen.next().value);
        assert.ok(!wordDiff(from, to).includes('[-'));
      }),
    );
  });

  it('ends at once, however long a sentence is', () => {
    const long = Array.from({ length: 200_000 }, (_, i) => `w${i}`);
    assert.ok(wordDiff(long, ['w1', ...long.slice(0, 99)]).startsWith('[-w0 w1 '));
  });
});
