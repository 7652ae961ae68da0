import assert from 'node:assert/strict';
import { applyFix, assertProblems, bagWith, fixed, problemsIn } from './fixture.ts';

describe('an arrow that is not written as one', () => {
  const words = 'dog cat chased well-known root#1 "a team"';

  for (const [line, message, ...readings] of [
    ['chased->dog', 'a space on each side', 'chased -> dog'],
    ['chased -nsubj->dog', 'a space on each side', 'chased -nsubj-> dog'],
    ['chased -nsubj->dog cat', 'a space on each side', 'chased -nsubj-> dog cat'],
    ['chased ->dog->cat', 'a space on each side', 'chased -> dog -> cat'],
    ['"a team"->dog', 'a space on each side', '"a team" -> dog'],
    ['well-known->dog', 'a space on each side', ...['well -known-> dog', 'well-known -> dog']],
    ['chased nsubj-> dog', '`-label->` with a label', 'chased -nsubj-> dog'],
    ['chased -nsubj> dog', '`-label->` with a label', 'chased -nsubj-> dog'],
    [
      'chased ->nsubj dog',
      '`-label->` with a label',
      ...['chased -nsubj-> dog', 'chased -> nsubj dog'],
    ],
    ['chased ->dog cat', 'a space on each side', 'chased -> dog cat'],
    ['chased nsubj dog', 'written `->`', 'chased -nsubj-> dog'],
    ['chased nsubj -> dog', 'stands in its arrow', 'chased -nsubj-> dog'],
    ['nsubj: chased -> dog', 'stands in its arrow', 'chased -nsubj-> dog'],
    ['nsubj:pass: chased -> dog', 'stands in its arrow', 'chased -nsubj:pass-> dog'],
    ['chased -nsubj "a team"', 'written `->`', 'chased -nsubj-> "a team"'],
    ['chased --> dog', 'written `->`', 'chased -> dog'],
    ['chased => dog', 'written `->`', 'chased -> dog'],
    ['chased → dog', 'written `->`', 'chased -> dog'],
    ['chased –> dog', 'written `->`', 'chased -> dog'],
    ['chased -nsubj -> dog', 'no spaces in it', 'chased -nsubj-> dog'],
    ['chased - nsubj -> dog', 'no spaces in it', 'chased -nsubj-> dog'],
    ['chased -nsubj- dog', 'written `->`', 'chased -nsubj-> dog'],
    ['chased - > dog', 'no spaces in it', 'chased -> dog'],
    ['dog <- chased', 'Write the head first', 'chased -> dog'],
    ['dog cat <- chased', 'Write the head first', 'chased -> dog cat'],
    ['cat <- dog <-nsubj- chased', 'Write the head first', 'chased -nsubj-> dog -> cat'],
    ['nsubj(chased, dog)', '`head -label-> dependent`', 'chased -nsubj-> dog'],
    ['nsubj(chased-3, dog-2)', '`head -label-> dependent`', 'chased -nsubj-> dog'],
    ['cat->root', 'a space on each side', 'root -> cat'],
    ['chased =nsubj=> dog', 'written `->`', 'chased -nsubj-> dog'],
    ['chased > dog', 'written `->`', 'chased -> dog'],
  ] as const) {
    it(`is told with what was meant: ${line}`, () => {
      const [told, ...others] = problemsIn(bagWith(words, line));
      assert.deepEqual(others, []);
      assert.equal(told.code, 'missing-arrow');
      assert.ok(told.message.includes(message), told.message);
      assert.deepEqual(
        told.fixes?.map((fix) => applyFix(bagWith(words, line), fix)),
        readings.map((reading) => bagWith(words, reading)),
      );
    });
  }

  it('has no safe fix if it may have a label behind it', () => {
    const [{ fixes = [] }] = problemsIn(bagWith(words, 'chased ->nsubj dog'));
    assert.ok(fixes.every(({ isSafe }) => isSafe !== true));
  });

  for (const line of [
    'chased -nsubj<- dog',
    'dog cat',
    'chased->',
    '-> dog -> ',
    'dog <- "cat',
    '→',
  ]) {
    it(`has no fix where nothing is evident: ${line}`, () => {
      for (const { fixes = [] } of problemsIn(bagWith(words, line))) {
        assert.ok(fixes.every(({ title }) => !title.includes('->')));
      }
    });
  }

  it('is told of a word that is not there', () => {
    assertProblems(bagWith('a b c', 'a -> ⟦b->c⟧'), [['unknown-word', 'a space on each side']]);
    assert.equal(
      fixed(bagWith('a b c', 'a -> b->c'), 'Write `a -> b -> c`'),
      bagWith('a b c', 'a -> b -> c'),
    );
    assert.deepEqual(problemsIn(bagWith('a b->c', 'a -> b->c')), []);
  });
});

