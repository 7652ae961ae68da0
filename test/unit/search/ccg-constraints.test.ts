import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag, BagWord } from '../../../server/src/bag/bag.ts';
import {
  createRealizer,
  NEVER,
  type RealizedPart,
  type Realization,
  type Token,
} from '../../../server/src/realize/realizer.ts';
import { checkDerivation, type CheckedNode } from '../../../server/src/grammar/ccg/checker.ts';
import { constrainedBag, permuted, randomBag } from '../support/bags.ts';
import { hasSentence, isAllowed, isTreeOf } from '../support/brute-force.ts';
import { drawnBag, isSpanned } from '../support/grammar-bags.ts';
import { bagOf } from '../support/naive-categories.ts';
import {
  categoriesOfTag,
  grammarModel,
  unlisted,
  uses,
  withGrammar,
} from '../support/small-grammar.ts';
import { cases } from '../support/thorough.ts';

const realizer = createRealizer({ model: grammarModel(1), languageModel: null });
const forms = [...Object.keys(uses), 'zebra'];

/** The derivation that a realization's parts are, as plain data. */
function nodeOf(parts: readonly RealizedPart[], tokens: readonly Token[]): CheckedNode {
  const made: CheckedNode[] = [];
  for (const { category, children, first } of parts) {
    const word = children.length === 0 ? tokens[first].form : null;
    made.push({ category: category!, word, children: children.map((child) => made[child]) });
  }
  return made[made.length - 1];
}

/** Whether a word is used as the bag gives it: as one of its categories with that one's tag, or with one of its tags. */
function isUsedAsGiven(
  { form, tags, categories = [] }: BagWord,
  { tag, category }: Token,
): boolean {
  if (categories.some((given) => given.category === category && (given.tag ?? tag) === tag)) {
    return true;
  }
  if (tags.length > 0) return tags.includes(tag) && categoriesOfTag.get(tag)!.includes(category!);
  if (categories.length > 0) return false;
  const seen = uses[form] as (typeof uses)[string] | undefined;
  return seen?.some(([, ofUse]) => ofUse === tag) ?? true;
}

function assertKeepsTo(bag: Bag, realization: Realization): void {
  const { tokens, parts = [], text } = realization;
  const order = tokens.map(({ word }) => word);
  const heads = tokens.map(({ head }) => head - 1);
  const told = `${text} of ${JSON.stringify(bag)}`;
  assert.ok(isAllowed(bag, order), told);
  assert.ok(isTreeOf(bag, order, heads), told);
  for (const token of tokens) {
    assert.ok(isUsedAsGiven(bag.words[token.word], token), `${token.form} in ${told}`);
  }
  // Each part of one or two others that stand side by side, and the last of them is all.
  const whole = parts[parts.length - 1];
  assert.deepEqual([whole.first, whole.last], [0, tokens.length - 1]);
  const leaves = parts.filter(({ children }) => children.length === 0);
  assert.deepEqual(
    leaves.map(({ first, category }) => [first, category]),
    tokens.map(({ category }, place) => [place, category]),
  );
  if (!isSpanned(realization)) return;
  const words = tokens.map(({ form }) => form);
  const root = nodeOf(parts, tokens);
  // Any category may be that of the whole, though at a cost.
  const isHalf = root.category.endsWith('[conj]');
  const refusals = checkDerivation(root, words, unlisted);
  assert.deepEqual(isHalf ? refusals.slice(0, -1) : refusals, [], told);
}

describe('bags with categories', () => {
  it('have realizations that keep to all constraints, derived by the rules of the grammar', () => {
    const counts = { spanned: 0, glued: 0, arcs: 0, impossible: 0 };
    const bag = drawnBag(
      fc.oneof(
        withGrammar(constrainedBag({ minSize: 2, maxSize: 5, forms }), 5),
        withGrammar(constrainedBag({ minSize: 4, maxSize: 5, forms }), 1),
        withGrammar(randomBag({ minSize: 3, maxSize: 5, forms }), 5),
      ),
    );
    const property = fc.property(bag, (drawn) => {
      const { realizations, status } = realizer.realize(drawn, { beam: 3, results: 3 }, NEVER);
      for (const realization of realizations) {
        assertKeepsTo(drawn, realization);
        counts[isSpanned(realization) ? 'spanned' : 'glued']++;
      }
      if (realizations.length > 0) counts.arcs += drawn.arcs.length;
      else {
        counts.impossible++;
        assert.equal(status, 'impossible');
        assert.ok(!hasSentence(drawn), JSON.stringify(drawn));
      }
    });
    fc.assert(property, { numRuns: cases(2000), seed: 1 });
    assert.ok(Math.min(...Object.values(counts)) > cases(50), JSON.stringify(counts));
  }).timeout(240_000);

  it('have the same realizations in whichever order their words are written', () => {
    const drawn = fc.record({
      bag: drawnBag(withGrammar(constrainedBag({ minSize: 2, maxSize: 5, forms }), 5)),
      keys: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      beam: fc.constantFrom(1, 8),
    });
    const property = fc.property(drawn, ({ bag, keys, beam }) => {
      const order = [...bag.words.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
      const other = { ...permuted(bag, order), grammar: 'ccg' as const };
      const found = [bag, other].map((one) =>
        realizer.realize(one, { beam, results: 20 }, NEVER).realizations.map(told),
      );
      assert.deepEqual(found[1], found[0]);
    });
    fc.assert(property, { numRuns: cases(500), seed: 1 });
  }).timeout(120_000);

  it('end within one state’s advance of being asked to, in the widened beams too', () => {
    // No rule joins any of these, so that ever wider beams are tried.
    const words = Array.from({ length: 8 }, (_, i) => ({
      form: `w${i}`,
      tags: [],
      categories: [{ category: i % 2 === 0 ? 'conj' : '(NP\\NP)/NP', tag: 'NN' }],
    }));
    const options = { beam: 4, results: 1 };
    assert.equal(realizer.realize(bagOf(words), options, NEVER).widened, 64);
    assert.equal('widened' in realizer.realize(bagOf(words.slice(0, 1)), options, NEVER), false);
    const reads = (last: number): { before: number; after: number; texts: number } => {
      let before = 0;
      let after = 0;
      const stop = {
        get requested() {
          if (before < last) return before++ < 0;
          return after++ >= 0;
        },
      };
      const { realizations } = realizer.realize(bagOf(words), options, stop);
      return { before, after, texts: realizations.length };
    };
    const { before: all } = reads(Infinity);
    // Steps of a beam of 4, of 16 and of 64: one read for each and for each of its states but the first.
    assert.ok(all > 500, String(all));
    for (let last = 0; last < all; last += 7) {
      const { after, texts } = reads(last);
      // Once asked to stop, each of the steps that are left advances one state: 15, and what surrounds the search.
      assert.ok(after < 40, `${after} reads after ${last}`);
      assert.equal(texts, 1);
    }
  }).timeout(60_000);
});

/** All that is told of a realization but the places of its words in the bag. */
function told({ tokens, ...rest }: Realization): unknown {
  return { ...rest, tokens: tokens.map((token) => ({ ...token, word: null })) };
}
