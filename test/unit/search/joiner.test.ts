import assert from 'node:assert/strict';
import fc from 'fast-check';
import { argumentsOf } from '../../../server/src/grammar/ccg/category.ts';
import { join, type Phrase } from '../../../server/src/grammar/ccg/dependencies.ts';
import { Grammar } from '../../../server/src/grammar/ccg/grammar.ts';
import { packModes } from '../../../server/src/grammar/ccg/modes.ts';
import { combinationOf } from '../../../server/src/grammar/ccg/rules.ts';
import { FIRST_COMBINE } from '../../../server/src/scoring/ccg/records.ts';
import { Joiner, NOTHING } from '../../../server/src/search/ccg/joiner.ts';

/** One rule of every kind, parts and result. */
const rules = [
  ['NP', 'S[dcl]\\NP', 'S[dcl]'],
  ['(S[dcl]\\NP)/NP', 'NP', 'S[dcl]\\NP'],
  ['(S[dcl]\\NP)/(S[b]\\NP)', '(S[b]\\NP)/NP', '(S[dcl]\\NP)/NP'],
  ['(S[dcl]\\NP)/(S[b]\\NP)', '((S[b]\\NP)/PP)/NP', '((S[dcl]\\NP)/PP)/NP'],
  ['(S[dcl]\\NP)/NP', '(S\\NP)\\(S\\NP)', '(S[dcl]\\NP)/NP'],
  ['N/N', 'N', 'N'],
  ['S[dcl]\\NP', '(S\\NP)\\(S\\NP)', 'S[dcl]\\NP'],
  ['S/(S\\NP)', '(S[dcl]\\NP)/NP', 'S[dcl]/NP'],
  ['conj', 'NP', 'NP[conj]'],
  ['NP', 'NP[conj]', 'NP'],
  ['S[dcl]', '.', 'S[dcl]'],
] as const;

const categories = [...new Set(rules.flat())];
const grammar = new Grammar({
  categories,
  entryCategory: new Uint16Array(0),
  entryModes: [],
  entryCount: new Uint32Array(0),
  binaries: Uint16Array.from(
    rules.flatMap((rule) => rule.map((text) => categories.indexOf(text) + 1)),
  ),
  binaryCount: Uint32Array.from(rules, () => 1),
  chains: new Uint16Array(0),
  chainCount: new Uint32Array(0),
  roots: new Uint16Array(0),
  rootCount: new Uint32Array(0),
  subcategorized: [],
});

const MODES = 0;
const HEAD = 1;
const WAITING = 2;
const FIELDS = 3;

/** Modes of all arguments of a category. */
const modesOf = (category: number): fc.Arbitrary<string> => {
  const { length } = argumentsOf(grammar.categoryOf(category));
  const letter = fc.constantFrom('g', 'h', 'f', 'w', 't');
  return fc
    .array(letter, { minLength: length, maxLength: length })
    .map((letters) => letters.join(''));
};

const joins = fc.nat(rules.length - 1).chain((rule) =>
  fc.record({
    rule: fc.constant(rule),
    left: modesOf(grammar.ruleLeft[rule]),
    right: modesOf(grammar.ruleRight[rule]),
    /** How many words of each wait beside its head. */
    waiting: fc.tuple(fc.nat(2), fc.nat(2)),
    isLast: fc.boolean(),
  }),
);

describe('Parts that a search joins', () => {
  it('depend on each other as the grammar has it, whatever their modes', () => {
    const property = fc.property(joins, ({ rule, left, right, waiting, isLast }) => {
      const phrases: Phrase[] = [
        { modes: left, roots: [0, 1, 2].slice(0, 1 + waiting[0]) },
        { modes: right, roots: [10, 11, 12].slice(0, 1 + waiting[1]) },
      ];
      const joiner = new Joiner(grammar, { modes: MODES, head: HEAD, waiting: WAITING });
      joiner.begin();
      const data = Int32Array.from(
        phrases.flatMap(({ modes, roots }) => {
          const rootCount = roots.length;
          const next =
            rootCount === 1 ? NOTHING : joiner.wait({ roots: Int32Array.from(roots), rootCount });
          return [packModes(modes), roots[0], next];
        }),
      );
      const joined = joiner.join(
        data,
        0,
        FIELDS,
        FIRST_COMBINE + grammar.combineStart[rule],
        isLast,
      );

      const arcs: [head: number, dependent: number][] = [];
      let isCrossed = false;
      const [ofLeft, ofRight, result] = rules[rule].map((text) =>
        grammar.categoryOf(grammar.idOf(text)),
      );
      const expected = join(
        combinationOf(ofLeft, ofRight, result)!,
        ...(phrases as [Phrase, Phrase]),
        (...arc) => {
          arcs.push(arc);
          isCrossed ||= (arc[0] < 10 ? waiting[0] : waiting[1]) > 0;
        },
      );
      const [root, ...others] = expected.roots;
      if (isLast) {
        arcs.push(...others.map((dependent): [number, number] => [root, dependent]));
        isCrossed = false;
      }
      const roots = isLast ? [root] : expected.roots;
      assert.deepEqual([...joined.roots.subarray(0, joined.rootCount)], roots);
      assert.deepEqual(
        [...joined.dependents.subarray(0, joined.dependentCount)].toSorted((a, b) => a - b),
        arcs.map(([, dependent]) => dependent).toSorted((a, b) => a - b),
      );
      assert.ok(arcs.every(([head]) => head === root));
      assert.equal(joined.isCrossed, isCrossed);
      assert.equal(joined.modes, packModes(expected.modes));
      assert.equal(joined.category, grammar.ruleResult[rule]);
    });
    fc.assert(property, { numRuns: 3000, seed: 1 });
  });
});
