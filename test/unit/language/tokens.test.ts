import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { spell, spellReference } from '../../../server/src/language/tree/spelling.ts';
import { depsOf, tagRangesOf, wordsOf } from '../../../server/src/language/tree/syntax.ts';
import {
  applyFix,
  assertProblems,
  bagWith,
  fixed,
  knowledge,
  problemsIn,
  wordsIn,
} from './fixture.ts';

describe('a word’s token', () => {
  for (const [source, form, index, tags, optional] of [
    ['led', 'led', null, [], false],
    ['led/VBD', 'led', null, ['VBD'], false],
    ['run/VB|NN', 'run', null, ['VB', 'NN'], false],
    ['"Harvard University"/NNP', 'Harvard University', null, ['NNP'], false],
    ['of#1', 'of', 1, [], false],
    ['of#12/IN', 'of', 12, ['IN'], false],
    ['of#007', 'of', 7, [], false],
    ['that?', 'that', null, [], true],
    ['that/IN?', 'that', null, ['IN'], true],
    ['of#1?', 'of', 1, [], true],
    ['"of"#2/IN?', 'of', 2, ['IN'], true],
    ['?', '?', null, [], false],
    ['??', '?', null, [], true],
    ['/', '/', null, [], false],
    ['.', '.', null, [], false],
    ['?/.', '?', null, ['.'], false],
    ['??/.', '??', null, ['.'], false],
    ['//SYM', '/', null, ['SYM'], false],
    ['led/(S\\NP)/NP', 'led', null, ['(S\\NP)/NP'], false],
    ['"1/2"/CD', '1/2', null, ['CD'], false],
    ['"\\""/``', '"', null, ['``'], false],
    ['"a\\\\b"', 'a\\b', null, [], false],
    ['"a\\nb"', 'a\\nb', null, [], false],
    ['"  two \t words "', 'two words', null, [], false],
    ['C#', 'C#', null, [], false],
    ['#1', undefined, null, [], false],
    ['a#b', 'a#b', null, [], false],
    ['£/#', '£', null, ['#'], false],
    ['5"', '5"', null, [], false],
    ['@', '@', null, [], false],
    ['@/IN', '@', null, ['IN'], false],
    ['(/-LRB-', '(', null, ['-LRB-'], false],
    [')/-RRB-', ')', null, ['-RRB-'], false],
    ['"("', '(', null, [], false],
    ['"->"', '->', null, [], false],
    ['->/SYM', '->', null, ['SYM'], false],
    ['-->', '-->', null, [], false],
    ['--', '--', null, [], false],
    ['"bag"', 'bag', null, [], false],
    ['😀/NN', '😀', null, ['NN'], false],
    ['don\u2019t', 'don\u2019t', null, [], false],
  ] as const) {
    it(`reads ${source}`, () => {
      const [word] = wordsIn(source);
      if (form === undefined) {
        assert.equal(word, undefined);
        return;
      }
      assert.deepEqual(
        [word.kind, word.form, word.index, word.tags, word.optional],
        ['word', form, index, tags, optional],
      );
      assert.equal(wordsIn(source).length, 1);
    });
  }

  it('knows where its parts stand', () => {
    const text = bagWith('"a b"#3/NN|VB?');
    const [word] = wordsOf(parse(text).bags[0]);
    assert.equal(text.slice(word.start, word.formEnd), '"a b"');
    assert.equal(text.slice(word.start, word.end), '"a b"#3/NN|VB?');
    const tags = tagRangesOf(word).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(tags, ['NN', 'VB']);
  });

  it('is separated from others by any white space', () => {
    assert.deepEqual(
      wordsIn('a\tb\u00a0c\u3000d\u2028e\ufefff  g\u202fh').map(({ form }) => form),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    );
  });

  it('ends where a comment starts, and only at a token’s start', () => {
    assert.deepEqual(
      wordsIn('a#b "c # d" e # f g').map(({ form }) => form),
      ['a#b', 'c # d', 'e'],
    );
  });

  it('is a lemma after @, with features and suffixes', () => {
    const [lemma] = wordsIn('@be[Tense=Past|Number=Sing]/VBD?');
    assert.ok(lemma.kind === 'lemma');
    assert.deepEqual(lemma.features, [
      { name: 'Tense', value: 'Past' },
      { name: 'Number', value: 'Sing' },
    ]);
    assert.deepEqual([lemma.form, lemma.tags, lemma.optional], ['@be', ['VBD'], true]);
    assert.deepEqual(
      wordsIn('@be @go/VB').map(({ kind, form, tags }) => [kind, form, tags]),
      [
        ['lemma', '@be', []],
        ['lemma', '@go', ['VB']],
      ],
    );
  });
});

