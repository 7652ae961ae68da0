import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Diagnostic } from '../../../server/src/language/tree/diagnostic.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { spell, spellReference } from '../../../server/src/language/tree/spelling.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { applyFix, assertProblems, bagWith, fixed, knowledge, problemsIn } from './fixture.ts';
import { withoutModel } from '../support/check-options.ts';

const options = withoutModel;

function bagOf(text: string) {
  const file = parse(text);
  assert.deepEqual(check(file, options).diagnostics(), []);
  return toBag(file.bags[0]);
}

describe('a bag for the engine', () => {
  it('has the words in written order, the arcs and the root', () => {
    const text = `
language: en
tagset: xpos

bag talcott {
  words:
    "Dr.  Talcott"/NNP led/VBD|VBN|VBD "a team"/NN
    of/IN "Harvard University" .
  deps:
    led -> "Dr. Talcott" "a team" .   # three arcs
    "a team" -> of -> "Harvard University"
    led -nsubj-> "Dr. Talcott"
    root -> led
  expect:
    Dr. Talcott  led a team of Harvard University .
}
`;
    assert.deepEqual(bagOf(text), {
      words: [
        { form: 'Dr. Talcott', tags: ['NNP'] },
        { form: 'led', tags: ['VBD', 'VBN'] },
        { form: 'a team', tags: ['NN'] },
        { form: 'of', tags: ['IN'] },
        { form: 'Harvard University', tags: [] },
        { form: '.', tags: [] },
      ],
      arcs: [
        { head: 1, dependent: 0, label: 'nsubj' },
        { head: 1, dependent: 2, label: null },
        { head: 1, dependent: 5, label: null },
        { head: 2, dependent: 3, label: null },
        { head: 3, dependent: 4, label: null },
      ],
      root: 1,
      order: [],
      chunks: [],
      choices: [],
    });
    assert.deepEqual(check(parse(text), options).expectations(0), [
      { text: 'Dr. Talcott led a team of Harvard University .', unreachable: null },
    ]);
  });

  for (const [what, words, deps, arcs] of [
    ['an arc', 'a b', 'a -> b', [[0, 1, null]]],
    ['a label', 'a b', 'a -nsubj:pass-> b', [[0, 1, 'nsubj:pass']]],
    [
      'a list',
      'a b c',
      'b -x-> a c',
      [
        [1, 0, 'x'],
        [1, 2, 'x'],
      ],
    ],
    [
      'a chain that ends in a list',
      'a b c d',
      'a -x-> b -> c d',
      [
        [0, 1, 'x'],
        [1, 2, null],
        [1, 3, null],
      ],
    ],
    ['an arc given twice', 'a b', 'a -> b\na -> b', [[0, 1, null]]],
    ['a label given once, after', 'a b', 'a -> b\na -x-> b', [[0, 1, 'x']]],
    ['a label given once, before', 'a b', 'a -x-> b\na -> b', [[0, 1, 'x']]],
    [
      'indices',
      'of#2 of#1 x',
      'x -> of#1\nof#1 -> of#2',
      [
        [2, 1, null],
        [1, 0, null],
      ],
    ],
    ['an index that is not needed', 'of#2 x', 'x -> of', [[1, 0, null]]],
    ['quotes', '"a b"#1 "a b"#2 "x"', '"x" -> "a  b"#2', [[2, 1, null]]],
    [
      'a quoted keyword',
      'root a first',
      '"root" -> a\na -> first',
      [
        [0, 1, null],
        [1, 2, null],
      ],
    ],
    ['a quoted arrow', '"->" a', 'a -> "->"', [[1, 0, null]]],
    ['other words that are twice', 'of of a b', 'a -> b', [[2, 3, null]]],
  ] as const) {
    it(`has the arcs of ${what}`, () => {
      assert.deepEqual(
        bagOf(bagWith(words, deps)).arcs.map(({ head, dependent, label }) => [
          head,
          dependent,
          label,
        ]),
        arcs,
      );
    });
  }

  it('takes a root at the start of a chain, given twice, or labelled', () => {
    const { root, arcs } = bagOf(bagWith('a b', 'root -> a -> b\nroot -root-> a'));
    assert.deepEqual([root, arcs.length], [0, 1]);
  });

  it('is what was written, for random trees', () => {
    const word = fc.tuple(
      fc.constantFrom('a', 'the', '1/2', '?', 'Dr. X', '->', '"', 'root', 'words:', '@x', 'C#'),
      fc.constantFrom(null, 'NN', 'DT'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.nat(), fc.constantFrom(null, 'x', 'y:z')), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.boolean(),
        (drawn, rooted) => {
          const words = drawn.map(([[form, tag]], i) => ({
            name: spellReference(form, i + 1),
            form,
            tag,
          }));
          const arcs = drawn
            .slice(1)
            .map(([, head, label], i) => ({ head: head % (i + 1), dependent: i + 1, label }));
          const source = bagWith(
            words.map(({ name, tag }) => (tag ? `${name}/${tag}` : name)).join(' '),
            [
              ...(rooted ? [`root -> ${words[0].name}`] : []),
              ...arcs.map(
                ({ head, dependent, label }) =>
                  `${words[head].name} ${label ? `-${label}->` : '->'} ${words[dependent].name}`,
              ),
            ].join('\n'),
          );
          assert.deepEqual(bagOf(source), {
            words: words.map(({ form, tag }) => ({ form, tags: tag ? [tag] : [] })),
            arcs,
            root: rooted ? 0 : null,
            order: [],
            chunks: [],
            choices: [],
          });
        },
      ),
    );
  });
});

describe('a statement with an error of form', () => {
  for (const [deps, expected] of [
    ['⟦a b⟧', ['missing-arrow', '`head -> dependent`']],
    ['⟦->⟧ b', ['missing-head', 'before this arrow']],
    ['a ⟦->⟧', ['missing-dependent', 'after this arrow']],
    ['a -> ⟦->⟧ b', ['missing-head', 'before']],
    ['a ⟦b c⟧ -> d', ['list-in-chain', 'last item']],
    ['a -> b ⟦c⟧ -> d', ['list-in-chain', 'If a second arc begins with `c`']],
    ['a -> ⟦`b`⟧', ['unknown-word', '“`b`” is not in `words:`']],
    ['a -> ⟦(⟧ b )', ['unexpected-token', 'Groups and chunks stand only in `words:`.']],
    ['⟦[⟧ a b ] -> c', ['unexpected-token', 'Groups and chunks stand only in `words:`.']],
    ['⟦(⟧ -> c', ['unexpected-token', 'put it in quotes']],
    ['a -> ⟦(⟧ )', ['unexpected-token', 'put it in quotes']],
    ['a ⟦<⟧ b', ['unexpected-token', '`order:`']],
    ['⟦first⟧ -> b', ['unexpected-token', '`order:`']],
    ['⟦root⟧', ['missing-arrow', 'arrow']],
    ['⟦a:⟧ b', ['missing-arrow', 'write `a -> b`.']],
    ['a -> ⟦"b⟧', ['unterminated-quote', 'same line']],
    ['a -> "b"⟦c⟧', ['text-after-quote', 'no suffix']],
    ['a -> b⟦/NN⟧', ['suffix-on-reference', '`words:`']],
    ['a -> b⟦?⟧', ['suffix-on-reference', '`words:`']],
    ['a -> ⟦1/2⟧', ['suffix-on-reference', 'in quotes']],
    ['⟦0⟧ -> b', ['unknown-word', 'Did you mean `root`?']],
    ['a -> b ⟦and⟧ c', ['unknown-word', 'no `and`']],
    ['a -> b ⟦;⟧', ['unknown-word', 'no comma or semicolon at its end']],
    ['a -> b ⟦,⟧\na -> c', ['unknown-word', 'no comma or semicolon at its end']],
    ['root ⟦-nsubj->⟧ b', ['root-label', '`->`']],
  ] as const) {
    it(`is told: ${deps.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(bagWith('a b c d "1/2"', deps), [expected]);
    });
  }

  it('names the word that punctuation sticks to, and takes the two apart first', () => {
    const source = bagWith('the/DT dog./NN barks', 'barks -> ⟦dog⟧\n⟦dog⟧ -> the');
    assertProblems(source, [
      ['unknown-word', 'where `dog./NN` is read as one word: write `dog/NN .` there.'],
      'unknown-word',
    ]);
    const [first] = problemsIn(source);
    assert.deepEqual(
      first.fixes?.map(({ title }) => title),
      ['Write `dog/NN .` in `words:`', 'Change to `dog.`', 'Add `dog` to `words:`'],
    );
    assert.equal(
      fixed(source, 'Write `dog/NN .` in `words:`'),
      bagWith('the/DT dog/NN . barks', 'barks -> dog\ndog -> the'),
    );
  });

  it('names the word that punctuation sticks to if the capitals differ, too', () => {
    const source = bagWith('she likes cats, .', 'likes -> ⟦Cats⟧');
    const title = 'Write `cats ,` in `words:`';
    assertProblems(source, [
      ['unknown-word', 'where `cats,` is read as one word: write `cats ,` there.'],
    ]);
    assert.equal(fixed(source, title), bagWith('she likes cats , .', 'likes -> cats'));
    assertProblems(bagWith('cats, like cats', 'like -> ⟦Cats⟧'), [
      ['unknown-word', 'Did you mean `cats`?'],
    ]);
    assert.equal(
      fixed(bagWith('x Cats, cats.', 'x -> cats'), 'Write `cats .` in `words:`'),
      bagWith('x Cats, cats .', 'x -> cats'),
    );
  });

  it('is told of each line where a run of lines has different ones', () => {
    const order = '  order:\n    ⟦a < b < c⟧\n    ⟦c > a⟧\n    ⟦a < b < d⟧\n    ⟦d > a⟧';
    assertProblems(bagWith('a b c d', '', order), [
      ['bad-order', 'has two words: write a line for each pair.'],
      ['bad-order', 'There is no `>`: write the earlier word first, as in `a < b`.'],
      'bad-order',
      'bad-order',
    ]);
    const plain = order.replace(/[⟦⟧]/g, '');
    assert.equal(
      fixed(bagWith('a b c d', '', plain), 'Write `a < c`'),
      bagWith('a b c d', '', plain.replace('c > a', 'a < c')),
    );
  });

  it('is told of the first of a run of lines whose mistake is of the same kind', () => {
    assertProblems(bagWith('a b c', '', '  order:\n    a ⟦->⟧ b\n    b -x-> c\n    c -> a'), [
      ['unexpected-token', 'There is a mistake of the same kind in the 2 lines after it.'],
    ]);
  });

  it('is told once for a run of lines', () => {
    assertProblems(bagWith('a b', '  ⟦a b⟧\n  a b\n  b a\n  # c\n\n  b b\n  a -> b\n  ⟦a⟧'), [
      ['missing-arrow', 'the 3 lines after it'],
      'missing-arrow',
    ]);
  });

  for (const [deps, title, result] of [
    ['a -> b/NN', 'Delete the suffix', 'a -> b'],
    ['a -> b#1/NN?', 'Delete the suffix', 'a -> b#1'],
    ['a -> b#01/NN', 'Delete the suffix', 'a -> b#01'],
    ['a -> 1/2', 'Write `"1/2"`', 'a -> "1/2"'],
    ['root -nsubj-> b', 'Write `->`', 'root -> b'],
    ['first -> b', 'Put it in quotes', '"first" -> b'],
    ...['a -> b first -> 1/2', 'a -> b, first -> 1/2', 'a -> b ; first -> 1/2'].map(
      (line) =>
        [line, 'Write the second arc on a line of its own', 'a -> b\nfirst -> 1/2'] as const,
    ),
  ] as const) {
    it(`has a fix: ${deps} becomes ${result}`, () => {
      const words = 'a b#1 first "1/2"';
      assert.equal(fixed(bagWith(words, deps), title), bagWith(words, result));
    });
  }
});

describe('a reference with a tag before its index', () => {
  it('keeps the index in its fix', () => {
    const source = (name: string) => bagWith('the#1 dog the#2', `dog -> ${name}`);
    assert.equal(fixed(source('the/DT#2'), 'Write `the#2`'), source('the#2'));
  });
});

