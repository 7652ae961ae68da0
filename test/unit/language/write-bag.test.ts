import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BagArc } from '../../../server/src/bag/bag.ts';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import {
  canBeExpected,
  canBeLabel,
  canBeTag,
  toBagName,
  writeBag,
} from '../../../server/src/language/writing/write-bag.ts';
import { withoutModel } from '../support/check-options.ts';

/** Characters that mean something to the language, and a few that do not. */
const nasty = fc
  .array(fc.constantFrom(...Array.from('ab.?/#1|"\\@:-<>()[]{}é')), { minLength: 1, maxLength: 5 })
  .map((characters) => characters.join(''));
const form = fc.oneof(
  nasty,
  fc.tuple(nasty, nasty).map(([one, other]) => `${one} ${other}`),
  fc.constantFrom('root', 'first', 'last', 'bag', 'words:', 'order:', '->', '-x->', '<<', '-', '('),
);
const tag = nasty.filter(canBeTag);
const label = nasty.filter(canBeLabel);

/** Words, with a forest over them. */
const description = fc
  .array(fc.record({ form, tag: fc.option(tag), label: fc.option(label), head: fc.nat() }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((drawn) => {
    const arcs: BagArc[] = drawn.flatMap(({ head, label }, dependent) =>
      dependent > 0 && head % 3 > 0 ? [{ head: head % dependent, dependent, label }] : [],
    );
    return {
      words: drawn.map(({ form, tag }) => ({ form, tags: tag === null ? [] : [tag] })),
      arcs,
      root: drawn[0].head % 2 === 0 ? 0 : null,
    };
  });

describe('a bag that is written', () => {
  it('is the same when it is read, whatever its words', () => {
    fc.assert(
      fc.property(description, (bag) => {
        const text = writeBag({ ...bag, name: 'a', comments: ['any } bag {'], expect: [] });
        const file = parse(text);
        const errors = check(file, withoutModel).diagnostics();
        assert.deepEqual(
          errors.filter(({ severity }) => severity === 'error'),
          [],
          text,
        );
        assert.equal(file.bags.length, 1);
        const read = toBag(file.bags[0]);
        const byDependent = (a: BagArc, b: BagArc): number => a.dependent - b.dependent;
        assert.deepEqual(
          { ...read, arcs: [...read.arcs].sort(byDependent) },
          plainBag({ ...bag, arcs: [...bag.arcs].sort(byDependent) }),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('looks as an author would write it', () => {
    const words = ['the', 'dog', 'saw', 'the', 'old cat', '.'];
    const text = writeBag({
      name: 'walk',
      comments: ['A comment.'],
      words: words.map((form) => ({ form, tags: form === 'the' ? ['DT'] : [] })),
      arcs: [
        { head: 2, dependent: 1, label: 'nsubj' },
        { head: 2, dependent: 4, label: 'obj' },
        { head: 1, dependent: 0, label: null },
        { head: 2, dependent: 5, label: 'obj' },
      ],
      root: 2,
      expect: ['the dog saw the old cat .'],
    });
    assert.equal(
      text,
      `# A comment.
bag walk {
  words:
    the#1/DT dog saw the/DT "old cat" .
  deps:
    root -> saw
    saw -nsubj-> dog
    saw -obj-> "old cat" .
    dog -> the#1
  expect:
    the dog saw the old cat .
}
`,
    );
  });

  it('has no indices where nothing names its words', () => {
    const words = ['a', 'a'].map((form) => ({ form, tags: [] }));
    const bag = { name: null, comments: [], words, arcs: [], root: null, expect: [] };
    assert.equal(writeBag(bag), 'bag {\n  words:\n    a a\n}\n');
  });
});

describe('a tag', () => {
  for (const one of ['NN', '.', '``', "''", '-LRB-', 'PRP$', '$', '#']) {
    it(`may be ${one}`, () => assert.ok(canBeTag(one)));
  }
  for (const one of ['', 'NN/VB', 'NN|VB', 'N N', 'NN?', '(S\\NP)/NP', '->']) {
    it(`cannot be "${one}"`, () => assert.ok(!canBeTag(one)));
  }
});

describe('the name of a bag', () => {
  it('is one word of what it is made from', () => {
    assert.equal(toBagName(' weblog {1}#2  x '), 'weblog-1-2-x');
    assert.equal(toBagName('\u001b['), '�[');
    assert.equal(toBagName(' { '), '');
    assert.equal(toBagName('"quoted" id'), 'quoted-id');
    for (const syntax of ['"', '(', '[', '|', '->', '<<']) assert.equal(toBagName(syntax), '');
  });

  it('can be read again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.string({ unit: 'binary' }), nasty),
        (text) => {
          const name = toBagName(text);
          fc.pre(name !== '');
          assert.deepEqual(parse(`bag ${name} {\n  words: a\n}\n`).names, [name]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a written bag', () => {
  it('has in quotes a word that would be read as several', () => {
    const words = ["who's", 'U.S.', 'dogs'].map((one) => ({ form: one, tags: ['X'] }));
    const text = writeBag({ name: 'a', comments: [], words, arcs: [], root: null, expect: [] });
    assert.match(text, /\n {4}"who's"\/X U\.S\.\/X dogs\/X\n/);
  });
});

describe('a sentence that is expected', () => {
  it('is no header and no end of the bag', () => {
    assert.ok(canBeExpected('a dog : the # " end'));
    for (const sentence of ['order: two beers', '} a', 'bag a {', 'bag {', '}', '']) {
      assert.ok(!canBeExpected(sentence), sentence);
    }
  });
});
