import assert from 'node:assert/strict';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { parseCategory } from '../../../server/src/grammar/ccg/category.ts';
import type { CcgDerivation } from '../../../server/src/grammar/ccg/derivation.ts';
import { SeldomChains } from '../../../server/src/grammar/ccg/seldom-chains.ts';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { LexicalEntries } from '../../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { BestFirst } from '../../../server/src/search/best-first/best-first.ts';
import { Constituents } from '../../../server/src/search/ccg/constituents.ts';
import { ShiftReduce } from '../../../server/src/search/ccg/shift-reduce.ts';
import { ShiftReduceSearch } from '../../../server/src/search/ccg/shift-reduce-search.ts';
import type { Derivation } from '../../../server/src/search/search.ts';
import { learnGrammar } from '../../../server/src/train/learn-grammar.ts';
import { NEVER } from '../../../server/src/util/stop.ts';
import type { DerivedSentence } from '../../../server/src/treebank/ccg/derived.ts';
import {
  smallDerivations,
  smallEntries,
  smallGrammar,
  smallGrammarLexicon,
} from '../support/small-derivations.ts';

const EVERYTHING = 100_000;
const { grammar } = smallGrammar;
const scoring = { weights: new Int8Array(1 << 8), leftOut: new Set<string>(), fluency: null };

/** The words of a sentence with their tags and categories, and with the arcs to some of them. */
function bagOf(sentence: DerivedSentence, isGiven: (dependent: number) => boolean): Bag {
  const { forms, tags, heads, categories } = sentence;
  const words = forms.map((form, i) => ({
    ...{ form, tags: [] },
    categories: [{ category: categories![i]!, tag: tags[i] }],
  }));
  const arcs = heads.flatMap((head, dependent) =>
    head === 0 || !isGiven(dependent) ? [] : [{ head: head - 1, dependent, label: null }],
  );
  const top = heads.indexOf(0);
  return plainBag({ words, arcs, root: isGiven(top) ? top : null, grammar: 'ccg' });
}

function problemOf(bag: Bag): Problem {
  return new Problem(bag, smallGrammarLexicon, NEVER, smallEntries);
}

/** The categories of a derivation's nodes, children first. */
function categoriesOf(node: CcgDerivation): string[] {
  const { text } = node.category;
  if (node.kind === 'leaf') return [text];
  if (node.kind === 'unary') return [...categoriesOf(node.child), text];
  return [...categoriesOf(node.left), ...categoriesOf(node.right), text];
}

describe('a derivation of a treebank', () => {
  it('is what its actions make', () => {
    for (const sentence of smallDerivations) {
      const bag = bagOf(sentence, () => false);
      const problem = problemOf(bag);
      const system = new ShiftReduce(scoring, grammar);
      let state = system.begin(problem);
      const variants = sentence.forms.map(
        (_, i) => problem.variantStart[problem.places.indexOf(i)],
      );
      const actions = system.actionsOf(sentence.derivation, variants);
      assert.ok(actions !== null, sentence.forms.join(' '));
      for (const action of actions) state = system.apply(state, action, 0);
      const { parts, heads, ...made } = system.derivationOf(state);
      assert.deepEqual(made.variants, variants);
      assert.deepEqual(
        parts!.map(({ category }) => grammar.textOf(category)),
        categoriesOf(sentence.derivation),
      );
      assert.deepEqual(heads, sentence.heads);
    }
  });

  it('has no actions if the grammar lacks one of its rules', () => {
    const [sentence] = smallDerivations;
    const problem = problemOf(bagOf(sentence, () => false));
    const system = new ShiftReduce(scoring, grammar);
    system.begin(problem);
    const variants = sentence.forms.map((_, i) => problem.variantStart[problem.places.indexOf(i)]);
    const { category } = smallDerivations[1].derivation;
    const { derivation } = sentence;
    assert.equal(system.actionsOf({ kind: 'unary', category, child: derivation }, variants), null);
  });

  for (const [name, search] of [
    ['a beam', new ShiftReduceSearch(scoring, grammar)],
    [
      'best-first search',
      new BestFirst(new Constituents(scoring, grammar), {
        ...{ chart: EVERYTHING, ofASize: EVERYTHING, pops: EVERYTHING, patience: EVERYTHING },
        ofAKind: EVERYTHING,
      }),
    ],
  ] as const) {
    it(`is found by ${name}, with its heads, if all of them or one of them is given`, () => {
      for (const sentence of smallDerivations.filter(({ forms }) => forms.length < 5)) {
        for (const given of [null, ...sentence.forms.keys()]) {
          const bag = bagOf(sentence, (word) => given === null || word === given);
          const problem = problemOf(bag);
          const options = { beam: 500, results: EVERYTHING, budget: { states: 0 } };
          const { derivations } = search.search(problem, options, NEVER, null);
          const isFound = (one: Derivation): boolean =>
            one.isBroken !== true &&
            one.variants.every((v, i) => problem.places[problem.variantWord[v]] === i) &&
            one.heads.every((head, i) => head === sentence.heads[i]);
          assert.ok(derivations.some(isFound), `${sentence.forms.join(' ')} ${given}`);
        }
      }
    });
  }
});

describe('a unary rule of a phrase', () => {
  const leaf = (text: string, word: number): CcgDerivation => {
    return { kind: 'leaf', category: parseCategory(text), modes: text === 'N' ? '' : 'h', word };
  };
  const [left, right] = [leaf('NP/N', 0), leaf('N', 1)];
  const phrase: CcgDerivation = { kind: 'binary', category: parseCategory('NP'), left, right };
  const changed: CcgDerivation = { kind: 'unary', category: parseCategory('S\\S'), child: phrase };

  /** Whether a derivation says that the rule `NP ⇒ S\S` is seldom right; null if it does not say. */
  const isMarked = (withRule: number, without: number, hasCounts: boolean): boolean | null => {
    const plain = { id: '', forms: ['the', 'dog'], tags: ['DT', 'NN'], heads: [2, 0] };
    const sentences = Array.from({ length: withRule + without }, (_, i) => ({
      ...{ ...plain, labels: ['det', 'root'] },
      derivation: i < withRule ? changed : phrase,
    }));
    const lexicon = countLexicon(sentences);
    const { grammar: rules, dictionary, chainsOfWords } = learnGrammar(sentences, lexicon, []);
    const chains = hasCounts ? new SeldomChains(rules, dictionary, chainsOfWords!) : null;
    const entries = new LexicalEntries(rules, dictionary, null, undefined, Infinity, chains);
    const words = plain.forms.map((form) => ({ form, tags: [] }));
    const bag = plainBag({ words, arcs: [], root: null, grammar: 'ccg' });
    const problem = new Problem(bag, lexicon, NEVER, entries);
    const system = new ShiftReduce(scoring, rules);
    let state = system.begin(problem);
    const variants = words.map((_, i) => problem.variantStart[problem.places.indexOf(i)]);
    for (const action of system.actionsOf(changed, variants)!)
      state = system.apply(state, action, 0);
    const { isSeldom } = system.derivationOf(state).parts!.at(-1)!;
    return isSeldom ?? null;
  };

  it('is marked if, and only if, the model knows that it is seldom right for phrases', () => {
    assert.equal(isMarked(1, 4500, true), true);
    assert.equal(isMarked(3, 4500, true), null);
    assert.equal(isMarked(1, 4500, false), null);
  });
});
