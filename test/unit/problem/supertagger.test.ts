import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag, type BagWord } from '../../../server/src/bag/bag.ts';
import {
  CategoryDictionary,
  type LikelyEntry,
} from '../../../server/src/grammar/ccg/dictionary.ts';
import { lexicalCategoriesOf } from '../../../server/src/grammar/ccg/grammar.ts';
import {
  WEIGHT_COUNT,
  type BagToken,
} from '../../../server/src/grammar/ccg/supertagger-features.ts';
import { Supertagger } from '../../../server/src/grammar/ccg/supertagger.ts';
import { LexicalEntries } from '../../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { learnSupertaggers } from '../../../server/src/train/learn-supertagger.ts';
import { Random } from '../../../server/src/util/random.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import { grammarOf, verbSentences } from '../support/derived.ts';

const { lexicon, grammar: learned } = grammarOf(verbSentences);
const { grammar, dictionary } = learned;
const sentences = verbSentences.map((sentence, i) => ({ ...sentence, part: i % 2 }));
const options = { seed: 1, dropout: 1 };
const { whole, parts } = learnSupertaggers(sentences, lexicon, learned, options);
const supertagger = new Supertagger(grammar, whole);

/** Weights that say something of everything. */
function anyWeights(seed: number): Int8Array {
  const random = new Random(seed);
  return Int8Array.from({ length: WEIGHT_COUNT }, () => random.below(65) - 32);
}
const opinionated = new Supertagger(grammar, anyWeights(7));

const bagOf = (words: readonly BagWord[]): Bag => ({
  ...plainBag({ words, arcs: [], root: null }),
  grammar: 'ccg',
});

/** What a bag's words can be used as, by their places in it. */
function usesOf(words: readonly BagWord[], entries: LexicalEntries): string[] {
  const problem = new Problem(bagOf(words), lexicon, NEVER, entries);
  const uses = new Array<string>(words.length);
  problem.places.forEach((place, word) => {
    const from = problem.variantStart[word];
    const variants = Array.from({ length: problem.variantStart[word + 1] - from }, (_, v) => {
      const { variantTag, variantEntry, variantCost } = problem;
      return [variantTag[from + v], variantEntry[from + v], variantCost[from + v]].join(' ');
    });
    uses[place] = variants.join(', ');
  });
  return uses;
}

/** The likeliest category of a word of a bag without tags. */
function likeliest(forms: readonly string[], form: string, tagger: Supertagger | null): string {
  const words = forms.map((word) => ({ form: word, tags: [] }));
  const entries = new LexicalEntries(grammar, dictionary, tagger);
  const problem = new Problem(bagOf(words), lexicon, NEVER, entries);
  const word = problem.places.indexOf(forms.indexOf(form));
  return grammar.textOf(grammar.entryCategory[problem.variantEntry[problem.variantStart[word]]]);
}

const anyWord: fc.Arbitrary<BagWord> = fc.record({
  form: fc.constantFrom('cats', 'ran', 'moved', '.', 'kings', 'unseen', 'Names'),
  tags: fc.constantFrom<readonly string[]>([], ['NNS'], ['VBD'], ['NNS', 'VBD'], ['XX']),
  categories: fc.constantFrom(
    [],
    [],
    [{ category: 'S[dcl]\\NP', tag: null }],
    [{ category: 'N', tag: 'VBD' }],
  ),
});
const anyWords = fc.array(anyWord, { minLength: 1, maxLength: 8 });

