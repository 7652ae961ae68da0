import { parseCategory } from '../../../server/src/grammar/ccg/category.ts';
import { leavesOf, type CcgDerivation } from '../../../server/src/grammar/ccg/derivation.ts';
import { headsOf } from '../../../server/src/grammar/ccg/dependencies.ts';
import type { ModelGrammar } from '../../../server/src/model/grammar.ts';
import { countLexicon, type Lexicon } from '../../../server/src/model/lexicon.ts';
import { LexicalEntries } from '../../../server/src/problem/lexical-entries.ts';
import { learnGrammar } from '../../../server/src/train/learn-grammar.ts';
import type { DerivedSentence } from '../../../server/src/treebank/ccg/derived.ts';

/** A node of a derivation: a word with its category, tag and modes, or a category over one or two nodes. */
type Written =
  | readonly [category: string, word: string, tag: string, modes: string]
  | readonly [category: string, child: Written]
  | readonly [category: string, left: Written, right: Written];

const dogs: Written = ['NP', ['N', 'dogs', 'NNS', '']];
const cats: Written = ['NP', ['N', 'cats', 'NNS', '']];
const theDog: Written = ['NP', ['NP/N', 'the', 'DT', 'h'], ['N', 'dog', 'NN', '']];
const sleep: Written = ['S[dcl]\\NP', 'sleep', 'VBP', 'g'];
const chase: Written = ['(S[dcl]\\NP)/NP', 'chase', 'VBP', 'gg'];
const soundly: Written = ['(S\\NP)\\(S\\NP)', 'soundly', 'RB', 'h'];

/** Sentences with the hard cases of derivations: chains, waiting words, conjuncts, ambiguous words. */
const written: readonly Written[] = [
  ['S[dcl]', ['S[dcl]', dogs, ['S[dcl]\\NP', chase, cats]], ['.', '.', '.', '']],
  ['S[dcl]', theDog, ['S[dcl]\\NP', 'sleeps', 'VBZ', 'g']],
  [
    'S[dcl]',
    ['NP', dogs, ['NP[conj]', ['conj', 'and', 'CC', ''], cats]],
    ['S[dcl]\\NP', sleep, soundly],
  ],
  [
    'S[dcl]',
    theDog,
    [
      'S[dcl]\\NP',
      ['(S[dcl]\\NP)/(S[adj]\\NP)', 'is', 'VBZ', 'fg'],
      ['S[adj]\\NP', 'old', 'JJ', 'g'],
    ],
  ],
  ['NP', dogs, ['NP\\NP', ['S[ng]\\NP', ['(S[ng]\\NP)/NP', 'chasing', 'VBG', 'gg'], cats]]],
  ['NP', ['N', ['N/N', 'old', 'JJ', 'h'], ['N', 'dogs', 'NNS', '']]],
  [
    'S[q]',
    ['S[q]/(S[adj]\\NP)', ['(S[q]/(S[adj]\\NP))/NP', 'is', 'VBZ', 'wh'], theDog],
    ['S[adj]\\NP', 'old', 'JJ', 'g'],
  ],
];

/** Sentences with derivations that were written by hand. */
export const smallDerivations: readonly DerivedSentence[] = written.map((whole, i) => {
  const forms: string[] = [];
  const tags: string[] = [];
  const read = (one: Written): CcgDerivation => {
    const category = parseCategory(one[0]);
    if (one.length === 2) return { kind: 'unary', category, child: read(one[1]) };
    if (one.length === 3) {
      return { kind: 'binary', category, left: read(one[1]), right: read(one[2]) };
    }
    const [, form, tag, modes] = one;
    tags.push(tag);
    return { kind: 'leaf', category, modes, word: forms.push(form) - 1 };
  };
  const derivation = read(whole);
  const heads = headsOf(derivation);
  return {
    id: String(i),
    ...{ forms, tags, heads, derivation },
    labels: heads.map((head) => (head === 0 ? 'root' : 'dep')),
    categories: leavesOf(derivation).map(({ category }) => category.text),
  };
});

export const smallGrammarLexicon: Lexicon = countLexicon(smallDerivations);
export const smallGrammar: ModelGrammar = learnGrammar(smallDerivations, smallGrammarLexicon, []);
export const smallEntries = new LexicalEntries(smallGrammar.grammar, smallGrammar.dictionary);
