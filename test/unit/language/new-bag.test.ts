import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractBags } from '../../../server/src/language/features/extract-bag.ts';
import { bagsOfText } from '../../../server/src/language/features/new-bag.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { severities } from '../../../server/src/language/tree/diagnostic.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { expectationsOf, wordsOf } from '../../../server/src/language/tree/syntax.ts';
import { tokenizeRaw } from '../../../server/src/text/normalise.ts';
import { placeSentences, splitSentences } from '../../../server/src/text/sentences.ts';
import { anyText } from './generate.ts';
import { marked } from './fixture.ts';
import { errorsIn } from './random-bow.ts';
import { edited } from '../../../server/src/language/writing/edited.ts';
import { withoutModel } from '../support/check-options.ts';

describe('the sentences of a text', () => {
  it('end at full stops before a capital, and at empty lines', () => {
    assert.deepEqual(splitSentences('It rains. Does it? “Yes!” 3 dogs\nbark\n\nthe end'), [
      'It rains.',
      'Does it?',
      '“Yes!”',
      '3 dogs bark',
      'the end',
    ]);
  });

  it('do not end at abbreviations, initials or numbers', () => {
    const one = 'Dr. J. R. Talcott paid 3.5 million to Acme Inc. in Boston.';
    assert.deepEqual(splitSentences(one), [one]);
  });

  it('end with a line that ends in a mark, whatever follows', () => {
    const lines = ['can you send the file?', 'see you soon!', 'maybe not'];
    assert.deepEqual(splitSentences(lines.join('\n')), lines);
    for (const one of [
      'we met Dr.\nTalcott',
      '"Who is it?"\nasked Ann',
      'He paused ...\nand left',
    ]) {
      assert.deepEqual(splitSentences(one), [one.replace('\n', ' ')]);
    }
  });

  it('go on at the next line, whatever ends a line', () => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const text = ['The dog', 'barks. It', ' \t', 'rains.', ''].join(eol);
      const placed = [...placeSentences(text)];
      assert.deepEqual(
        placed.map(({ line, text: sentence }) => [line, sentence]),
        [
          [0, 'The dog barks.'],
          [1, 'It'],
          [3, 'rains.'],
        ],
      );
      assert.equal(text.slice(0, placed[0].end), `The dog${eol}barks. It`);
    }
  });
});

