import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Random } from '../../../server/src/util/random.ts';
import { isSatisfiable } from '../../../server/src/search/satisfiable.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { applyFix, assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';
import { withoutModel } from '../support/check-options.ts';

const bagOf = (source: string): Bag => toBag(parse(source).bags[0]);

/** A file of one bag with these sections. */
function source(words: string, sections: Readonly<Record<string, readonly string[]>>): string {
  const rest = Object.entries(sections).map(
    ([name, lines]) => `  ${name}:\n${lines.map((line) => `    ${line}`).join('\n')}`,
  );
  return bagWith(words, '', rest.join('\n'));
}

describe('the tags of a group in a chunk', () => {
  it('are checked as elsewhere', () => {
    assertProblems(bagWith('[ ( a | b )/⟦XX⟧ x ]'), [['unknown-tag', '']], { knowledge });
  });
});

describe('a bag for the engine', () => {
  it('has what is asked of the order, the chunks and the choices, by the places of words', () => {
    const bag = bagOf(
      source('a#1 that? [ the old? ( man | woman )/NN ] a#2 ( x/JJ | y )/NN?', {
        order: ['a#1 < a#2', 'the << man', 'first a#1', 'last y'],
      }),
    );
    assert.deepEqual(
      bag.words.map(({ form, tags }) => [form, ...tags].join('/')),
      ['a', 'that', 'the', 'old', 'man/NN', 'woman/NN', 'a', 'x/JJ', 'y/NN'],
    );
    assert.deepEqual(bag.order, [
      { relation: 'before', words: [0, 6] },
      { relation: 'right-before', words: [2, 4] },
      { relation: 'first', words: [0] },
      { relation: 'last', words: [8] },
    ]);
    assert.deepEqual(bag.chunks, [[2, 3, 4, 5]]);
    assert.deepEqual(bag.choices, [
      { words: [1], optional: true },
      { words: [3], optional: true },
      { words: [4, 5], optional: false },
      { words: [7, 8], optional: true },
    ]);
  });
});

