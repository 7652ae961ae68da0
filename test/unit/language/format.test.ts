import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  formatFile,
  formatOnType,
  formatRange,
} from '../../../server/src/language/features/format.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import type { Range, TextEdit } from '../../../server/src/language/tree/diagnostic.ts';
import { applyFix } from './fixture.ts';
import { anyText, bowText } from './generate.ts';
import { meaningOf } from './meaning.ts';
import { cases } from '../support/thorough.ts';

const layout = { indent: '  ' };
const tabs = { indent: '\t' };

const apply = (text: string, edits: readonly TextEdit[]): string =>
  applyFix(text, { title: '', edits });
const formatted = (text: string, how = layout): string => apply(text, formatFile(parse(text), how));

/** A file in which all is well but the white space, which is as strange as can be. */
const strangelySpaced = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ['language: en'],
        ['# a comment'],
        ['bag x {', 'words: a b?', 'c/NN', 'deps:', 'a -> b -> c # why', '}'],
        ['bag {', '# on words', 'words:', '"two  words" ( a | b )/DT? [ c d ]', '', '}'],
        ['bag y {', 'words: a#1 b a#2', 'order: a#1 < b', 'first a#1', '# last', '}'],
        ['bag z { # z', 'words: a b', 'expect: a  b', '# b', 'b   a', '}', '# after'],
        ['bag open {', 'words: a', '# of the next'],
        ['bag l { words: a b? deps: a -> b deps: a -> c expect: a  b }'],
        ['bag m {words: a b expect: a { b } b} # m'],
        [`bag n { words: ${'long '.repeat(24)}deps: a -> b expect: c d } # n`],
        ['bag o { words: a', 'b deps: a -> b', 'expect: b a }'],
      ),
      { maxLength: 6 },
    ),
    fc.array(fc.constantFrom('', ' ', '  ', '    ', '\t', '\u00a0'), {
      minLength: 8,
      maxLength: 8,
    }),
    fc.array(fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n', '\n \n\t\n'), {
      minLength: 5,
      maxLength: 5,
    }),
    fc.nat(),
  )
  .map(([blocks, spaces, ends, seed]) => {
    let turn = seed;
    const space = (): string => spaces[turn++ % spaces.length];
    const spaced = (line: string): string =>
      space() +
      (line.startsWith('#') ? line : line.replace(/ (?=[^"]*$)/g, () => ` ${space()}`)) +
      space();
    return blocks
      .flat()
      .map((line) => spaced(line) + ends[turn++ % ends.length])
      .join('');
  });

const file = fc.oneof(
  { weight: 3, arbitrary: bowText },
  { weight: 2, arbitrary: strangelySpaced },
  anyText,
);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Edits are in order, change something, and touch each other nowhere. */
function assertTidy(text: string, edits: readonly TextEdit[]): void {
  edits.forEach(({ range: { start, end }, newText }, i) => {
    assert.ok(start <= end && end <= text.length);
    assert.ok(i === 0 || edits[i - 1].range.end < start, 'edits do not touch');
    assert.notEqual(text.slice(start, end), newText);
    assert.match(text.slice(start, end) + newText, /^\s*$/, 'only white space changes');
  });
}

describe('formatting', () => {
  it('changes nothing that a file says, and nothing the second time', () => {
    fc.assert(
      fc.property(file, fc.constantFrom(layout, tabs), (text, how) => {
        const edits = formatFile(parse(text), how);
        assertTidy(text, edits);
        const after = apply(text, edits);
        assert.deepEqual(meaningOf(after), meaningOf(text));
        assert.deepEqual(formatFile(parse(after), how), []);
      }),
      { numRuns: cases(20_000), examples: [['bag x {"open # comment', layout]] },
    );
  }).timeout(60_000);

  it('of a range keeps to its lines, and to what the file says', () => {
    fc.assert(
      fc.property(file, share, share, (text, a, b) => {
        const [start, end] = [a, b].map((at) => Math.floor(at * text.length)).sort((x, y) => x - y);
        const edits = formatRange(parse(text), { start, end }, layout);
        assertTidy(text, edits);
        const isBreak = (at: number): boolean => /[\r\n]/.test(text[at]);
        let from = start;
        while (from > 0 && !isBreak(from - 1)) from--;
        let to = end;
        while (to < text.length && !isBreak(to)) to++;
        assert.ok(edits.every(({ range }) => range.start >= from && range.end <= to));
        assert.deepEqual(meaningOf(apply(text, edits)), meaningOf(text));
        const all = formatFile(parse(text), layout);
        assert.deepEqual(formatRange(parse(text), { start: 0, end: text.length }, layout), all);
      }),
      { numRuns: cases(10_000) },
    );
  }).timeout(60_000);

  it('while typing changes nothing that a file says', () => {
    fc.assert(
      fc.property(file, share, fc.constantFrom('\n', '}'), (text, at, typed) => {
        const offset = Math.floor(at * text.length);
        const edits = formatOnType(parse(text), offset, typed, layout);
        assertTidy(text, edits);
        assert.deepEqual(meaningOf(apply(text, edits)), meaningOf(text));
      }),
      { numRuns: cases(10_000) },
    );
  }).timeout(60_000);

  for (const example of readdirSync('examples', { recursive: true, encoding: 'utf8' })) {
    if (!example.endsWith('.bow')) continue;
    it(`leaves ${example} as it is`, () => {
      assert.deepEqual(formatFile(parse(readFileSync(`examples/${example}`, 'utf8')), layout), []);
    });
  }

  for (const [what, before, after] of [
    [
      'indents sections by one step and their content by two',
      'bag a {\nwords:\nx y\n      deps:\nx -> y\n}\n',
      'bag a {\n  words:\n    x y\n  deps:\n    x -> y\n}\n',
    ],
    [
      'puts single spaces between tokens, and none after the last',
      ' bag  a\t{ \n  words:   x\u00a0 "y  z"/NN  ( v |\tw )\n}  \n',
      'bag a {\n  words: x "y  z"/NN ( v | w )\n}\n',
    ],
    [
      'leaves a comment after other things in its place',
      'bag a {\n  words:\n    x   # one  \n    xyz # two\n}\n',
      'bag a {\n  words:\n    x   # one\n    xyz # two\n}\n',
    ],
    [
      'indents a comment like what follows it',
      'bag a {\n# words\nwords:\n# x\nx\n# deps\n\ndeps:\n}\n  # b\nbag b {\nwords: x\n}\n',
      'bag a {\n  # words\n  words:\n    # x\n    x\n  # deps\n\n  deps:\n}\n\n# b\nbag b {\n  words: x\n}\n',
    ],
    [
      'indents a comment at the end of a bag like what stands before it',
      'bag a {\nwords:\nx\n# x\n}\nbag b {\nwords: x\n# b\n}\n',
      'bag a {\n  words:\n    x\n    # x\n}\n\nbag b {\n  words: x\n  # b\n}\n',
    ],
    [
      'collapses blank lines, and keeps none at the edges of a bag or file',
      '\n\nlanguage: en\n\n\n\nbag a {\n\n\n  words:\n\n    x\n\n\n    y\n\n}\n\n\n',
      'language: en\n\nbag a {\n  words:\n\n    x\n\n    y\n}\n',
    ],
    [
      'puts one blank line between bags',
      'tagset: xpos\nbag a {\n  words: x\n}\nbag b {\n  words: x\n}\n# c\nbag c {\n  words: x\n}',
      'tagset: xpos\n\nbag a {\n  words: x\n}\n\nbag b {\n  words: x\n}\n\n# c\nbag c {\n  words: x\n}\n',
    ],
    [
      'reads a line of expect: as text',
      'bag a {\n  words: x\n  expect:\n  #   x  "y\n  x   # y   \n}\n',
      'bag a {\n  words: x\n  expect:\n    # x "y\n    x # y\n}\n',
    ],
    [
      'leaves a comment after the end of a bag as it is',
      'bag a {\n  words: x\n  expect:  }  #  y\n',
      'bag a {\n  words: x\n  expect: }  #  y\n',
    ],
    [
      'leaves an open quote as it is',
      'bag a {\n  words:   x   "y   z  \n}\n',
      'bag a {\n  words: x "y   z  \n}\n',
    ],
    [
      'leaves a bag with a broken first line as it is',
      'bag a b {\n words:   x \n   # why\n  }\n   # one\nbag c {\n words: x\n}\n',
      'bag a b {\n words:   x \n   # why\n  }\n# one\nbag c {\n  words: x\n}\n',
    ],
    [
      'leaves a value of several words as it is',
      'language:    en\ntagset:  xpos  upos\n',
      'language: en\ntagset:  xpos  upos\n',
    ],
    [
      'keeps CR LF',
      'bag a {\r\nwords: x\r\n}\r\nbag b {\r\n}',
      'bag a {\r\n  words: x\r\n}\r\n\r\nbag b {\r\n}\r\n',
    ],
    [
      'keeps a lone CR',
      'bag a {\rwords: x\r}\rbag b {\r}',
      'bag a {\r  words: x\r}\r\rbag b {\r}\r',
    ],
    ['makes white space alone an empty file', ' \n\t\n ', ''],
  ] as const) {
    it(what, () => assert.equal(formatted(before), after));
  }

  describe('of a bag on one line', () => {
    const long = 'word '.repeat(16).trim();

    it('keeps it on one line while it fits', () => {
      const line = 'bag a { words: x y deps: x -> y expect: x y } # why';
      const spaced = line.replaceAll(' ', '  ').replace('  #  ', ' # ');
      assert.equal(formatted(`${spaced}\n`), `${line}\n`);
      assert.equal(formatted('bag a {words: x y .}\n'), 'bag a { words: x y . }\n');
    });

    it('breaks it before each section if it does not fit', () => {
      assert.equal(
        formatted(`bag a { words: ${long} deps: x -> y expect: x } # c\nbag b { words: z }\n`),
        `bag a {\n  words: ${long}\n  deps: x -> y\n  expect: x\n} # c\n\nbag b { words: z }\n`,
      );
    });

    it('never joins the lines of a bag', () => {
      const text = 'bag a {\n  words: x\n}\n\nbag b { words: x\n}\n';
      assert.equal(formatted(text), text);
    });

    it('keeps a list of bags without blank lines', () => {
      const text = 'bag a { words: x }\nbag b { words: y }\n\nbag c { words: z }\n';
      assert.equal(formatted(text), text);
    });
  });

  it('indents by tabs, where asked to', () => {
    assert.equal(formatted('bag {\nwords:\nx\n}\n', tabs), 'bag {\n\twords:\n\t\tx\n}\n');
  });

  it('edits no more than what is out of form', () => {
    const text = 'bag a {\n  words: x  y z\n}\n';
    const start = text.indexOf('  y');
    assert.deepEqual(formatFile(parse(text), layout), [
      { range: { start, end: start + 2 }, newText: ' ' },
    ]);
  });

  it('of one bag puts a blank line before it', () => {
    const text = 'bag a {\n}\nbag b {\n}\nbag c {\n}\n';
    const start = text.indexOf('bag b');
    const edits = formatRange(parse(text), { start, end: start + 3 }, layout);
    assert.deepEqual(edits, [{ range: { start, end: start }, newText: '\n' }]);
  });

  it('of whole lines stops before the line after them', () => {
    const text = 'bag a {\nwords: x\ndeps:\n}\n';
    const range: Range = { start: text.indexOf('words'), end: text.indexOf('deps') };
    assert.equal(
      apply(text, formatRange(parse(text), range, layout)),
      text.replace('words', '  words'),
    );
  });
});

describe('formatting while typing', () => {
  /** What becomes of a text with the cursor at `|`, after a key was pressed there. */
  function typed(key: string, source: string): string {
    const offset = source.indexOf('|');
    const text = source.replace('|', '');
    return apply(text, formatOnType(parse(text), offset, key, layout));
  }

  for (const [what, before, after] of [
    ['a bag’s first line', 'bag  a {\n|\n}\n', 'bag a {\n  \n}\n'],
    ['a section’s header', 'bag a {\n    words:\n    |\n}\n', 'bag a {\n  words:\n    \n}\n'],
    ['a header with content', 'bag a {\nwords: x\n|\n}\n', 'bag a {\n  words: x\n  \n}\n'],
    ['content', 'bag a {\n  words:\n  x   y\n|\n}\n', 'bag a {\n  words:\n    x y\n    \n}\n'],
    ['a bag’s end', 'bag a {\n  words: x\n  }\n  |', 'bag a {\n  words: x\n}\n'],
    ['a bag on one line', 'bag a {words: x}\n  |', 'bag a { words: x }\n'],
    ['a blank line', 'bag a {\n  words:\n    x\n\n|\n', 'bag a {\n  words:\n    x\n\n    \n'],
    [
      'a part of a line',
      'bag a {\n  words:\n    x\n |y  z \n',
      'bag a {\n  words:\n    x\n    y  z \n',
    ],
  ] as const) {
    it(`after ${what} indents the new line`, () => assert.equal(typed('\n', before), after));
  }

  it('touches no other line', () => {
    assert.equal(typed('\n', 'bag   a {\nwords: x\n|\n}\n'), 'bag   a {\n  words: x\n  \n}\n');
  });

  it('outdents the end of a bag, and no other brace', () => {
    assert.equal(typed('}', 'bag a {\n  words: x\n  }|\n'), 'bag a {\n  words: x\n}\n');
    const others = 'bag a {\n  words: x  }|\n';
    assert.equal(typed('}', others), others.replace('|', ''));
  });
});
