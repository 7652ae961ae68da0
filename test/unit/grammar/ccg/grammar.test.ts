import assert from 'node:assert/strict';
import fc from 'fast-check';
import { modesAfter } from '../../../../server/src/grammar/ccg/dependencies.ts';
import { Grammar, NO_CATEGORY } from '../../../../server/src/grammar/ccg/grammar.ts';
import { MOST_ARGUMENTS, packModes } from '../../../../server/src/grammar/ccg/modes.ts';

const categories = [
  'N',
  'NP',
  'NP[conj]',
  'S[dcl]',
  'S[dcl]\\NP',
  'S[dcl]/NP',
  '(S[dcl]\\NP)[conj]',
  '(S[dcl]\\NP)/NP',
  'N/N',
  'NP\\NP',
  '(S\\NP)\\(S\\NP)',
  '(S[dcl]\\NP)\\(S[dcl]\\NP)',
  'S/(S\\NP)',
  'S/(S/NP)',
  '((S\\NP)/(S\\NP))[conj]',
];
const ids = categories.map((_, i) => i + 1);
/** All chains of one and of two unary rules. */
const chains = ids.flatMap((from) =>
  [NO_CATEGORY, ...ids].flatMap((between) => ids.map((to) => [from, between, to] as const)),
);
const grammar = new Grammar({
  categories,
  entryCategory: new Uint16Array(0),
  entryModes: [],
  entryCount: new Uint32Array(0),
  binaries: new Uint16Array(0),
  binaryCount: new Uint32Array(0),
  chains: Uint16Array.from(chains.flat()),
  chainCount: new Uint32Array(chains.length).fill(1),
  roots: new Uint16Array(0),
  rootCount: new Uint32Array(0),
  subcategorized: [],
});

const modes = fc
  .array(fc.constantFrom('g', 'h', 'f', 'w', 't'), { maxLength: MOST_ARGUMENTS })
  .map((letters) => letters.join(''));

describe('A chain of unary rules', () => {
  it('makes of modes what its rules make of them, also of those of a half of a coordination', () => {
    const property = fc.property(modes, (given) => {
      for (const [from, between, to] of chains) {
        const path = [from, between, to].filter((id) => id !== NO_CATEGORY);
        let expected = given;
        for (let i = 1; i < path.length; i++) {
          const [child, result] = [path[i - 1], path[i]].map((id) => grammar.categoryOf(id));
          expected = modesAfter(child, expected, result);
        }
        const chain = grammar.chainOf(from, between, to);
        const told = path.map((id) => grammar.textOf(id)).join(' ⇒ ');
        assert.equal(grammar.modesAfter(packModes(given), chain), packModes(expected), told);
      }
    });
    fc.assert(property, { numRuns: 60, seed: 1 });
  });
});