describe('constraints that contradict each other', () => {
  for (const [what, words, sections, message] of [
    ['two orders', 'a b c', { order: ['a < b', 'b < c', '⟦c < a⟧'] }, '`a < b`, `b < c`, `c < a`'],
    ['a word before itself', 'a b', { order: ['⟦a < a⟧', 'a < b'] }, 'satisfy `a < a`: delete it'],
    ['two firsts', 'a b', { order: ['first a', '⟦first b⟧'] }, '`first a`, `first b`'],
    ['two neighbours', 'a b c', { order: ['a << b', '⟦a << c⟧'] }, '`a << b`, `a << c`'],
    [
      'an order and a chunk',
      '[ a b ] c',
      { order: ['a < c', '⟦c < b⟧'] },
      '`[ a b ]`, `a < c`, `c < b`',
    ],
    [
      'an order and a full tree',
      'a b c d',
      { deps: ['a -> b', 'b -> c', 'a -> d'], order: ['b < d', '⟦d < c⟧'] },
      '`a -> b`, `b -> c`, `a -> d`, `b < d`, `d < c`',
    ],
    [
      'an order and a partial tree',
      'a b c d',
      { deps: ['a -> b'], order: ['a << c', '⟦c << b⟧'] },
      null,
    ],
    [
      'alternatives that are never used together',
      '( a | b ) c',
      { order: ['a < c', 'c < b'] },
      null,
    ],
    ['an optional word', 'a? b c', { order: ['b << c', 'b << a'] }, null],
    ['a word that is not', 'a b c', { order: ['b << c', '⟦b << a⟧'] }, '`b << c`, `b << a`'],
  ] as const) {
    it(`are ${message === null ? 'not ' : ''}told: ${what}`, () => {
      const text = source(words, sections);
      if (message === null) assertProblems(text.replace(/[⟦⟧]/g, ''), []);
      else assertProblems(text, [['contradiction', message]]);
    });
  }

  for (const order of [
    ['a < b', 'b < a'],
    ['a < b', 'b < c', 'c < a'],
  ]) {
    it(`are told at each line with the others: ${order.join(', ')}`, () => {
      const text = source('a b c', { order });
      const [{ range, related = [] }] = problemsIn(text);
      assert.equal(text.slice(range.start, range.end), order.at(-1));
      assert.deepEqual(
        related.map((one) => [text.slice(one.range.start, one.range.end), one.message]),
        order.length === 2
          ? [['a < b', '`b < a` contradicts this line.']]
          : [
              ['a < b', '`b < c` and `c < a` together contradict this line.'],
              ['b < c', '`a < b` and `c < a` together contradict this line.'],
            ],
      );
    });
  }

  it('can be mended by removing any of them', () => {
    const text = source('[ a b ] c', { order: ['a < c', '⟦c < b⟧'] });
    assert.equal(fixed(text, 'Delete `a < c`'), source('[ a b ] c', { order: ['c < b'] }));
    assert.equal(
      fixed(text, 'Remove the brackets of `[ a b ]`'),
      source('a b c', { order: ['a < c', 'c < b'] }),
    );
  });

  it('go with every line that says the same', () => {
    const text = source('c d', { order: ['c < d', 'c < d', 'd < c'] });
    assert.equal(fixed(text, 'Delete `c < d`'), source('c d', { order: ['d < c'] }));
    assert.equal(fixed(text, 'Delete `d < c`'), source('c d', { order: ['c < d', 'c < d'] }));
  });

  it('are an irreducible set, for random bags: every fix that is offered mends the bag', () => {
    const words = ['a', 'b', 'c', 'd', 'e'];
    const word = fc.constantFrom(...words);
    const order = fc.oneof(
      fc
        .tuple(word, fc.constantFrom('<', '<<'), word)
        .filter(([one, , other]) => one !== other)
        .map((parts) => parts.join(' ')),
      fc.tuple(fc.constantFrom('first', 'last'), word).map((parts) => parts.join(' ')),
    );
    const counts = { bags: 0, conflicts: 0 };
    fc.assert(
      fc.property(
        fc.uniqueArray(order, { minLength: 1, maxLength: 5 }),
        fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 4 }),
        fc.subarray(words, { minLength: 2, maxLength: 4 }),
        (lines, dependents, chunk) => {
          const deps = dependents.map((i) => `${words[i]} -> ${words[i + 1]}`);
          const others = words.filter((one) => !chunk.includes(one));
          const text = source(`[ ${chunk.join(' ')} ] ${others.join(' ')}`, {
            ...(deps.length > 0 && { deps }),
            order: lines,
          });
          const told = check(parse(text), withoutModel).diagnostics();
          counts.bags++;
          const verdict = isSatisfiable(bagOf(text), { states: 1_000_000 });
          assert.equal(told.at(0)?.code, verdict === 'no' ? 'contradiction' : undefined, text);
          if (verdict !== 'no') return;
          counts.conflicts++;
          // What is told contradicts itself alone, and does not without any one of its lines.
          const [{ range, related = [] }] = told;
          const ranges = [range, ...related.map((place) => place.range)];
          const kept = new Set(ranges.map(({ start, end }) => text.slice(start, end)));
          const alone = source(
            [...kept].some((one) => one.startsWith('['))
              ? `[ ${chunk.join(' ')} ] ${others.join(' ')}`
              : words.join(' '),
            {
              deps: deps.filter((line) => kept.has(line)),
              order: lines.filter((line) => kept.has(line)),
            },
          );
          const [only] = check(parse(alone), withoutModel).diagnostics();
          assert.equal(only.code, 'contradiction', alone);
          assert.equal(only.fixes?.length, kept.size);
          for (const fix of only.fixes) {
            const mended = parse(applyFix(alone, fix));
            assert.deepEqual(check(mended, withoutModel).diagnostics(), [], fix.title);
          }
        },
      ),
      { numRuns: 1000 },
    );
    assert.ok(counts.conflicts > counts.bags / 10, JSON.stringify(counts));
  });
});

