import assert from 'node:assert/strict';
import fc from 'fast-check';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { severities } from '../../../server/src/language/tree/diagnostic.ts';
import {
  absoluteRange,
  bagAt,
  bagName,
  expectationsOf,
  wordsOf,
} from '../../../server/src/language/tree/syntax.ts';
import { applyFix, assertProblems, fixed, knowledge, marked, problemsIn } from './fixture.ts';
import { anyText } from './generate.ts';
import { meaningOf } from './meaning.ts';
import { withoutModel } from '../support/check-options.ts';

const options = withoutModel;

function names(text: string): (string | null)[] {
  return parse(text).bags.map(({ name }) => name);
}

function expectations(text: string): string[] {
  const [bag] = parse(text).bags;
  return expectationsOf(bag).map(({ start, end }) => bag.text.slice(start, end));
}

describe('the parser', () => {
  it('never fails, and its problems lie in the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { range, related = [], fixes = [], severity, code } of check(parse(text), {
          ...withoutModel,
          maxWords: 5,
          knowledge,
        }).diagnostics()) {
          assert.equal(severity, severities[code]);
          for (const { start, end } of [
            range,
            ...related.map((place) => place.range),
            ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.range)),
          ]) {
            assert.ok(0 <= start && start <= end && end <= text.length, code);
          }
          assert.ok(!/[\r\n]/.test(text.slice(range.start, range.end)), `${code} spans lines`);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('cuts the text into bags without a gap', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const file = parse(text);
        const before = text.slice(0, file.starts.at(0) ?? text.length);
        assert.equal(before + file.bags.map((bag) => bag.text).join(''), text);
        file.bags.forEach((_, bag) => assert.equal(bagAt(file, file.starts[bag]), bag));
      }),
    );
  });

  for (const [what, text] of [
    ['an empty file', ''],
    ['a file of NULs', '\0'.repeat(1000)],
    ['lone surrogates', '\ud800\udc00\udc00\ud800'],
    ['a line of 1 MB', `bag {\n  words: ${'a'.repeat(1 << 20)}\n}`],
    ['a line of 250,000 words', `bag {\n  words: ${'a/ '.repeat(250_000)}\n}`],
    ['250,000 arrows', `bag {\n  words: a\n deps: ${'a -> '.repeat(250_000)}\n}`],
    ['100,000 broken headers', 'bag a b {\n'.repeat(100_000)],
    ['1 MB of spaces', ' '.repeat(1 << 20)],
    ['1 MB of spaces in a broken header', `bag${' '.repeat(1 << 19)}x${' '.repeat(1 << 19)}}`],
    ['100,000 headers with { below', 'bag x y\n{\n'.repeat(100_000)],
    ['100,000 lines of the wrong section', `bag {\n deps:\n${'a < b\na -> b\n'.repeat(50_000)}}`],
    ['1 MB of "bag"', 'bag '.repeat(1 << 18)],
    ['100,000 empty bags', 'bag {\n'.repeat(100_000)],
    ['20,000 bags of one name', 'bag x {\nwords: a\n}\n'.repeat(20_000)],
    [
      'a binary file',
      String.fromCharCode(...Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
    ],
  ]) {
    it(`takes ${what}`, () => {
      const file = parse(text);
      const problems = check(file, options).diagnostics();
      assert.ok(problems.length <= file.bags.length * 2 + 200);
      for (const { message } of problems) assert.ok(message.length < 500);
    }).timeout(120_000);
  }
});