describe('bags of a text', () => {
  it('hold the words in an order that betrays nothing, and expect the sentence', () => {
    assert.equal(
      bagsOfText('The dog did not see the cat (root).'),
      'bag {\n  words:\n    "(" ")" . cat did dog not "root" see The the\n' +
        '  expect:\n    The dog did not see the cat ( root ) .\n}\n',
    );
  });

  it('are one for each sentence', () => {
    assert.equal(parse(bagsOfText('It rains. It pours.')!).bags.length, 2);
    assert.equal(bagsOfText(' \n\t'), null);
  });

  it('expect nothing where the sentence cannot be written as an expectation', () => {
    assert.equal(bagsOfText('} a'), 'bag {\n  words:\n    a "}"\n}\n');
  });

  it('hold the words of any text, without errors', () => {
    const text = fc.oneof(
      anyText,
      fc
        .array(
          fc.constantFrom(
            'The',
            'dog',
            "can't",
            '1/2',
            '#',
            'words:',
            'a.b',
            '(',
            '"',
            'bag',
            '@x',
            '->',
          ),
        )
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const content = bagsOfText(raw);
        const wanted = splitSentences(raw)
          .map(tokenizeRaw)
          .filter((tokens) => tokens.length > 0);
        if (content === null) {
          assert.equal(wanted.length, 0);
          return;
        }
        assert.deepEqual(
          errorsIn(content).filter((one) => !one.startsWith('too-many')),
          [],
          content,
        );
        const { bags } = parse(content);
        assert.equal(bags.length, wanted.length);
        bags.forEach((bag, i) => {
          const forms = wordsOf(bag).map(({ form }) => form);
          assert.deepEqual(forms.toSorted(), wanted[i].toSorted());
          for (const { start, end } of expectationsOf(bag)) {
            assert.equal(bag.text.slice(start, end), wanted[i].join(' '));
          }
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('making a bag from what is selected in a file', () => {
  const extracted = (source: string): string | null => {
    const { text, ranges } = marked(source);
    const edit = extractBags(parse(text), ranges[0]);
    return edit && edited(text, [edit]);
  };
  const bagOf = (words: string, sentence: string): string =>
    `bag {\n  words:\n    ${words}\n  expect:\n    ${sentence}\n}\n`;

  it('puts it below the bag of an expectation or a comment, which stay', () => {
    const file = 'bag a {\n  words: b a # or so\n  expect:\n    b a\n    a b\n}\n';
    assert.equal(
      extracted(file.replace('b a\n    a b', '⟦b a\n    a b⟧')),
      `${file}\n${bagOf('a b', 'b a')}\n${bagOf('a b', 'a b')}`,
    );
    assert.equal(
      extracted(file.replace('or so', '⟦or so⟧')),
      `${file}\n${bagOf('or so', 'or so')}`,
    );
  });

  it('puts it below the settings', () => {
    assert.equal(
      extracted('⟦# It rains.⟧\nlanguage: en\nbag a {\n  words: b\n}\n'),
      `# It rains.\nlanguage: en\n\n${bagOf('. It rains', 'It rains .')}\nbag a {\n  words: b\n}\n`,
    );
  });

  it('puts it in the place of text outside all bags', () => {
    assert.equal(
      extracted('bag a {\n  words: b\n}\n⟦It rains.⟧\n# end\n'),
      `bag a {\n  words: b\n}\n${bagOf('. It rains', 'It rains .')}# end\n`,
    );
  });

  it('makes a bag of each line outside all bags', () => {
    assert.equal(
      extracted('⟦dogs bark .\ncats sleep .⟧\n'),
      `${bagOf('. bark dogs', 'dogs bark .')}\n${bagOf('. cats sleep', 'cats sleep .')}`,
    );
  });

  it('takes an expectation of a bag on one line', () => {
    const line = 'bag a { words: b a expect: b a }';
    assert.equal(
      extracted(`${line.replace('expect: b a', 'expect: ⟦b a⟧')}\n`),
      `${line}\n\n${bagOf('a b', 'b a')}`,
    );
  });

  it('offers nothing for words, statements and settings', () => {
    for (const source of [
      'bag a {\n  words: ⟦b a⟧\n}\n',
      'bag a {\n  words: b a\n  order: ⟦b < a⟧\n}\n',
      '⟦language: en⟧\n',
      '⟦bag a {⟧\n  words: b a\n}\n',
      '⟦order:⟧\nlanguage: en\n',
      '⟦bag a b {⟧\n  words: b a\n}\n',
      'bag a {\n  words: b a\n  expect:⟦  ⟧\n}\n',
    ]) {
      assert.equal(extracted(source), null, source);
    }
  });

  it('leaves the bags of any file as they are, and breaks nothing', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    let extractions = 0;
    let tried = 0;
    // What stands outside all bags, a setting below it among that, may be told otherwise where a bag is made of it.
    const isOutside = new Set(['outside-bag', 'misplaced-setting', 'too-many-words']);
    const isSyntax = (code: keyof typeof severities): boolean =>
      severities[code] === 'error' && !isOutside.has(code);
    const count = (text: string): number =>
      check(parse(text), withoutModel)
        .diagnostics()
        .filter(({ code }) => isSyntax(code)).length;
    fc.assert(
      fc.property(anyText, share, share, fc.boolean(), (text, a, b, byLine) => {
        tried++;
        let [start, end] = [a, b].sort((x, y) => x - y).map((x) => Math.floor(x * text.length));
        if (byLine) {
          start = text.lastIndexOf('\n', start - 1) + 1;
          end = Math.max(start, text.indexOf('\n', start));
        }
        const file = parse(text);
        const edit = extractBags(file, { start, end });
        if (edit === null) return;
        extractions++;
        const after = edited(text, [edit]);
        const written = parse(after).bags.map((bag) => bag.text.trimEnd());
        for (const bag of file.bags.filter(({ closed }) => closed)) {
          const proper = bag.text.slice(0, bag.end);
          assert.ok(
            written.some((one) => one.startsWith(proper)),
            JSON.stringify(after),
          );
        }
        assert.ok(written.length > file.bags.length, JSON.stringify(after));
        assert.ok(count(after) <= count(text), JSON.stringify(after));
      }),
      { numRuns: 10_000 },
    );
    assert.ok(extractions >= tried / 20, `${extractions} of ${tried} selections gave bags`);
  });
});
