import assert from 'node:assert/strict';
import { assertProblems, fixed, problemsIn } from './fixture.ts';

const told = (mark: string): [['perhaps-list', string]] => [
  ['perhaps-list', `Each \`${mark}\` at the start of a line is read as a word`],
];

describe('a list with marks in `words:`', () => {
  for (const mark of ['-', '*', '•']) {
    it(`is reported, and the marks can be deleted: ${mark}`, () => {
      const bag = (marked: string): string =>
        `bag {\n  words:\n    ${marked}dogs\n\n    # a comment\n    ${marked}bark .\n}\n`;
      assertProblems(bag(`${mark} `).replace(mark, `⟦${mark}⟧`), told(mark));
      assert.equal(
        fixed(bag(`${mark} `), `Delete each \`${mark}\` at the start of a line`),
        bag(''),
      );
    });
  }

  it('may begin on the line of the header', () => {
    assertProblems('bag {\n  words: ⟦-⟧ dogs\n    - bark\n}\n', told('-'));
  });

  it('loses the marks of the expected sentences too', () => {
    const bag = (mark: string): string =>
      `bag {\n  words:\n    ${mark}dogs\n    ${mark}bark\n  expect:\n    ${mark}dogs bark\n}\n`;
    assert.equal(fixed(bag('- '), 'Delete each `-` at the start of a line'), bag(''));
    assert.deepEqual(problemsIn(bag('')), []);
  });

  it('keeps an expected sentence that has no mark', () => {
    const bag = (mark: string): string =>
      `bag {\n  words:\n    ${mark}dogs\n    ${mark}bark\n  expect: dogs bark\n}\n`;
    assert.equal(fixed(bag('- '), 'Delete each `-` at the start of a line'), bag(''));
  });

  for (const [what, words] of [
    ['only one line has a mark', '    - dogs bark'],
    ['the lines have nothing but marks', '    -\n    -'],
    ['an expected sentence has the marks', '    - Yes\n    - No\n  expect: - Yes - No'],
    ['a line has no mark', '    - dogs\n    bark -'],
    ['the lines have different marks', '    - dogs\n    * bark'],
    ['the marks are parts of words', '    -dogs\n    -bark'],
  ]) {
    it(`is not reported if ${what}`, () => {
      const codes = problemsIn(`bag {\n  words:\n${words}\n}\n`).map(({ code }) => code);
      assert.ok(!codes.includes('perhaps-list'));
    });
  }
});

describe('words with the numbers of their places', () => {
  const title = 'Delete the numbers of the places';
  const bag = (words: string, more = ''): string => `bag {\n  words: ${words}\n${more}}\n`;

  for (const [written, mended] of [
    ['the-1 dog-2 saw-3 the-4 cat-5', 'the dog saw the cat'],
    ['the-1/DT dog-2 sleeps-3 .-4', 'the/DT dog sleeps .'],
    ['1. the 2. dog 3. sleeps', 'the dog sleeps'],
    ['1:the 2:dog 3:sleeps 4:.', 'the dog sleeps .'],
  ]) {
    it(`lose them by one fix: ${written}`, () => {
      assert.equal(fixed(bag(written), title), bag(mended));
      assert.deepEqual(
        problemsIn(bag(written)).map(({ code }) => code),
        ['perhaps-list'],
      );
    });
  }

  it('keep their names in `deps:`, by indices if they are repeated', () => {
    const source = bag('the-1 dog-2 saw-3 the-4 cat-5', '  deps: saw-3 -> dog-2 -> the-1\n');
    const mended = bag('the#1 dog saw the#2 cat', '  deps: saw -> dog -> the#1\n');
    assert.equal(fixed(source, title), mended);
    const first = bag('1:the 2:dog 3:saw 4:the', '  deps: 3:saw -> 4:the\n');
    assert.equal(fixed(first, title), bag('the#1 dog saw the#2', '  deps: saw -> the#2\n'));
  });

  for (const words of [
    'top-1 top-10 list-3',
    'covid-1 sars-2',
    '1. the 3. dog',
    'level-1 level-2 level-3',
    'the-1 dog-2 saw',
  ]) {
    it(`are read as written if they do not count the words: ${words}`, () => {
      const codes = problemsIn(bag(words)).map(({ code }) => code);
      assert.ok(!codes.includes('perhaps-list'));
    });
  }
});