describe('a head with a colon', () => {
  it('gets an arrow, and hides no other line', () => {
    const source = bagWith('a b c', '⟦a:⟧ b\n    a -> ⟦x⟧');
    assertProblems(source, ['missing-arrow', 'unknown-word']);
    assert.equal(
      fixed(source.replace(/[⟦⟧]/g, ''), 'Write `a ->`'),
      bagWith('a b c', 'a -> b\n    a -> x'),
    );
  });

  it('is a section without words behind it, or if it is no word of the bag', () => {
    assertProblems(bagWith('a b c', '⟦a:⟧\n    a -> x'), ['unknown-section']);
    assertProblems(bagWith('a b c', '⟦x:⟧ b\n    a -> x'), ['unknown-section']);
  });
});

describe('an item of several words in order:', () => {
  it('is told to have quotes', () => {
    for (const [line, item] of [
      ['New York < a', 'New York'],
      ['a < New York City', 'New York'],
      ['first New York', 'New York'],
    ] as const) {
      const [{ code, message }] = problemsIn(bagWith('"New York" a', '', `  order:\n    ${line}`));
      assert.equal(code, 'bad-order');
      assert.ok(message.includes(`If \`${item}`), message);
    }
    const source = (line: string): string => bagWith('"New York" a', '', `  order:\n    ${line}`);
    for (const [line, quoted] of [
      ['New York < a', '"New York" < a'],
      ['a << New York', 'a << "New York"'],
    ] as const) {
      assert.equal(fixed(source(line), 'Put `New York` in quotes'), source(quoted));
    }
    assert.equal(
      fixed(source('first New York'), 'Write `first "New York"`'),
      source('first "New York"'),
    );
    assert.equal(
      fixed(
        bagWith('"a big city" fell', '', '  order: a big city < fell'),
        'Put `a big city` in quotes',
      ),
      bagWith('"a big city" fell', '', '  order: "a big city" < fell'),
    );
  });
});

describe('order:', () => {
  for (const [line, codes] of [
    ['a < b', []],
    ['a << b', []],
    ['first a', []],
    ['last "b"', []],
    ['a', ['bad-order']],
    ['a < b < c', ['bad-order']],
    ['a b < c', ['bad-order']],
    ['< a', ['bad-order']],
    ['a <', ['bad-order']],
    ['first', ['bad-order']],
    ['first a b', ['bad-order']],
    ['first < b', ['bad-order']],
    ['a -> b', ['unexpected-token']],
    ['root < b', ['unexpected-token']],
    ['a < x', ['unknown-word']],
    ['a < b/NN', ['suffix-on-reference']],
  ] as const) {
    it(`is parsed and judged: ${line}`, () => {
      const told = check(
        parse(bagWith('a b c', '', `  order:\n    ${line}`)),
        options,
      ).diagnostics();
      assert.deepEqual(told.map(({ code }) => code).sort(), [...codes].sort());
    });
  }
});

