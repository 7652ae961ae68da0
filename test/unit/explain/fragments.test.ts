import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fragmentsOf, type Fragment } from '../../../server/src/explain/fragments.ts';
import { checkDerivation } from '../../../server/src/grammar/ccg/checker.ts';
import type { Grammar } from '../../../server/src/grammar/ccg/grammar.ts';
import { leavesOf } from '../../../server/src/grammar/ccg/derivation.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { categoryModel, derivedSentences } from '../support/categories.ts';

/** All categories that words can be made to, by trying every way to split them. */
function allOf(grammar: Grammar, words: readonly (readonly number[])[]): Set<number> {
  const { binaries, chains } = grammar.columns;
  const made = new Set(words.length === 1 ? words[0] : []);
  for (let middle = 1; middle < words.length; middle++) {
    const left = allOf(grammar, words.slice(0, middle));
    const right = allOf(grammar, words.slice(middle));
    for (let i = 0; i < binaries.length; i += 3) {
      if (left.has(binaries[i]) && right.has(binaries[i + 1])) made.add(binaries[i + 2]);
    }
  }
  const all = new Set(made);
  for (let i = 0; i < chains.length; i += 3) if (made.has(chains[i])) all.add(chains[i + 2]);
  return all;
}

/** The fewest parts that words can be cut into so that each part is something. */
function fewestOf(grammar: Grammar, words: readonly (readonly number[])[]): number {
  let fewest = words.length;
  for (let cuts = 0; cuts < 1 << (words.length - 1); cuts++) {
    const parts: (readonly number[])[][] = [[]];
    words.forEach((word, i) => {
      parts.at(-1)!.push(word);
      if (((cuts >> i) & 1) === 1 && i + 1 < words.length) parts.push([]);
    });
    const isMade = parts.every((part) => part.length === 1 || allOf(grammar, part).size > 0);
    if (isMade) fewest = Math.min(fewest, parts.length);
  }
  return fewest;
}

describe('the fragments of a sentence', () => {
  let grammar: Grammar;
  let words: fc.Arbitrary<number[][]>;

  before(async () => {
    ({ grammar } = (await categoryModel()).grammar!);
    const lexical = [...new Set(grammar.columns.entryCategory)];
    const word = fc.uniqueArray(fc.constantFrom(...lexical), { minLength: 1, maxLength: 3 });
    words = fc.array(word, { minLength: 1, maxLength: 5 });
  });

  it('is one, of the category of the whole, where a derivation spans it', () => {
    for (const { derivation } of derivedSentences) {
      const leaves = leavesOf(derivation!).map(({ category }) => [grammar.idOf(category.text)]);
      const { parts, missing } = fragmentsOf(grammar, leaves, NEVER)!;
      assert.deepEqual([parts.length, missing], [1, []]);
      assert.ok(parts[0].categories.includes(derivation!.category.text));
    }
  });

  it('are the fewest, and what trying every way to split them finds', () => {
    const counts = new Set<number>();
    fc.assert(
      fc.property(words, (given) => {
        const { parts } = fragmentsOf(grammar, given, NEVER)!;
        counts.add(parts.length);
        assert.equal(parts.length, fewestOf(grammar, given));
        const places = parts.flatMap(({ first, last }) => given.slice(first, last + 1));
        assert.deepEqual(places, given);
        for (const { first, last, categories } of parts) {
          const found = [...allOf(grammar, given.slice(first, last + 1))];
          assert.deepEqual(categories.toSorted(), found.map((id) => grammar.textOf(id)).sort());
        }
      }),
      { numRuns: 300, seed: 1 },
    );
    assert.deepEqual([...counts].sort(), [1, 2, 3, 4, 5]);
  }).timeout(60_000);

  it('may be joined by rules that the checker takes and the grammar has not seen', () => {
    const rules = new Set<string>();
    fc.assert(
      fc.property(words, (given) => {
        const { parts, missing } = fragmentsOf(grammar, given, NEVER)!;
        for (const { left, rule, parts: joined, result, change } of missing) {
          rules.add(rule);
          const children = joined.map((category, i) => {
            const leaf = (text: string) => ({ category: text, word: `w${i}`, children: [] });
            const from = change?.split(' ⇒ ');
            const { categories }: Fragment = parts[left + i];
            if (categories.includes(category)) return leaf(category);
            assert.equal(from?.[1], category);
            assert.ok(categories.includes(from[0]));
            return { category, word: null, children: [leaf(from[0])] };
          });
          const refusals = checkDerivation({ category: result, word: null, children }, [
            'w0',
            'w1',
          ]).filter(({ message }) => !message.includes('no sentence'));
          assert.deepEqual(refusals, []);
          const [one, other] = joined.map((category) => grammar.idOf(category));
          let seen = grammar.firstRule(one, other);
          for (; seen >= 0; seen = grammar.nextRule(seen)) {
            assert.notEqual(grammar.textOf(grammar.ruleResult[seen]), result);
          }
        }
      }),
      { numRuns: 300, seed: 2 },
    );
    for (const rule of ['>', '<', '>B', 'Φ', 'p']) assert.ok(rules.has(rule), rule);
  }).timeout(60_000);

  it('are looked for until it is asked to stop, and of at most a hundred words', () => {
    const { entryCategory } = grammar.columns;
    const words = (count: number): number[][] =>
      Array.from({ length: count }, () => [entryCategory[0]]);
    assert.notEqual(fragmentsOf(grammar, words(100), NEVER), null);
    assert.equal(fragmentsOf(grammar, words(101), NEVER), null);
    let left = 3;
    const stop = {
      get requested() {
        return left-- <= 0;
      },
    };
    assert.equal(fragmentsOf(grammar, words(20), stop), null);
    // It does not go on once it was told.
    assert.ok(left > -4, String(left));
  });
});
