import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differences } from '../../../client/webview/differences.ts';

const sentence = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(' '));

const differing = (one: string, other: string): string[] =>
  differences(one, other).flatMap(({ text, differs }) => (differs ? [text] : []));

/** The length of a longest common subsequence, by trying every subsequence. */
function longest(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0) return 0;
  const [first, ...rest] = one;
  const place = other.indexOf(first);
  const without = longest(rest, other);
  return place < 0 ? without : Math.max(without, 1 + longest(rest, other.slice(place + 1)));
}

describe('the words in which a sentence differs from another', () => {
  it('are those that moved', () => {
    assert.deepEqual(differing('only he said so .', 'he only said so .'), ['only']);
    assert.deepEqual(differing('he said only so .', 'he only said so .'), ['said']);
    assert.deepEqual(differing('he said so .', 'he said so .'), []);
  });

  it('are as few as can be, and the sentence is whole', () => {
    fc.assert(
      fc.property(sentence, sentence, (one, other) => {
        const parts = differences(one, other);
        assert.equal(parts.map(({ text }) => text).join(''), one);
        const count = differing(one, other).flatMap((text) => text.split(' ')).length;
        const words = one.split(' ');
        assert.equal(count, words.length - longest(words, other.split(' ')));
        for (const { text, differs } of parts) if (differs) assert.equal(text, text.trim());
      }),
    );
  });
});
