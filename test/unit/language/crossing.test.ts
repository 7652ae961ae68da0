import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { check } from '../../../server/src/language/checks/check.ts';
import { parse } from '../../../server/src/language/tree/parser.ts';
import { spellReference } from '../../../server/src/language/tree/spelling.ts';
import { toBag } from '../../../server/src/language/meaning/to-bag.ts';
import { randomBag } from '../support/bags.ts';
import { permutations, projectiveTrees } from '../support/brute-force.ts';
import { applyFix, assertProblems, bagWith, fixed } from './fixture.ts';
import { withoutModel } from '../support/check-options.ts';

const options = withoutModel;

/** How `deps:` is written: an arc a line, a list a head, or a chain from the top, which repeats arcs. */
const styles = ['arcs', 'lists', 'chains'] as const;
type Style = (typeof styles)[number];

/** A file of one bag; every word has an index. */
function source({ words, arcs, root }: Bag, style: Style, expected: string): string {
  const name = (word: number): string => spellReference(words[word].form, word + 1);
  const headOf = (word: number): number => arcs.find((a) => a.dependent === word)?.head ?? -1;
  const pathTo = (word: number): string =>
    headOf(word) < 0
      ? `${root === word && style === 'chains' ? 'root -> ' : ''}${name(word)}`
      : `${pathTo(headOf(word))} -> ${name(word)}`;
  const lines: string[] = root === null ? [] : [`root -> ${name(root)}`];
  for (const head of new Set(arcs.map((arc) => arc.head))) {
    const dependents = arcs.filter((arc) => arc.head === head).map((arc) => name(arc.dependent));
    if (style === 'arcs') lines.push(...dependents.map((one) => `${name(head)} -> ${one}`));
    else if (style === 'lists') lines.push(`${name(head)} -> ${dependents.join(' ')}`);
    else lines.push(`${pathTo(head)} -> ${dependents.join(' ')}  # ${head}`);
  }
  const deps = lines.map((line) => `    ${line}`).join('\n');
  return bagWith(words.map((_, word) => name(word)).join(' '), deps, `  expect:\n    ${expected}`);
}

const trees = [0, 1, 2, 3, 4, 5, 6].map(projectiveTrees);

/** The fewest arcs without which some projective tree over the sentence has the given ones. */
function fewestLeftOut({ words, arcs, root }: Bag, expected: string): number {
  let fewest = Infinity;
  for (const order of permutations(words.map((_, word) => word))) {
    if (order.map((word) => words[word].form).join(' ') !== expected) continue;
    for (const heads of trees[words.length]) {
      const headOf = (word: number): number => {
        const head = heads[order.indexOf(word)];
        return head < 0 ? -1 : order[head];
      };
      const missing = arcs.filter(({ head, dependent }) => headOf(dependent) !== head).length;
      const rootMissing = root !== null && headOf(root) !== -1 ? 1 : 0;
      fewest = Math.min(fewest, missing + rootMissing);
    }
  }
  return fewest;
}

/** How many arcs a bag gives, the one from the root included. */
const given = ({ arcs, root }: Bag): number => arcs.length + (root === null ? 0 : 1);

