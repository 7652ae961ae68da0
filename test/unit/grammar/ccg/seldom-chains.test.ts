import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCategory } from '../../../../server/src/grammar/ccg/category.ts';
import type { CcgDerivation } from '../../../../server/src/grammar/ccg/derivation.ts';
import { SeldomChains } from '../../../../server/src/grammar/ccg/seldom-chains.ts';
import { NO_CATEGORY } from '../../../../server/src/grammar/ccg/grammar.ts';
import { countLexicon } from '../../../../server/src/model/lexicon.ts';
import { learnGrammar } from '../../../../server/src/train/learn-grammar.ts';

/** A word with its tag and lexical category, the category that a unary rule makes of it, and how often it was seen. */
type Seen = readonly [word: string, tag: string, from: string, to: string | null, count: number];

/** The unary rules of a treebank of sentences of one word. */
function treebankOf(...seen: readonly Seen[]) {
  const sentences = seen.flatMap(([form, tag, from, to, count]) => {
    const leaf: CcgDerivation = { kind: 'leaf', category: parseCategory(from), modes: '', word: 0 };
    const derivation: CcgDerivation =
      to === null ? leaf : { kind: 'unary', category: parseCategory(to), child: leaf };
    const sentence = { id: '', forms: [form], tags: [tag], heads: [0], labels: ['root'] };
    return Array.from({ length: count }, () => ({ ...sentence, derivation }));
  });
  const lexicon = countLexicon(sentences);
  const { grammar, dictionary, chainsOfWords } = learnGrammar(sentences, lexicon, []);
  const chains = new SeldomChains(grammar, dictionary, chainsOfWords!);
  return (form: string, tag: string, from: string, to: string): boolean => {
    const [before, after] = [from, to].map((text) => grammar.idOf(text));
    const chain = grammar.chainOf(before, NO_CATEGORY, after);
    const seldom = chains.seldomOf(lexicon.wordId(form), lexicon.tagId(tag), before);
    assert.equal(seldom.length, grammar.chainStart[before + 1] - grammar.chainStart[before]);
    return seldom[chain - grammar.chainStart[before]] === 1;
  };
}

const VP = '(S\\NP)\\(S\\NP)';

/** Whether the rule `NP ⇒ S\S` is seldom right for phrases, which were seen so often with it and without it. */
function isSeldomOfPhrases(count: number, without: number): boolean {
  const leaf = (text: string, word: number): CcgDerivation => {
    return { kind: 'leaf', category: parseCategory(text), modes: '', word };
  };
  const [left, right] = [leaf('NP/N', 0), leaf('N', 1)];
  const phrase: CcgDerivation = { kind: 'binary', category: parseCategory('NP'), left, right };
  const made: CcgDerivation = { kind: 'unary', category: parseCategory('S\\S'), child: phrase };
  const plain = { id: '', forms: ['the', 'dog'], tags: ['DT', 'NN'], heads: [2, 0], labels: [] };
  const sentences = Array.from({ length: count + without }, (_, i) => {
    return { ...plain, labels: ['det', 'root'], derivation: i < count ? made : phrase };
  });
  const lexicon = countLexicon(sentences);
  const { grammar, dictionary, chainsOfWords } = learnGrammar(sentences, lexicon, []);
  const chain = grammar.chainOf(grammar.idOf('NP'), NO_CATEGORY, grammar.idOf('S\\S'));
  return new SeldomChains(grammar, dictionary, chainsOfWords!).isSeldomOfPhrases(chain);
}

describe('a unary rule', () => {
  const isSeldom = treebankOf(
    ['she', 'PRP', 'NP', null, 300],
    ['it', 'PRP', 'NP', null, 300],
    ['myself', 'PRP', 'NP', VP, 7],
    ['myself', 'PRP', 'NP', null, 13],
    ['Bill', 'NNP', 'NP', null, 4],
    ['Monday', 'NNP', 'NP', VP, 20],
    ['Kim', 'NNP', 'NP', null, 2000],
    ['Kim', 'NNP', 'NP', 'S/(S\\NP)', 1],
    ['Kim', 'NNP', 'NP', 'NP\\NP', 1],
  );

  it('is seldom right for a frequent word that never takes it, even if other words of its tag do', () => {
    assert.deepEqual(
      ['she', 'it', 'myself'].map((form) => isSeldom(form, 'PRP', 'NP', VP)),
      [true, true, false],
    );
  });

  it('is as right for a rare or an unknown word as for its tag', () => {
    for (const form of ['Bill', 'Manny']) {
      assert.deepEqual(
        [VP, 'NP\\NP'].map((to) => isSeldom(form, 'NNP', 'NP', to)),
        [false, true],
      );
    }
  });

  it('is never seldom right if it raises the type', () => {
    for (const form of ['she', 'Kim', 'Manny']) {
      assert.equal(isSeldom(form, 'NNP', 'NP', 'S/(S\\NP)'), false);
      assert.equal(isSeldom(form, 'PRP', 'NP', 'S/(S\\NP)'), false);
    }
  });

  it('is the less right for a word the more often the word is seen without it', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(3000), fc.integer({ min: 1, max: 2000 }), (w, wo, more) => {
        const counted = (without: number): boolean =>
          treebankOf(
            ['Kim', 'NNP', 'NP', VP, 5],
            ['Kim', 'NNP', 'NP', null, 500],
            ['she', 'NNP', 'NP', VP, w],
            ['she', 'NNP', 'NP', null, without],
          )('she', 'NNP', 'NP', VP);
        assert.ok(!counted(wo) || counted(wo + more));
      }),
      { numRuns: 15 },
    );
  });

  it('is seldom right for a phrase if fewer than three in ten thousand phrases take it', () => {
    assert.deepEqual(
      [
        [1, 100],
        [1, 2500],
        [1, 4500],
        [3, 4500],
      ].map(([count, without]) => isSeldomOfPhrases(count, without)),
      [false, false, true, false],
    );
  });
});