describe('a misspelt root', () => {
  for (const written of ['roto', 'rot', 'Rooot']) {
    it(`is told before an arrow: ${written}`, () => {
      assertProblems(bagWith('a b', `⟦${written}⟧ -> a`), [
        ['unknown-word', 'Did you mean `root`?'],
      ]);
      const mended = fixed(bagWith('a b', `${written} -> a`), 'Change to `root`');
      assert.equal(mended, bagWith('a b', 'root -> a'));
    });
  }

  it('is a word in other places', () => {
    for (const line of ['rot -> a', 'a -> roto', 'a -> roto -> b', 'tor -> a', 'foot -> a']) {
      const told = problemsIn(bagWith('a b rot', line)).map(({ message }) => message);
      assert.ok(!told.some((message) => message.includes('`root`')), line);
    }
  });
});

describe('root behind an arrow', () => {
  it('is told as a head', () => {
    assertProblems(bagWith('a b', 'a -nsubj-> ⟦root⟧'), [['unknown-word', '`root -> word`']]);
    const [{ fixes = [] }] = problemsIn(bagWith('a b', 'a -> root'));
    assert.equal(applyFix(bagWith('a b', 'a -> root'), fixes[0]), bagWith('a b', 'root -> a'));
    assert.equal(fixes[1].title, 'Add `"root"` to `words:`');
  });

  it('is a word where there is one', () => {
    assert.deepEqual(problemsIn(bagWith('a "root"', 'a -> root')), []);
  });
});

