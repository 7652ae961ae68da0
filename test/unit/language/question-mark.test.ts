import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';

const marksIn = (source: string) =>
  problemsIn(source).filter(({ code }) => code === 'perhaps-question');

describe('a question mark without a space', () => {
  for (const [line, last, apart] of [
    ['can you help me?', 'me?', 'me ?'],
    ['what is this?', 'this?', 'this ?'],
    ['Who called?', 'called?', 'called ?'],
    ["don't you like it?", 'it?', 'it ?'],
    ['is this "New York"?', '"New York"?', '"New York" ?'],
    ['do you , by the way , know\n    him?', 'him?', 'him ?'],
  ] as const) {
    it(`is reported after the last word: ${line.replace(/\s+/g, ' ')}`, () => {
      const source = bagWith(line);
      assertProblems(source.replace(last, `⟦${last}⟧`), [
        [
          'perhaps-question',
          `\`${last}\` is an optional word. Write \`${apart}\` for a question mark.`,
        ],
      ]);
      assert.equal(fixed(source, `Write \`${apart}\``), bagWith(line.replace(last, apart)));
      assert.deepEqual(marksIn(bagWith(line.replace(last, apart))), []);
    });
  }

  it('is reported in a bag of one line, and if the bag expects a question', () => {
    const bag = 'bag { words: can you help ⟦me?⟧ }';
    assertProblems(bag, ['perhaps-question']);
    assert.equal(fixed(bag, 'Write `me ?`'), 'bag { words: can you help me ? }');
    assert.equal(marksIn('bag { words: can you help me?  expect: can you help me? }').length, 1);
    const lemma = 'bag { words: can you see ⟦@dog?⟧ }';
    assertProblems(lemma, ['perhaps-question']);
    assert.equal(fixed(lemma, 'Write `@dog ?`'), 'bag { words: can you see @dog ? }');
  });

  for (const [what, line] of [
    ['the bag has a full stop', 'she did . call me?'],
    ['the bag has a question mark', 'can ? you help me?'],
    ['the bag has another optional word', 'you? can help me?'],
    ['the bag has an optional group', '( you | we )? can help me?'],
    ['the word is not the last', 'can me? you help'],
    ['the word has a tag or an index', 'can you help me/PRP?'],
    ['the word has an index', 'can you help me#1?'],
    ['the last item is a chunk', 'can you [ help me? ]'],
    ['no word is of a question', 'the dog barks loudly?'],
    ['the mark is a word', 'can you help me ?'],
    ['the mark is quoted', 'can you help "me?"'],
  ] as const) {
    it(`is not reported if ${what}`, () => assert.deepEqual(marksIn(bagWith(line)), []));
  }

  it('is not reported if the bag expects a statement, or is in another language', () => {
    const bag = 'bag { words: you can help me?  expect: you can help }';
    assert.deepEqual(marksIn(bag), []);
    assert.deepEqual(marksIn('language: de\nbag { words: was is me? }'), []);
  });

  it('is nowhere in the examples', () => {
    const folder = new URL('../../../examples/', import.meta.url);
    const names = readdirSync(folder, { recursive: true }).map(String);
    const files = names.filter((name) => name.endsWith('.bow'));
    assert.ok(files.length > 5);
    for (const name of files) {
      assert.deepEqual(marksIn(readFileSync(new URL(name, folder), 'utf8')), [], name);
    }
  });
});

describe('a question that ends in a group without spaces', () => {
  it('gets one fix, for the group and its mark', () => {
    const source = bagWith('did you close the (door|window)?');
    const found = problemsIn(source, { knowledge });
    assert.deepEqual(
      found.flatMap(({ code, fixes = [] }) => [code, ...fixes.map(({ title }) => title)]),
      ['perhaps-several', 'Write `( door | window ) ?`'],
    );
    const mended = bagWith('did you close the ( door | window ) ?');
    assert.equal(fixed(source, 'Write `( door | window ) ?`', { knowledge }), mended);
    assert.deepEqual(problemsIn(mended, { knowledge }), []);
  });
});

describe('several question marks', () => {
  for (const [written, title, meant, expected] of [
    ['that???', 'Write `that "???"`', 'that "???"', 'that???'],
    ['that ??', 'Write `"??"`', 'that "??"', 'that??'],
  ] as const) {
    it(`are one word: ${written}`, () => {
      const bag = (words: string) => `bag { words: what is ${words} expect: what is ${expected} }`;
      assert.equal(fixed(bag(written), title), bag(meant));
      assert.deepEqual(problemsIn(bag(meant)), []);
    });
  }
});

describe('a question mark behind a group', () => {
  it('is reported if words follow it', () => {
    const source = 'bag { words: she ( saw | heard ) ⟦?⟧ left }';
    assertProblems(source, [
      [
        'perhaps-question',
        'This `?` is a question mark. Without the space before it, it makes the group optional.',
      ],
    ]);
    assert.equal(fixed(source, 'Write `)?`'), 'bag { words: she ( saw | heard )? left }');
    assert.equal(
      fixed('bag { words: I like ( tea | juice ) ? . }', 'Write `)?`'),
      'bag { words: I like ( tea | juice )? . }',
    );
  });

  for (const line of [
    ...['have you ( seen | heard ) ?', 'have you ( seen | heard ) her voice ?'],
    ...['( a | b )? ? c', '? ( a | b ) c', 'a ? b'],
  ]) {
    it(`is not reported in ${line}`, () => assert.deepEqual(marksIn(bagWith(line)), []));
  }

  it('is not reported before a closing quotation mark', () => {
    assert.deepEqual(marksIn(bagWith('“ have you ( seen | heard ) ? ” he asked')), []);
  });

  it('is not reported if an expectation has it', () => {
    const line = 'have you ( seen | heard ) ? Yes';
    assert.deepEqual(marksIn(bagWith(line, '', '  expect: have you seen ? Yes')), []);
  });

  it('is not reported on a line of its own', () => {
    assert.deepEqual(marksIn(bagWith('( a | b )\n  ? c')), []);
  });
});