describe('references', () => {
  for (const [what, words, deps, expected] of [
    [
      'a word that is not there',
      'led Talcott',
      'led -> ⟦Talcot⟧',
      [['unknown-word', 'Did you mean `Talcott`?']],
    ],
    [
      'a word of another case',
      'led Talcott',
      '⟦Led⟧ -> Talcott',
      [['unknown-word', 'Did you mean `led`?']],
    ],
    [
      'a word like no other',
      'led Talcott',
      'led -> ⟦university⟧',
      [['unknown-word', 'Add it there.']],
    ],
    ['it in a chain, once', 'led of', 'led -> ⟦off⟧ -> of', ['unknown-word']],
    ['a word that is twice', 'of of a', 'a -> ⟦of⟧', [['ambiguous-reference', 'occurs 2 times']]],
    [
      'a word that is twice, with indices',
      'of#1 of#2 a',
      'a -> ⟦of⟧',
      [['ambiguous-reference', '`of#1` or `of#2`']],
    ],
    [
      'an index that is not there',
      'of#1 of#2 a',
      'a -> ⟦of#3⟧',
      [['unknown-word', 'only `of#1` or `of#2`']],
    ],
    ['an index where there is none', 'of a', 'a -> ⟦of#1⟧', [['unknown-word', 'has no index']]],
    [
      'a position where there are no indices',
      'of a',
      'a -> ⟦of-1⟧',
      [['unknown-word', '`of-1` is not in `words:`: write `of`.']],
    ],
    [
      'an index where there are none',
      'of of a',
      'a -> ⟦of#1⟧',
      [['ambiguous-reference', 'without indices']],
    ],
  ] as const) {
    it(`are judged: ${what}`, () => assertProblems(bagWith(words, deps), expected));
  }

  it('are not judged where words may be lost', () => {
    assertProblems(bagWith('a ⟦"b c⟧', 'a -> b\na -> c', '  expect: a b c'), [
      'unterminated-quote',
    ]);
    assertProblems(bagWith('⟦⟧'.slice(2) + '# none', 'a -> b').replace('words:', '⟦words:⟧'), [
      'empty-words',
    ]);
  });

  it('to words of groups and chunks are found', () => {
    const told = check(
      parse(bagWith('( a | an ) [ x y ] b?', 'x -> a an\nx -> y\nx -> b')),
      options,
    ).diagnostics();
    assert.deepEqual(
      told.map(({ code }) => code),
      [],
    );
  });

  it('offers the written index first', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('of of of a', 'a -> of#2'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['of#2', 'of#1', 'of#3'].map((name) => `Index the words, and refer to \`${name}\``),
    );
  });

  it('find an index that stands behind the tag by mistake', () => {
    const source = bagWith('of/IN#1 of/IN#2 a', 'of#2 -> a');
    assert.deepEqual(
      problemsIn(source).map(({ code }) => code),
      ['suffix-order', 'suffix-order'],
    );
    const once = fixed(source, 'Put the index before the tag');
    assert.deepEqual(
      problemsIn(once).map(({ code }) => code),
      ['suffix-order'],
    );
    assert.deepEqual(problemsIn(fixed(once, 'Put the index before the tag')), []);
    const third = bagWith('of/IN#1 of a', 'of -> a');
    assert.equal(
      fixed(third, 'Index the words, and refer to `of#2`'),
      bagWith('of/IN#1 of#2 a', 'of#2 -> a'),
    );
  });

  it('are not added to words: if their parts are there', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('what time a', '', '  order: first "what time"'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Change to `what`', 'Change to `time`'],
    );
  });

  it('name the last word of a phrase or a chunk in an arc', () => {
    const source = (dependent: string): string =>
      bagWith('[ the old man ] left', `left -nsubj-> ${dependent}`);
    for (const phrase of ['"the old man"', '[ the old man ]']) {
      const [{ fixes = [] }] = problemsIn(source(phrase));
      assert.equal(fixes[0].title, 'Change to `man`');
      assert.equal(applyFix(source(phrase), fixes[0]), source('man'));
    }
  });

  for (const written of ['dog obj', 'dog :obj', 'dog : obj', 'dog: obj', 'obj:dog', 'dog:obj']) {
    it(`have a label in the arrow: saw -> ${written}`, () => {
      const source = bagWith('she saw dog', `saw -> ${written}`);
      const fix = problemsIn(source).flatMap(({ fixes = [] }) => fixes)[0];
      assert.equal(applyFix(source, fix), bagWith('she saw dog', 'saw -obj-> dog'));
    });
  }

  it('have no label that may be a word, or behind another label', () => {
    for (const line of ['saw -> dog list', 'saw -nsubj-> dog obj']) {
      const [{ message }] = problemsIn(bagWith('she saw dog', line));
      assert.match(message, /Add it there/u);
    }
  });

  for (const [words, line, title, meantWords, meant] of [
    ['the dog saw the cat', 'cat -> the2', 'the#2', 'the#1 dog saw the#2 cat', 'cat -> the#2'],
    ['the dog saw the cat', 'dog -> the1', 'the#1', 'the#1 dog saw the#2 cat', 'dog -> the#1'],
    ['the dog saw the cat', 'cat -> the-4', 'the#2', 'the#1 dog saw the#2 cat', 'cat -> the#2'],
    ['the dog saw the cat', 'cat -> the_2', 'the#2', 'the#1 dog saw the#2 cat', 'cat -> the#2'],
    ['the dog saw the cat', 'cat -> the(2)', 'the#2', 'the#1 dog saw the#2 cat', 'cat -> the#2'],
    ['the#1 dog the#2 cat', 'cat -> the-3', 'the#2', 'the#1 dog the#2 cat', 'cat -> the#2'],
    ['the#1 dog the cat', 'cat -> the2', 'the#2', 'the#1 dog the#2 cat', 'cat -> the#2'],
    ['the dog saw', 'saw -> dog-2', '', 'the dog saw', 'saw -> dog'],
    ['the dog saw', 'saw-3 -> dog', '', 'the dog saw', 'saw -> dog'],
  ]) {
    it(`have an index behind #: ${line} of ${words}`, () => {
      const source = bagWith(words, line);
      const fixes = problemsIn(source)[0].fixes ?? [];
      const fix = fixes.find((one) => one.title.includes(title))!;
      if (!words.includes('#')) assert.equal(fix, fixes[0]);
      assert.equal(applyFix(source, fix), bagWith(meantWords, meant));
      assert.deepEqual(problemsIn(applyFix(source, fix)), []);
    });
  }

  it('takes brackets for a label only at the end of an arc, around the name of a label', () => {
    for (const line of [
      'led -> a (b)',
      'led -> a (nsubj) of',
      'led -> (nsubj)',
      'led -> a of (obj)',
    ]) {
      for (const { message } of problemsIn(bagWith('led a of', line))) {
        assert.ok(!message.includes('A label stands in its arrow'), line);
      }
    }
  });

  for (const [words, deps, title, newWords, newDeps] of [
    ['led Talcott', 'led -> Talcot', 'Change to `Talcott`', 'led Talcott', 'led -> Talcott'],
    ['led "a team"', 'led -> team', 'Add `team` to `words:`', 'led "a team" team', 'led -> team'],
    ['led # c', 'led -> "x y"', 'Add `"x y"` to `words:`', 'led "x y" # c', 'led -> "x y"'],
    ['of of a', 'a -> of', 'Index the words, and refer to `of#2`', 'of#1 of#2 a', 'a -> of#2'],
    [
      'of/IN of#1 a',
      'a -> of',
      'Index the words, and refer to `of#2`',
      'of#2/IN of#1 a',
      'a -> of#2',
    ],
    ['of of a', 'a -> of#7', 'Index the words, and refer to `of#1`', 'of#1 of#2 a', 'a -> of#1'],
    ['of#1 of#2 a', 'a -> of', 'Change to `of#2`', 'of#1 of#2 a', 'a -> of#2'],
    ['of a', 'a -> of#1', 'Delete the index', 'of a', 'a -> of'],
    ['of a', 'a -> of-1', 'Change to `of`', 'of a', 'a -> of'],
    ['led a', 'led -> nsubj a', 'Write `-nsubj->`', 'led a', 'led -nsubj-> a'],
    ['led a', 'led -> nsubj: -> a', 'Write `-nsubj->`', 'led a', 'led -nsubj-> a'],
    ['led a b', 'led -> a,b', 'Write `a b`', 'led a b', 'led -> a b'],
    ['of#1 of a', 'a -> of#2', 'Write `of#2` in `words:`', 'of#1 of#2 a', 'a -> of#2'],
    ['led a', 'led -> a (nsubj)', 'Write `-nsubj-> a`', 'led a', 'led -nsubj-> a'],
    [
      'led a',
      'led -> "a" [obl:agent]',
      'Write `-obl:agent-> "a"`',
      'led a',
      'led -obl:agent-> "a"',
    ],
    ['of#1 of#1/IN', '', 'Change to `of#2`', 'of#1 of#2/IN', ''],
    ['of#1 of#01', '', 'Change to `of#2`', 'of#1 of#2', ''],
    ['of#1 "of"#001/IN?', '', 'Change to `of#2`', 'of#1 "of"#2/IN?', ''],
    ['@be#1 @be[A=B]#01/VB', '', 'Change to `@be#2`', '@be#1 @be[A=B]#2/VB', ''],
  ] as const) {
    it(`have a fix: ${title}`, () => {
      assert.equal(fixed(bagWith(words, deps), title), bagWith(newWords, newDeps));
    });
  }
});

describe('constraints that contradict each other', () => {
  for (const [what, words, deps, expected] of [
    ['the same form and index twice', 'of#1 ⟦of#1⟧ "of"#2', '', ['duplicate-index']],
    ['two heads', 'a b c', 'a -> c\nb -> ⟦c⟧', [['two-heads', '`c` has two heads, `a` and `b`']]],
    [
      'two roots',
      'a b',
      'root -> a\nroot -> ⟦b⟧',
      [['two-roots', '`a` is the head of the sentence']],
    ],
    ['a list of roots', 'a b', 'root -> a ⟦b⟧', ['two-roots']],
    ['a root with a head, before', 'a b', 'a -> b\nroot -> ⟦b⟧', ['two-heads']],
    ['a root with a head, after', 'a b', 'root -> b\na -> ⟦b⟧', ['two-heads']],
    ['an arc to itself', 'a b', '⟦a -> a⟧', ['self-arc']],
    ['a cycle of two', 'a b', 'a -> b -> ⟦a⟧', [['cycle', 'a -> b -> a.']]],
    [
      'a cycle of three',
      'a "b c" d#1',
      'a -> "b c"\nd#1 -> a\n"b c" -> ⟦d#1⟧',
      [['cycle', 'd#1 -> a -> "b c" -> d#1.']],
    ],
    ['two labels', 'a b', 'a -x-> b\na ⟦-y->⟧ b', [['contradicting-labels', '`x` and `y`']]],
  ] as const) {
    it(`are told: ${what}`, () => assertProblems(bagWith(words, deps), expected));
  }

  it('can be mended by deleting any one of them, or by turning arcs round', () => {
    const fixesOf = (deps: string): Record<string, string> => {
      const source = bagWith('a b c', deps);
      return Object.fromEntries(
        problemsIn(source)
          .flatMap(({ fixes = [] }) => fixes)
          .map((fix) => [fix.title, applyFix(source, fix).split('deps:\n')[1].split('\n}')[0]]),
      );
    };
    assert.deepEqual(fixesOf('    a -> b -> c -> a'), {
      'Delete `c -> a`': '    a -> b -> c',
      'Delete `a -> b`': '    b -> c -> a',
      'Delete `b -> c`': '    a -> b\n    c -> a',
    });
    assert.deepEqual(fixesOf('    a -> c\n    b -> c'), {
      'Delete `b -> c`': '    a -> c',
      'Delete `a -> c`': '    b -> c',
      'Turn the 2 arcs round': '    c -> a\n    c -> b',
    });
    // Within a chain, an arc cannot be turned round alone.
    assert.ok(!('Turn the 2 arcs round' in fixesOf('    root -> c\n    b -> c')));
    assert.deepEqual(fixesOf('    a -x-> b -> c\n    a -> c'), {
      'Delete `a -> c`': '    a -x-> b -> c',
      'Delete `b -> c`': '    a -x-> b\n    a -> c',
    });
    assert.deepEqual(fixesOf('    root -> a\n    root -> b'), {
      'Delete `root -> b`': '    root -> a',
      'Delete `root -> a`': '    root -> b',
    });
    assert.deepEqual(fixesOf('    a -> b\n    root -> b'), {
      'Delete `root -> b`': '    a -> b',
      'Delete `a -> b`': '    root -> b',
    });
    assert.deepEqual(fixesOf('    a -> a b'), { 'Delete `a -> a`': '    a -> b' });
  });

  it('shorten a long cycle', () => {
    const forms = Array.from({ length: 50 }, (_, i) => `w${i}`);
    const [told] = check(
      parse(bagWith(forms.join(' '), [...forms, 'w0'].join(' -> '))),
      options,
    ).diagnostics();
    assert.match(told.message, /w0 -> w1 .* … -> w49 -> w0/);
  });

  it('make the bag invalid', () => {
    const file = parse(bagWith('a b', 'a -> b -> a'));
    assert.equal(check(file, options).isValid(0), false);
  });
});