describe('a line of the wrong section', () => {
  const bag = (...lines: string[]): string =>
    ['bag {', '  words: a b c', ...lines, '}', ''].join('\n');

  for (const [what, before, title, after] of [
    [
      'to a section that there is',
      bag('  deps:', '    a -> b', '    a < c # why', '  order:', '    a < b'),
      'Move it to `order:`',
      bag('  deps:', '    a -> b', '    # why', '  order:', '    a < b', '    a < c'),
    ],
    [
      'to a new section behind its own',
      bag('  deps:', '    a < c'),
      'Move it to `order:`',
      bag('  deps:', '  order:', '    a < c'),
    ],
    [
      'to a new section before its own',
      bag('  order:', '    root -> a', '    a < b'),
      'Move it to `deps:`',
      bag('  deps:', '    root -> a', '  order:', '    a < b'),
    ],
    [
      'with all that are like it',
      bag('  deps:', '    a < c', '    a -> b', '    first a', '    b << c'),
      'Move the 3 lines to `order:`',
      bag('  deps:', '    a -> b', '  order:', '    a < c', '    first a', '    b << c'),
    ],
    [
      'from behind its header, which stays',
      bag('  order: a -> b'),
      'Move it to `deps:`',
      bag('  deps:', '    a -> b', '  order: '),
    ],
    [
      'from a line that ends its bag',
      'bag {\r\n  words: a b\r\n  order: a -> b }',
      'Move it to `deps:`',
      'bag {\r\n  words: a b\r\n  deps:\r\n    a -> b\r\n  order: }',
    ],
  ] as const) {
    it(`is moved ${what}`, () => assert.equal(fixed(before, title), after));
  }

  it('is told where it belongs', () => {
    assertProblems(bag('  order:', '    ⟦root⟧ -> a'), [
      ['unexpected-token', '`root` belongs in `deps:`.'],
    ]);
    assertProblems(bag('  deps:', '    a -> ⟦(⟧ "b" | c )'), [
      ['unexpected-token', 'Groups and chunks stand only in `words:`.'],
    ]);
  });

  it('is moved within a bag on one line, by edits that do not overlap', () => {
    for (const [source, moved] of [
      ['bag { words: a b deps: a < b }', 'bag { words: a b deps: order: a < b }'],
      ['bag { words: a b deps: first a }', 'bag { words: a b deps: order: first a }'],
    ] as const) {
      const [{ fixes = [] }] = problemsIn(source);
      const ranges = fixes[0].edits.map(({ range }) => range).sort((a, b) => a.start - b.start);
      assert.ok(ranges.every(({ start }, i) => i === 0 || ranges[i - 1].end <= start));
      assert.equal(applyFix(source, fixes[0]).replace(/ +/g, ' '), moved);
    }
  });

  it('is not moved where it is none of the other section either', () => {
    for (const { fixes = [] } of problemsIn(
      bag('  deps:', '    a < b < c', '  order:', '    ->'),
    )) {
      assert.ok(fixes.every(({ title }) => !title.startsWith('Move')));
    }
  });
});