describe('the supertagger of a bag', () => {
  it('tells from the other words what a word is, where the dictionary cannot', () => {
    for (const verb of ['ran', 'moved', 'turned']) {
      const alone = ['cats', verb, '.'];
      const withObject = ['cats', verb, 'birds', '.'];
      assert.equal(likeliest(alone, verb, supertagger), 'S[dcl]\\NP');
      assert.equal(likeliest(withObject, verb, supertagger), '(S[dcl]\\NP)/NP');
      assert.equal(likeliest(alone, verb, null), likeliest(withObject, verb, null));
    }
  });

  it('says the same in whatever order the words are written', () => {
    const entries = new LexicalEntries(grammar, dictionary, opinionated, 0);
    fc.assert(
      fc.property(anyWords, fc.nat(), (words, seed) => {
        const places = new Random(seed).shuffle(words.map((_, place) => place));
        const uses = usesOf(words, entries);
        const shuffled = usesOf(
          places.map((place) => words[place]),
          entries,
        );
        assert.deepEqual(
          shuffled,
          places.map((place) => uses[place]),
        );
      }),
    );
  });

  it('gives probabilities that add up to one, the same for tokens in any order', () => {
    const { entryCategory } = grammar;
    const anyToken: fc.Arbitrary<BagToken> = fc.record({
      form: fc.string({ unit: 'grapheme' }),
      word: fc.nat(lexicon.words.length),
      wordClass: fc.nat(255),
      uses: fc.array(
        fc.record({
          tag: fc.nat(lexicon.tags.length + 2),
          entry: fc.integer({ min: 1, max: entryCategory.length - 1 }),
          probability: fc.double({ min: 1e-12, max: 1, noNaN: true }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(fc.array(anyToken, { minLength: 1, maxLength: 6 }), (tokens) => {
        const probabilities = opinionated.probabilitiesOf(tokens);
        for (const [i, ofUses] of probabilities.entries()) {
          assert.equal(ofUses.length, tokens[i].uses.length);
          const sum = ofUses.reduce((a, b) => a + b);
          assert.ok(Math.abs(sum - 1) < 1e-9, String(sum));
        }
        const reversed = opinionated.probabilitiesOf(tokens.toReversed());
        assert.deepEqual(reversed, probabilities.toReversed());
      }),
    );
  });

  it('leaves a word each category that is given of it, and a use of each word', () => {
    const entries = new LexicalEntries(grammar, dictionary, opinionated);
    fc.assert(
      fc.property(anyWords, (words) => {
        const problem = new Problem(bagOf(words), lexicon, NEVER, entries);
        problem.places.forEach((place, word) => {
          const uses = problem.variantEntry.subarray(
            problem.variantStart[word],
            problem.variantStart[word + 1],
          );
          const offered = new Set([...uses].map((entry) => grammar.entryCategory[entry]));
          assert.ok(offered.size > 0);
          for (const { category } of words[place].categories ?? []) {
            assert.ok(offered.has(grammar.idOf(category)), category);
          }
          const costs = problem.variantCost.subarray(
            problem.variantStart[word],
            problem.variantStart[word + 1],
          );
          assert.equal(costs[0], 0);
        });
      }),
    );
  });

  it('asks the dictionary as often for many given categories as for one', () => {
    class Counting extends CategoryDictionary {
      asked = 0;
      override entriesOf(...given: Parameters<CategoryDictionary['entriesOf']>): LikelyEntry[] {
        this.asked++;
        return super.entriesOf(...given);
      }
    }
    const categories = [...new Set(lexicalCategoriesOf(grammar.columns))];
    const [few, many] = [1, categories.length].map((count) => {
      const counting = new Counting(dictionary.columns);
      const given = categories.slice(0, count).map((category) => ({ category, tag: null }));
      const words = ['cats', 'ran', 'unseen'].map((form) => ({
        form,
        tags: [],
        categories: given,
      }));
      usesOf(words, new LexicalEntries(grammar, counting));
      return counting.asked;
    });
    assert.ok(categories.length > 2);
    assert.equal(many, few);
  });

  it('leaves the likeliest uses of each word if a long bag has too many', () => {
    const USES_A_WORD = 1;
    const all = new LexicalEntries(grammar, dictionary, opinionated, 0);
    const few = new LexicalEntries(grammar, dictionary, opinionated, 0, USES_A_WORD);
    let limited = 0;
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 30, maxLength: 120 }), fc.nat(), (words, seed) => {
        const places = new Random(seed).shuffle(words.map((_, place) => place));
        const [whole, kept] = [all, few].map((entries) => usesOf(words, entries));
        const problem = new Problem(bagOf(words), lexicon, NEVER, few);
        const most = USES_A_WORD * Math.max(100, words.length);
        const offered = new Problem(bagOf(words), lexicon, NEVER, all).variantCount;
        assert.ok(problem.variantCount <= most);
        assert.equal(problem.variantCount + problem.untriedUses, offered);
        if (offered <= most) assert.deepEqual(kept, whole);
        else limited++;
        for (const [place, uses] of kept.entries()) {
          assert.ok(uses !== '' && `${whole[place]}, `.startsWith(`${uses}, `), uses);
        }
        const shuffled = usesOf(
          places.map((place) => words[place]),
          few,
        );
        assert.deepEqual(
          shuffled,
          places.map((place) => kept[place]),
        );
      }),
      { numRuns: 30 },
    );
    assert.ok(limited > 0);
  });

  it('says what the dictionary says where its weights say nothing', () => {
    const silent = new Supertagger(grammar, new Int8Array(WEIGHT_COUNT));
    fc.assert(
      fc.property(anyWords, (words) => {
        const [alone, beside] = [null, silent].map((tagger) =>
          usesOf(words, new LexicalEntries(grammar, dictionary, tagger, 0.01)),
        );
        assert.deepEqual(beside, alone);
      }),
    );
  });
});

describe('learning supertaggers', () => {
  it('gives the same for the same sentences and seed', () => {
    assert.deepEqual(learnSupertaggers(sentences, lexicon, learned, options), { whole, parts });
  });

  it('shows each part of the sentences to all but one of those for the learning of searches', () => {
    const without = sentences.filter(({ part }) => part !== 0);
    const fewer = learnSupertaggers(without, lexicon, learned, options);
    assert.deepEqual(fewer.parts[0], parts[0]);
    assert.notDeepEqual(fewer.parts[1], parts[1]);
    assert.deepEqual(fewer.whole, fewer.parts[0]);
  });

  it('learns nothing from no sentence', () => {
    const nothing = learnSupertaggers([], lexicon, learned, options);
    assert.ok(nothing.whole.every((weight) => weight === 0));
  });
});