describe('an expectation', () => {
  for (const [what, words, line, expected] of [
    ['fits', '"a b" c .', 'c a b .', []],
    ['fits with other white space', '"a b" c', 'c \t a   b', []],
    ['fits with repeated words', 'of of "of x"', 'of of x of', []],
    [
      'lacks a word',
      'a b c',
      '⟦a b⟧',
      [
        [
          'expectation-mismatch',
          'lacks `c`. Add it here, remove it from `words:`, or write `c?` there.',
        ],
      ],
    ],
    [
      'has another word',
      'a b',
      'a b ⟦c⟧',
      [
        [
          'expectation-mismatch',
          'This sentence has `c`, which the bag lacks. Add it to `words:`, or remove it here.',
        ],
      ],
    ],
    ['has a word once more', 'a b', 'a b ⟦a⟧', [['expectation-mismatch', 'has `a` more often']]],
    [
      'has another case',
      'a b',
      '⟦A⟧ b',
      [['expectation-mismatch', '`A` is written `a` in the bag.']],
    ],
    [
      'lacks one word more than are named',
      'a b c d e f g',
      '⟦a⟧',
      [['expectation-mismatch', '`f` and 1 more word.']],
    ],
    [
      'has a full stop that the bag lacks, without a space before it',
      'she drove my car',
      'she drove my car⟦.⟧',
      [['expectation-mismatch', 'This sentence has `.`, which the bag lacks. Add it to `words:`']],
    ],
    [
      'has misspelt words, one of them before a full stop as in print',
      'the commitee meets tommorow .',
      'the ⟦committee⟧ meets tomorrow.',
      [
        [
          'expectation-mismatch',
          '`committee`, `tomorrow` are not in the bag: did you mean `commitee`, `tommorow`?',
        ],
      ],
    ],
    [
      'has several such words, and lacks another',
      "do n't go home , he said .",
      "⟦Don't⟧ go, he said.",
      [
        [
          'expectation-mismatch',
          "`Don't` is written `do n't` in the bag, with other capitals. This sentence lacks `home`.",
        ],
      ],
    ],
    [
      'tears a phrase apart',
      '"a b" c',
      '⟦a c b⟧',
      [['expectation-mismatch', 'keeps `a b` together']],
    ],
    ['has phrases of one word one behind the other', '"a a" "a a" b', 'b a a a a', []],
    ['has quotation marks as they are printed', "`` stop '' , he said .", '"stop," he said.', []],
    ['has quotation marks of print', "`` stop '' , he said .", '“stop,” he said.', []],
    ['has a mark behind a quotation mark', "he said `` stop '' .", 'he said "stop".', []],
    [
      'has marks that the bag has in another order',
      "stop '' `` , he said .",
      '"stop", he said.',
      [],
    ],
    [
      'has no word in two phrases',
      '"a a" "a a" b',
      '⟦a a a b a⟧',
      [['expectation-mismatch', 'keeps `a a` together']],
    ],
    [
      'is made of the longest words of the bag',
      'can not cannot I',
      'I ⟦Cannot⟧',
      [
        [
          'expectation-mismatch',
          '`Cannot` is written `cannot` in the bag. This sentence lacks `can`',
        ],
      ],
    ],
    [
      'has a word too often, of which one stands for two others',
      'cannot can not can not',
      '⟦cannot cannot⟧',
      [['expectation-mismatch', 'This sentence lacks `can`, `not`.']],
    ],
    [
      'has more other spellings than are named',
      'a b c d e f',
      '⟦A B C D E F⟧',
      [['expectation-mismatch', '`D` is written `d`, `E` is written `e` in the bag.']],
    ],
    [
      'has more than it lacks, and so is not told of spelling',
      'dogs bark',
      '⟦Dogs⟧ bark bark',
      [
        [
          'expectation-mismatch',
          '`Dogs` is not in the bag: did you mean `dogs`? This sentence has `bark` more often than the bag.',
        ],
      ],
    ],
    [
      'has a word with a quotation mark once more',
      'it is 5" long',
      'it is 5" ⟦5"⟧ long',
      [['expectation-mismatch', 'This sentence has `5"` more often than the bag. Add it to']],
    ],
    [
      'has a mark before it, and another word',
      'dogs bark .',
      '⟦-⟧ dogs sleep .',
      [['expectation-mismatch', 'lacks `bark` and has `-`, `sleep`, which the bag lacks.']],
    ],
    [
      'has a contraction of words that the bag lacks',
      'I go .',
      "I ⟦don't⟧ go.",
      [['expectation-mismatch', "This sentence has `don't`, which the bag lacks."]],
    ],
    [
      'has another verb before a negation',
      "you can n't go",
      "you ⟦do⟧n't go",
      [['expectation-mismatch', 'This sentence lacks `can` and has `do`, which the bag lacks.']],
    ],
    [
      'has a misspelt word with a mark besides the right one',
      'dogs bark .',
      'dogs. ⟦dogz.⟧ bark',
      [['expectation-mismatch', 'This sentence has `dogz.`, which the bag lacks.']],
    ],
    [
      'has another form of a word',
      'dogs sleep .',
      '⟦dog⟧ sleep .',
      [['expectation-mismatch', '`dog` is not in the bag: did you mean `dogs`?']],
    ],
    [
      'has other forms and another word',
      'dogs sleep .',
      '⟦the⟧ dog sleeps .',
      [
        [
          'expectation-mismatch',
          '`dog`, `sleeps` are not in the bag: did you mean `dogs`, `sleep`? ' +
            'This sentence has `the`, which the bag lacks. Add it to `words:`, or remove it here.',
        ],
      ],
    ],
    [
      'has another form of an optional word',
      'a dogs? slept',
      'a ⟦dog⟧ slept',
      [['expectation-mismatch', '`dog` is not in the bag: did you mean `dogs`?']],
    ],
    [
      'has a word too seldom, one too often, and one that the bag lacks',
      'the cat sat there',
      'the the ⟦zebra⟧ sat there',
      [
        [
          'expectation-mismatch',
          'This sentence lacks `cat`, has `the` more often than the bag and has `zebra`, which the bag lacks. ' +
            'Use each word of the bag exactly once.',
        ],
      ],
    ],
  ] as const) {
    it(what, () => assertProblems(bagWith(words, '', `  expect:\n    ${line}`), expected));
  }

  it('is no comment', () => {
    for (const [words, line, titles] of [
      ['a', '⟦#⟧ a', []],
      ['dogs bark .', '⟦dogs bark. # my favourite⟧', ['Delete the comment']],
    ] as const) {
      const source = bagWith(words, '', `  expect:\n    ${line}`);
      assertProblems(source, [['expectation-mismatch', 'comments stand elsewhere']]);
      const [{ fixes = [] }] = problemsIn(source);
      assert.deepEqual(
        fixes.map(({ title }) => title),
        titles,
      );
    }
  });

  it('is split as in print, however many words the bag lacks', () => {
    for (const [words, line, message] of [
      [
        "It 's raining .",
        "It's raining ⟦cats⟧ and dogs.",
        'This sentence has `cats`, `and`, `dogs`, which the bag lacks. Add them',
      ],
      [
        'She ran , he sat , they left .',
        'She ran, he sat, they left, ⟦and⟧ we all stayed.',
        'This sentence has `,` more often than the bag and has `and`, `we`, `all`, `stayed`, which',
      ],
    ]) {
      assertProblems(bagWith(words, '', `  expect:\n    ${line}`), [
        ['expectation-mismatch', message],
      ]);
    }
  });

  for (const [written, told, title] of [
    ['dogs bark . # my first', 'comments stand elsewhere', 'Delete the comment'],
    ['dogs bark .  #why', 'comments stand elsewhere', 'Delete the comment'],
    ['- dogs bark.', 'without a mark before it', 'Delete the mark'],
    ['2. dogs bark.', 'without a mark before it', 'Delete the mark'],
  ] as const) {
    it(`has a sentence alone on its line: ${written}`, () => {
      const source = (line: string) => bagWith('bark dogs .', '', `  expect:\n    ${line}\n`);
      assertProblems(source(`⟦${written}⟧`), [['expectation-mismatch', told]]);
      const sentence = written.replace(/ +#.*|^\S+(?= dogs)/g, '').trim();
      assert.equal(fixed(source(written), title), source(sentence));
      assert.deepEqual(problemsIn(source(sentence)), []);
    });
  }

  it('may have such a mark as a word', () => {
    const source = bagWith('bark dogs . - "#"', '', '  expect:\n    - dogs bark . #\n');
    assert.deepEqual(problemsIn(source), []);
  });

  it('has no quotes around it', () => {
    const bag = (sentence: string): string => bagWith('a cat slept .', '', `  expect: ${sentence}`);
    for (const sentence of ['"a cat slept."', '“a cat slept .”']) {
      const [{ fixes = [], message }] = problemsIn(bag(sentence));
      assert.match(message, /^`expect:` is plain text/);
      assert.equal(applyFix(bag(sentence), fixes[0]), bag(sentence.slice(1, -1)));
    }
    const quoted = bagWith('"\\"" a cat "\\""', '', '  expect: "a cat"');
    assert.deepEqual(problemsIn(quoted), []);
  });

  it('may begin with a capital and end with a mark that the bag lacks: a fix adds the mark', () => {
    const bag = (words: string, line: string): string => bagWith(words, '', `  expect: ${line}`);
    assert.equal(
      fixed(bag('it rained', 'It rained.'), 'Add `.` to `words:`, and write `it` here'),
      bag('it rained .', 'it rained.'),
    );
    const question = bag('did it rain?', 'Did it rain?');
    assert.equal(
      fixed(question, 'Write `rain ?` in `words:`, and `did` here'),
      bag('did it rain ?', 'did it rain?'),
    );
    const [, { fixes = [] }] = problemsIn(question);
    assert.equal(fixes.length, 1);
  });

  it('does not say that the bag has a mark that it lacks', () => {
    const source = bagWith('we met on friday', '', '  expect: we met on Friday.');
    assert.ok(problemsIn(source).every(({ message }) => !message.includes('`friday .`')));
  });

  it('may be broken over two lines, which a fix joins', () => {
    const bag = (gap: string): string =>
      bagWith('a b c d .', '', `  expect:\n    a b${gap}c d .\n    d c b a .`);
    assert.equal(fixed(bag('\n    '), 'Write it on one line'), bag(' '));
    assert.deepEqual(problemsIn(bag(' ')), []);
    const [{ message }, ...others] = problemsIn(bag('\n    '));
    assert.match(message, /^Each line of `expect:` is a sentence of its own/);
    assert.deepEqual(others, []);
  });

  it('is not judged in a bag with a section that does not exist', () => {
    const source = bagWith('a b', '', '  ⟦notes:⟧ a/NN\n  expect: a b');
    assertProblems(source, [['unknown-section', 'There is no section `notes:`. The sections are']]);
  });

  it('may omit one of two equal words: a fix deletes the one that no line names', () => {
    for (const [name, other] of [
      ['the#1', 'the#2'],
      ['the#2', 'the#1'],
    ]) {
      const bag = (words: string): string =>
        bagWith(words, `dog -> ${name}`, '  expect: the dog slept');
      const source = bag('the#1 the#2 dog slept');
      assert.equal(fixed(source, `Delete \`${other}\``), bag(`${name} dog slept`));
    }
  });

  it('may contract words of the bag: a fix spells them out', () => {
    for (const [words, line, spelledOut] of [
      ['They are here .', "They're here.", 'They are here.'],
      ['I do not go .', "I don't go.", 'I do not go.'],
      ['He has gone .', "He's gone.", 'He has gone.'],
      ['I will go .', "I'll go.", 'I will go.'],
      ['We had gone .', "We'd gone.", 'We had gone.'],
    ]) {
      const bag = (sentence: string): string => bagWith(words, '', `  expect: ${sentence}`);
      const [{ fixes = [], message }] = problemsIn(bag(line));
      assert.match(message, /^`n?'\w+` is not in the bag: did you mean `\w+`\?$/);
      assert.equal(applyFix(bag(line), fixes[0]), bag(spelledOut));
      assert.deepEqual(problemsIn(bag(spelledOut)), []);
    }
  });

  it('is judged line by line', () => {
    assertProblems(bagWith('a b', '', '  expect:\n    a b\n    ⟦a⟧\n    b a\n    ⟦b⟧'), [
      'expectation-mismatch',
      'expectation-mismatch',
    ]);
  });

  it('is unreachable for what is told of its own line', () => {
    const text = bagWith('a b', '', '  expect:\n    b a\n    a\n    a b');
    assert.deepEqual(check(parse(text), options).expectations(0), [
      { text: 'b a', unreachable: null },
      { text: 'a', unreachable: problemsIn(text)[0].message },
      { text: 'a b', unreachable: null },
    ]);
  });

  for (const [words, line, title, result] of [
    ['the team', 'the teams', 'Change to `team`', 'the team'],
    ['he saw us', 'he saw he', 'Change to `us`', 'he saw us'],
    ['team led', 'teams led', 'Change to `team`', 'team led'],
    ['dogs sleep', 'dog sleeps', 'Change to `dogs`, `sleep`', 'dogs sleep'],
    ['dogs? sleep', 'dog sleep', 'Change to `dogs`', 'dogs sleep'],
    ['dogs', 'dogz', 'Change to `dogs`', 'dogs'],
    ['the cat sat .', 'the cat ran .', 'Change to `sat`', 'the cat sat .'],
    ['the cat sat .', 'the cat ran.', 'Change to `sat`', 'the cat sat.'],
    ['they sat , and ran !', 'they sat, and ran.', 'Change to `!`', 'they sat, and ran!'],
    ['it rained ?', 'It rained.', 'Change to `it rained ?`', 'it rained ?'],
    ['The cat sat .', 'the cat ran.', 'Change to `The cat sat .`', 'The cat sat .'],
    ['I can not go .', "I can't go.", 'Change to `can`, `not`', 'I can not go.'],
    ['I ca not go .', 'I cannot go.', 'Change to `ca`', 'I ca not go.'],
    ['I will not go .', "I won't go.", 'Change to `will`, `not`', 'I will not go.'],
    ['it is late .', "It's late.", 'Change to `it is late .`', 'it is late .'],
    ['i am late', "I'm late", 'Change to `i am`', 'i am late'],
  ] as const) {
    it(`has a fix where one word stands for another: ${line}`, () => {
      const bag = (expected: string): string => bagWith(words, '', `  expect: ${expected}`);
      assert.equal(fixed(bag(line), title), bag(result));
    });
  }

  for (const [words, line, advice, title, result] of [
    [
      'I/PRP said that/IN he left',
      'I said he left',
      'or write `that/IN?` there',
      'Write `that/IN?`',
      'I/PRP said that/IN? he left',
    ],
    [
      'the/DT the/DT dog barks',
      'the dog barks',
      'remove it from `words:`',
      'Delete the second `the/DT`',
      'the/DT dog barks',
    ],
    [
      'the old "New York" fell',
      'the fell',
      'or write `old?` and `"New York"?` there',
      'Write `old?` and `"New York"?`',
      'the old? "New York"? fell',
    ],
    [
      'I know that ? he left',
      'I know he left',
      'or write `that?` there',
      'Write `that?`',
      'I know that? he left',
    ],
    [
      'I know that/IN  ? he left',
      'I know that he left',
      'or write `that/IN?` there',
      'Write `that/IN?`',
      'I know that/IN? he left',
    ],
    [
      'I know ? ? he left',
      'I know he left',
      'or write `??` and `know?` there',
      'Write `??` and `know?`',
      'I know? ?? he left',
    ],
    [
      'I want go .',
      'I want to go .',
      'Add it to `words:`',
      'Add `to` to `words:`',
      'I want go . to',
    ],
    [
      'he ( wo | will ) come',
      'he will root come soon',
      'Add them to `words:`',
      'Add `root`, `soon` to `words:`',
      'he ( wo | will ) come "root" soon',
    ],
  ] as const) {
    it(`fits once the words of the bag change by a fix: ${line}`, () => {
      const bag = (given: string): string => bagWith(given, '', `  expect: ${line}`);
      const [{ message }] = problemsIn(bag(words));
      assert.ok(message.includes(advice), message);
      assert.equal(fixed(bag(words), title), bag(result));
      assert.deepEqual(problemsIn(bag(result)), []);
    });
  }

  for (const [words, line, message, title, result] of [
    [
      "you can n't go",
      "you can't go",
      "The treebank writes `ca n't`, and the bag has `can n't`: write `ca` in `words:`.",
      'Write `ca` in `words:`',
      "you ca n't go",
    ],
    [
      "you will/MD n't go .",
      "you wo n't go .",
      "The treebank writes `wo n't`, and the bag has `will n't`: write `wo` in `words:`.",
      'Write `wo` in `words:`',
      "you wo/MD n't go .",
    ],
    [
      'that seems true?',
      'seems that true?',
      '`true?` is an optional word in `words:`: write `true ?` there for a question mark.',
      'Write `true ?` in `words:`',
      'that seems true ?',
    ],
    [
      'on the mat?',
      'on the mat ?',
      '`mat?` is an optional word in `words:`: write `mat ?` there for a question mark.',
      'Write `mat ?` in `words:`',
      'on the mat ?',
    ],
    [
      'on the mat?',
      'on mat',
      'This sentence lacks `the`. Add it here, remove it from `words:`, or write `the?` there.',
      'Write `the?`',
      'on the? mat?',
    ],
  ] as const) {
    it(`fits once a mistake in the words is mended: ${words}, ${line}`, () => {
      const bag = (given: string): string => bagWith(given, '', `  expect: ${line}`);
      const found = problemsIn(bag(words)).filter(({ code }) => code === 'expectation-mismatch');
      assert.deepEqual(
        found.map((one) => [one.message, one.fixes?.map((fix) => fix.title)]),
        [[message, [title]]],
      );
      assert.equal(fixed(bag(words), title), bag(result));
      assert.deepEqual(problemsIn(bag(result)), []);
    });
  }

  for (const [words, line, title, changed] of [
    ['we like icecream .', 'we like ice-cream.', 'Write `ice - cream` in `words:`', 'words'],
    ['we met atthe cafe .', 'we met at the cafe.', 'Write `at the` in `words:`', 'words'],
    ['your late .', "you're late.", "Write `you 're` in `words:`", 'words'],
    ['its late .', "it's late.", "Write `it 's` in `words:`", 'words'],
    ["it 's late .", 'its late.', "Change to `it's`", 'line'],
    ["you 're late .", 'your late.', "Change to `you're`", 'line'],
    ['we like ice - cream .', 'we like ice cream .', 'Change to `ice-cream`', 'line'],
    ["let 's go .", 'let us go.', "Change to `'s`", 'line'],
    ['let us go .', "let's go.", 'Change to `us`', 'line'],
  ] as const) {
    it(`gets a fix if only it, or only the bag, writes a word in pieces: ${words}, ${line}`, () => {
      const source = bagWith(words, '', `  expect: ${line}`);
      const mended = fixed(source, title);
      assert.deepEqual(problemsIn(mended), []);
      const kept = changed === 'words' ? `expect: ${line}` : `words: ${words}`;
      assert.ok(mended.includes(kept), mended);
    });
  }

  it('gets no hyphen between words that have none between them in the bag', () => {
    for (const [words, line] of [
      ['"a - b"', 'a b'],
      ['- cream ice', 'ice cream'],
      ['ice cream -', 'ice cream'],
    ]) {
      const found = problemsIn(bagWith(words, '', `  expect: ${line}`));
      const titles = found.flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
      assert.ok(found.length > 0 && titles.every((title) => !title.startsWith('Change')), words);
    }
  });

  it('may leave out a phrase whose question mark stands within its quotes', () => {
    const source = (phrase: string) => bagWith(`we meet ${phrase} .`, '', '  expect: we meet.');
    assert.equal(fixed(source('"at noon?"'), 'Write `"at noon"?`'), source('"at noon"?'));
  });

  it('has no fix of words that statements name', () => {
    const source = bagWith("you can n't go", 'go -> can', "  expect: you can't go");
    const [{ fixes = [] }] = problemsIn(source);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      [],
    );
  });

  for (const [words, line, message, mended] of [
    [
      'he said " hello " .',
      'he said " hello " .',
      '`" hello "` is read',
      'he said "\\"" hello "\\"" .',
    ],
    ['(x|y) want', 'x want', 'Write `( x | y )`', '( x | y ) want'],
    ['he_PRP wants_VBZ', 'he wants', 'write `he/PRP`', 'he/PRP wants_VBZ'],
  ]) {
    it(`is told at the words that are read otherwise, and only there: ${words}`, () => {
      const source = bagWith(words, '', `  expect: ${line}`);
      const tags = new Set(['PRP', 'VBZ']);
      const options = { ...withoutModel, knowledge: { ...knowledge, tags } };
      const checked = check(parse(source), options);
      const problems = checked.diagnostics();
      assert.ok(problems.every(({ code }) => code === 'perhaps-several' || code === 'perhaps-tag'));
      assert.ok(problems[0].message.includes(message), problems[0].message);
      assert.deepEqual(
        problems[0].related?.map(({ range }) => source.slice(range.start, range.end)),
        [line],
      );
      const [{ unreachable }] = checked.expectations(0);
      assert.equal(unreachable, problems[0].message);
      assert.deepEqual(checked.brokenBy(0, 0), []);
      assert.equal(
        applyFix(source, problems[0].fixes![0]),
        bagWith(mended, '', `  expect: ${line}`),
      );
    });
  }

  it('is told on its line if it would be wrong even so', () => {
    const codes = ['perhaps-several', 'expectation-mismatch'] as const;
    assertProblems(bagWith('⟦(x|y)⟧ want', '', '  expect: ⟦z⟧ want'), codes);
    assertProblems(bagWith('⟦(x|y)⟧ want', '', '  expect:\n    ⟦z⟧ want\n    x want'), codes);
  });

  it('has another spelling and another form of a word, which one fix mends', () => {
    const bag = (line: string): string => bagWith('he sees dogs .', '', `  expect: ${line}`);
    assert.equal(fixed(bag('He sees dog.'), 'Change to `he sees dogs .`'), bag('he sees dogs .'));
  });

  it('keeps the print of a misspelt word that a fix mends, and of a mark that a fix adds', () => {
    const bag = (line: string, words = 'he sees dogs .'): string =>
      bagWith(words, '', `  expect: ${line}`);
    assert.equal(fixed(bag('he sees dog.'), 'Change to `dogs`'), bag('he sees dogs.'));
    const lacking = bag('he sees dogs.', 'he sees dogs');
    assert.equal(fixed(lacking, 'Add `.` to `words:`'), bag('he sees dogs.'));
    for (const line of ['he sees dog.', "the committee does n't meet tomorrow."]) {
      const [{ message }] = problemsIn(bag(line, "the commitee do n't meet tommorow ."));
      assert.ok(!message.includes('spaces'), message);
    }
  });

  for (const [what, words, rest, line] of [
    ['would break the order', 'dogs chase cats', '  order: cats < dogs\n', 'dog chase cats'],
    ['would leave another word', 'dogs sleep', '', 'the dog sleep'],
    ['would break a line that names the new word', 'a c', '  order: c << b\n', 'c a b'],
    ['would tear the words of `<<` apart', 'a b', '  order: a << b\n', 'a c b'],
  ]) {
    it(`has no fix that ${what}`, () => {
      const problems = problemsIn(bagWith(words, '', `${rest}  expect: ${line}`));
      const { fixes = [] } = problems.find(({ code }) => code === 'expectation-mismatch')!;
      assert.deepEqual(fixes, []);
    });
  }

  for (const [what, words, line] of [
    ['it leaves out many words', 'a b c d e', 'a b'],
    ['it breaks a choice as well', 'a b ( c | d )', 'a'],
    ['it has many more words', 'a', 'a b c d'],
    ['it has a word of the bag once more', 'a b', 'a b b'],
    ['it has words that the bag would have apart', 'a b', "a b it's"],
    ['it writes a word of a phrase in pieces', 'a "b icecream"', 'a b ice cream'],
  ]) {
    it(`has no fix of the words if ${what}`, () => {
      const problems = problemsIn(bagWith(words, '', `  expect: ${line}`));
      assert.deepEqual(
        problems.map(({ code, fixes = [], message }) => [code, fixes, message.includes('?')]),
        [['expectation-mismatch', [], false]],
      );
    });
  }

  for (const [words, mended, line] of [
    ['I know (that) he left', 'I know that? he left', 'I know he left'],
    ['I know [that] he left', 'I know that? he left', 'I know he left'],
    ['I know (that)/IN he left', 'I know that/IN? he left', 'I know he left'],
    ['I know (that he) left', 'I know "that he"? left', 'I know left'],
    ['I know [that he] left', 'I know "that he"? left', 'I know left'],
  ]) {
    it(`may leave out words in brackets, which one fix marks as optional: ${words}`, () => {
      const bag = (given: string): string => bagWith(given, '', `  expect: ${line}`);
      const [problem, ...others] = problemsIn(bag(words), { knowledge });
      assert.deepEqual(others, []);
      assert.equal(problem.code, 'perhaps-several');
      assert.deepEqual(
        problem.fixes?.map((fix) => applyFix(bag(words), fix)),
        [bag(mended)],
      );
      assert.deepEqual(problemsIn(bag(mended), { knowledge }), []);
    });
  }

  for (const [words, mended, line] of [
    ['a good?/JJ dog', 'a good/JJ? dog', 'a dog'],
    ['I ate ( a | an )/DT ? apple', 'I ate ( a | an )/DT? apple', 'I ate apple'],
    ['is it true?', 'is it true ?', 'is it true?'],
  ]) {
    it(`has no problem of its own if a mark in the words explains it: ${words}`, () => {
      const bag = (given: string): string => bagWith(given, '', `  expect: ${line}`);
      const [{ fixes = [] }, ...others] = problemsIn(bag(words));
      assert.deepEqual(others, []);
      assert.equal(applyFix(bag(words), fixes[0]), bag(mended));
      assert.deepEqual(problemsIn(bag(mended)), []);
    });
  }

  it('offers to delete a double word first, if it makes no other expectation impossible', () => {
    const titles = (words: string, ...lines: string[]): string[] => {
      const source = bagWith(words, '', ['  expect:', ...lines].join('\n    '));
      return problemsIn(source).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    };
    assert.deepEqual(titles('the the dog', 'the dog'), ['Delete the second `the`', 'Write `the?`']);
    assert.deepEqual(titles('the the dog', 'the dog', 'the the dog'), ['Write `the?`']);
    assert.deepEqual(titles('the dog the', 'the dog'), ['Write `the?`']);
    assert.deepEqual(titles('the\n  the dog', 'the dog'), ['Write `the?`']);
  });

  it('has no fix that would add a word to a group or chunk without its closing bracket', () => {
    for (const [words, line, title] of [
      ['a ( b | c', 'a b d', 'Close the group'],
      ['a [ b c', 'a b c d', 'Close the chunk'],
    ]) {
      const problems = problemsIn(bagWith(words, '', `  expect: ${line}`));
      const titles = problems.flatMap(({ fixes = [] }) => fixes.map((fix) => fix.title));
      assert.deepEqual(titles, [title]);
    }
  });

  it('gets no advice to write brackets in an optional word', () => {
    for (const words of ['I know (that he left', 'I know that) he left', 'I know (that he) left']) {
      const found = problemsIn(bagWith(words, '', '  expect: I know he left'), { knowledge });
      for (const { message } of found) assert.doesNotMatch(message, /[()]\?`/, words);
    }
  });

  it('may have a word that another one lacks: the fix adds it as optional', () => {
    const source = (words: string): string =>
      bagWith(words, '', '  expect:\n    she left early .\n    she left very early .');
    const mended = source('she left early . very?');
    assert.equal(fixed(source('she left early .'), 'Add `very?` to `words:`'), mended);
    assert.deepEqual(problemsIn(mended), []);
  });

  it('may have a word without the brackets that the bag has around it', () => {
    const source = (word: string): string =>
      bagWith(`I know ${word} man left`, '', '  expect: I know that man left');
    assert.equal(fixed(source('(that)'), 'Write `that`', { knowledge }), source('that'));
    assert.deepEqual(problemsIn(source('that'), { knowledge }), []);
  });

  it('may begin with the mark of a list, and with a capital that the bag lacks', () => {
    const source = (line: string): string => bagWith('she left .', '', `  expect: ${line}`);
    const title = 'Delete the mark, and write `she`';
    assert.equal(fixed(source('* She left.'), title), source('she left.'));
    assert.equal(fixed(source('* she left.'), 'Delete the mark'), source('she left.'));
  });

  it('has words in brackets if no expectation leaves them out, or one has them', () => {
    const source = bagWith('I know (that) he left', '', '  expect: I know ( that ) he left');
    const [{ fixes }] = problemsIn(source, { knowledge });
    assert.match(fixes![0].title, /"\(" that "\)"/);
    const both = '  expect:\n    I know (that) he left\n    I know he left';
    const messages = problemsIn(bagWith('I know (that) he left', '', both), { knowledge }).map(
      ({ message }) => message,
    );
    assert.ok(messages.length > 0 && messages.every((one) => !one.includes('may be left out')));
  });

  describe('with a word in another spelling than the bag', () => {
    const seen = new Map([
      ...(['the', 'professor', 'committee', 'London'] as const).map((form) => [form, 20] as const),
      ['teh', 4],
      ['runs', 3],
      ['run', 90],
      ['team', 9],
    ]);
    const lexicon = {
      ...knowledge,
      tagsOf: (form: string) => (seen.has(form) ? new Map([['NN', seen.get(form)!]]) : null),
    };
    /** The mismatch of the first line, and the bag after each of its fixes, without its first and last line. */
    const mismatch = (source: string, known: typeof lexicon | null = lexicon) => {
      const found = problemsIn(source, { knowledge: known });
      const { message, fixes = [] } = found.find(({ code }) => code === 'expectation-mismatch')!;
      return { message, after: fixes.map((fix) => applyFix(source, fix)) };
    };

    it('has a fix that spells it like the bag, and one that spells the bag like it', () => {
      const bag = (word: string, expected: string): string =>
        bagWith(`${word}/NN barks .`, '', `  expect: ${expected} barks.`);
      for (const known of [null, lexicon]) {
        const { message, after } = mismatch(bag('dogz', 'dogs'), known);
        assert.equal(message, '`dogs` is not in the bag: did you mean `dogz`?');
        assert.deepEqual(after, [bag('dogz', 'dogz'), bag('dogs', 'dogs')]);
      }
    });

    it('has the fix of the bag first if the model knows this spelling and the other hardly', () => {
      for (const [words, line] of [
        ['teh dog barks .', 'the dog barks.'],
        ['a profesor sleeps .', 'a professor sleeps.'],
        ['the commitee meets .', 'the committee meets .'],
      ]) {
        const source = bagWith(words, '', `  expect: ${line}`);
        const { message, after } = mismatch(source);
        assert.match(message, /^`words:` has `\w+`: did you mean `\w+`\?$/);
        assert.equal(after.length, 2);
        assert.deepEqual(problemsIn(after[0], { knowledge: lexicon }), []);
        assert.ok(after[0].includes(`expect: ${line}`));
        assert.equal(mismatch(source, null).after[1], after[0]);
      }
      for (const [words, line, message] of [
        ['the team', 'the teem', '`teem` is not in the bag: did you mean `team`?'],
        ['the runs', 'the run', '`run` is not in the bag: did you mean `runs`?'],
      ]) {
        const known = mismatch(bagWith(words, '', `  expect: ${line}`));
        assert.equal(known.message, message);
        assert.equal(known.after[0], bagWith(words, '', `  expect: ${words}`));
      }
    });

    it('has a fix of the bag alone if the bag has the right spelling elsewhere', () => {
      const source = bagWith('the dog saw teh cat', '', '  expect: the dog saw the cat');
      const { message, after } = mismatch(source);
      assert.equal(message, '`words:` has `teh`: did you mean `the`?');
      assert.deepEqual(after, [source.replace('teh', 'the')]);
      const other = bagWith('the dog saw a cat', '', '  expect: the dog saw the cat');
      assert.match(mismatch(other).message, /^This sentence lacks `a`/);
      const known = bagWith('a run of runs', '', '  expect: a run of run');
      assert.match(mismatch(known).message, /^This sentence lacks `runs`/);
    });

    it('has a fix for both words of a name that begins it', () => {
      const names = new Map([
        ['York', 20],
        ['New', 20],
        ['new', 90],
      ]);
      const tagsOf = (form: string) =>
        names.has(form) ? new Map([['NN', names.get(form)!]]) : null;
      const source = (name: string): string =>
        bagWith(`${name} barks .`, '', '  expect: New York barks.');
      const { after } = mismatch(source('new york'), { ...knowledge, tagsOf });
      assert.ok(after.includes(source('New York')), after.join('\n'));
    });

    it('has a fix for punctuation, which writes one mark', () => {
      const source = (mark: string): string =>
        bagWith(`dogs bark ${mark}`, '', '  expect: dogs bark .');
      assert.ok(mismatch(source('.;')).after.includes(source('.')));
    });

    it('has the fix of the bag first if this lacks an apostrophe, whatever the model has seen', () => {
      for (const [s, clitic] of [
        [0, 0],
        [9, 1],
        [9, 20],
      ]) {
        const counts = new Map(Object.entries({ s, "'s": clitic }));
        const tagsOf = (form: string) =>
          counts.get(form) ? new Map([['NN', counts.get(form)!]]) : null;
        const source = bagWith('that s my chair', '', "  expect: that's my chair");
        const { message, after } = mismatch(source, { ...lexicon, tagsOf });
        assert.equal(message, "`words:` has `s`: did you mean `'s`?");
        assert.equal(after[0], source.replace('that s', "that 's"));
      }
    });

    it('renames it within a phrase', () => {
      const bag = (word: string): string =>
        bagWith(`"a ${word}" sleeps`, '', '  expect: a professor sleeps');
      const { message, after } = mismatch(bag('profesor'));
      assert.equal(message, '`words:` has `profesor`: did you mean `professor`?');
      assert.equal(after[0], bag('professor'));
    });

    it('has the fix of the bag first if a line names the known spelling', () => {
      const bag = (word: string): string =>
        bagWith(`${word} sleeps`, 'sleeps -> professor', '  order: last sleeps');
      const [{ code, message, fixes = [] }] = problemsIn(bag('profesor'), { knowledge: lexicon });
      assert.equal(code, 'unknown-word');
      assert.equal(message, '`words:` has `profesor`: did you mean `professor`?');
      assert.equal(applyFix(bag('profesor'), fixes[0]), bag('professor'));
      assert.equal(fixes[1].title, 'Change to `profesor`');
      const known = problemsIn(bagWith('team sleeps', 'sleeps -> teams'), { knowledge: lexicon });
      assert.equal(known[0].fixes?.[0].title, 'Change to `team`');
      const [inner] = problemsIn(bag('"profes-sor"'), { knowledge: lexicon });
      assert.equal(inner.message, '`words:` has `profes-sor`: did you mean `professor`?');
      // Punctuation around a word is no mistake in its spelling.
      for (const word of ['"--professor"', '"professor,"', '"professor..."']) {
        const [outer] = problemsIn(bag(word), { knowledge: lexicon });
        assert.match(outer.message, /^`professor` is not in `words:`/, word);
      }
    });

    it('renames it in all lines', () => {
      const source = (word: string): string =>
        bagWith(
          `${word}#1/DT dog barks and barks .`,
          `    dog -> ${word}#1`,
          `  order:\n    ${word}#1 << dog\n  expect:\n    the dog barks and barks.\n    and ${word} dog barks barks .`,
        );
      assert.deepEqual(problemsIn(source('the')), []);
      assert.equal(mismatch(source('teh')).after[0], source('the'));
    });

    it('has no fix that leaves its sentence impossible, or makes another one impossible', () => {
      for (const [rest, lines, fixes] of [
        ['  order: dog < teh\n', 'the dog barks', 0],
        ['', 'the dog sleeps', 0],
        ['', 'the dog barks .\n    barks dog . teh', 2],
        ['', 'the dog barks .\n    barks dog teh.', 2],
      ] as const) {
        const source = bagWith('teh dog barks .', '', `${rest}  expect:\n    ${lines}`);
        const { after } = mismatch(source);
        assert.equal(after.length, fixes, lines);
        for (const one of after) assert.deepEqual(problemsIn(one, { knowledge: null }), []);
      }
    });

    it('renames all words of this form, unless a line names one of them', () => {
      const bag = (words: string, rest = ''): string =>
        bagWith(words, '', `${rest}  expect: the dog saw the cat`);
      const { after } = mismatch(bag('teh dog saw teh cat'));
      assert.deepEqual(after[0], bag('the dog saw the cat'));
      assert.equal(after.length, 2);
      const named = '  order: teh#1 << dog\n';
      assert.equal(mismatch(bag('teh#1 dog saw teh#2 cat', named)).after.length, 1);
    });

    it('may have its capital from a name, or from the beginning of its sentence', () => {
      const bag = (name: string, line: string): string =>
        bagWith(`he likes ${name} .`, '', `  expect: ${line}`);
      for (const end of ['.', ' .']) {
        const line = `he likes London${end}`;
        const { after } = mismatch(bag('london', line));
        assert.deepEqual(after, [bag('London', line), bag('london', 'he likes london .')]);
      }
      const first = (name: string, line: string): string =>
        bagWith(`${name} fell`, '', `  expect: ${line}`);
      assert.deepEqual(mismatch(first('london', 'London fell')).after, [
        first('London', 'London fell'),
        first('london', 'london fell'),
      ]);
      // Training has seen *he* more often than *He*.
      const source = bagWith('he likes london', '', '  expect: He likes London');
      assert.deepEqual(mismatch(source).after, [
        bagWith('he likes London', '', '  expect: he likes London'),
        bagWith('he likes london', '', '  expect: he likes london'),
      ]);
    });
  });

  it('may end in a mark of the bag behind a word that the bag lacks', () => {
    const sentence = 'the big dog barks loudly.';
    const [{ message, fixes = [] }] = problemsIn(
      bagWith('the dog barks .', '', `  expect: ${sentence}`),
    );
    assert.match(message, /^This sentence has `big`, `loudly`, which the bag lacks\. Add them/);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Add `big`, `loudly` to `words:`'],
    );
  });

  it('has the apostrophe that a word of the bag lacks', () => {
    for (const [words, line, meant, written = meant] of [
      ['that s my chair .', "that's my chair.", "'s"],
      ['you ll see .', "you'll see.", "'ll"],
      ['Marys dog barks .', "Mary's dog barks.", "Mary's", "Mary 's"],
    ]) {
      const [{ message, fixes = [] }] = problemsIn(bagWith(words, '', `  expect: ${line}`));
      assert.match(message, new RegExp(`^\`words:\` has .*: did you mean \`${meant}\`\\?`));
      assert.equal(fixes[0].title, `Write \`${written}\` in \`words:\``);
      const after = applyFix(bagWith(words, '', `  expect: ${line}`), fixes[0]);
      assert.deepEqual(problemsIn(after, { knowledge: null }), []);
    }
  });

  it('has none of the marks of words:', () => {
    for (const [words, line, plain] of [
      ['the dog/NN barks .', 'the dog/NN barks .', 'the dog barks .'],
      ['the dog/NN|VB barks .', 'the dog/NN|VB barks .', 'the dog barks .'],
      ['the dog/NN barks .', 'the  dog/NN barks .', 'the dog barks .'],
      ['[ the dog ] barks .', '[ the dog ] barks .', 'the dog barks .'],
      ['the old? dog barks .', 'the old? dog barks .', 'the old dog barks .'],
    ]) {
      const source = bagWith(words, '', `  expect: ${line}`);
      const [{ message, fixes = [] }] = problemsIn(source);
      assert.match(message, /^`expect:` is plain text: words there have no tags/);
      assert.equal(applyFix(source, fixes[0]), bagWith(words, '', `  expect: ${plain}`));
      assert.equal(fixes.length, 1);
    }
  });

  it('needs spaces between words that print has apart, too', () => {
    for (const [words, line, written, meant] of [
      ['a lot came .', 'alot came.', 'alot', 'a lot'],
      ['the dog barks .', 'thedog barks.', 'thedog', 'the dog'],
      ['2 0 dogs', '20 dogs', '20', '2 0'],
    ]) {
      const source = bagWith(words, '', `  expect: ${line}`);
      const [{ message, fixes = [] }] = problemsIn(source);
      assert.ok(
        message.startsWith(
          `\`${written}\` is written \`${meant}\` in the bag, with spaces between`,
        ),
        message,
      );
      assert.deepEqual(problemsIn(applyFix(source, fixes[0])), []);
    }
    for (const [words, line] of [
      ['it is 5 pm .', 'it is 5pm.'],
      ['I can not go .', 'I cannot go.'],
      ['I do n’t go .', 'I don’t go.'],
      ['a well - known dog', 'a well-known dog'],
    ]) {
      assert.deepEqual(problemsIn(bagWith(words, '', `  expect: ${line}`)), [], line);
    }
  });

  it('has a question mark that sticks to a word within the bag', () => {
    const source = bagWith('who came? John came .', '', '  expect: who came? John came.');
    const [{ fixes = [] }] = problemsIn(source);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `came ?`'],
    );
    assert.deepEqual(problemsIn(applyFix(source, fixes[0])), []);
  });

  it('may have a comment behind it even if the bag has other comments', () => {
    const source = '# a\nbag {\n  # my test\n  words: a b # x\n  expect: a b # best\n}\n';
    const fixes = problemsIn(source).flatMap(({ fixes = [] }) => fixes);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Delete the comment'],
    );
  });

  it('may have a final mark that the bag lacks behind a misspelt word', () => {
    const reported = (words: string, line: string): Diagnostic =>
      problemsIn(bagWith(words, '', `  expect: ${line}`))[0];
    const titles = ({ fixes = [] }: Diagnostic): string[] => fixes.map(({ title }) => title);
    const mark =
      'This sentence has `.`, which the bag lacks. Add it to `words:`, or remove it here.';
    const both = reported('the dog slepes', 'the dog sleeps.');
    assert.equal(both.message, `\`sleeps\` is not in the bag: did you mean \`slepes\`? ${mark}`);
    assert.deepEqual(titles(both), [
      'Write `sleeps` and `.` in `words:`',
      'Change to `the dog slepes`',
    ]);
    assert.equal(reported('the dog sleeps', 'the dog sleeps.').message, mark);
  });

  it('may misspell a word that itself ends in a mark', () => {
    const [{ message, fixes = [] }] = problemsIn(
      bagWith('the dog saw Messrs.', '', '  expect: the dog saw Messsrs.'),
    );
    assert.equal(message, '`Messsrs.` is not in the bag: did you mean `Messrs.`?');
    assert.equal(fixes[0].title, 'Change to `Messrs.`');
  });

  it('has quotation marks that stand for the quotes of an item in the bag', () => {
    const source = bagWith('he said " hello "? .', '', '  expect: he said " hello ⟦"⟧ .');
    const message = '`words:` has `"` only within a longer item: write `"\\""` there.';
    assertProblems(source, [['expectation-mismatch', message]]);
  });

  it('is not told that an item has a quotation mark where the item is in quotes', () => {
    const source = bagWith('"Hello , " he said .', '', '  expect: "Hello," he said.');
    assert.doesNotMatch(problemsIn(source)[0].message, /longer item/);
  });

  it('has no fix that would give the bag more choices than can be looked at', () => {
    const chosen = Array.from({ length: 11 }, (_, i) => `w${i}?`).join(' ');
    const titles = (line: string): string[] =>
      problemsIn(bagWith(`a b ${chosen}`, '', `  expect: ${line}`)).flatMap(({ fixes = [] }) =>
        fixes.map(({ title }) => title),
      );
    assert.deepEqual(titles('a w0'), ['Write `b?`']);
    assert.deepEqual(titles('w0'), []);
  });

  for (const [words, line, title, result] of [
    ['dogs bark .', 'Dogs bark .', 'Change to `dogs`', 'dogs bark .'],
    ['dogs bark .', 'Dogs bark.', 'Change to `dogs`', 'dogs bark.'],
    ['dogs bark .', 'dogs bark', 'Add `.` at the end', 'dogs bark .'],
    ['dogs bark .', 'Dogs bark', 'Change to `dogs bark .`', 'dogs bark .'],
    ['The the a', 'the the a', 'Change to `The`', 'The the a'],
    ['dogs `` bark `` .', 'Dogs "bark".', 'Change to `dogs " bark " .`', 'dogs " bark " .'],
  ] as const) {
    it(`is written as the bag has it by a fix: ${line}`, () => {
      const bag = (expected: string): string =>
        bagWith(words.replace(/ " (.*) "/, ' "\\"" $1 "\\""'), '', `  expect: ${expected}`);
      const fixes = problemsIn(bag(line)).flatMap(({ fixes = [] }) => fixes);
      assert.deepEqual(
        fixes.map((fix) => fix.title),
        [title],
      );
      assert.equal(applyFix(bag(line), fixes[0]), bag(result));
      assert.deepEqual(problemsIn(bag(result)), []);
    });
  }

  for (const [words, line, text] of [
    ['she loved her .', 'she loved her.', 'she loved her .'],
    ["I do n't know .", "I don't know.", "I do n't know ."],
    ["I do n't know .", 'I don’t know.', "I do n't know ."],
    ['he "\\"" left "\\""', 'he "left"', 'he " left "'],
    ['"Dr. Who" left .', 'Dr. Who left.', 'Dr. Who left .'],
    ['a "}" x', 'a }x', 'a } x'],
    ["it 's ( wet | dry ) .", "it's dry.", "it 's dry ."],
  ]) {
    it(`may be written as it is printed: ${line}`, () => {
      const file = check(parse(bagWith(words, '', `  expect:\n    ${line}`)), options);
      assert.deepEqual(file.diagnostics(), []);
      assert.deepEqual(file.expectations(0), [{ text, unreachable: null }]);
    });
  }

  it('keeps words that are spelt as in the bag, even if other words are printed like them', () => {
    for (const [words, line] of [
      ["'' `` stop", "`` stop ''"],
      ['it’s "it\'s"', "it's it’s"],
    ]) {
      const file = check(parse(bagWith(words, '', `  expect:\n    ${line}`)), options);
      assert.deepEqual(file.expectations(0), [{ text: line, unreachable: null }]);
    }
  });

  it('can be read even if the bag has thousands of empty words', () => {
    const text = bagWith('"" '.repeat(20_000), '', '  expect: x');
    assert.deepEqual(check(parse(text), options).expectations(0), [
      { text: 'x', unreachable: null },
    ]);
  });

  it('has no fix that would end the section', () => {
    for (const [words, line] of [
      ['order: x', 'Order: x'],
      ['order: x', 'ORDER: x'],
    ]) {
      const text = bagWith(words.replace(/^\S+/, '"$&"'), '', `  expect:\n    ${line}`);
      assert.deepEqual(
        problemsIn(text).map(({ code, fixes = [] }) => [code, fixes]),
        [['expectation-mismatch', []]],
      );
    }
  });
});

describe('forms in messages and fixes', () => {
  it('are spelt as the author would have to', () => {
    assert.equal(spell('a "b"'), '"a \\"b\\""');
    assertProblems(bagWith('"a b" c', 'c -> ⟦"a c"⟧'), [['unknown-word', 'Did you mean `"a b"`?']]);
  });
});