describe('a sign that is not written as one in order:', () => {
  const words = 'a b c "d > e"';
  const bag = (...lines: string[]): string =>
    bagWith(words, '', ['  order:', ...lines.map((line) => `    ${line}`)].join('\n'));

  for (const [line, message, title, ...lines] of [
    ['a > b', 'There is no `>`', 'Write `b < a`', 'b < a'],
    ['a >> "d > e"', 'There is no `>`', 'Write `"d > e" << a`', '"d > e" << a'],
    ['a<b', 'a space on each side', 'Write `a < b`', 'a < b'],
    ['"d > e"<<b', 'a space on each side', 'Write `"d > e" << b`', '"d > e" << b'],
    ['a < b < c', 'a line for each pair', 'Write a line for each', 'a < b', 'b < c'],
    ['a first', 'stand before the word', 'Write `first a`', 'first a'],
    ['"d > e"  last', 'stand before the word', 'Write `last "d > e"`', 'last "d > e"'],
    ['a << b > c', 'a line for each pair', 'Write a line for each', 'a << b', 'c < b'],
    ['a before b', 'for “before”', 'Write `a < b`', 'a < b'],
    ['a comes  before b', 'Write `a < b`.', 'Write `a < b`', 'a < b'],
    ['a immediately before "d > e"', 'with signs', 'Write `a << "d > e"`', 'a << "d > e"'],
    ['a after b', 'Write `b < a`.', 'Write `b < a`', 'b < a'],
    ['a is right after b', 'Write `b << a`.', 'Write `b << a`', 'b << a'],
    ['a precedes b follows c', 'for each pair', 'Write a line for each', 'a < b', 'c < b'],
    ['first: a', 'have no colon', 'Write `first a`', 'first a'],
    ['last:"d > e"', 'have no colon', 'Write `last "d > e"`', 'last "d > e"'],
    ['frist a', 'Did you mean `first a`?', 'Write `first a`', 'first a'],
    ['First a', 'Did you mean `first a`?', 'Write `first a`', 'first a'],
    ['lsat "d > e"', 'Did you mean', 'Write `last "d > e"`', 'last "d > e"'],
    ['a = b', 'There is no `=` in `order:`: write `a < b`', 'Write `a < b`', 'a < b'],
    ['first << b', 'needs quotes if it is a word', 'Write `"first" << b`', '"first" << b'],
    ['last < "d > e"', 'needs quotes', 'Write `"last" < "d > e"`', '"last" < "d > e"'],
    ['first b c', 'stands before one word', 'Write a line for each', 'first b', 'b << c'],
    ['last b c', 'stands before one word', 'Write a line for each', 'last c', 'b << c'],
    ['first last b', 'stands before', 'Write a line for each', 'first "last"', '"last" << b'],
    ['a b', 'A sign is missing', 'Write `a < b`', 'a < b'],
    ['a, "d > e"', 'A sign is missing', 'Write `a << "d > e"`', 'a << "d > e"'],
    ['a == b', '`a << b` for “right before”', 'Write `a << b`', 'a << b'],
    ['before(a, "d > e")', 'with signs', 'Write `a < "d > e"`', 'a < "d > e"'],
    ['after( a,b )', 'Write `b < a`.', 'Write `b < a`', 'b < a'],
    ['last(b)', 'Write `last b`.', 'Write `last b`', 'last b'],
    ['a <= "d > e"', 'There is no `<=`', 'Write `a < "d > e"`', 'a < "d > e"'],
    ['not a < b', 'There is no `not`', 'Write `b < a`', 'b < a'],
    ['a <<< b', 'are `<` and `<<`', 'Write `a << b`', 'a << b'],
    ['a < b ;', 'no comma or semicolon at its end', 'Write `a < b`', 'a < b'],
    ['first a ,', 'no comma or semicolon at its end', 'Write `first a`', 'first a'],
  ] as const) {
    it(`is told with what was meant: ${line}`, () => {
      const [told, ...others] = problemsIn(bag(line));
      assert.deepEqual(others, []);
      assert.equal(told.code, 'bad-order');
      assert.ok(told.message.includes(message), told.message);
      assert.equal(fixed(bag(line), title), bag(...lines));
    });
  }

  it('has no fix where a word is missing', () => {
    for (const line of ['⟦a <⟧', '⟦<⟧ a b']) {
      assertProblems(bag(line), [['bad-order', 'A line of `order:` is `a < b`']]);
      assert.equal(problemsIn(bag(line))[0].fixes, undefined);
    }
  });

  it('may be written as a word that is a word of the bag, too', () => {
    const source = (...lines: string[]) => bag(...lines).replace('a b c', 'a b before');
    assert.deepEqual(problemsIn(source('a < before', 'before << b', 'first a')), []);
    for (const [line, title, ...lines] of [
      ['a < before < b', 'Write a line for each', 'a < before', 'before < b'],
      ['first before a < b', 'Write a line for each', 'first before', 'a < b'],
      ['a before before', 'Write `a < before`', 'a < before'],
      ['before before a', 'Write `before < a`', 'before < a'],
    ]) {
      assert.equal(fixed(source(line), title), source(...lines));
    }
  });

  it('is `order:` where `first:` and `last:` stand in no section of that name', () => {
    const bag = (line: string) => bagWith('a b', 'a -> b', `  ${line}`);
    assertProblems(bag('⟦last:⟧ b'), [['unknown-section', 'write `order: last b`.']]);
    assert.equal(fixed(bag('last: b'), 'Write `order: last`'), bag('order: last b'));
    assert.deepEqual(problemsIn(bag('order: last b')), []);
  });

  it('is an arc where `root:` stands in no section of that name', () => {
    const bag = (line: string) => bagWith('a b', '', `  order: a < b\n  ${line}`);
    const inDeps = (line: string) => bagWith('a b', line);
    assertProblems(bag('⟦root:⟧ a'), [['unknown-section', 'write `deps: root -> a`.']]);
    assert.equal(fixed(bag('root: a'), 'Write `deps: root ->`'), bag('deps: root -> a'));
    assert.deepEqual(problemsIn(bag('deps: root -> a')), []);
    const [{ message }] = problemsIn(inDeps('ROOT -> a'));
    assert.match(message, /^`root` has small letters/);
    assert.equal(fixed(inDeps('ROOT -> a'), 'Write `root -> a`'), inDeps('root -> a'));
    for (const line of ['root: a', 'root a', 'root = a']) {
      const about = 'The head of the sentence is written `root -> word`.';
      assertProblems(inDeps(`⟦${line}⟧`), [['missing-arrow', about]]);
      assert.equal(fixed(inDeps(line), 'Write `root -> a`'), inDeps('root -> a'));
    }
    assert.deepEqual(problemsIn(inDeps('root -> a')), []);
  });

  it('names a list without commas, and the parts of a contraction', () => {
    const bag = (line: string) => bagWith("a b c she 's", line);
    assertProblems(bag('a -> b ⟦,⟧ c'), [['unknown-word', 'no commas']]);
    assert.equal(fixed(bag('a -> b , c'), 'Delete `,`'), bag('a -> b c'));
    for (const line of ['a -> b # x\n    , -> c', 'a -> ,']) {
      const titles = problemsIn(bag(line)).flatMap(({ fixes = [] }) =>
        fixes.map(({ title }) => title),
      );
      assert.ok(!titles.includes('Delete `,`'), line);
    }
    assertProblems(bag("a -> ⟦she's⟧"), [
      ['unknown-word', "`words:` has `she` and `'s` instead of `she's`"],
    ]);
    assert.equal(fixed(bag("a -> she's"), "Change to `'s`"), bag("a -> 's"));
  });

  it('names an item of several words as a whole', () => {
    const bag = (line: string) => bagWith('"New York" is big', line);
    assertProblems(bag('big -> ⟦New⟧ ⟦York⟧'), [
      ['unknown-word', 'name the whole item'],
      ['unknown-word', 'is a part of the item `"New York"`'],
    ]);
    const inWord = bagWith('"in time" is', 'is -> begin time');
    assert.equal(
      fixed(inWord, 'Change to `"in time"`'),
      inWord.replace('begin time', 'begin "in time"'),
    );
    assert.equal(fixed(bag('big -> New York'), 'Change to `"New York"`'), bag('big -> "New York"'));
    assert.equal(
      fixed(bag('big -> York is'), 'Change to `"New York"`'),
      bag('big -> "New York" is'),
    );
  });

  it('has its head first if arrows lead both ways from it', () => {
    const bag = (line: string) => bagWith('a b c d', line);
    assert.equal(fixed(bag('a <- b -> c d'), 'Write `b -> a c d`'), bag('b -> a c d'));
  });

  it('begins with its section where `root:` or `first:` stands among the words of a bag of one line', () => {
    for (const [written, statement] of [
      ['root:', 'deps: root ->'],
      ['first:', 'order: first'],
    ]) {
      const bag = (header: string) => `bag x { words: a b ${header} a }`;
      assertProblems(bag(`⟦${written}⟧`), [['perhaps-section', `Write \`${statement}\``]]);
      assert.equal(fixed(bag(written), `Change to \`${statement}\``), bag(statement));
      assert.deepEqual(problemsIn(bag(statement)), []);
    }
  });

  for (const [line, ...meant] of [
    ['a < b, c', 'a < b', 'a < c'],
    ['a, b < c', 'a < c', 'b < c'],
    ['a,b < c, "d e"', 'a < c', 'a < "d e"', 'b < c', 'b < "d e"'],
  ]) {
    it(`has a line for each pair of a list: ${line}`, () => {
      const bag = (...lines: string[]): string =>
        `bag {\n  words: a b c "d e"\n  order:\n    ${lines.join('\n    ')}\n}\n`;
      assertProblems(bag(`⟦${line}⟧`), [['bad-order', 'write a line for each pair']]);
      assert.equal(fixed(bag(line), 'Write a line for each'), bag(...meant));
    });
  }

  it('has its lines under each other where it stands behind its header', () => {
    const source = 'bag {\n  words: a b c\n  order: a < b < c }\n';
    assert.equal(
      fixed(source, 'Write a line for each'),
      'bag {\n  words: a b c\n  order: a < b\n    b < c }\n',
    );
  });
});

