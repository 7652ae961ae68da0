import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseCategory, argumentsOf } from '../../../../server/src/grammar/ccg/category.ts';
import { headsOf } from '../../../../server/src/grammar/ccg/dependencies.ts';
import type { CcgDerivation } from '../../../../server/src/grammar/ccg/derivation.ts';
import { leavesOf } from '../../../../server/src/grammar/ccg/derivation.ts';
import { checkDerivation } from '../../../../server/src/grammar/ccg/checker.ts';
import { toDerivation } from '../../../../server/src/treebank/ccg/convert.ts';
import { plainNode } from '../../../../server/src/treebank/ccg/stats.ts';
import {
  readAnnotatedConllu,
  type AnnotatedSentence,
} from '../../../../server/src/treebank/conllu.ts';
import { isTree } from '../../../../server/src/treebank/tree.ts';

const { sentences } = readAnnotatedConllu(
  readFileSync(new URL('../../../fixtures/ccg.conllu', import.meta.url), 'utf8'),
);

const subcategorized = new Set(['depend VB on']);

/** Each phrase in brackets behind its category. */
const derivations: Readonly<Record<string, string>> = {
  'determiner and adjective': String.raw`(S[dcl] (S[dcl] (NP the:NP/N (N old:N/N man:N)) slept:S[dcl]\NP) .:.)`,
  adjunct: String.raw`(S[dcl] he:NP (S[dcl]\NP (S[dcl]\NP saw:(S[dcl]\NP)/NP her:NP) ((S\NP)\(S\NP) in:((S\NP)\(S\NP))/NP (NP Paris:N))))`,
  'prepositional argument': String.raw`(S[dcl] he:NP (S[dcl]\NP depends:(S[dcl]\NP)/PP (PP on:PP/NP her:NP)))`,
  'auxiliary and negation': String.raw`(S[dcl] he:NP (S[dcl]\NP ((S[dcl]\NP)/(S[pt]\NP) has:(S[dcl]\NP)/(S[pt]\NP) n't:(S\NP)\(S\NP)) slept:S[pt]\NP))`,
  copula: String.raw`(S[dcl] she:NP (S[dcl]\NP is:(S[dcl]\NP)/NP (NP a:NP/N doctor:N)))`,
  infinitive: String.raw`(S[dcl] he:NP (S[dcl]\NP wants:(S[dcl]\NP)/(S[to]\NP) (S[to]\NP to:(S[to]\NP)/(S[b]\NP) sleep:S[b]\NP)))`,
  'clause with that': String.raw`(S[dcl] he:NP (S[dcl]\NP knows:(S[dcl]\NP)/S[em] (S[em] that:S[em]/S[dcl] (S[dcl] she:NP slept:S[dcl]\NP))))`,
  'relative clause of the subject': String.raw`(NP (NP men:N) (NP\NP who:(NP\NP)/(S[dcl]\NP) sleep:S[dcl]\NP))`,
  'relative clause of the object': String.raw`(NP (NP men:N) (NP\NP who:(NP\NP)/(S[dcl]/NP) (S[dcl]/NP (S/(S\NP) she:NP) saw:(S[dcl]\NP)/NP)))`,
  'relative clause without a wh-word': String.raw`(NP (NP men:N) (NP\NP (S[dcl]/NP (S/(S\NP) she:NP) saw:(S[dcl]\NP)/NP)))`,
  'question for the object': String.raw`(S[wq] (S[wq] what:S[wq]/(S[q]/NP) (S[q]/NP (S[q]/(S[b]\NP) did:(S[q]/(S[b]\NP))/NP she:NP) see:(S[b]\NP)/NP)) ?:.)`,
  'question with whose': String.raw`(S[wq] (S[wq] (S[wq]/(S[dcl]\NP) whose:(S[wq]/(S[dcl]\NP))/N dog:N) barks:S[dcl]\NP) ?:.)`,
  'yes or no question': String.raw`(S[q] (S[q] (S[q]/(S[b]\NP) did:(S[q]/(S[b]\NP))/NP she:NP) sleep:S[b]\NP) ?:.)`,
  'question with a copula': String.raw`(S[wq] (S[wq] what:S[wq]/(S[q]/NP) (S[q]/NP is:(S[q]/NP)/NP this:NP)) ?:.)`,
  'fronted object': String.raw`(S[dcl] (S[dcl]/(S[dcl]/NP) this:NP) (S[dcl]/NP (S/(S\NP) I:NP) like:(S[dcl]\NP)/NP))`,
  'quotation in front': String.raw`(S[dcl] (S[dcl]/(S[dcl]/S[dcl]) (S[dcl] she:NP (S[dcl]\NP slept:S[dcl]\NP ,:,))) (S[dcl]/S[dcl] (S/(S\NP) he:NP) said:(S[dcl]\NP)/S[dcl]))`,
  'coordination of nouns': String.raw`(S[dcl] (NP the:NP/N (N men:N (N[conj] and:conj women:N))) slept:S[dcl]\NP)`,
  'coordination with a shared object': String.raw`(S[dcl] she:NP (S[dcl]\NP ((S[dcl]\NP)/NP saw:(S[dcl]\NP)/NP (((S[dcl]\NP)/NP)[conj] and:conj heard:(S[dcl]\NP)/NP)) him:NP))`,
  'coordination of clauses': String.raw`(S[dcl] (S[dcl] he:NP slept:S[dcl]\NP) (S[dcl][conj] and:conj (S[dcl] she:NP left:S[dcl]\NP)))`,
  list: String.raw`(NP (NP (NP cats:N) (NP[conj] ,:, (NP dogs:N))) (NP[conj] and:conj (NP birds:N)))`,
  'unlike coordination': String.raw`(S[dcl] he:NP (S[dcl]\NP is:(S[dcl]\NP)/(S[adj]\NP) (S[adj]\NP rich:S[adj]\NP ((S[adj]\NP)[conj] and:conj (NP a:NP/N doctor:N)))))`,
  'fixed expression': String.raw`(PP (PP/NP because:(PP/NP)/PP of:PP) (NP the:NP/N rain:N))`,
  particle: String.raw`(S[dcl] he:NP (S[dcl]\NP gave:(S[dcl]\NP)/PR up:PR))`,
  possessive: String.raw`(NP (NP/N (NP the:NP/N man:N) 's:(NP/N)\NP) dog:N)`,
  'existential there': String.raw`(S[dcl] there:NP[thr] (S[dcl]\NP[thr] is:(S[dcl]\NP[thr])/NP (NP hope:N)))`,
  'expletive it': String.raw`(S[dcl] it:NP[expl] (S[dcl]\NP[expl] is:(S[dcl]\NP[expl])/(S[adj]\NP[expl]) (S[adj]\NP[expl] good:(S[adj]\NP[expl])/(S[to]\NP) (S[to]\NP to:(S[to]\NP)/(S[b]\NP) sleep:S[b]\NP))))`,
  apposition: String.raw`(S[dcl] (NP (NP Ann:N) (NP[conj] ,:, (NP the:NP/N doctor:N))) slept:S[dcl]\NP)`,
  parataxis: String.raw`(S[dcl] (S[dcl] he:NP slept:S[dcl]\NP) (S[dcl][conj] ::: (S[dcl] she:NP left:S[dcl]\NP)))`,
  name: String.raw`(S[dcl] (NP (N John:N/N (N Jacob:N/N Smith:N))) slept:S[dcl]\NP)`,
  'degree and measure': String.raw`(S[adj]\NP very:(S[adj]\NP)/(S[adj]\NP) (S[adj]\NP nearly:(S[adj]\NP)/(S[adj]\NP) (S[adj]\NP (NP (N five:N/N years:N)) old:(S[adj]\NP)\NP)))`,
  'reduced relative clause': String.raw`(NP (NP men:N) (NP\NP (S[pss]\NP seen:S[pss]\NP ((S\NP)\(S\NP) by:((S\NP)\(S\NP))/NP her:NP))))`,
  'adverbial clause': String.raw`(S[dcl] (S/S when:(S/S)/S[dcl] (S[dcl] she:NP left:S[dcl]\NP)) (S[dcl] he:NP slept:S[dcl]\NP))`,
  'the same word twice': String.raw`(S[dcl] he:NP (S[dcl]\NP had:(S[dcl]\NP)/(S[pss]\NP) (S[pss]\NP had:(S[pss]\NP)/(S[pss]\NP) had:S[pss]\NP)))`,
};

