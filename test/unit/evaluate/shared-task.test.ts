import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  SharedTaskMeasures,
  type SharedTaskScores,
} from '../../../server/src/evaluate/shared-task.ts';

type Pair = readonly [output: string, reference: string];

function scores(pairs: readonly Pair[]): SharedTaskScores {
  const measures = new SharedTaskMeasures();
  for (const [output, reference] of pairs) measures.add(output, reference);
  return measures.scores();
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

const ten: readonly Pair[] = [
  ['The dog chased a cat .', 'The dog chased a cat .'],
  ['a cat the dog chased .', 'The dog chased a cat .'],
  ['She does not sleep', "She does n't sleep ."],
  ['an  apple ', 'An apple'],
  ['Yes', 'No'],
  ['He gave the the book to Mary', 'He gave Mary the book'],
  ['we saw it', 'we saw it yesterday in the park'],
  ['The park is in the city .', 'The park in the city is .'],
  ['dogs bark , cats sleep , birds sing', 'birds sing , dogs bark , cats sleep'],
  ['', 'Hm .'],
];
/** Words of the outputs and of the references. */
const OUTPUT = 44;
const REFERENCE = 49;

describe("the shared task's measures of ten sentences", () => {
  const { bleu, nist, dist } = scores(ten);

  it('are BLEU with one added for pairs and longer, and a missed n-gram for a short sentence', () => {
    // Of words, 40 of 44 match, and the empty sentence adds a miss. Pairs: 22 of 35, and a miss each for "Yes" and the
    // empty sentence. Triples: 10 of 27, and misses for these and "an apple". Quadruples: 5 of 20, and "we saw it".
    const precisions = [40 / 45, (22 + 1) / (37 + 1), (10 + 1) / (30 + 1), (5 + 1) / (24 + 1)];
    const product = precisions.reduce((a, b) => a * b);
    assertNear(bleu, 100 * Math.exp(1 - REFERENCE / OUTPUT) * product ** (1 / 4));
    assertNear(bleu, 41.29589108939071);
  });

  it('are NIST, with the information of each n-gram among the references', () => {
    // A word that occurs f times in the references has log2(49 / f) bits. The product of f over the 40 matches is
    // 15925248000. Matching pairs have log2(1944) bits in all, triples one bit, quadruples none.
    const words = (40 * Math.log2(REFERENCE) - Math.log2(15_925_248_000)) / OUTPUT;
    const sum = words + Math.log2(1944) / 35 + Math.log2(2) / 27 + Math.log2(1) / 20;
    // An output of two thirds of the length has half of the score.
    const beta = Math.log(1 / 2) / Math.log(3 / 2) ** 2;
    assertNear(nist, sum * Math.exp(beta * Math.log(OUTPUT / REFERENCE) ** 2));
    assertNear(nist, 4.45997538976691);
  });

  it('are DIST, of the longer of two sentences', () => {
    const distances = 0 + 4 + 2 + 0 + 1 + 3 + 4 + 2 + 6 + 2;
    const lengths = 6 + 6 + 5 + 2 + 1 + 7 + 7 + 7 + 8 + 2;
    assertNear(dist, 100 * (1 - distances / lengths));
  });
});

describe("the shared task's measures", () => {
  it('of a sentence of four words and itself are 100, of a shorter one they are not', () => {
    const { bleu, dist } = scores([['a b c d', 'A b C d']]);
    assertNear(bleu, 100);
    assertNear(dist, 100);
    // A sentence of three words misses a quadruple: (0 + 1) / (1 + 1).
    assertNear(scores([['a b c', 'a b c']]).bleu, 100 * (1 / 2) ** (1 / 4));
  });

  it('of nothing are defined', () => {
    assert.deepEqual(scores([['', 'a b']]), { bleu: 0, nist: 0, dist: 0 });
    for (const score of Object.values(scores([]))) assert.ok(Number.isFinite(score));
  });

  it('do not depend on case, white space and the order of the sentences', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'C', 'd'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(words, words), { minLength: 1 }), (drawn) => {
        const pairs = drawn.map(([a, b]) => [a.join(' '), b.join(' ')] as const);
        const other = pairs.map(
          ([a, b]) => [` ${a.toUpperCase()}`, b.replaceAll(' ', '\t ')] as const,
        );
        const one = scores(pairs);
        const two = scores(other.reverse());
        assertNear(one.bleu, two.bleu);
        assertNear(one.nist, two.nist);
        assertNear(one.dist, two.dist);
        assert.ok(one.bleu >= 0 && one.bleu <= 100 + 1e-9);
        assert.ok(one.dist >= 0 && one.dist <= 100 && one.nist >= 0);
      }),
      { numRuns: 50 },
    );
  });
});