describe('an expectation', () => {
  for (const [what, words, order, line, expected] of [
    ['uses one of each group', '( a | an ) b c?', [], 'an b', null],
    ['may use an optional word', '( a | an ) b c?', [], 'c a b', null],
    [
      'uses no two of a group',
      '( a | an ) b c?',
      [],
      '⟦a an b⟧',
      ['expectation-mismatch', 'No choice of alternatives'],
    ],
    ['lacks no other word', '( a | an ) b c?', [], '⟦a c⟧', ['expectation-mismatch', 'lacks `b`']],
    [
      'keeps to the order',
      'a b c',
      ['a < b', 'b << c'],
      '⟦b c a⟧',
      ['broken-order', 'breaks `a < b`'],
    ],
    ['keeps to the order of words that it uses', 'a? b c', ['b << a', 'b << c'], 'b c', null],
    ['has words right behind each other', 'a b c', ['a << b'], 'c a b', null],
    [
      'has nothing between them',
      'a b c',
      ['a << b'],
      '⟦a c b⟧',
      ['broken-order', 'breaks `a << b`'],
    ],
    ['begins with the first word', 'a b c', ['first a'], '⟦b a c⟧', ['broken-order', '`first a`']],
    ['ends with the last word', 'a b c', ['last a'], 'c b a', null],
    ['has nothing behind it', 'a b c', ['last a'], '⟦b a c⟧', ['broken-order', '`last a`']],
    ['has a chunk’s words in any order', '[ a b ] c', [], 'c b a', null],
    ['keeps chunks together', '[ a b ] c', [], '⟦a c b⟧', ['broken-order', 'breaks `[ a b ]`']],
    [
      'keeps what it uses of a chunk together',
      '[ a? b c ] d',
      [],
      '⟦b d c⟧',
      ['broken-order', 'breaks `[ a? b c ]`'],
    ],
    ['may match repeated words in any way', 'of#1 of#2 a', ['of#1 << a'], 'of of a', null],
    ['may leave out any of two equal words', 'of#1? of#2? a', ['a < of#1'], 'of a', null],
  ] as const) {
    it(what, () => {
      const text = source(words, { ...(order.length > 0 && { order }), expect: [line] });
      assertProblems(text, expected === null ? [] : [expected]);
    });
  }

  it('is not judged where words repeat so often that not every way can be tried', () => {
    const many = Array.from({ length: 7 }, (_, i) => `a#${i + 1}`);
    const order = many.slice(1).map((word, i) => `${word} < ${many[i]}`);
    assertProblems(source(`${many.join(' ')} b`, { order, expect: ['a a a a a a a b'] }), []);
    const torn = Array.from({ length: 12 }, (_, i) => `x#${i + 1}`);
    const chain = torn.slice(1).map((word, i) => `${torn[i]} < ${word}`);
    const line = `${'x '.repeat(12)}a b a b`;
    assertProblems(source(`${torn.join(' ')} "a b" "b a"`, { order: chain, expect: [line] }), []);
  });

  it('is told with the places of all that it breaks', () => {
    const text = source('[ a b ] c', {
      order: ['a < c', 'a < c', 'b < c'],
      expect: ['b c a'],
    });
    const checked = check(parse(text), withoutModel);
    const places = checked.brokenBy(0, 0).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(places, ['a < c', 'a < c', '[ a b ]']);
    assert.deepEqual(
      checked.diagnostics().map(({ related }) => related?.map(({ message }) => message)),
      [['It breaks this.', 'It breaks this.', 'It breaks this.']],
    );
  });

  it('are offered for one word if a line names several, unless they are one item', () => {
    const two = source('the dog barks', { order: ['the dog < barks'] });
    const one = source('"the dog" barks', { order: ['the dog < barks'] });
    const titles = (text: string): (string | undefined)[] =>
      problemsIn(text).map(({ fixes = [] }) => fixes.at(0)?.title);
    assert.deepEqual(titles(two), ['Change to `dog`']);
    assert.deepEqual(titles(one), ['Put `the dog` in quotes']);
    const mended = source('the dog barks', { order: ['dog < barks'] });
    assert.equal(fixed(two, 'Change to `dog`'), mended);
  });

  for (const [line, ...lines] of [
    ['she really < likes', 'she < likes', 'really < likes'],
    ['likes < him too', 'likes < him', 'likes < too'],
    ['she really << likes', 'she << really', 'really << likes'],
    ['likes << him too', 'likes << him', 'him << too'],
  ]) {
    it(`are offered for each word of a line that names several: ${line}`, () => {
      const words = 'she really likes him too';
      const text = source(words, { order: [line] });
      const [{ fixes = [] }] = problemsIn(text);
      assert.equal(fixes[0].title, 'Write a line for each');
      assert.equal(applyFix(text, fixes[0]), source(words, { order: lines }));
    });
  }

  it('have an index for a word that a chain names twice', () => {
    const line = 'the < dog < saw < the < cat';
    const lines = ['the#1 < dog', 'dog < saw', 'saw < the#2', 'the#2 < cat'];
    const each = 'Write a line for each';
    const text = fixed(source('the dog saw the cat', { order: [line] }), each);
    assert.equal(text, source('the dog saw the cat', { order: lines }));
    assert.equal(
      fixed(text, 'Index the words, and refer to `the#1`'),
      source('the#1 dog saw the#2 cat', { order: lines }),
    );
    const once = ['a < b', 'b < a'];
    assert.equal(
      fixed(source('a b', { order: ['a < b < a'] }), each),
      source('a b', { order: once }),
    );
    // Only `words:` counts.
    const elsewhere = { order: ['the < dog < the < barks'], expect: ['the dog the barks'] };
    assert.match(fixed(source('the dog barks', elsewhere), each), /the < dog\n +dog < the\n/u);
    const above = (order: string): string =>
      `bag { order: ${order}\n  words: the/DT dog "the" barks }\n`;
    assert.equal(
      fixed(above('the < dog < the'), 'Write `order:` before each'),
      above('the#1 < dog order: dog < the#2'),
    );
  });

  for (const comment of ['⟦//⟧ why', '⟦/*⟧ why */', '⟦//⟧why not', '⟦///⟧ why']) {
    it(`may have no comment that begins otherwise than with #: ${comment}`, () => {
      const text = source('a b', { order: [`a < b ${comment}`] });
      assertProblems(text, [['stray-slash', 'A comment begins with `#`.']]);
      assert.deepEqual(problemsIn(fixed(text, 'Write `#`')), []);
      const arcs = text.replace('order:', 'deps:').replace('<', '->');
      assertProblems(arcs, [['stray-slash', 'A comment begins with `#`.']]);
      assert.deepEqual(problemsIn(fixed(arcs, 'Write `#`')), []);
    });
  }

  it('may name a word of two slashes', () => {
    for (const [word, line] of [
      ['"//"', 'a < //'],
      ['"//"', 'a < "//"'],
      ['//SYM', 'a < //'],
    ] as const) {
      const fixes = problemsIn(source(`a ${word} b`, { order: [line] })).flatMap(
        (one) => one.fixes ?? [],
      );
      assert.ok(!fixes.some(({ title }) => title === 'Write `#`'));
    }
    const text = bagWith('a "//" b', '    a -> //');
    assert.deepEqual(problemsIn(fixed(text, 'Write `"//"`')), []);
    // A comment of `words:` is no word.
    const comment = source('a b', { order: ['a < b // why'] }).replace('b\n', 'b // why\n');
    const [ofOrder] = problemsIn(comment).slice(-1);
    assert.equal(ofOrder.message, 'A comment begins with `#`.');
  });

  it('may use no word of a chunk', () => {
    assertProblems(source('[ a? b? ] c d', { expect: ['c d'] }), []);
  });

  it('that breaks several lines can be met by removing all of them', () => {
    const text = source('[ a b ] c', { order: ['a < c', 'first a'], expect: ['⟦b c a⟧'] });
    assert.equal(
      fixed(text, 'Remove `a < c`, `first a`, `[ a b ]`'),
      bagWith('a b c', '', '  expect:\n    b c a'),
    );
  });

  it('keeps the header of its lines as long as a line or a comment is below it', () => {
    for (const below of ['c < b', '# why']) {
      const text = source('a b c', { order: ['a < c', below], expect: ['⟦c a b⟧'] });
      const rest = source('a b c', { order: [below], expect: ['c a b'] });
      assert.equal(fixed(text, 'Delete `a < c`'), rest, below);
    }
  });

  it('that breaks many lines names the first of them, and is met by removing all', () => {
    const order = ['a < b', 'b < c', 'c < d', 'd < e', 'e < f', 'f < g'];
    const text = (lines: readonly string[]): string =>
      source('a b c d e f g', { order: lines, expect: ['⟦g f e d c b a⟧'] });
    const named = '`a < b`, `b < c`, `c < d`, `d < e`, `e < f`';
    assertProblems(text(order), [['broken-order', `breaks ${named}: no realization`]]);
    assert.deepEqual(
      problemsIn(fixed(text(order), `Remove ${named} and more`)).map(({ code }) => code),
      [],
    );
    const five = order.slice(0, 5);
    assert.deepEqual(problemsIn(fixed(text(five), `Remove ${named}`)), []);
  });

  it('that breaks a chunk which is not closed can be met without losing a word', () => {
    const text = 'bag {\n  words: c [ a b # as it is\n  expect:\n    a c b\n}\n';
    const titles = problemsIn(text).flatMap(({ fixes = [] }) => fixes);
    for (const { edits } of titles) {
      const after = parse(applyFix(text, { title: '', edits })).bags[0];
      assert.deepEqual(
        wordsOf(after).map(({ form }) => form),
        ['c', 'a', 'b'],
      );
    }
    assert.ok(titles.length > 0);
  });

  it('that breaks a line can be met by deleting it', () => {
    const text = source('a b c', { order: ['a < b'], expect: ['⟦b c a⟧'] });
    const mended = fixed(text, 'Delete `a < b`');
    assert.deepEqual(check(parse(mended), withoutModel).diagnostics(), []);
  });

  it('that breaks a chunk can be met by removing its brackets', () => {
    const text = source('[ a b ] c', { expect: ['a c b'] });
    const mended = source('a b c', { expect: ['a c b'] });
    assert.equal(fixed(text, 'Remove the brackets of `[ a b ]`'), mended);
  });
});

