import assert from 'node:assert/strict';
import {
  applyFix,
  assertProblems,
  bagWith,
  fixed,
  knowledge,
  marked,
  problemsIn,
} from './fixture.ts';

describe('a comment that may be an index or a word', () => {
  for (const [line, meant, ...rest] of [
    ['the#1 dog saw the ⟦#2⟧ cat', 'the#1 dog saw the#2 cat'],
    ['the#1 dog saw the ⟦#2⟧', 'the#1 dog saw the#2'],
    ['the dog saw the/DT ⟦#2⟧ cat', 'the dog saw the#2/DT cat'],
    ['the#1 dog saw the  ⟦#2/DT?⟧ cat', 'the#1 dog saw the#2/DT? cat'],
    ['the#2 dog saw the ⟦#2⟧ cat', 'the#2 dog saw the "#2" cat'],
    ['[ the ⟦#1⟧ team ]', '[ the "#1" team ]'],
    ['the dog/NN ⟦#2⟧ saw a dog/NN', 'the dog#2/NN saw a dog/NN'],
    ['she is ⟦#1/CD⟧ here', 'she is "#1"/CD here'],
    ['we like tea , ⟦#1⟧ here', 'we like tea , "#1" here'],
    ['she is ⟦#1⟧', 'she is "#1"', '  expect: she is #1'],
    ['she is ⟦#1⟧ here', 'she is "#1" here', '  expect: she is #1 here'],
    ['the dog saw the ⟦#2⟧ cat', 'the dog saw the#2 cat', '  expect: the dog saw the cat'],
    ['she is ⟦#1⟧', 'she is#1', '  order: first is#1'],
    ['I love ⟦#tags⟧', 'I love "#tags"', '  expect: I love #tags'],
    ['I love ⟦#tags⟧ .', 'I love "#tags" .', '  expect: I love #tags .'],
    ['I love ⟦#tags⟧ !', 'I love "#tags" !'],
    ['I love ⟦#tags⟧', 'I love "#tags"'],
  ]) {
    const source = bagWith(line, '', rest[0]);
    it(`is reported behind a word: ${source.replace(/[⟦⟧]/g, '').replace(/\s+/g, ' ')}`, () => {
      const problems = problemsIn(source).filter(({ code }) => code === 'perhaps-index');
      assert.equal(problems.length, 1);
      assert.match(problems[0].message, /begins a comment here/);
      const mended = applyFix(source.replace(/[⟦⟧]/g, ''), problems[0].fixes![0]);
      assert.equal(mended, bagWith(meant, '', rest[0]));
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('may be followed by others, which are reported after it is mended', () => {
    assertProblems(bagWith('I love ⟦#tags⟧ #words'), [['perhaps-index', 'Write `"#tags"`']]);
    assertProblems(bagWith('I love "#tags" ⟦#words⟧'), [['perhaps-index', 'Write `"#words"`']]);
  });

  it('is more likely an index if the word stands in the comment, too', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('the #1 dog saw the cat'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `the#1`', 'Write `"#1"`'],
    );
    const [{ fixes: ofIssue = [] }] = problemsIn(bagWith('see issue #12 and issue #13 .'));
    assert.deepEqual(
      ofIssue.map(({ title }) => title),
      ['Write `"#12"`', 'Write `issue#12`'],
    );
  });

  it('is no index of a mark', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('we like tea , #1 here'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `"#1"`'],
    );
  });

  it('is the only problem of an expectation that has the text of the comment', () => {
    assertProblems(bagWith('the#1 dog saw the ⟦#2⟧ cat', '', '  expect: the dog saw the cat'), [
      ['perhaps-index', 'Write `the#2` if it is the index of the word, or `"#2"` if it is a word.'],
    ]);
  });

  for (const [what, line, ...rest] of [
    ['a space follows the sign', 'the dog saw the # 2 cats'],
    ['letters follow the sign', 'the dog saw the #two cats'],
    ['letters follow the sign and the expectation is possible', 'a dog #todo .', '  expect: a dog'],
    ['it has only the number', 'the dog saw it #2'],
    ['it is a note on a word with a tag', 'the/DT #determiner\n    dog/NN #subject'],
    ['it is a note above other words', 'the #determiner\n    dog saw'],
    ['its number is higher than that of the words', 'the dog saw the #12'],
    ['it stands behind a mark', 'the dog saw the cat . #2 of them'],
    ['it stands on a line of its own', 'the dog saw\n    #2 of them\n    the cat'],
    ['the expectation is possible', 'the dog barks #2 of them', '  expect: the dog barks'],
  ]) {
    it(`is not reported if ${what}`, () => {
      assert.deepEqual(problemsIn(bagWith(line, '', rest[0])), []);
    });
  }
});

describe('a word that ends in a number', () => {
  for (const [words, meant, ...rest] of [
    ['the#1 dog saw ⟦the2⟧ cat', 'the#1 dog saw the#2 cat'],
    ['the dog saw ⟦the2⟧ cat', 'the dog saw the#2 cat', '  expect: the dog saw the cat'],
  ]) {
    it(`is told from an index without its sign: ${words.replace(/[⟦⟧]/g, '')}`, () => {
      const source = bagWith(words, '', rest[0]);
      const [problem] = problemsIn(source.replace(/[⟦⟧]/g, '')).filter(
        ({ code }) => code === 'perhaps-index',
      );
      assert.equal(
        applyFix(source.replace(/[⟦⟧]/g, ''), problem.fixes![0]),
        bagWith(meant, '', rest[0]),
      );
    });
  }

  it('is told from an index that is written as a word', () => {
    const bag = (words: string): string => bagWith(words, '', '  expect: the dog saw the cat');
    const source = bag('the#first dog saw the#second cat');
    const found = problemsIn(source).filter(({ code }) => code === 'perhaps-index');
    assert.deepEqual(
      found.map(({ message }) => message.includes('An index is a number: write `the#')),
      [true, true],
    );
    assert.equal(applyFix(source, found[0].fixes!.at(-1)!), bag('the#1 dog saw the#2 cat'));
    for (const words of ['C#sharp and a D#first', 'C#sharp and C#flat']) {
      assert.deepEqual(problemsIn(bagWith(words)), []);
    }
  });

  it('has one fix that mends all of them', () => {
    const source = bagWith('dog1 saw dog2', '', '  expect: dog saw dog');
    const [{ fixes = [] }] = problemsIn(source).filter(({ code }) => code === 'perhaps-index');
    assert.equal(fixes.at(-1)!.title, 'Write all such words with an index');
    const mended = applyFix(source, fixes.at(-1)!);
    assert.equal(mended, bagWith('dog#1 saw dog#2', '', '  expect: dog saw dog'));
    assert.deepEqual(problemsIn(mended), []);
  });

  it('may be a word, if no other word of the bag is its beginning or an expectation has it', () => {
    for (const [words, rest] of [
      ['an mp3 and an mp4', ''],
      ['a1 and a', ''],
      ['the the2#1 and an mp3', ''],
      ['the the2', '  expect: the the2'],
    ]) {
      assert.deepEqual(problemsIn(bagWith(words, '', rest)), [], words);
    }
  });

  it('gets its index in the lines that name it, too', () => {
    for (const [one, two] of [
      ['dog1', 'dog2'],
      ['dog#first', 'dog#second'],
    ]) {
      const source = (first: string, second: string): string =>
        bagWith(
          `the ${first} saw the ${second} and the dog`,
          `saw -> ${first}`,
          `  order: ${first} < ${second}`,
        );
      const title = 'Write all such words with an index';
      assert.equal(fixed(source(one, two), title), source('dog#1', 'dog#2'));
      assert.deepEqual(problemsIn(source('dog#1', 'dog#2')), []);
      assert.equal(fixed(source(one, two), 'Write `dog#1`'), source('dog#1', two));
    }
  });

  it('names a word with its index in deps: and order:', () => {
    const source = bagWith('dog#1 saw dog#2', 'saw -> ⟦dog1⟧', '  order: saw < dog#2');
    assertProblems(source, [['unknown-word', 'An index follows `#`: write `dog#1`.']]);
    const [{ fixes = [] }] = problemsIn(source.replace(/[⟦⟧]/g, ''));
    assert.equal(fixes[0].title, 'Change to `dog#1`');
  });

  it('is read otherwise than a line of deps: names it, and the error shows the whole word', () => {
    const source = bagWith('the dog saw the dog ⟦#2⟧', 'saw -> ⟦dog#2⟧');
    assertProblems(source, [
      'perhaps-index',
      ['ambiguous-reference', 'where `dog #2` is read otherwise: write `dog#2` there.'],
    ]);
    const { text } = marked(source);
    assert.equal(fixed(text, 'Write `dog#2` in `words:`'), text.replace('dog #2', 'dog#2'));
  });
});

describe('words with the numbers 1 and 2', () => {
  const options = { knowledge };

  for (const mark of ['', '_']) {
    it(`are probably one word with indices if the model knows it: a${mark}1`, () => {
      const source = bagWith(`team${mark}1 led team${mark}2`);
      const mended = fixed(source, 'Write all such words with an index', options);
      assert.equal(mended, bagWith('team#1 led team#2'));
    });
  }

  for (const words of ['xyz1 xyz2', 'team2 team3', 'team1 led']) {
    it(`are words otherwise: ${words}`, () => {
      const codes = problemsIn(bagWith(words), options).map(({ code }) => code);
      assert.ok(!codes.includes('perhaps-index'));
    });
  }
});