describe('an expectation in which given arcs cross', () => {
  for (const [what, words, deps, line, expected] of [
    ['crossing arcs', 'a b c d', 'a -> c\nb -> d', '⟦a b c d⟧', 'and in this one `a -> c` crosses'],
    ['arcs that nest', 'a b c d', 'a -> d\nb -> c', 'a b c d', null],
    ['another order of them', 'a b c d', 'a -> c\nb -> d', 'a c b d', null],
    [
      'a given root under an arc',
      'a b c',
      'a -> c\nroot -> b',
      '⟦a b c⟧',
      'the head of the sentence',
    ],
    ['a root beside it', 'a b c', 'a -> c\nroot -> b', 'b c a', null],
    [
      'a head under its dependent’s arc',
      'a b c',
      'b -> a -> c',
      '⟦a b c⟧',
      'passes over `b`, the head of `a`',
    ],
    ['a dependent under it', 'a b c', 'a -> b c', 'a b c', null],
    ['a phrase', '"a x" b c d', '"a x" -> c\nb -> d', '⟦a x b c d⟧', '`"a x" -> c` crosses'],
    ['words to tell apart, one way', 'a#1 a#2 b c', 'a#1 -> b\na#2 -> c', 'a a b c', null],
    [
      'words to tell apart, no way',
      'a#1 a#2 b c d e',
      'a#1 -> b\na#2 -> c\nd -> e',
      '⟦a a d b c e⟧',
      'however its repeated words are matched',
    ],
    [
      'words that need not be',
      'a a b c d e',
      'b -> d\nc -> e',
      '⟦b a c a d e⟧',
      'in this one `b -> d`',
    ],
  ] as const) {
    it('are not told before the author has settled which of two heads a word has', () => {
      const deps = '    c -> a\n    a -> b\n    led -> ⟦b⟧';
      assertProblems(bagWith('b d a c led', deps, '  expect:\n    b c led a d'), ['two-heads']);
    });

    it(`is told: ${what}`, () => {
      assertProblems(
        bagWith(words, deps, `  expect:\n    ${line}`),
        expected === null ? [] : [['crossing-arcs', expected]],
      );
    });
  }

  it('names the arcs and says where they are given', () => {
    const text = bagWith('a b c d', '    a -> c\n    b -> d', '  expect:\n    a b c d');
    const [told] = check(parse(text), options).diagnostics();
    assert.equal(told.severity, 'warning');
    assert.deepEqual(
      told.related?.map(({ range, message }) => [text.slice(range.start, range.end), message]),
      [
        ['c', 'a -> c'],
        ['d', 'b -> d'],
      ],
    );
    const [expectation] = check(parse(text), options).expectations(0);
    assert.equal(expectation.unreachable, told.message);
  });

  for (const [deps, count] of [
    ['a -> c\nb -> d', 'an arc'],
    ['a -> c\nb -> d\ne -> g\nf -> h', '2 arcs'],
  ]) {
    it(`says how many arcs to leave out: ${count}`, () => {
      const text = bagWith('a b c d e f g h', deps, '  expect:\n    a b c d e f g h');
      const [{ message }] = check(parse(text), options).diagnostics();
      assert.match(message, new RegExp(`: leave out ${count}, or expect another order\\.$`));
    });
  }

  it('says where the head of the sentence is given', () => {
    const text = bagWith('a b c', '    a -> c\n    root -> b', '  expect:\n    a b c');
    const [told] = check(parse(text), options).diagnostics();
    assert.deepEqual(
      told.related?.map(({ range, message }) => [text.slice(range.start, range.end), message]),
      [
        ['c', 'a -> c'],
        ['b', 'root -> b'],
      ],
    );
  });

  for (const [what, deps, line, result] of [
    ['a line', 'b -> e', 'a b c d e f', ''],
    ['a line with a comment', 'b -> e # x', 'a b c d e f', '# x\n'],
    ['an item of a list', 'b -> z e', 'a b z c d e f', 'b -> z\n'],
    ['the end of a chain', 'b -> z -> e', 'a b z c d e f', 'b -> z\n'],
    ['the middle of a chain', 'b -> z -> e -x-> y', 'a b z c d e y f', 'b -> z\ne -x-> y\n'],
    ['an arc given twice', 'b -> z e\nb -x-> e', 'a b z c d e f', 'b -> z\n'],
    ['the root', 'root -> b', 'd a b c f', ''],
  ] as const) {
    it(`has a fix that takes out ${what}`, () => {
      const bag = (lines: string) =>
        bagWith(line.split(' ').sort().join(' '), `a -> c\n${lines}d -> f`, `  expect: ${line}`);
      assert.equal(fixed(bag(`${deps}\n`), 'Leave out 1 crossing arc'), bag(result));
    });
  }

  it('keeps the line ends and the indentation of what falls apart', () => {
    const rest = '  deps: a -> c\n    b -> z -> e -> y\n    d -> f\n  expect: a b z c d e y f';
    const text = bagWith('a b c d e f y z', '', rest).replaceAll('\n', '\r\n');
    assert.equal(
      fixed(text, 'Leave out 1 crossing arc'),
      text.replace('b -> z -> e -> y', 'b -> z\r\n    e -> y'),
    );
  });

  it('is told if and only if no projective tree has the arcs, with the smallest fix', () => {
    const drawn = { minSize: 4, maxSize: 6, forms: ['a', 'b', 'a b', 'c', 'd', 'e', 'f'] };
    const counts = { bags: 0, crossing: 0 };
    fc.assert(
      fc.property(randomBag(drawn), fc.nat(), fc.constantFrom(...styles), (bag, draw, style) => {
        counts.bags++;
        const forms = bag.words.map(({ form }) => form);
        const orders = permutations(forms.map((_, i) => i));
        const expected = orders[draw % orders.length].map((i) => forms[i]).join(' ');
        const text = source(bag, style, expected);
        const problems = check(parse(text), options).diagnostics();
        const fewest = fewestLeftOut(bag, expected);
        assert.equal(problems.length, fewest === 0 ? 0 : 1, text);
        if (fewest === 0) return;
        counts.crossing++;
        const [{ code, fixes }] = problems;
        assert.equal(code, 'crossing-arcs');
        assert.equal(fixes![0].title, `Leave out ${fewest} crossing arc${fewest > 1 ? 's' : ''}`);
        const mended = applyFix(text, fixes![0]);
        assert.deepEqual(check(parse(mended), options).diagnostics(), [], `${text}\n${mended}`);
        assert.equal(given(toBag(parse(mended).bags[0])), given(bag) - fewest, mended);
      }),
      { numRuns: 1000 },
    );
    assert.ok(counts.crossing > counts.bags / 20, JSON.stringify(counts));
  }).timeout(60_000);

  it('leaves out enough where the least is out of reach', () => {
    const size = 100;
    const names = Array.from({ length: size }, (_, i) => `w${i}`);
    const deps = names.slice(50).map((name, i) => `${names[i]} -> ${name}`);
    const many = bagWith(names.join(' '), deps.join('\n'), `  expect:\n    ${names.join(' ')}`);
    const [told] = check(parse(many), options).diagnostics();
    assert.equal(told.fixes![0].title, 'Leave out 49 crossing arcs');
    assert.deepEqual(check(parse(applyFix(many, told.fixes![0])), options).diagnostics(), []);
  });

  it('is judged while there are steps left for its bag', () => {
    // Forty words alike with heads of their own can be matched in more ways than are tried.
    const alike = Array.from({ length: 40 }, (_, i) => `a#${i + 1}`);
    const chain = alike.map((name, i) => (i % 7 === 0 ? '' : `${alike[i - 1]} -> ${name}`));
    const deps = ['b -> d', 'c -> e', ...chain].join('\n');
    const repeated = alike.map(() => 'a').join(' ');
    const times = (count: number): string => 'a '.repeat(count);
    const toldAfter = (undecided: number): string[] => {
      // The words b, c, d and e stand together at the end, or with a few of the others between b and c.
      const lines = [
        ...Array.from({ length: undecided }, (_, i) => {
          const [between, after] = [Math.floor(i / 25), i % 25];
          return `${times(40 - between - after)}b ${times(between)}c d e ${times(after)}`.trim();
        }),
        `b c d e ${repeated}`,
      ];
      const text = bagWith(`b c d e ${alike.join(' ')}`, deps, `  expect:\n${lines.join('\n')}`);
      return check(parse(text), options)
        .diagnostics()
        .map(({ code }) => code);
    };
    assert.deepEqual(toldAfter(1), ['crossing-arcs']);
    assert.deepEqual(toldAfter(400), []);
  });
});
