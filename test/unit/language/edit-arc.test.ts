import assert from 'node:assert/strict';
import { setHead } from '../../../server/src/language/features/edit-arc.ts';
import { placesOfWords } from '../../../server/src/language/features/written-places.ts';
import type { GivenHead } from '../../../server/src/language/features/edit-arc.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';

/** The bag after one of its words was given a head; words are places in it. */
function after(text: string, dependent: number, head: GivenHead): string {
  const edit = setHead(parse(text).bags[0], dependent, head);
  assert.ok(edit !== null && 'range' in edit);
  return text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end);
}

const bag = (words: string, ...deps: readonly string[]): string => {
  const lines = deps.map((line) => `    ${line}\n`).join('');
  return `bag a {\n  words: ${words}\n${lines === '' ? '' : `  deps:\n${lines}`}}\n`;
};

describe('an arc given from the tree', () => {
  it('is a line of deps:, and the section is begun for the first', () => {
    assert.equal(after(bag('dogs bark'), 0, 1), bag('dogs bark', 'bark -> dogs'));
    assert.equal(
      after(bag('dogs bark', 'bark -> dogs'), 1, 'root'),
      bag('dogs bark', 'bark -> dogs', 'root -> bark'),
    );
  });

  it('is a statement of its own in a bag on one line', () => {
    const line = (deps: string): string => `bag a { words: a b c${deps} expect: a b c }\n`;
    assert.equal(after(line(''), 1, 0), line(' deps: a -> b'));
    assert.equal(after(line(' deps: a -> b'), 2, 0), line(' deps: a -> b deps: a -> c'));
    assert.equal(after(line(' deps: a -> b deps: a -> c'), 1, null), line(' deps: a -> c'));
    assert.equal(after(line(' deps: a -> b -> c'), 1, null), line(' deps: b -> c'));
    assert.equal(after(line(' deps: a -> b'), 1, null), line(''));
  });

  it('names words that are repeated by indices', () => {
    assert.equal(
      after(bag('the dog saw the cat'), 3, 4),
      bag('the dog saw the#2 cat', 'cat -> the#2'),
    );
  });

  it('names a word alike whether it is written alone or with others', () => {
    const words = 'the dog saw ( the | a ) cat';
    assert.equal(after(bag(words), 0, 1), bag(words.replace('the', 'the#1'), 'dog -> the#1'));
    assert.equal(after(bag(words), 3, 5), bag(words.replace('( the', '( the#2'), 'cat -> the#2'));
  });

  it('takes the place of the one that the word has', () => {
    assert.equal(after(bag('a b c', 'a -x-> b', 'a -> c'), 1, 2), bag('a b c', 'a -> c', 'c -> b'));
    assert.equal(after(bag('a b', 'root -> a'), 0, 1), bag('a b', 'b -> a'));
  });

  it('is refused with the reason where it contradicts the others, and changes nothing where it is given', () => {
    const chain = parse(bag('a b c', 'a -> b -> c')).bags[0];
    const circle = setHead(chain, 0, 2);
    assert.ok(circle !== null && 'problem' in circle);
    assert.match(circle.problem, /form a cycle/);
    const rooted = setHead(parse(bag('a b', 'root -> a')).bags[0], 1, 'root');
    assert.ok(rooted !== null && 'problem' in rooted);
    assert.match(rooted.problem, /is the head of the sentence already/);
    assert.equal(setHead(chain, 0, null), null);
  });
});

describe('an arc taken out from the tree', () => {
  it('leaves the others, also in a chain', () => {
    assert.equal(after(bag('a b c d', 'a -> b -> c d'), 1, null), bag('a b c d', 'b -> c d'));
    assert.equal(after(bag('a b c', 'a -x-> b c'), 2, null), bag('a b c', 'a -x-> b'));
  });

  it('goes wherever it is written, and the section with the last', () => {
    assert.equal(after(bag('a b', 'a -> b', 'a -x-> b'), 1, null), bag('a b'));
    assert.equal(after(bag('a b', 'root -> a'), 0, null), bag('a b'));
  });
});

describe('the places of words', () => {
  it('are in words:, and where deps: gives their heads', () => {
    const text = bag('( a | b ) [ c d ]', 'root -> c -> d', 'c -x-> d a');
    const places = placesOfWords(parse(text).bags[0]);
    assert.deepEqual(
      places.map((ranges) =>
        ranges.map(
          ({ start, end }) =>
            `${text.slice(start, end)}@${text.slice(0, start).split('\n').length}`,
        ),
      ),
      [['a@2', 'a@5'], ['b@2'], ['c@2', 'c@4'], ['d@2', 'd@4', 'd@5']],
    );
  });
});