function show(derivation: CcgDerivation, words: readonly string[]): string {
  const { text } = derivation.category;
  switch (derivation.kind) {
    case 'leaf':
      return `${words[derivation.word]}:${text}`;
    case 'unary':
      return `(${text} ${show(derivation.child, words)})`;
    case 'binary':
      return `(${text} ${show(derivation.left, words)} ${show(derivation.right, words)})`;
  }
}

function sentenceOf(id: string): AnnotatedSentence {
  const found = sentences.find((sentence) => sentence.id === id);
  assert.ok(found, id);
  return found;
}

function derived(sentence: AnnotatedSentence): CcgDerivation {
  const converted = toDerivation(sentence, subcategorized);
  assert.ok(converted, sentence.id);
  return converted.derivation;
}

describe('The conversion of trees to derivations', () => {
  for (const [id, expected] of Object.entries(derivations)) {
    it(`converts: ${id}`, () => {
      const sentence = sentenceOf(id);
      const derivation = derived(sentence);
      assert.equal(show(derivation, sentence.forms), expected);
      assert.deepEqual(headsOf(derivation), sentence.heads);
      assert.deepEqual(checkDerivation(plainNode(derivation, sentence.forms), sentence.forms), []);
    });
  }

  it('knows forms of have and be in a treebank without lemmas', () => {
    for (const id of ['auxiliary and negation', 'copula', 'existential there']) {
      const sentence = sentenceOf(id);
      const bare = { ...sentence, lemmas: sentence.forms.map(() => '_') };
      assert.equal(show(derived(bare), sentence.forms), derivations[id]);
    }
    const sentence = sentenceOf('auxiliary and negation');
    for (const [form, label, feature] of [
      ["'s", 'aux', 'pt'],
      ["'s", 'aux:pass', 'pss'],
      ['was', 'aux:pass', 'pss'],
      ['had', 'aux', 'pt'],
    ]) {
      const changed = {
        forms: sentence.forms.with(1, form),
        lemmas: sentence.forms.map(() => '_'),
        labels: sentence.labels.with(1, label),
      };
      const { text } = leavesOf(derived({ ...sentence, ...changed })).at(-1)!.category;
      assert.equal(text, `S[${feature}]\\NP`, form);
    }
  });

  it('has no derivation of trees that are not projective', () => {
    assert.equal(toDerivation(sentenceOf('not projective'), subcategorized), null);
  });

  it('has no derivation where the heads are no tree', () => {
    const sentence = sentenceOf('adjunct');
    assert.equal(toDerivation({ ...sentence, heads: [2, 1, 2, 5, 2] }, subcategorized), null);
  });

  it('takes a prepositional phrase as an adjunct where nothing says that it is an argument', () => {
    const converted = toDerivation(sentenceOf('prepositional argument'), new Set());
    assert.equal(
      leavesOf(converted!.derivation)[2].category.text,
      parseCategory(String.raw`((S\NP)\(S\NP))/NP`).text,
    );
  });

  it('counts words whose category is a guess', () => {
    const sentence = sentenceOf('particle');
    const guessed = { ...sentence, labels: ['nsubj', 'root', 'dep'] };
    assert.equal(toDerivation(sentence, subcategorized)?.fallBacks, 0);
    assert.equal(toDerivation(guessed, subcategorized)?.fallBacks, 1);
  });

  it('converts any projective tree, whatever its tags and relations', () => {
    fc.assert(
      fc.property(randomSentence(), (sentence) => {
        const derivation = derived(sentence);
        const leaves = leavesOf(derivation);
        assert.deepEqual(
          leaves.map(({ word }) => word),
          sentence.forms.map((_, i) => i),
        );
        for (const { category, modes } of leaves) {
          assert.equal(parseCategory(category.text).text, category.text);
          assert.equal(modes.length, argumentsOf(category).length);
        }
        assert.ok(isTree(headsOf(derivation)));
        const refusals = checkDerivation(plainNode(derivation, sentence.forms), sentence.forms);
        assert.deepEqual(
          refusals.filter(({ kind }) => kind !== 'unlisted'),
          [],
        );
      }),
      { numRuns: 500 },
    );
  });
});