describe('a bag’s first line', () => {
  for (const [line, name] of [
    ['bag x {', 'x'],
    ['bag {', null],
    ['  bag\tx  { ', 'x'],
    ['bag x { # a comment', 'x'],
    ['bag a/b#1? {', 'a/b#1?'],
    ['bag bag {', 'bag'],
    ['bag x { words: a', 'x'],
    ['bag x {words: a', 'x'],
    ['bag {words: a', null],
    ['bag x {}', 'x'],
    ['bag { {', null],
    ['bag Größe {', 'Größe'],
  ] as const) {
    it(`is ${line}`, () => assert.deepEqual(names(`${line}\n}`), [name]));
  }

  for (const line of [
    'bag',
    'bag x',
    'bag x{',
    'bag{',
    'Bag x {',
    'bag x y {',
    'bag "x" {',
    'bag } {',
    'a bag {',
    '# bag {',
  ]) {
    it(`is not ${line}`, () => assert.deepEqual(names(line), []));
  }

  it('is known after any line end', () => {
    assert.deepEqual(names('bag a {\r\n}\r\nbag b {\r}\rbag c {\n}\nbag d {'), [
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('ends the bag before it', () => {
    assertProblems(
      '⟦bag a {⟧\n  words: x\n  deps: x -> ⟦"x\nbag b {⟧\n words: y\n}'
        .replace('⟦"x', '⟦"x⟧')
        .replace('{⟧\n words', '{\n words'),
      ['unterminated-bag', 'unterminated-quote'],
    );
  });

  it('gives the bag its name, or its position', () => {
    const file = parse('bag {\n}\nbag x {\n}\nbag {\n}');
    assert.deepEqual(
      [0, 1, 2].map((bag) => bagName(file, bag)),
      ['bag 1', 'x', 'bag 3'],
    );
  });

  it('names each bag once', () => {
    assertProblems('bag x {\nwords: a\n}\nbag ⟦x⟧ {\nwords: a\n}\nbag x-2 {\nwords: b\n}', [
      'duplicate-name',
    ]);
    const file = parse('bag x {\nwords: a\n}\nbag x {\nwords: a\n}\n');
    assert.deepEqual(
      [check(file, options).isValid(0), check(file, options).isValid(1)],
      [true, false],
    );
    assert.match(
      fixed(
        'bag x {\nwords: a\n}\nbag x {\nwords: b\n}\nbag x-2 {\nwords: c\n}',
        'Rename it to `x-3`',
      ),
      /bag x-3 \{\nwords: b/,
    );
  });

  for (const [line, title, result] of [
    ['bag x', 'Write `bag x {`', 'bag x {'],
    ['bag 9:30', 'Write `bag 9:30 {`', 'bag 9:30 {'],
    ['bag "x" {', 'Write `bag x {`', 'bag x {'],
    ['bag x{', 'Write `bag x {`', 'bag x {'],
    ['bag ) {', 'Write `bag {`', 'bag {'],
    ['bag x {\n} bag y {', 'Write `bag y {`', 'bag x {\n} \nbag y {'],
    ['bag x{ words: a }', 'Write `bag x {`', 'bag x { words: a }'],
    ['bag x y {', 'Write `bag x-y {`', 'bag x-y {'],
    ['bag x y { words: a }', 'Write `bag x-y {`', 'bag x-y { words: a }'],
    ['bag "x  y"{', 'Write `bag x-y {`', 'bag x-y {'],
    ['bag x\n{\n}', 'Move the `{` up', 'bag x {\n}'],
    ['bag\r\n\r\n  {\r\n}', 'Move the `{` up', 'bag {\r\n\r\n}'],
    ['bag x y\n{ words: a\n}', 'Move the `{` up', 'bag x-y {\nwords: a\n}'],
  ]) {
    it(`is mended: ${line}`, () => assert.equal(fixed(line, title), result));
  }
});

describe('the name of a bag', () => {
  it('has no space: the message and the fix join its words', () => {
    assertProblems('⟦bag my bag {⟧\n  words: a b\n  expect: a b\n}\n', [
      ['bag-header', 'The name of a bag is one word: write `my-bag` instead of `my bag`.'],
    ]);
  });
});

describe('a broken header', () => {
  it('is told by its name and up to its brace, so that the next on the line has a problem of its own', () => {
    const written = '⟦bag x{⟧ words: a } bag x{ words: b }\n';
    const [{ fixes = [] }] = problemsIn(written);
    const mended = 'bag x { words: a } ⟦bag x{⟧ words: b }\n';
    const told = ['bag-header', 'Start a bag with `bag x {` at the start of a line.'] as const;
    assertProblems(written, [told]);
    assert.equal(applyFix(marked(written).text, fixes[0]), marked(mended).text);
    assertProblems(mended.replaceAll('bag x', 'bag y'), [
      ['bag-header', 'Start a bag with `bag y {` at the start of a line.'],
    ]);
  });
});

describe('a first line with a }', () => {
  for (const line of ['bag x }', 'bag } {']) {
    it(`has no fix: ${line}`, () => {
      const [{ code, fixes }] = problemsIn(line);
      assert.deepEqual([code, fixes], ['bag-header', undefined]);
    });
  }
});

describe('a quote that is not closed before the } of its bag', () => {
  for (const [written, mended] of [
    [
      'bag q { words: "New York" is ⟦"a big city . }⟧',
      'bag q { words: "New York" is "a" big city . }',
    ],
    ['bag q { words: is ⟦"a } # why⟧\n', 'bag q { words: is "a" } # why\n'],
    ['bag q { words: is ⟦"a big city.}⟧', 'bag q { words: is "a" big city.}'],
    ['bag q { words: is ⟦"city}⟧', 'bag q { words: is "city"}'],
    ['bag q { words: is ⟦"city}  ⟧\n', 'bag q { words: is "city"}  \n'],
    ['bag q { words: a ⟦" }⟧', 'bag q { words: a "\\"" }'],
    ['bag q { words: a ⟦"}⟧', 'bag q { words: a "\\""}'],
    [
      'bag q { words: a ⟦"b c order: a < b }⟧\nbag r { words: d }\n',
      'bag q { words: a "b" c order: a < b }\nbag r { words: d }\n',
    ],
    ['bag q {\n  words: is ⟦"a big city }⟧\n', 'bag q {\n  words: is "a" big city }\n'],
    ['bag q { words: a b deps: a -> ⟦"b }⟧', 'bag q { words: a b deps: a -> "b" }'],
  ] as const) {
    it(`is the only error: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      const errors = problemsIn(written).filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ code, range }) => [code, range]),
        [['unterminated-quote', marked(written).ranges[0]]],
      );
      const [fix] = errors[0].fixes ?? [];
      assert.equal(applyFix(marked(written).text, fix), mended);
      assert.deepEqual(
        problemsIn(mended).filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }

  it('leaves a bag open without a } of its own', () => {
    for (const source of [
      'bag { words: a "b',
      'bag { words: a "b { c }',
      'bag {\n words: a "b:}\n',
    ])
      assert.deepEqual(
        problemsIn(source).map(({ code }) => code),
        ['unterminated-bag', 'unterminated-quote'],
      );
  });

  it('keeps its fix in a bag that another } closes', () => {
    assert.equal(fixed('bag {\n  words: a "b}\n}', 'Close the quote'), 'bag {\n  words: a "b}"\n}');
  });

  it('is none in a bag that another } closes', () => {
    const [bag] = parse('bag {\n  words: a "b }\n  order: a < c\n}').bags;
    assert.equal(bag.text.slice(bag.end - 2), '\n}');
  });
});

describe('a bag without braces', () => {
  for (const [written, mended] of [
    ['bag v [ words: dogs bark ]', 'bag v { words: dogs bark }'],
    ['bag v[words: dogs bark]', 'bag v { words: dogs bark }'],
    ['bag v [ dogs [ the cat ] ]', 'bag v { words: dogs [ the cat ] }'],
    ['bag w ( words: dogs bark ) # why', 'bag w { words: dogs bark } # why'],
    ['bag w (\n  words: dogs bark\n)\n', 'bag w {\n  words: dogs bark\n}\n'],
    ['bag w [\n  words: dogs bark\n}\n', 'bag w {\n  words: dogs bark\n}\n'],
    ['bag x: words: dogs bark', 'bag x { words: dogs bark }'],
    ['bag my trip: dogs bark', 'bag my-trip { words: dogs bark }'],
    ['bag y = dogs bark\nbag z { words: a }', 'bag y { words: dogs bark }\nbag z { words: a }'],
    ['bag y words: dogs bark }', 'bag y { words: dogs bark }'],
    ['bag words: dogs bark', 'bag { words: dogs bark }'],
  ] as const) {
    it(`gets them: ${written}`, () => {
      const [first, ...others] = problemsIn(written);
      assert.equal(first.code, 'bag-header');
      assert.match(first.message, /between `\{` and `\}`: write `bag \S+ \{ … \}`\./);
      assert.deepEqual(others, []);
      assert.equal(fixed(written, 'Write `{` and `}`'), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  for (const written of [
    'bag v [ words: dogs\n  bark ]',
    'bag w ( dogs ( bark | sleep )',
    'bag x: words: dogs bark\n  deps: bark -> dogs\n',
  ]) {
    it(`gets none if their place is unclear: ${written}`, () => {
      const [{ code, message, fixes }] = problemsIn(written);
      assert.deepEqual([code, fixes], ['bag-header', undefined]);
      assert.match(message, /between `\{` and `\}`/);
    });
  }

  it('keeps a bracket below its own }', () => {
    const source = 'bag w [\n  words: dogs bark\n}\n]\n';
    assert.equal(fixed(source, 'Write `{` and `}`'), source.replace('[', '{'));
  });

  for (const [written, mended] of [
    ['bag x = { words: a }', 'bag x { words: a }'],
    ['bag x:', 'bag x {'],
    ['bag x y: { words: a }', 'bag x-y { words: a }'],
  ] as const) {
    it(`has no sign after its name: ${written}`, () => {
      const title = `Write \`${mended.slice(0, mended.indexOf('{') + 1)}\``;
      assert.equal(fixed(written, title), mended);
    });
  }
});

describe('a first line without `bag`', () => {
  for (const [written, mended] of [
    ['⟦trip {⟧\n  words: hello world\n}', 'bag trip {\n  words: hello world\n}'],
    ['⟦trip{⟧ # why\n  words: a\n}', 'bag trip { # why\n  words: a\n}'],
    ['bag x { words: a }\n⟦y {⟧ words: b }', 'bag x { words: a }\nbag y { words: b }'],
    ['⟦{⟧words: a b }', 'bag {words: a b }'],
  ] as const) {
    it(`gets it: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(written, [['bag-header', 'A bag starts with `bag`: write `bag ']]);
      const [{ fixes = [] }] = problemsIn(written);
      assert.equal(applyFix(marked(written).text, fixes[0]), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }
});

describe('a keyword that is almost `bag`', () => {
  for (const [written, mended] of [
    ['⟦Bag⟧ capital {\n  words: hello world\n}', 'bag capital {\n  words: hello world\n}'],
    ['⟦BAG⟧ x { words: a b }', 'bag x { words: a b }'],
    ['⟦bags⟧ x { words: a b }\n# why', 'bag x { words: a b }\n# why'],
    ['⟦Bag⟧ {\n  words: a\n}', 'bag {\n  words: a\n}'],
    ['bag x { words: a }\n⟦bga⟧ y { words: b }', 'bag x { words: a }\nbag y { words: b }'],
    ['⟦bag:⟧ x {\n  words: a\n}', 'bag x {\n  words: a\n}'],
    ['bag x { words: a }\n⟦Bag:⟧ y { words: b }', 'bag x { words: a }\nbag y { words: b }'],
  ] as const) {
    it(`is mended alone: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      const { text, ranges } = marked(written);
      const keyword = text.slice(ranges[0].start, ranges[0].end);
      assertProblems(written, [['bag-header', `write \`bag\` instead of \`${keyword}\`.`]]);
      const [{ fixes = [] }] = problemsIn(written);
      assert.deepEqual(
        fixes.map(({ title }) => title),
        ['Change to `bag`'],
      );
      assert.equal(applyFix(marked(written).text, fixes[0]), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('leaves the rest of the line to the next problem', () => {
    const source = '⟦Bag⟧ x{ words: a }\n';
    assertProblems(source, ['bag-header']);
    assertProblems(fixed(source, 'Change to `bag`').replace('bag x{', '⟦bag x{⟧'), ['bag-header']);
    const below = 'BAG x\n{\n  words: a\n}\n';
    const mended = fixed(fixed(below, 'Change to `bag`'), 'Move the `{` up');
    assert.equal(mended, 'bag x {\n  words: a\n}\n');
  });

  it('is none in a sentence', () => {
    assertProblems('⟦Bags⟧ are big .\n', ['outside-bag']);
  });
});

describe('a bag on one line', () => {
  const line = 'bag x { words: a b . deps: a -> b deps: a -> . order: b < a expect: b a . }';

  it('has all sections, and statements of its own', () => {
    const file = parse(line);
    const [bag] = file.bags;
    assert.deepEqual(check(file, options).diagnostics(), []);
    assert.equal(bag.closed, true);
    assert.equal(bag.end, line.length);
    assert.deepEqual(
      bag.sections.map(({ start, end }) => line.slice(start, end)),
      ['words: a b .', 'deps: a -> b', 'deps: a -> .', 'order: b < a', 'expect: b a .'],
    );
    assert.deepEqual(expectations(line), ['b a .']);
  });

  it('means the same as over several lines', () => {
    const lines = line.replace(/ (?=words:|deps:|order:|expect:|\}$)/g, '\n');
    assert.deepEqual(meaningOf(lines), meaningOf(line));
  });

  for (const glued of [
    'bag {words: a b .}',
    'bag { words: a b.} # why',
    'bag { words: a expect: a}',
    'bag { words: "a b"}',
    'bag {}',
  ]) {
    it(`may stick to its braces: ${glued}`, () => {
      const [bag] = parse(`${glued}\nbag y { words: c }`).bags;
      assert.equal(bag.closed, true);
      assert.equal(bag.text[bag.end - 1], '}');
      assert.deepEqual(bag.diagnosticsAfter, []);
    });
  }

  it('does not end with a smiley', () => {
    assert.deepEqual(
      wordsOf(parse('bag { words: a :}\n}').bags[0]).map(({ form }) => form),
      ['a', ':}'],
    );
  });

  it('ends before the next one on its line, with a fix', () => {
    const two = 'bag x { words: a } bag y { words: b }';
    assert.deepEqual(names(two), ['x']);
    assert.deepEqual(names(fixed(two, 'Write `bag y {`')), ['x', 'y']);
  });

  it('keeps a section’s name as a word in quotes', () => {
    const [bag] = parse('bag { words: "deps:" a expect: a }').bags;
    assert.deepEqual(
      wordsOf(bag).map(({ form }) => form),
      ['deps:', 'a'],
    );
  });

  for (const [what, source, title, result] of [
    ['no }', 'bag { words: a b', 'Close the bag', 'bag { words: a b }'],
    ['no words:', 'bag { a b }', 'Start `words:` here', 'bag { words: a b }'],
    ['no section words:', 'bag { expect: a }', 'Add `words:`', 'bag { words: a expect: a }'],
    [
      'two pairs in one statement',
      'bag { words: a b c order: a < b < c expect: a b c }',
      'Write `order:` before each',
      'bag { words: a b c order: a < b order: b < c expect: a b c }',
    ],
    [
      'an arc in order:',
      'bag { words: a b order: a -> b }',
      'Move it to `deps:`',
      'bag { words: a b deps: a -> b order: }',
    ],
    [
      'a misspelt section',
      'bag { words: a b ⟦expcet:⟧ a b }',
      'Change to `expect:`',
      'bag { words: a b expect: a b }',
    ],
  ] as const) {
    it(`is mended: ${what}`, () => assert.equal(fixed(source, title), result));
  }
});

describe('what stands outside bags', () => {
  it('is told once after a broken first line', () => {
    assertProblems(
      'language: en\n⟦bag x y {⟧\n  words: a b\n  deps:\n    a -> b\n  }\n\n⟦bag x⟧\nbag z {\nwords: a\n}\n',
      ['bag-header', 'bag-header'],
    );
  });

  it('becomes a bag that expects it, line by line', () => {
    const source =
      "language: en\ndogs bark .\nI don't know.\n\n# a comment\nbag x {\n  words: a\n}\n";
    const bag = 'bag {\n  words:\n    . bark dogs\n  expect:\n    dogs bark .\n}';
    const other = "bag {\n  words:\n    . do I know n't\n  expect:\n    I do n't know .\n}";
    assert.equal(fixed(source, 'Make a bag of this line'), source.replace('dogs bark .', bag));
    assert.equal(
      fixed(source, 'Make a bag of each of these 2 lines'),
      source.replace('dogs bark .', bag).replace("I don't know.", `\n${other}`),
    );
  });

  it('becomes bags up to a comment in another notation', () => {
    const [{ fixes = [] }] = problemsIn('dogs bark .\n// why\ncats sleep .\n');
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Make a bag of this line'],
    );
  });

  for (const line of ['foo x {', 'foo { dogs bark', 'dogs bark. }', 'words: a {b} c']) {
    it(`becomes no bag if it looks like a part of one: ${line}`, () => {
      const problems = problemsIn(`bag { words: a }\n${line}\n`);
      assert.deepEqual(
        problems.map(({ code, fixes }) => [code, fixes]),
        [['outside-bag', undefined]],
      );
    });
  }

  for (const [written, mended] of [
    ['bag x {\n  words: a\n}\n⟦}⟧\n', 'bag x {\n  words: a\n}\n'],
    ['bag x {\n  words: a\n}\n\n⟦}⟧', 'bag x {\n  words: a\n}\n\n'],
    ['bag x { words: a } ⟦}⟧ # why\n', 'bag x { words: a } # why\n'],
    ['⟦}⟧\nbag x { words: a }', 'bag x { words: a }'],
  ] as const) {
    it(`is deleted if it is a }: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(written, [['outside-bag', 'delete it']]);
      assert.equal(fixed(written, 'Delete the `}`'), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  for (const [written, mended] of [
    ['⟦//⟧ my first bag\nbag { words: a }', '# my first bag\nbag { words: a }'],
    ['⟦//⟧my first bag\nbag { words: a }', '#my first bag\nbag { words: a }'],
    ['bag { words: a }\n⟦/*⟧ the { last } bag */  \n', 'bag { words: a }\n# the { last } bag  \n'],
    ['bag {\n  ⟦//⟧ why\n  words: a\n}', 'bag {\n  # why\n  words: a\n}'],
    ['bag {\n  ⟦/**⟧ why */\n  words: a\n}', 'bag {\n  # why\n  words: a\n}'],
    ['⟦%%⟧ my first bag\nbag { words: a }', '# my first bag\nbag { words: a }'],
    ['bag {\n  ⟦%⟧ why\n  words: a\n}', 'bag {\n  # why\n  words: a\n}'],
  ] as const) {
    it(`is a comment in another notation: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      const code = written.startsWith('bag {\n') ? 'outside-section' : 'outside-bag';
      assertProblems(written, [[code, 'A comment begins with `#`.']]);
      assert.equal(fixed(written, 'Write `#`'), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('is not closed if white space of any kind makes a comment of `#1 }`', () => {
    for (const space of [' ', '\u00a0', '\u3000', '\f', '\t \u2003']) {
      const source = `bag { words: a${space}#1 }\n`;
      const codes = problemsIn(source).map(({ code }) => code);
      assert.deepEqual(codes, ['unterminated-bag'], JSON.stringify(space));
      assert.equal(fixed(source, 'Write `a#1`'), 'bag { words: a#1 }\n');
    }
  });

  it('ends at a } that sticks to its last word if the line below begins another bag', () => {
    for (const line of ['Bag b {', 'bags b {', 'b {', 'bag my b {']) {
      const source = `bag a { words: the dog barked .}\n${line} words: the cat slept . }\n`;
      const codes = problemsIn(source).map(({ code }) => code);
      assert.deepEqual(codes, ['bag-header'], line);
    }
    const braces = 'bag a {\n  words: the\n    {big | small} dog }\n';
    assert.deepEqual(parse(braces).bags[0].closed, true);
  });

  it('may be another bag whose { sticks to its name, where the } of the bag above sticks, too', () => {
    const source =
      'bag f {\n  words: she left .\n  expect: she left .}\n\n⟦bag h{⟧\n  words: he sang .\n}\n';
    const [header] = problemsIn(source.replace(/[⟦⟧]/g, '')).filter(
      ({ code }) => code === 'bag-header',
    );
    assert.match(header.message, /^This line probably starts a bag: write `bag h {`\./);
    const mended = applyFix(source.replace(/[⟦⟧]/g, ''), header.fixes![0]);
    assert.deepEqual(
      problemsIn(mended).map(({ code, fixes = [] }) => [code, fixes[0]?.title]),
      [
        ['unterminated-bag', 'Put the `}` on a line of its own'],
        ['expectation-mismatch', 'Add `}` to `words:`'],
      ],
    );
  });

  it('may be another bag whose { sticks to its name, which is skipped up to its }', () => {
    assertProblems(
      'bag f {\n  words: she left .\n\n⟦bag h{⟧  \n\n  words: he sang .\n  deps: sang -> it\n}\n',
      [['bag-header', 'This line probably starts a bag: write `bag h {`.']],
    );
    assertProblems('bag f {\n  words:\n    bag of chips\n}\n', []);
  });

  it('is no comment in another notation if a block is not closed on its line', () => {
    for (const line of ['/*x', '/* x', '/* x */ y', '/*']) {
      const fixes = problemsIn(`${line}\nbag { words: a }\n`).flatMap(({ fixes = [] }) => fixes);
      assert.ok(!fixes.some(({ title }) => title === 'Write `#`'), line);
    }
  });

  for (const [written, mended] of [
    ['⟦words:⟧ a b\n', 'bag {\nwords: a b\n}\n'],
    ['  ⟦words:⟧ a b\n\n  expect:\n    a b', 'bag {\n  words: a b\n\n  expect:\n    a b\n}'],
    ['⟦words:⟧ a b\r\n}\r\n', 'bag {\r\nwords: a b\r\n}\r\n'],
    ['⟦words:⟧ a b }\n', 'bag {\nwords: a b }\n'],
    [
      'bag { words: a }\n⟦words:⟧ a b # why\n\n# next\nbag { words: a }\n',
      'bag { words: a }\nbag {\nwords: a b # why\n}\n\n# next\nbag { words: a }\n',
    ],
  ] as const) {
    it(`becomes a bag if sections stand there alone: ${written.replace(/[⟦⟧]/g, '')}`, () => {
      assertProblems(written, [['outside-bag', 'outside a bag']]);
      assert.equal(fixed(written, 'Make a bag of these lines'), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('is told once where the first line is missing', () => {
    assertProblems('⟦words:⟧ a b\ndeps:\n  a -> b\n}\n⟦}⟧\n# fine\nx', [
      ['outside-bag', 'outside a bag'],
      'outside-bag',
    ]);
  });

  it('is told once after a bag', () => {
    assertProblems('bag {\nwords: a\n} ⟦stray⟧ text\nmore\n\n# fine\nbag {\nwords: b\n}', [
      'outside-bag',
    ]);
  });

  it('makes no bag invalid', () => {
    const file = parse('x\nbag {\nwords: a\n} stray');
    assert.equal(check(file, options).isValid(0), true);
  });
});

describe('settings', () => {
  it('are read', () => {
    const file = parse('\ufefflanguage: en # comment\n\ntagset:xpos\nsearch:   beam\nbag {\n}');
    assert.deepEqual(
      file.settings.map(({ key, value }) => [key, value]),
      [
        ['language', 'en'],
        ['search', 'beam'],
      ],
    );
  });

  for (const [line, expected] of [
    ['⟦langage⟧: en', ['unknown-setting', 'Did you mean `language`?']],
    ['⟦lang⟧: en', ['unknown-setting', 'Did you mean `language`?']],
    [
      '⟦colour⟧: red',
      ['unknown-setting', 'The settings are `language`, `tagset`, `search` and `grammar`.'],
    ],
    ['⟦beam⟧: 128', ['unknown-setting', 'a setting of the editor, `bowline.beam`']],
    ['⟦Language⟧: en', ['unknown-setting', '`language`']],
    ['tagset: ⟦xposs⟧', ['unknown-value', 'Did you mean `xpos`?']],
    ['language: ⟦en us⟧ # c', ['unknown-value', '`en`']],
    ['⟦language:⟧', ['missing-value', '`en`']],
    ['tagset: ⟦upos⟧', ['not-supported-yet', 'The setting `tagset: upos`']],
    ['grammar: ccg\nsearch: ⟦beem⟧', ['unknown-value', 'Did you mean `beam`?']],
    ['grammar: ⟦cgc⟧', ['unknown-value', 'Did you mean `ccg`?']],
    ['language: en\n⟦language⟧: en', ['duplicate-setting', 'set twice']],
    ['⟦language en⟧', ['outside-bag', '`key: value`']],
    ['⟦language⟧ is fun', ['outside-bag', '`key: value`']],
    ['bag {\nwords: a\n}\n⟦language:⟧ en', ['misplaced-setting', 'before the first bag']],
  ] as const) {
    it(`are judged: ${line.replace(/[⟦⟧]/g, '')}`, () => assertProblems(line, [expected]));
  }

  it('that cannot be followed make every bag invalid', () => {
    const file = parse('tagset: upos\nbag {\nwords: a\n}');
    assert.equal(check(file, options).firstError(0)?.code, 'not-supported-yet');
    const unknown = parse('grammer: ccg\nbag {\nwords: a\n}');
    assert.equal(check(unknown, options).isValid(0), true);
  });

  for (const [written, mended] of [
    ['search:exact', 'search: exact'],
    ['search = exact', 'search: exact'],
    ['search : exact', 'search: exact'],
    ['search exact', 'search: exact'],
    ['language=en # English', 'language: en # English'],
    ['grammar：ccg', 'grammar: ccg'],
  ]) {
    it(`have a colon and a space: ${written}`, () => {
      const bag = '\nbag {\n  words: a\n}\n';
      const [{ code, fixes = [] }, ...others] = problemsIn(written + bag);
      assert.deepEqual([code, fixes.length, others], ['outside-bag', 1, []]);
      assert.equal(fixed(written + bag, `Write \`${mended.split(' #')[0]}\``), mended + bag);
      assert.deepEqual(problemsIn(mended + bag), []);
    });
  }

  it('hide nothing below them that stands outside a bag', () => {
    assertProblems('⟦search = exact⟧\n⟦dogs⟧ bark\nbag { words: a }\n', [
      ['outside-bag', 'write `search: exact`'],
      ['outside-bag', 'Make a bag of its line'],
    ]);
  });

  it('have fixes', () => {
    assert.equal(fixed('langage: en', 'Change to `language`'), 'language: en');
    assert.equal(fixed('tagset: xpo', 'Change to `xpos`'), 'tagset: xpos');
  });
});

describe('sections', () => {
  it('may begin on their header’s line and end with a } there', () => {
    const file = parse('bag {\n  words: a "b c"\n   d }\nbag {\n words: a b\n deps: a -> b }');
    assert.deepEqual(
      wordsOf(file.bags[0]).map(({ form }) => form),
      ['a', 'b c', 'd'],
    );
    assert.deepEqual(check(file, options).diagnostics(), []);
    assert.deepEqual(
      file.bags.map(({ closed }) => closed),
      [true, true],
    );
  });

  it('have headers that are unquoted, lower-case first tokens', () => {
    const [bag] = parse('bag {\n  words:\n    "deps:" x DEPS: notes:\n    deps:\n}').bags;
    assert.deepEqual(
      wordsOf(bag).map(({ form }) => form),
      ['deps:', 'x', 'DEPS:', 'notes:'],
    );
    assert.deepEqual(
      bag.sections.map(({ kind }) => kind),
      ['words', 'deps'],
    );
  });

  it('know where they stand', () => {
    const text = '\nbag x {\n  words: a\n    b  # c\n  deps:\n    a -> b # c\n}\n# after';
    const file = parse(text);
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    assert.deepEqual(
      file.bags[0].sections.map((section) => slice(absoluteRange(file, 0, section))),
      ['words: a\n    b', 'deps:\n    a -> b'],
    );
  });

  for (const [what, source, expected] of [
    ['a missing }', '⟦bag x {⟧\n  words: a\n', ['unterminated-bag']],
    ['no words:', '⟦bag x {⟧\n}', ['missing-words']],
    ['no words', 'bag x {\n  ⟦words:⟧ # none\n}', ['empty-words']],
    [
      'words: twice',
      'bag {\n  words: a\n  ⟦words:⟧ b\n}',
      [['duplicate-section', '`words:` already']],
    ],
    ['words before any section', 'bag {\n  ⟦led⟧ a\n b c\n}', ['outside-section']],
    ['a header without a space', 'bag {\n  ⟦words:a⟧ b\n}', ['outside-section']],
    [
      'an unknown section',
      'bag {\n words: a\n deps:\n ⟦notes:⟧ a b\n c -> d\n e\n}',
      [['unknown-section', 'The sections are']],
    ],
    [
      'a misspelt section',
      'bag {\n ⟦word:⟧ a b\n deps:\n a -> b\n}',
      [['unknown-section', 'Did you mean `words:`?']],
    ],
    [
      'a misspelt section in words:',
      'bag {\n words: she sang .\n ⟦expects:⟧ she sang .\n}',
      [['unknown-section', 'Did you mean `expect:`?']],
    ],
    [
      'a section in capitals in words:',
      'bag {\n words: a b\n ⟦Expect:⟧ a b\n}',
      [['unknown-section', 'Did you mean `expect:`?']],
    ],
    [
      'an unknown section in words:',
      'bag {\n words: a b\n ⟦foo:⟧ bar\n}',
      [['unknown-section', 'Put it in quotes if it is a word.']],
    ],
    [
      'an unknown section with a hyphen',
      'bag {\n words: a b\n ⟦see-also:⟧ bar\n}',
      [['unknown-section', 'There is no section `see-also:`.']],
    ],
    [
      'a misspelt header without its colon',
      'bag {\n words: a b\n ⟦Deps⟧ a -> b\n ⟦orders⟧ a < b\n}',
      [
        ['unknown-section', 'write `deps:`'],
        ['unknown-section', 'write `order:`'],
      ],
    ],
    [
      'another name of a section',
      'bag {\n words: a b\n ⟦dependencies:⟧ a -> b\n}',
      [['unknown-section', 'Did you mean `deps:`?']],
    ],
    [
      'a misspelt section in expect:',
      'bag {\n words: a b\n expect: a b\n ⟦dep:⟧ a -> b\n}',
      [['unknown-section', 'Did you mean `deps:`?']],
    ],
    [
      'a setting within a bag',
      'bag {\n ⟦search:⟧ exact\n words: a b\n}',
      [['unknown-section', 'a setting of the whole file: write it above the first bag']],
    ],
    [
      'a misspelt section within a line',
      'bag {\n words: a b ⟦expcet:⟧ a b\n}',
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    [
      'a section in capitals within a line',
      'bag {\n words: a b ⟦Expect:⟧ a b\n}',
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    ['a section in capitals before all words', 'bag {\n words: Expect: a b\n}', []],
    [
      '`expect` without a colon between the words and the same words',
      'bag {\n words: b a .\n ⟦expect⟧ a b .\n}',
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    [
      '`expect` with another sign between the words and the same words',
      'bag { words: b a . ⟦expect =⟧ a b . }',
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    [
      '`expect` without a colon above the words as printed',
      'bag {\n words: are you so late ?\n ⟦expect⟧\n  Are you so late?\n}',
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    [
      '`expect` without a colon above two sentences with contractions',
      "bag {\n words: it 's so late .\n ⟦expects⟧\n  It's so late.\n  So late it's.\n}",
      [['perhaps-section', 'Write `expect:` if it starts a section']],
    ],
    ['`expect` as a word', 'bag {\n words: we we expect rain .\n}', []],
    [
      '`expect` as a word between the same words in a bag with expectations',
      'bag {\n words: dogs expect dogs\n expect: dogs expect dogs\n}',
      [],
    ],
    [
      'a misspelt section behind a statement',
      'bag { words: b a deps: a -> b ⟦expected:⟧ a b }',
      [['unknown-section', 'Did you mean `expect:`?']],
    ],
    [
      'a section in capitals behind a statement',
      'bag {\n words: b a\n order: a < b ⟦Expect:⟧\n a b }',
      [['unknown-section', 'Did you mean `expect:`?']],
    ],
    [
      'a misspelt section with arcs within a line',
      'bag { words: Dep: b a ⟦dpes:⟧ a -> b ⟦oder:⟧ a < b expect: Dep: a b }',
      [
        ['unknown-section', 'Did you mean `deps:`?'],
        ['unknown-section', 'Did you mean `order:`?'],
      ],
    ],
    [
      'a misspelt section with arcs in words:',
      'bag {\n words: a b\n ⟦Deps:⟧\n a -> b\n}',
      [['unknown-section', 'Did you mean `deps:`?']],
    ],
    [
      'a misspelt section before the real one',
      'bag {\n words: a b\n ⟦dep:⟧\n deps: a -> b\n}',
      ['unknown-section'],
    ],
    [
      'a section in capitals in deps:',
      'bag {\n words: a b\n deps:\n a -> b\n ⟦Expect:⟧ a b\n}',
      [['unknown-section', 'Did you mean `expect:`?']],
    ],
    [
      'a section in capitals before any other',
      'bag {\n ⟦Words:⟧ a b\n}',
      [['unknown-section', 'Did you mean `words:`?']],
    ],
    [
      'a header for a word',
      'bag {\n words: "a:" b\n deps:\n ⟦note:⟧ -> b\n}',
      [['unknown-section', 'in quotes']],
    ],
  ] as const) {
    it(`are judged: ${what}`, () => {
      assertProblems(source, expected);
    });
  }

  for (const [written, header, range] of [
    ['bag {\n  words: a b\n  expect :\n    a b\n}', 'expect', 'expect :'],
    ['bag {\n  words: a b\n  expect = a b\n}', 'expect', 'expect ='],
    ['bag {\n  words: a b\n  expect; a b\n}', 'expect', 'expect;'],
    ['bag {\n  words: a b\n  order: a < b\n  expect : a b\n}', 'expect', 'expect :'],
    ['bag {\n  words: a b\n  expect: a b\n  deps\n    a -> b\n}', 'deps', 'deps'],
    ['bag {\n  words: a b\n  deps: a -> b\n  expect\n    a b\n}', 'expect', 'expect'],
    ['bag {\n  words: a b\n  order: a < b\n  expect a b\n}', 'expect', 'expect'],
    ['bag {\n  words: a b\n  deps :\n    a -> b\n}', 'deps', 'deps :'],
    ['bag {\n  words: a b\n  deps: a -> b\n  order a < b\n}', 'order', 'order'],
    ['bag {\n  words a b\n}', 'words', 'words'],
    ['bag {\n  words=\n    a b\n}', 'words', 'words='],
    ['bag {\n  words： a b\n}', 'words', 'words：'],
    ['bag { words := a b }', 'words', 'words :='],
  ] as const) {
    it(`end in a colon, without a space: ${written}`, () => {
      const message = `A header ends in a colon, without a space before it: write \`${header}:\`.`;
      assertProblems(written.replace(range, `⟦${range}⟧`), [['unknown-section', message]]);
      const mended = fixed(written, `Write \`${header}:\``);
      assert.equal(mended, written.replace(range, `${header}:`));
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('leave their names to words', () => {
    for (const source of [
      'bag {\n  words: we\n  order words\n  words : deps\n  deps:\n  order -> we\n  expect: we order\n  order :\n}',
      'bag {\n  words:\n    "order" : a\n  order:\n    order < a\n}',
    ]) {
      const problems = problemsIn(source).map(({ code }) => code);
      assert.ok(!problems.includes('unknown-section'), source);
    }
    assert.equal(
      fixed('bag {\n  words: a\n  order : b\n}', 'Put it in quotes'),
      'bag {\n  words: a\n  "order" : b\n}',
    );
  });

  it('keep a word with a colon in quotes', () => {
    assertProblems('bag {\n  words:\n  "note:" a\n  "expect:"\n}', []);
    assert.equal(
      fixed('bag {\n  words:\n  note: a\n}', 'Put it in quotes'),
      'bag {\n  words:\n  "note:" a\n}',
    );
    assert.equal(
      fixed('bag {\n  words: a expcet: b\n}', 'Put it in quotes'),
      'bag {\n  words: a "expcet:" b\n}',
    );
  });

  it('may be given in several places, but for words:', () => {
    assertProblems(
      'bag {\n  words: a b c\n  deps: a -> b\n  expect: a b c\n  deps: a -> c\n  expect: b a c\n}',
      [],
    );
  });

  it('take headers in capitals for words where a statement names them', () => {
    assertProblems(
      'bag {\n  words: "Order:" "Note:" a\n  deps:\n  Order: -> a\n  order:\n  Order: < a\n  Note: < a\n}',
      [],
    );
  });

  it('take words with a colon for words within a statement', () => {
    assertProblems(
      'bag {\n  words: a ( Order: | dep: ) b "Expect:"#1 Expect:#2\n  deps: a -> dep: Order: b Expect:#1\n}',
      [],
    );
    assertProblems('bag {\n  deps: a -> b Order:\n  words: a Order: b\n}', []);
    assertProblems('bag {\n  words: a b\n  deps: a -> b ⟦word:⟧\n}', ['unknown-word']);
  });

  it('that are missing their header are told once', () => {
    assertProblems('bag {\n  words: a b c d\n  a ⟦->⟧ b\n  b -> c\n  c -> d\n}', [
      ['unexpected-token', 'The same holds for the 2 lines after it.'],
    ]);
    assert.equal(
      fixed('bag {\n  words: a b\n    a -> b\n}', 'Start `deps:` here'),
      'bag {\n  words: a b\n    deps:\n    a -> b\n}',
    );
    assert.equal(
      fixed('bag {\n  words: a -> b\n}', 'Start `deps:` here'),
      'bag {\n  words: a b\n  deps:\n    a -> b\n}',
    );
    assert.equal(
      fixed('bag {\n  words: "a b" -> c\n}', 'Start `deps:` here'),
      'bag {\n  words: "a b" c\n  deps:\n    "a b" -> c\n}',
    );
    assert.equal(
      fixed('bag {\r\n  words: a -> b\r\n}', 'Start `deps:` here'),
      'bag {\r\n  words: a b\r\n  deps:\r\n    a -> b\r\n}',
    );
  });

  it('are begun by a fix only where the bag has none of that name', () => {
    const titles = (text: string): string[] =>
      problemsIn(text).flatMap(({ fixes = [] }) => fixes.map(({ title }) => title));
    assert.deepEqual(titles('bag {\n  a\n  words: b\n}'), []);
    assert.deepEqual(titles('bag {\n  vocabulary: a b\n}'), []);
    assert.deepEqual(titles('bag {\n  words: a\n  dep: b\n  deps:\n}'), [
      'Change to `deps:`',
      'Put it in quotes',
    ]);
    assert.deepEqual(titles('bag {\n  words: a b\n    a -> b\n  deps:\n}'), ['Put it in quotes']);
    assert.deepEqual(titles('bag {\n  words: a b\n    a -> b\n    a b\n}'), ['Put it in quotes']);
  });

  it('have fixes', () => {
    assert.equal(fixed('bag {\n  words: a\n', 'Close the bag'), 'bag {\n  words: a\n}\n');
    assert.equal(fixed('bag {\r\n  words: a # c', 'Close the bag').endsWith('\r\n}'), true);
    assert.equal(fixed('bag {\n word: a\n}', 'Change to `words:`'), 'bag {\n words: a\n}');
    assert.equal(fixed('bag {\n  a\n}', 'Start `words:` here'), 'bag {\n  words:\n    a\n}');
    assert.equal(fixed('bag {\n}', 'Add `words:`'), 'bag {\n  words:\n}');
    assert.equal(
      fixed("bag {\n  expect: I don't bark.\n}", 'Add `words:`'),
      "bag {\n  words: I do n't bark .\n  expect: I don't bark.\n}",
    );
    assert.equal(fixed('bag {\n words:a b\n}', 'Put a space after it'), 'bag {\n words: a b\n}');
  });
});

describe('a } that sticks to a word', () => {
  for (const lines of [
    'words: a b',
    'words: a b\n  deps: a -> b',
    'words: a b\n  expect:\n    a b',
  ]) {
    it(`is read as a part of it: ${lines}`, () => {
      const [told] = problemsIn(`bag {\n  ${lines}}\nbag {\n  words: c\n}`);
      assert.equal(told.code, 'unterminated-bag');
      assert.ok(told.message.includes('a part of a word'));
      assert.deepEqual(
        told.fixes?.map(({ title }) => title),
        ['Put the `}` on a line of its own', 'Close the bag'],
      );
      const source = `bag {\n  ${lines}}`;
      const mended = fixed(source, 'Put the `}` on a line of its own');
      assert.equal(mended, `bag {\n  ${lines}\n}`);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('closes the bag before a comment', () => {
    assert.equal(
      fixed('bag {\r\n  words: a b} # c', 'Put the `}` on a line of its own'),
      'bag {\r\n  words: a b\r\n} # c',
    );
  });
});

describe('a }} behind the last word', () => {
  for (const [source, mended] of [
    ['⟦bag {⟧ words: a b }}', 'bag { words: a b }'],
    ['⟦bag {⟧ words: a b expect: a b }}', 'bag { words: a b expect: a b }'],
    ['⟦bag {⟧\n  words: a b\n}}', 'bag {\n  words: a b\n}'],
    ['⟦bag {⟧\n  words: a b\n}}}\n', 'bag {\n  words: a b\n}\n'],
    ['⟦bag {⟧\n  words: a b\n};\n', 'bag {\n  words: a b\n}\n'],
    [
      '⟦bag {⟧\n  words: a b\n  deps: a -> b\n}, # why\n',
      'bag {\n  words: a b\n  deps: a -> b\n} # why\n',
    ],
    ['⟦bag {⟧ words: a b expect: a b };', 'bag { words: a b expect: a b }'],
  ]) {
    it(`is read as a word: ${JSON.stringify(source)}`, () => {
      const [told] = problemsIn(source);
      assert.equal(told.code, 'unterminated-bag');
      assert.match(told.message, /`}(?:}{1,2}|[;,])` is read as one word\. Write `}`/);
      assert.equal(fixed(source, 'Write `}`'), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }

  it('may be another bracket on the last line', () => {
    for (const bracket of [')', ']']) {
      const bag = (closing: string) => `⟦bag {⟧\n  words: a b\n  expect: a b\n${closing}\n`;
      const [{ code, message }] = problemsIn(bag(bracket));
      assert.equal(code, 'unterminated-bag');
      assert.match(message, /write `}` instead of `[)\]]` on its last line\./);
      assert.equal(fixed(bag(bracket), 'Write `}`'), marked(bag('}')).text);
    }
    for (const words of ['[ a b ]', '( a | b )\n    .']) {
      const [{ message }] = problemsIn(`bag {\n  words: ${words}`);
      assert.match(message, /write `}` on a line below it/);
    }
  });

  it('may close a { of the bag', () => {
    const [told] = problemsIn('bag { words: a expect: { a }}');
    assert.deepEqual(
      told.fixes?.map(({ title }) => title),
      ['Close the bag'],
    );
  });
});

describe('a # before the } of a bag', () => {
  for (const [source, comment, title, mended] of [
    ['⟦bag {⟧ words: we are #1 ! }', '#1 ! }', 'Write `"#1"`', 'bag { words: we are "#1" ! }'],
    ['⟦bag {⟧ words: we #1/CD }', '#1/CD }', 'Write `"#1"`', 'bag { words: we "#1"/CD }'],
    [
      '⟦bag {⟧ words: a #1 b #2 }',
      '#1 b #2 }',
      'Write `"#1"` and `"#2"`',
      'bag { words: a "#1" b "#2" }',
    ],
    [
      '⟦bag {⟧\n  words: a #1 expect: a #1 } \nbag { words: b }',
      '#1 expect: a #1 }',
      'Write `"#1"`',
      'bag {\n  words: a "#1" expect: a #1 } \nbag { words: b }',
    ],
    ['⟦bag {⟧ words: a b # note }', '# note }', 'Close the bag', 'bag { words: a b } # note }'],
  ]) {
    it(`begins a comment: ${JSON.stringify(source)}`, () => {
      assertProblems(source, [
        ['unterminated-bag', `This bag is not closed: \`${comment}\` is read as a comment.`],
      ]);
      assert.equal(problemsIn(source)[0].fixes?.[0].title, title);
      assert.equal(fixed(source, title), mended);
      assert.deepEqual(problemsIn(mended), []);
    });
  }
});

describe('a setting behind a bag', () => {
  for (const line of ['search = exact', 'language en', 'search:exact']) {
    it(`is told to move up: ${line}`, () => {
      assertProblems(`bag { words: a }\n⟦${line}⟧\n`, [['misplaced-setting', 'move this line up']]);
    });
  }
});

describe('a search for bags with categories', () => {
  for (const search of ['arc-standard', 'bottom-up', 'exact']) {
    it(`is not ${search}, wherever the grammar is set`, () => {
      for (const [first, second] of [
        ['grammar: ccg', `search: ⟦${search}⟧`],
        [`search: ⟦${search}⟧`, 'grammar: ccg'],
      ]) {
        const source = `${first}\n${second}\nbag { words: a }\n`;
        assertProblems(source, [['unknown-value', 'choose `beam` or `best-first`.']]);
        const { text } = marked(source);
        assert.equal(fixed(text, 'Change to `best-first`'), text.replace(search, 'best-first'));
      }
    });
  }

  it('may be any other search, and any search if the grammar is the default', () => {
    for (const settings of ['grammar: ccg\nsearch: beam', 'grammar: ccg\nsearch: best-first']) {
      assertProblems(`${settings}\nbag { words: a }\n`, []);
    }
    assertProblems('grammar: dependency\nsearch: exact\nbag { words: a }\n', []);
  });
});

describe('an index apart from its word, with the } of a bag behind it', () => {
  it('can be joined to its word', () => {
    const source = 'bag { words: the #1 dog the cat . }\n';
    assert.ok(problemsIn(source)[0].message.endsWith('If it is an index, write `the#1`.'));
    assert.equal(fixed(source, 'Write `the#1`'), source.replace(' #', '#'));
    const two = 'bag { words: the #1 dog saw the  #2 cat . }\n';
    assert.equal(fixed(two, 'Write `the#1`'), 'bag { words: the#1 dog saw the#2 cat . }\n');
  });

  for (const source of [
    'bag { words: #1 dog }\n',
    'bag { words: the #0 dog }\n',
    'bag { words: the #1dog }\n',
  ]) {
    it(`is not taken for one: ${source}`, () => {
      const [{ message, fixes = [] }] = problemsIn(source);
      assert.ok(!message.includes('index'));
      assert.ok(fixes.every(({ title }) => !title.includes('the#')));
    });
  }
});

describe('a comment with the } of a bag', () => {
  for (const source of [
    'bag {\n  words: a b\n  deps:\n    a -> b # why}\n',
    'bag {\n  words: a #1 b}\n',
    'bag { words: a #1 "b }',
  ]) {
    it(`is offered as words only if that closes the bag: ${JSON.stringify(source)}`, () => {
      const [{ message, fixes }] = problemsIn(source);
      assert.match(message, /read as a comment\. Write `}` outside the comment\./);
      assert.deepEqual(
        fixes?.map(({ title }) => title),
        ['Close the bag'],
      );
      const left = problemsIn(fixed(source, 'Close the bag')).map(({ code }) => code);
      assert.deepEqual(
        left.filter((code) => code !== 'perhaps-index'),
        [],
      );
    });
  }
});

describe('expect:', () => {
  it('is told if it has no sentence', () => {
    assertProblems('bag {\n  words: a\n  ⟦expect:⟧\n}', [['empty-expect', 'write one after']]);
    assertProblems('bag { words: a ⟦expect:⟧ }', ['empty-expect']);
  });

  it('is plain text, a sentence a line', () => {
    assert.deepEqual(
      expectations(
        'bag {\n  words: x\n  expect: a "b # c\n\n   d/NN  { -> }  \n # e  \n notes: f\n}',
      ),
      ['a "b # c', 'd/NN  { -> }', '# e', 'notes: f'],
    );
  });

  it('ends at a known header, a } and a bag’s first line', () => {
    assert.deepEqual(expectations('bag {\n expect: a b words: b } # c\n d'), ['a b']);
    assert.deepEqual(expectations('bag {\n expect:\n a { b } c } d'), ['a { b } c']);
    assert.deepEqual(expectations('bag {\n expect:\n a\n words: b\n}'), ['a']);
    assert.deepEqual(expectations('bag {\n words: b\n expect:\n a\n } # c\n d'), ['a']);
    assert.deepEqual(expectations('bag {\n words: b\n expect: }\n d'), []);
    assert.deepEqual(expectations('bag {\n expect:\n a\nbag {\n d'), ['a']);
  });
});

describe('a setting within a bag', () => {
  const bag = (line: string): string => `bag {\n${line}  words: she/NP sleeps/S[dcl]\\NP\n}\n`;
  const title = 'Move `grammar: ccg` above the first bag';

  for (const [where, source] of [
    ['before the sections', bag('  grammar: ccg\n')],
    ['behind the words', bag('').replace('\n}', '\n  grammar: ccg\n}')],
    ['on the line of the bag', bag('').replace('{\n', '{ grammar: ccg\n')],
  ]) {
    it(`${where} can be moved above the first bag`, () => {
      assert.deepEqual(
        problemsIn(source).map(({ code }) => code),
        ['unknown-section'],
      );
      assert.equal(fixed(source, title), `grammar: ccg\n\n${bag('')}`);
      assert.deepEqual(problemsIn(fixed(source, title)), []);
    });
  }

  it('changes the same setting of the file', () => {
    const file = (value: string, line: string): string => `grammar: ${value}\n\n${bag(line)}`;
    const line = '  grammar: ccg\n';
    assert.equal(fixed(file('dependency', line), title), file('ccg', ''));
    assert.equal(fixed(file('ccg', line), 'Delete it here'), file('ccg', ''));
  });

  it('may be any other setting', () => {
    assert.equal(
      fixed(
        'bag {\n  search: exact\n  words: a b\n}\n',
        'Move `search: exact` above the first bag',
      ),
      'search: exact\n\nbag {\n  words: a b\n}\n',
    );
  });
});