describe('a line with an error', () => {
  it('has no second one', () => {
    assertProblems(bagWith('a b', '⟦->⟧ "a"b'), ['missing-head']);
  });
});

describe('several statements on a line', () => {
  const oneLine = (rest: string): string => `bag { words: a b c .  ${rest} }`;
  const each = 'Each constraint needs a line of its own, or `order:` before it.';

  for (const line of [
    ['a < b  b << c', 'a < b', 'b << c'],
    ['a < b ; b < c', 'a < b', 'b < c'],
    ['a < b, b < c', 'a < b', 'b < c'],
    ['a < b and b < c', 'a < b', 'b < c'],
    ['a<b; c > b', 'a < b', 'b < c'],
    ['first a  last .', 'first a', 'last .'],
    ['a < b < c, last .', 'a < b', 'b < c', 'last .'],
    ['first a; a < b  b << "c"', 'first a', 'a < b', 'b << "c"'],
  ]) {
    const [written, ...meant] = line;
    it(`get a header each in a bag of one line: order: ${written}`, () => {
      const bag = oneLine(`order: ${written}`);
      assertProblems(bag.replace(written, `⟦${written}⟧`), [['bad-order', each]]);
      const result = oneLine(meant.map((one) => `order: ${one}`).join(' '));
      assert.equal(fixed(bag, 'Write `order:` before each'), result);
      assert.deepEqual(problemsIn(result), []);
    });
    it(`get a line each in other bags: ${written}`, () => {
      const bag = (...lines: string[]) =>
        `bag {\n  words: a b c .\n  order:\n    ${lines.join('\n    ')}\n}\n`;
      assert.equal(fixed(bag(written), 'Write a line for each'), bag(...meant));
    });
  }

  for (const line of ['first < a  b < c', 'first a < b', 'a < b ; ; b < c', '< a  b < c']) {
    it(`have no fix where nothing is evident: ${line}`, () => {
      for (const { fixes = [] } of problemsIn(oneLine(`order: ${line}`))) {
        assert.ok(fixes.every(({ title }) => !title.endsWith('each')));
      }
    });
  }

  for (const written of ['a -> b, -x-> c', 'a -> b , -x-> c', 'a -> b ; -x-> c']) {
    it(`get their common head each: deps: ${written}`, () => {
      const bag = bagWith('a b c', written);
      assertProblems(bag.replace(/b(?=[,]) ?,|(?<=b )[,;]/u, '⟦$&⟧'), [
        ['list-in-chain', 'If a second arc begins with `a`'],
      ]);
      const fix = 'Write the second arc on a line of its own';
      assert.equal(fixed(bag, fix), bagWith('a b c', 'a -> b\na -x-> c'));
    });
  }

  it('are one chain if the comma is a word, or is in quotes', () => {
    assert.deepEqual(problemsIn(bagWith('a , c', 'a -> , -> c')), []);
    assert.deepEqual(problemsIn(bagWith('a "b," c', 'a -> "b," -> c')), []);
  });

  for (const written of ['a -> b  b -> c', 'a -> b ; b -> c', 'a -> b; b -> c']) {
    it(`get a header each in a bag of one line: deps: ${written}`, () => {
      const bag = oneLine(`deps: ${written}`);
      assert.match(problemsIn(bag)[0].message, /on a line of its own, or after another `deps:`/);
      const result = oneLine('deps: a -> b deps: b -> c');
      assert.equal(fixed(bag, 'Write `deps:` before the second arc'), result);
      assert.deepEqual(problemsIn(result), []);
    });
  }
});
