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