const tags =
  "NN NNS NNP CD PRP PRP$ EX DT WDT WP WP$ WRB VB VBD VBG VBN VBP VBZ MD TO IN RP JJ RB UH CC , . : -LRB- '' HYPH XX";
const labels =
  'nsubj nsubj:outer csubj obj iobj ccomp xcomp obl obl:unmarked advmod advcl aux aux:pass cop mark case det det:predet ' +
  'nmod nmod:poss amod nummod compound compound:prt flat fixed acl acl:relcl cc cc:preconj conj appos parataxis list ' +
  'expl discourse vocative dislocated punct goeswith reparandum orphan dep';

function randomSentence(): fc.Arbitrary<AnnotatedSentence> {
  const word = fc.record({
    tag: fc.constantFrom(...tags.split(' ')),
    label: fc.constantFrom(...labels.split(' ')),
    lemma: fc.constantFrom('be', 'have', 'not', 'that', 'if', 'word', '_'),
    attach: fc.nat(),
  });
  return fc.array(word, { minLength: 1, maxLength: 24, size: 'max' }).map((words) => {
    const heads = projectiveHeads(words.map(({ attach }) => attach));
    return {
      id: 'random',
      forms: words.map((_, i) => `w${i}`),
      lemmas: words.map(({ lemma }) => lemma),
      tags: words.map(({ tag }) => tag),
      universalTags: words.map(() => 'X'),
      features: words.map(() => '_'),
      heads,
      labels: words.map(({ label }, i) => (heads[i] === 0 ? 'root' : label)),
      enhanced: heads.map((head) => [
        { head, label: 'dep' },
        { head: 1, label: 'obj' },
      ]),
    };
  });
}

function projectiveHeads(numbers: readonly number[]): number[] {
  const heads = numbers.map(() => 0);
  const split = (first: number, last: number, head: number): void => {
    // One subtree over each part of the span, so that no arcs cross.
    for (let from = first; from <= last;) {
      const to = head === 0 ? last : from + (numbers[from] % (last - from + 1));
      const root = from + (Math.floor(numbers[from] / 64) % (to - from + 1));
      heads[root] = head;
      split(from, root - 1, root + 1);
      split(root + 1, to, root + 1);
      from = to + 1;
    }
  };
  split(0, numbers.length - 1, 0);
  return heads;
}
