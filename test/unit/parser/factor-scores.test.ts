import assert from 'node:assert/strict';
import { countLexicon } from '../../../server/src/model/lexicon.ts';
import { noWordClasses } from '../../../server/src/model/word-classes.ts';
import { CandidateArcs } from '../../../server/src/parser/candidate-arcs.ts';
import { FactorScores } from '../../../server/src/parser/factor-scores.ts';
import { Factors, type FactorKinds } from '../../../server/src/parser/factors.ts';
import { ParserTokens, TagParts } from '../../../server/src/parser/parser-tokens.ts';
import { SecondOrderParts } from '../../../server/src/parser/second-order.ts';
import { Random } from '../../../server/src/util/random.ts';

const none: FactorKinds = { siblings: false, grandchildren: false, combs: false, patterns: false };
const tags = [
  'NN|NOUN',
  'IN|ADP',
  'DT|DET',
  ',|PUNCT',
  'CC|CCONJ',
  'VBD|VERB',
  'PRP|PRON',
  'RB|ADV',
];
const xposOf = (tag: string): string => tag.split('|')[0];
const lexicon = countLexicon(
  [{ forms: tags.map((_, i) => `w${i}`), tags, labels: tags.map(() => 'dep') }],
  noWordClasses,
);
const tagParts = new TagParts(lexicon.tags);
const random = new Random(5);
const weights = Int8Array.from({ length: 1 << 16 }, () => random.below(255) - 127);
const scorer = new FactorScores(tagParts, weights);
const arcs = new CandidateArcs();
const parts = new SecondOrderParts();
const factors = new Factors();

/** Begins a sentence of `word/TAG` with these candidate arcs. @param heads of each word, from 1 */
function begin(sentence: string, heads: readonly (readonly number[])[]): void {
  const words = sentence.split(' ').map((word) => word.split('/'));
  const tokens = new ParserTokens(lexicon, tagParts);
  tokens.begin(words.map(([form]) => form));
  words.forEach(([, tag], i) => {
    const joint = tags.find((name) => xposOf(name) === tag)!;
    tokens.setTag(i + 1, lexicon.tagId(joint));
  });
  arcs.reset(words.length);
  heads.forEach((each, i) => each.forEach((head) => arcs.add(head, i + 1)));
  arcs.seal();
  parts.build(arcs);
  scorer.begin(tokens);
}

/** Returns the factors of some kinds that a tree has, as `HEAD>MODIFIER` each. */
function factorsOf(
  sentence: string,
  tree: readonly number[],
  kinds: Partial<FactorKinds>,
): string[] {
  begin(
    sentence,
    tree.map((head) => [head]),
  );
  scorer.fill(parts, factors, { ...none, ...kinds });
  return Array.from({ length: factors.count }, (_, factor) => arcsOf(factor))
    .filter((own) => own.every((arc) => isIn(arc, tree)))
    .map((own) => own.map((arc) => `${arcs.heads[arc]}>${arcs.modifiers[arc]}`).sort())
    .map((names) => names.join(' '));
}

function arcsOf(factor: number): number[] {
  return [...factors.arcs.subarray(factors.first[factor], factors.first[factor + 1])];
}

/** Whether a tree has an arc. @param tree the head of each word, from 1 */
function isIn(arc: number, tree: readonly number[]): boolean {
  return tree[arcs.modifiers[arc] - 1] === arcs.heads[arc];
}

describe('The scores of factors', () => {
  it('have a comb for four to six words in a row that modify one head', () => {
    const leaves = (n: number): string[] =>
      factorsOf(`${'a/RB '.repeat(n)}b/NN`, [...new Array<number>(n).fill(n + 1), 0], {
        combs: true,
      });
    assert.deepEqual(leaves(3), []);
    assert.deepEqual(leaves(4), ['5>1 5>2 5>3 5>4']);
    assert.equal(leaves(5).length, 3);
    assert.equal(leaves(7).length, 4 + 3 + 2);
    const interrupted = [6, 6, 4, 6, 6, 0];
    assert.deepEqual(factorsOf(`${'a/RB '.repeat(5)}b/NN`, interrupted, { combs: true }), []);
    const aroundTheHead = [3, 3, 0, 3, 3];
    assert.deepEqual(factorsOf('a/RB a/RB b/NN a/RB a/RB', aroundTheHead, { combs: true }), []);
  });

  it('have a pattern for a series', () => {
    const found = factorsOf('eggs/NN ,/, milk/NN and/CC flour/NN', [0, 3, 1, 5, 1], {
      patterns: true,
    });
    assert.deepEqual(found, ['1>3 1>5 5>4']);
  });

  it('have a pattern for parallel conjuncts', () => {
    // "in the park and in the street" without "the"
    const sentence = 'in/IN park/NN and/CC in/IN street/NN';
    const found = factorsOf(sentence, [2, 0, 5, 5, 2], { patterns: true });
    assert.deepEqual(found, ['2>1 2>5 5>3 5>4']);
    const unlike = factorsOf('in/IN park/NN and/CC the/DT street/NN', [2, 0, 5, 5, 2], {
      patterns: true,
    });
    assert.deepEqual(unlike, []);
  });

  it('have a pattern for a modifier between punctuation marks', () => {
    const sentence = 'Anna/NN ,/, tired/RB ,/, slept/VBD';
    const found = factorsOf(sentence, [5, 3, 5, 3, 0], { patterns: true });
    assert.deepEqual(found, ['3>2 3>4 5>3']);
  });

  it('are the sums of the features that an observer receives', () => {
    const draws = new Random(6);
    let large = 0;
    for (let i = 0; i < 300; i++) {
      const n = 5 + draws.below(5);
      const [siblings, grandchildren, combs, patterns] = Array.from(
        { length: 4 },
        () => draws.below(2) === 0,
      );
      const kinds = { siblings, grandchildren, combs, patterns };
      const tree = Array.from({ length: n }, (_, word) =>
        word === 0 ? 0 : 1 + draws.below(Math.min(word, 2)),
      );
      const drawn = tree.map((_, word) => `w${word}/${xposOf(tags[draws.below(tags.length)])}`);
      begin(
        drawn.join(' '),
        tree.map((head, word) => {
          const other = draws.below(n + 1);
          return other === word + 1 ? [head] : [head, other];
        }),
      );
      scorer.fill(parts, factors, kinds);
      let sum = 0;
      for (let factor = 0; factor < factors.count; factor++) {
        const own = arcsOf(factor);
        if (!own.every((arc) => isIn(arc, tree))) continue;
        sum += factors.scores[factor];
        if (own.length > 2) large++;
      }
      let observed = 0;
      const observer = {
        onFeature: (_group: unknown, _template: number, _place: number, weight: number) => {
          observed += weight;
        },
      };
      scorer.observe(Int32Array.from([0, ...tree]), observer, kinds);
      assert.equal(observed, sum);
    }
    assert.ok(large > 0);
  });
});