describe('groups and chunks', () => {
  function items(line: string) {
    const section = parse(bagWith(line)).bags[0].sections[0];
    return section.kind === 'words' ? section.items : [];
  }

  it('are parsed with their members and suffixes', () => {
    const [group, chunk] = items('( a | "an x"/DT )/DT|IN? [ the old/JJ ( man | woman ) [ x ] ]');
    assert.ok(group.kind === 'group' && chunk.kind === 'chunk');
    assert.deepEqual(
      group.members.map(({ form, tags }) => [form, tags]),
      [
        ['a', []],
        ['an x', ['DT']],
      ],
    );
    assert.deepEqual([group.tags, group.optional], [['DT', 'IN'], true]);
    assert.deepEqual(
      chunk.items.map(({ kind }) => kind),
      ['word', 'word', 'group', 'chunk'],
    );
  });

  it('have members that are counted one by one', () => {
    assert.deepEqual(
      wordsIn('x ( a | an ) [ b [ c ] ]').map(({ form }) => form),
      ['x', 'a', 'an', 'b', 'c'],
    );
  });

  it('take ) with suffixes for their end, and nowhere else', () => {
    assert.deepEqual(
      items(')/X ( a )/DT ').map(({ kind }) => kind),
      ['word', 'group'],
    );
  });

  for (const [line, code] of [
    ['( a | b', 'unterminated-group'],
    ['( a | b c', 'unterminated-group'],
    ['( a | b c -> d )', 'bad-group'],
    ['[ a b', 'unterminated-group'],
    ['( a b )', 'bad-group'],
    ['( a | -> x', 'unexpected-token'],
    ['( )', 'bad-group'],
    ['( a | )', 'bad-group'],
    ['( | a )', 'bad-group'],
    ['( a )#1', 'bad-group'],
    ['( a )/', 'stray-slash'],
    ['b ( a )', 'single-alternative'],
    ['b ( a/NN )', 'single-alternative'],
    ['[ a ]/NN', 'bad-group'],
    ['[ ] a', 'bad-group'],
    ['@be[Tense]', 'bad-features'],
    ['@be[Tense=Past', 'bad-features'],
    ['@be[A=B]x', 'text-after-quote'],
    ['@be{A=B}', 'bad-features'],
    ['a // b', 'stray-slash'],
  ] as const) {
    it(`are judged: ${line}`, () => {
      const told = problemsIn(bagWith(line)).map((problem) => problem.code);
      assert.deepEqual(told, [code]);
    });
  }

  it('an unclosed quote is closed behind a name of several words first', () => {
    const titles = (line: string): string[] =>
      problemsIn(bagWith(line))[0].fixes!.map(({ title }) => title);
    assert.equal(titles('a "New York b c')[0], 'Close the quote after `New York`');
    assert.equal(titles('a "New york b c')[0], 'Close the quote after `New`');
    assert.equal(titles('a "new York b c')[0], 'Close the quote after `new`');
    assert.deepEqual(titles('a "new car by the sea'), [
      'Close the quote after `new`',
      'Close the quote after `new car`',
      'Close the quote after `new car by`',
    ]);
  });

  for (const [line, title, meant] of [
    ['he ( a )', 'Put the brackets in quotes', 'he "(" a ")"'],
    ['he ( a/NN b ) c', 'Put the brackets in quotes', 'he "(" a/NN b ")" c'],
    ['he ( a )', 'Write `a?`', 'he a?'],
    ['he ( a/NN )', 'Delete the brackets', 'he a/NN'],
    ['[ a | b ] c', 'Write `( a | b )`', '( a | b ) c'],
    ['he { a | b } c', 'Write `( a | b )`', 'he ( a | b ) c'],
    ['( "a b"|d ) c', 'Put spaces around the `|`', '( "a b" | d ) c'],
    ['[ a b ]? c', 'Write `"a b"?`', '"a b"? c'],
    ['[ a b ]? c', 'Delete the suffix', '[ a b ] c'],
    ['( a b|d ) c', 'Write `( "a b" | d )`', '( "a b" | d ) c'],
    ['he ( a/NN|VB )', 'Write `a/NN|VB?`', 'he a/NN|VB?'],
    ['( d|"a b" ) c', 'Write `( d | "a b" )`', '( d | "a b" ) c'],
    ['( a b )? c', 'Write `"a b"?`', '"a b"? c'],
    ['he { a b | c | d }', 'Write `( "a b" | c | d )`', 'he ( "a b" | c | d )'],
    ['the @dog[plural] c', 'Write `[Number=Plur]`', 'the @dog[Number=Plur] c'],
    ['@walk[Past]#1? c', 'Write `[Tense=Past]`', '@walk[Tense=Past]#1? c'],
    ['[ the a | b ] c', 'Write `( "the a" | b )`', '( "the a" | b ) c'],
    ['a/NN/VB c', 'Change to `NN|VB`', 'a/NN|VB c'],
    ['( a b ) c', 'Write `( a | b )`', '( a | b ) c'],
    ['( a b/NN ) c', 'Write `[ a b/NN ]`', '[ a b/NN ] c'],
    ['( a or b )/NN? c', 'Write `( a | b )`', '( a | b )/NN? c'],
    ['( a / b / d ) c', 'Write `( a | b | d )`', '( a | b | d ) c'],
    ['( a, b e, or d ) c', 'Write `( a | "b e" | d )`', '( a | "b e" | d ) c'],
    ['( a ; "b e" ) c', 'Write `( a | "b e" )`', '( a | "b e" ) c'],
    ['( a || b ) c', 'Write `|`', '( a | b ) c'],
    ['( a|| b ) c', 'Write `a |`', '( a | b ) c'],
    ['( a ||b ) c', 'Write `| b`', '( a | b ) c'],
    ['c a | b/NN | "d e" f', 'Write `( a | b/NN | "d e" )`', 'c ( a | b/NN | "d e" ) f'],
    ['c a | b .', 'Write `( a | b )`', 'c ( a | b ) .'],
    ["( do n't | never ) a", 'Write `( "do n\'t" | never )`', '( "do n\'t" | never ) a'],
    [
      '( a  b | c/NN | d e f )/X?',
      'Write `( "a b" | c/NN | "d e f" )`',
      '( "a b" | c/NN | "d e f" )/X?',
    ],
  ]) {
    it(`get quotes where they lack a bar: ${line}`, () => {
      assert.equal(fixed(bagWith(line), title), bagWith(meant));
      assert.deepEqual(problemsIn(bagWith(meant)), []);
    });
  }

  it('have one bar between two alternatives, or a problem says so', () => {
    assertProblems(bagWith('( a ⟦||⟧ b ) c'), [
      ['bad-group', 'Between two alternatives stands one `|`.'],
    ]);
  });

  it('get one way to write them if something else separates the alternatives', () => {
    const [{ fixes = [] }] = problemsIn(bagWith('( a / b / d ) c'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Write `( a | b | d )`', 'Put the brackets in quotes'],
    );
  });

  it('get no bracket within a quote that is not closed', () => {
    for (const line of ['( a | "b c', '[ a "b c', '( "a b']) {
      const titles = problemsIn(bagWith(line)).flatMap(({ fixes = [] }) =>
        fixes.map(({ title }) => title),
      );
      assert.ok(
        titles.length > 0 && titles.every((one) => one.startsWith('Close the quote')),
        line,
      );
    }
  });

  it('get no quotes around a lemma or a word with a suffix', () => {
    for (const line of ['( a/b b | c )', '( the @root | c )']) {
      const [{ code, fixes }] = problemsIn(bagWith(line));
      assert.deepEqual([code, fixes], ['bad-group', undefined], line);
    }
  });

  for (const [line, sentence, meant] of [
    ['( a b ) c', 'a c', '( a | b ) c'],
    ['( a b ) c', 'c b a', '[ a b ] c'],
    ['( a b ) c', '( a b ) c', '"(" a b ")" c'],
    ['( a or b ) c', '( a or b ) c', '"(" a or b ")" c'],
    ['( a ) c', 'c', 'a? c'],
    ['( a ) c', 'a c', 'a? c'],
    ['( a ) c', '( a ) c', '"(" a ")" c'],
  ]) {
    it(`become by their first fix what is expected: ${line}, ${sentence}`, () => {
      const expectation = `  expect: ${sentence}`;
      const source = bagWith(line, '', expectation);
      const [{ fixes = [] }, ...others] = problemsIn(source);
      assert.deepEqual(others, []);
      assert.equal(applyFix(source, fixes[0]), bagWith(meant, '', expectation));
    });
  }

  it('have no second warning if only a space is missing', () => {
    const codes = problemsIn(bagWith('b ( x|y )')).map(({ code }) => code);
    assert.deepEqual(codes, ['perhaps-several']);
  });

  it('may be optional or have a tag with one alternative', () => {
    assert.deepEqual(problemsIn(bagWith('b ( a )? ( c )/NN')), []);
  });

  it('end with their line', () => {
    const [first, second] = items('( a |\n    b c');
    assert.equal(first.kind, 'group');
    assert.equal(second.kind, 'word');
  });

  it('can be nested so deep and no deeper', () => {
    const deep = parse(bagWith(`${'[ '.repeat(50_000)}a${' ]'.repeat(50_000)} b`)).bags[0];
    assert.deepEqual(
      wordsOf(deep).map(({ form }) => form),
      ['a', 'b'],
    );
    assert.deepEqual(
      deep.diagnostics.map(({ code }) => code),
      ['bad-group'],
    );
  });
});

describe('a token with an error', () => {
  for (const [line, code] of [
    ['a ⟦"b c⟧\n    d', 'unterminated-quote'],
    ['⟦"a\\"⟧', 'unterminated-quote'],
    ['"a"⟦b⟧', 'text-after-quote'],
    ['"a"⟦b/NN⟧', 'text-after-quote'],
    ['x ⟦""⟧', 'empty-word'],
    ['1⟦/⟧2/CD', 'stray-slash'],
    ['led⟦/⟧', 'stray-slash'],
    ['http:⟦/⟧/x.org', 'stray-slash'],
    ['"a"⟦/⟧', 'stray-slash'],
    ['run/⟦VB|⟧', 'empty-tag'],
    ['of⟦#0⟧', 'bad-index'],
    ['of⟦#000⟧/IN', 'bad-index'],
    ['of⟦#99999999999999999999⟧/IN', 'bad-index'],
    ['of/IN⟦#2⟧', 'suffix-order'],
    ['that⟦?⟧/IN', 'perhaps-optional'],
    ['that⟦?⟧/IN?', 'perhaps-optional'],
    ['very⟦?⟧#1', 'perhaps-optional'],
    ['very⟦?⟧#1/RB', 'perhaps-optional'],
    ['a ⟦)⟧', 'unexpected-token'],
    ['a ⟦]⟧', 'unexpected-token'],
    ['a ⟦|⟧ b', 'unexpected-token'],
    ['a ⟦{⟧ b', 'unexpected-token'],
    ['a ⟦->⟧ b', 'unexpected-token'],
    ['a ⟦<⟧ b', 'unexpected-token'],
  ] as const) {
    it(`is told: ${line.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(bagWith(`ok ${line}`), [code]);
    });
  }

  it('is no question mark in quotes', () => {
    assert.deepEqual(problemsIn(bagWith('"that?"/IN "very?"#1')), []);
  });

  it('has no effect past its line', () => {
    assert.deepEqual(
      wordsIn('"a b\n    c/ ( d\n    e').map(({ form }) => form),
      ['a b', 'c', 'd', 'e'],
    );
    assert.deepEqual(
      wordsIn('"a\\\n    b').map(({ form }) => form),
      ['a\\', 'b'],
    );
  });

  for (const [line, title, result] of [
    ['1/2/CD', 'Write `"1/2"/CD`', '"1/2"/CD'],
    ['and/or/not', 'Write `"and/or/not"`', '"and/or/not"'],
    ['led/', 'Write `"led/"`', '"led/"'],
    ['a // b', 'Write `#`', 'a # b'],
    ['a "b', 'Close the quote', 'a "b"'],
    ['a "b c', 'Close the quote after `b c`', 'a "b c"'],
    ['a "b c d e', 'Close the quote after `b c`', 'a "b c" d e'],
    ['a "b c d e', 'Close the quote after `b`', 'a "b" c d e'],
    ['a "b c d e', 'Close the quote after `b c d`', 'a "b c d" e'],
    ['a "b 😀 d', 'Close the quote after `b 😀`', 'a "b 😀" d'],
    ['a " c', 'Write the quotation mark as a word', 'a "\\"" c'],
    ['of/IN#2', 'Put the index before the tag', 'of#2/IN'],
    ['that?/IN', 'Write `that/IN?`', 'that/IN?'],
    ['that?/IN?', 'Write `that/IN?`', 'that/IN?'],
    ['very?#1', 'Write `very#1?`', 'very#1?'],
    ['very?#1/RB', 'Write `very#1/RB?`', 'very#1/RB?'],
    ['run/VB||NN', 'Delete the `|`', 'run/VB|NN'],
    ['"a"b', 'Put a space before it', '"a" b'],
    ['a -> b', 'Put it in quotes', 'a "->" b'],
    ['( a | b', 'Close the group', '( a | b )'],
    ['x {a | b} y', 'Write `( a | b )`', 'x ( a | b ) y'],
    ['x [ {a | b} y ]', 'Write `( a | b )`', 'x [ ( a | b ) y ]'],
    ['x ( a b | )', 'Write `"a b"?`', 'x "a b"?'],
    ['( a | b | ) x', 'Delete the `|`', '( a | b ) x'],
    ['( a | b | ) x', 'Write `( a | b )?`', '( a | b )? x'],
    ['( a/NN | ) x', 'Write `a/NN?`', 'a/NN? x'],
    ['( | a | b ) x', 'Delete the `|`', '( a | b ) x'],
    ['( a | | b ) x', 'Delete the `|`', '( a | b ) x'],
    ['( a | b c d', 'Close the group', '( a | b ) c d'],
    ['( a b c', 'Put the `(` in quotes', '"(" a b c'],
    ['( a? | b )', 'Put the `?` after the group', '( a | b )?'],
    ['( a/X? | b? )/Y', 'Put the `?` after the group', '( a/X | b )/Y?'],
    ['( a? | b )?', 'Delete the `?`', '( a | b )?'],
    ['[ a', 'Close the chunk', '[ a ]'],
    ['b] [ a', 'Close the chunk', 'b] [ a ]'],
    ['( a | an)', 'Put a space before it', '( a | an )'],
    ['[ the man] # x', 'Put a space before it', '[ the man ] # x'],
    ['[ b [ a', 'Close the chunk', '[ b [ a ] ]'],
  ] as const) {
    it(`has a fix: ${line} becomes ${result}`, () => {
      assert.equal(fixed(bagWith(line), title), bagWith(result));
    });
  }
});

describe('the suffixes of a group', () => {
  for (const [line, code, message] of [
    ['( a | b )⟦?x⟧', 'text-after-quote', '`/TAG` and `?`, in this order'],
    ['( a | b )⟦?/NN⟧', 'text-after-quote', '`/TAG` and `?`, in this order'],
  ] as const) {
    it(`are a tag and a question mark, in this order: ${line}`, () => {
      assertProblems(bagWith(line), [[code, message]]);
    });
  }

  it('have no index, also behind a tag', () => {
    for (const line of ['( a | b )#1', '( a | b )/NN#1']) {
      const codes = problemsIn(bagWith(line)).map(({ code }) => code);
      assert.deepEqual(codes, ['bad-group'], line);
    }
  });
});

describe('spelling', () => {
  it('reads back as itself, whatever the form', () => {
    const form = fc.oneof(
      fc.constantFrom(
        'a',
        'root',
        'first',
        'words:',
        '->',
        '?',
        '??',
        'x?',
        '#',
        'a#1',
        '@be',
        '@',
        '1/2',
        '"',
        '\\',
        'a b',
        ')',
        '-x->',
        '}',
        'bag',
        'note:',
        '//',
        ')/X',
      ),
      fc.string({ unit: 'binary', minLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 4 }), (forms) => {
        const clean = forms
          .map((one) => one.trim().replace(/\s+/g, ' '))
          .filter((one) => one !== '');
        fc.pre(clean.length > 0);
        const words = wordsOf(parse(`bag {\nwords:\n${clean.map(spell).join(' ')}\n}`).bags[0]);
        assert.deepEqual(
          words.map(({ form, index, tags, optional }) => [form, index, tags, optional]),
          clean.map((one) => [one, null, [], false]),
        );
        const chain = clean.map((one, i) => spellReference(one, i + 1)).join(' -> ');
        const [statement] = depsOf(parse(`bag {\nwords: x\ndeps:\nx -> ${chain}\n}`).bags[0]);
        assert.deepEqual(
          [...statement.heads, ...statement.dependents]
            .slice(1)
            .map(({ form, index }) => [form, index]),
          clean.map((one, i) => [one, i + 1]),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('quotes only what needs it', () => {
    assert.deepEqual(['led', '?', '1/2', 'a b', 'root', '"', 'U.S.', '-LRB-'].map(spell), [
      'led',
      '?',
      '"1/2"',
      '"a b"',
      '"root"',
      '"\\""',
      'U.S.',
      '-LRB-',
    ]);
  });
});

describe('a tag in another notation', () => {
  const known = { knowledge };

  for (const [written, title, mended] of [
    ['a<DT> team', 'Write `a/DT`', 'a/DT team'],
    ['DT:a NN:team', 'Write `/` before all tags like this one', 'a/DT team/NN'],
    ['team/N/sg', 'Change to `NN`', 'team/NN'],
    ['teams/n.pl', 'Change to `NNS`', 'teams/NNS'],
    ['team/noun.sg', 'Change to `NN`', 'team/NN'],
    ['led/verb.past', 'Change to `VBD`', 'led/VBD'],
    ['led/TV', 'Change to `VBD|VBN`', 'led/VBD|VBN'],
  ]) {
    it(`is told, and can be written as in the treebank: ${written}`, () => {
      assert.equal(fixed(bagWith(written), title, known), bagWith(mended));
      assert.deepEqual(problemsIn(bagWith(mended), known), []);
    });
  }

  for (const words of ['NN:team led', 'XX:a XX:team', 'a:DT']) {
    it(`is not in front of a single word, and is known: ${words}`, () => {
      const fixes = problemsIn(bagWith(words), known).flatMap((one) => one.fixes ?? []);
      assert.ok(fixes.every(({ title }) => !title.includes('team/') && !title.includes('XX')));
    });
  }
});