describe('the work of the checks', () => {
  it('is bounded where many words are optional and many lines ask for an order', () => {
    const words = Array.from({ length: 60 }, (_, i) => (i < 12 ? `w${i}?` : `w${i}`));
    const order = Array.from({ length: 40 }, (_, i) => `w${i + 12} < w${i + 13}`);
    const text = source(words.join(' '), { order: [...order, 'w20 < w15'], expect: ['w1 w2'] });
    const budget = { states: 20_000 };
    isSatisfiable(bagOf(text), budget);
    assert.ok(budget.states > -100, 'what it takes is counted');
    assert.ok(check(parse(text), withoutModel).diagnostics().length <= 2);
  });

  it('asks nothing of a bag in which nothing can contradict', () => {
    let questions = 0;
    const satisfiability: typeof isSatisfiable = (bag, budget) => {
      questions++;
      return isSatisfiable(bag, budget);
    };
    problemsIn(source('a b c', { deps: ['root -> a', 'a -> b'] }), { satisfiability });
    assert.equal(questions, 0);
    problemsIn(source('a b c', { order: ['a < b'] }), { satisfiability });
    assert.equal(questions, 1);
  });

  it('is for lines that say the same that of one line', () => {
    const questions: number[] = [];
    const satisfiability: typeof isSatisfiable = (bag, budget) => {
      questions.push(bag.order.length);
      return isSatisfiable(bag, budget);
    };
    const order = [...Array.from({ length: 10_000 }, () => 'a < b'), 'b < a'];
    const problems = check(parse(source('a b', { order })), {
      ...withoutModel,
      satisfiability,
    }).diagnostics();
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['contradiction'],
    );
    assert.ok(questions.length <= 5 && Math.max(...questions) === 2, questions.join(' '));
  });

  it('asks some k · log n questions to find k lines among n that contradict each other', () => {
    let questions = 0;
    const satisfiability: typeof isSatisfiable = (bag, budget) => {
      questions++;
      return isSatisfiable(bag, budget);
    };
    const words = Array.from({ length: 24 }, (_, i) => `w${i}`);
    const pairs = words.flatMap((a, i) => words.slice(i + 1).map((b) => `${a} < ${b}`));
    const text = source(words.join(' '), { order: [...pairs, 'w3 < w2'] });
    const problems = check(parse(text), { ...withoutModel, satisfiability }).diagnostics();
    assert.equal(problems.length, 1);
    assert.ok(questions <= 3 * Math.ceil(Math.log2(pairs.length)), `${pairs.length}: ${questions}`);
  });

  it('offers first to delete the line that an expectation breaks', () => {
    for (const [sentence, first] of [
      ['she has always slept .', 'Delete `first always`'],
      ['always she has slept .', 'Delete `has < always`'],
    ]) {
      const rest = `  order:\n    first always\n    has < always\n  expect: ${sentence}`;
      const found = problemsIn(bagWith('she has always slept .', '', rest));
      const { fixes = [] } = found.find(({ code }) => code === 'contradiction')!;
      assert.equal(fixes[0].title, first);
      assert.equal(fixes.length, 2);
    }
  });

  it('finds lines that contradict each other among tens of thousands', () => {
    const random = new Random(1);
    const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
    const order = Array.from({ length: 30_000 }, () => {
      const [a, b] = random.shuffle([...words]);
      return `${a} << ${b}`;
    });
    const problems = check(parse(source(words.join(' '), { order })), withoutModel).diagnostics();
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['contradiction'],
    );
  });

  it('ends with the question that uses up what it may take', () => {
    let questions = 0;
    const satisfiability: typeof isSatisfiable = (_, budget) => {
      if (++questions === 3) budget.states = 0;
      return 'no';
    };
    const order = Array.from({ length: 50 }, (_, i) => `w${i} < w${i + 1}`);
    const words = Array.from({ length: 51 }, (_, i) => `w${i}`).join(' ');
    const text = source(words, { order });
    assert.deepEqual(check(parse(text), { ...withoutModel, satisfiability }).diagnostics(), []);
    assert.equal(questions, 3);
  });
});

describe('a bag with more choices than can be looked at', () => {
  it('is told of', () => {
    const words = Array.from({ length: 13 }, (_, i) => `w${i}?`).join(' ');
    assertProblems(bagWith(words).replace('words:', '⟦words:⟧'), [
      ['too-many-choices', 'more than 4,096 combinations'],
    ]);
  });
});
