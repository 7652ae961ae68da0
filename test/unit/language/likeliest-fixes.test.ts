import assert from 'node:assert/strict';
import { applyFix, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';

/** Each word has one of these tags, so that contractions and words with punctuation are told. */
const seen = new Map([
  ['do', new Map([['VBP', 9]])],
  ["n't", new Map([['RB', 9]])],
  ['boy', new Map([['NN', 9]])],
  ['boys', new Map([['NNS', 99]])],
  ["'s", new Map([['POS', 9]])],
]);
const options = { knowledge: { ...knowledge, tagsOf: (form: string) => seen.get(form) ?? null } };

const titlesAt = (source: string, place: string): string[] => {
  const found = problemsIn(source, options).find(
    ({ range }) => source.slice(range.start, range.end) === place,
  );
  return (found?.fixes ?? []).map(({ title }) => title);
};

describe('a word of deps: or order: that words: has only after a fix', () => {
  for (const [words, line, title, fixedWords] of [
    ["I don't go", "go -> n't", "Write `do n't` in `words:`", "I do n't go"],
    ["the boy's team", 'team -> boy', "Write `boy 's` in `words:`", "the boy 's team"],
    [
      'the (boy|team) led',
      'led -> team',
      'Write `( boy | team )` in `words:`',
      'the ( boy | team ) led',
    ],
    [
      '[the old boy] led',
      'led -> boy',
      'Write `[ the old boy ]` in `words:`',
      '[ the old boy ] led',
    ],
  ] as const) {
    it(`gets this fix and no other: ${words}, ${line}`, () => {
      const source = bagWith(words, line);
      const error = problemsIn(source, options).find(({ code }) => code === 'unknown-word')!;
      assert.deepEqual(
        error.fixes?.map((fix) => fix.title),
        [title],
      );
      assert.match(
        error.message,
        /where `.*` is read (?:as one word|otherwise): write `.*` there\.$/,
      );
      const mended = applyFix(source, error.fixes[0]);
      assert.equal(mended, bagWith(fixedWords, line));
      assert.ok(problemsIn(mended, options).every(({ code }) => code !== 'unknown-word'));
    });
  }
});

describe('the fix that leaves the least wrong', () => {
  it('comes first: an index whose word has no subject yet', () => {
    const line = 'likes#1 -nsubj-> Tom\n    likes -nsubj-> Sue\n    likes#1 -obj-> tea';
    const source = bagWith('Tom likes#1 tea and Sue likes#2 pie', `${line}\n    likes -obj-> pie`);
    assert.deepEqual(titlesAt(source, 'likes'), ['Change to `likes#2`', 'Change to `likes#1`']);
    const other = source.replace('likes -nsubj-> Sue', 'likes#2 -nsubj-> Sue');
    assert.deepEqual(titlesAt(other, 'likes'), ['Change to `likes#2`', 'Change to `likes#1`']);
  });

  it('comes first: an index whose word has no head yet', () => {
    const source = bagWith('the#1 dog saw the#2 cat', 'dog -> the#1\n    cat -> the\n');
    assert.deepEqual(titlesAt(source, 'the'), ['Change to `the#2`', 'Change to `the#1`']);
  });

  it('comes first: the arc that keeps an expected sentence from being made goes', () => {
    const bag = (lines: string): string =>
      bagWith('the dogs are late', lines, '  expect: the dogs are late');
    const two = 'root -> are\n    late -> dogs are\n';
    const error = problemsIn(bag(two), options).find(({ code }) => code === 'two-heads')!;
    assert.equal(error.fixes![0].title, 'Delete `root -> are`');
    const mended = applyFix(bag(two), error.fixes![0]);
    assert.deepEqual(
      problemsIn(mended, options).map(({ code }) => code),
      [],
    );
  });

  it('comes first: quotes, where parts of a word cannot stand in a group of alternatives', () => {
    const titles = titlesAt(bagWith('he ( saw | and/or ) it'), 'or');
    assert.deepEqual(titles, ['Write `"and/or"`', 'Write `and / or`']);
  });

  it('adds no word that an expected sentence lacks', () => {
    const bag = (expected: string): string =>
      bagWith('dogs bark', 'bark -> often', `  expect: ${expected}`);
    assert.deepEqual(titlesAt(bag('dogs bark'), 'often'), ['Delete `bark -> often`']);
    const { message } = problemsIn(bag('dogs bark'), options)[0];
    assert.equal(
      message,
      '`often` is neither in `words:` nor in an expected sentence. Name another word, or delete this line.',
    );
    assert.deepEqual(titlesAt(bag('dogs bark often'), 'often'), ['Add `often` to `words:`']);
  });
});

describe('a word with two readings', () => {
  it('has only the one that makes its expected sentence possible', () => {
    const source = bagWith("the boy's sleep", '', '  expect: the boys sleep');
    const codes = problemsIn(source, options).map(({ code }) => code);
    assert.deepEqual(codes, ['expectation-mismatch']);
    assert.equal(
      fixed(source, 'Write `boys` in `words:`', options),
      bagWith('the boys sleep', '', '  expect: the boys sleep'),
    );
  });

  it('with a slash that no tag follows explains its expected sentence', () => {
    const source = bagWith('go 1/2 far', '', '  expect: go 1/2 far');
    const codes = problemsIn(source, options).map(({ code }) => code);
    assert.deepEqual(codes, ['unknown-tag']);
  });

  it('is a phrase as a lemma: only its last word is one', () => {
    const source = bagWith('the @"train station"');
    assert.equal(fixed(source, 'Write `train @station`', options), bagWith('the train @station'));
  });

  it('in round brackets stands together if its expected sentence has no brackets', () => {
    const bag = (words: string): string => bagWith(words, '', '  expect: he put the book there');
    assert.equal(
      fixed(bag('he put (the book) there'), 'Write `[ the book ]`', options),
      bag('he put [ the book ] there'),
    );
  });
});
