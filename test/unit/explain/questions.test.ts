import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bestQuestion, type Question } from '../../../server/src/explain/questions.ts';
import { permutations } from '../support/brute-force.ts';

const forms = ['a', 'b', 'c', 'd', 'd'];

/** Different orders of some words, in any order. */
const lists = fc
  .shuffledSubarray(
    permutations([0, 1, 2, 3, 4]).filter((words) => words.indexOf(3) < words.indexOf(4)),
    { minLength: 1, maxLength: 20 },
  )
  .map((sentences) => sentences.map((words) => [...words]));

/** Whether a sentence is as a line says. */
function holds(words: readonly number[], { answers }: Question, answer: number): boolean {
  const { addition } = answers[answer];
  assert.ok(addition.kind === 'order');
  const [first, second] = addition.words.map((word) => words.indexOf(word));
  return addition.relation === 'before' ? first < second : first + 1 === second;
}

describe('a question about a list of sentences', () => {
  it('has for each sentence one answer, a line that it keeps to and the others do not', () => {
    fc.assert(
      fc.property(lists, (sentences) => {
        const question = bestQuestion(sentences, forms);
        if (question === null) return;
        assert.ok(question.answers.length > 1);
        for (const [i, words] of sentences.entries()) {
          for (const [answer, { sentences: given }] of question.answers.entries()) {
            assert.equal(given.includes(i), holds(words, question, answer));
          }
        }
        const share = question.answers.reduce((sum, one) => sum + one.share, 0);
        assert.ok(Math.abs(share - 1) < 1e-9);
      }),
    );
  });

  it('never asks for one of several words of a form', () => {
    fc.assert(
      fc.property(lists, (sentences) => {
        const question = bestQuestion(sentences, forms);
        for (const { addition } of question?.answers ?? []) {
          assert.ok(addition.kind === 'order');
          assert.ok(addition.words.every((word) => word < 3));
        }
      }),
    );
  });

  it('narrows a list of single words down to any of its sentences', () => {
    const single = ['a', 'b', 'c', 'd', 'e'];
    fc.assert(
      fc.property(lists, fc.nat(), (sentences, draw) => {
        const meant = sentences[draw % sentences.length];
        let left = sentences;
        for (let asked = 0; left.length > 1; asked++) {
          assert.ok(asked < sentences.length, 'each answer leaves out a sentence');
          const question = bestQuestion(left, single)!;
          const answer = question.answers.find((_, i) => holds(meant, question, i))!;
          left = answer.sentences.map((i) => left[i]);
        }
        assert.deepEqual(left, [meant]);
      }),
    );
  });

  it('asks what is least certain: the better ranks weigh more', () => {
    const sentences = [
      [0, 1, 2],
      [1, 0, 2],
      [0, 2, 1],
      [2, 0, 1],
    ];
    const question = bestQuestion(sentences, ['a', 'b', 'c'])!;
    const weights = [1, 1 / 2, 1 / 3, 1 / 4];
    const total = weights.reduce((sum, one) => sum + one);
    for (const { sentences: given, share } of question.answers) {
      const weight = given.reduce((sum, i) => sum + weights[i], 0);
      assert.ok(Math.abs(share - weight / total) < 1e-9);
    }
  });

  it('is none about one sentence, and about sentences that no line tells apart', () => {
    assert.equal(bestQuestion([[0, 1]], ['a', 'b']), null);
    const repeated = [
      [0, 1, 2],
      [0, 2, 1],
    ];
    assert.equal(bestQuestion(repeated, ['a', 'b', 'b']), null);
  });
});
