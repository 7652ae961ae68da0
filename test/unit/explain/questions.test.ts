import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withAddition, wordsOfAddition } from '../../../server/src/bag/addition.ts';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import {
  questionsAbout,
  type Attached,
  type Question,
  type Said,
} from '../../../server/src/explain/questions.ts';
import { createRealizer, NEVER } from '../../../server/src/realize/realizer.ts';
import { allOutputs, isAllowed, permutations } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';

const bagOf = (...forms: readonly string[]): Bag =>
  plainBag({ words: forms.map((form) => ({ form, tags: [] })), arcs: [], root: null });
const bag = bagOf('a', 'b', 'c', 'd', 'd');

/** A sentence with a head for each word: the word before it. */
const chain = (words: readonly number[]): Attached => words.map((word, head) => ({ word, head }));

/** Different orders of some words, in any order. */
const lists = fc
  .shuffledSubarray(
    permutations([0, 1, 2, 3, 4]).filter((words) => words.indexOf(3) < words.indexOf(4)),
    { minLength: 1, maxLength: 20 },
  )
  .map((sentences) => sentences.map(chain));

/** The questions that divide a list. */
function dividing(sentences: readonly Attached[], of: Bag): Question[] {
  return questionsAbout(sentences, of).filter(({ answers }) => answers.length > 1);
}

/** Whether a sentence is as a line says. */
function holds(tokens: Attached, said: Said): boolean {
  const words = tokens.map(({ word }) => word);
  if (said.kind === 'arc') {
    const { head } = tokens[words.indexOf(said.dependent)];
    return said.head === (head === 0 ? null : words[head - 1]);
  }
  if (said.kind === 'use') return words.includes(said.word);
  if (said.kind === 'remove') return !words.includes(said.word);
  const [first, second] = said.words.map((word) => words.indexOf(word));
  switch (said.relation) {
    case 'before':
      return first < second;
    case 'right-before':
      return first + 1 === second;
    case 'first':
      return first === 0;
    case 'last':
      return first === words.length - 1;
  }
}

describe('questions about a list of sentences', () => {
  it('have for each sentence one answer, a line that it keeps to and the others do not', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(lists, (sentences) => {
        for (const { kind, answers } of dividing(sentences, bag)) {
          kinds.add(kind);
          for (const [i, tokens] of sentences.entries()) {
            for (const { addition, sentences: given } of answers) {
              assert.equal(given.includes(i), holds(tokens, addition));
            }
          }
          const share = answers.reduce((sum, one) => sum + one.share, 0);
          assert.ok(Math.abs(share - 1) < 1e-9);
        }
      }),
    );
    assert.deepEqual([...kinds].sort(), ['head', 'next', 'order']);
  });

  it('never divide a list by one of several words of a form', () => {
    fc.assert(
      fc.property(lists, (sentences) => {
        const answers = dividing(sentences, bag).flatMap((one) => one.answers);
        for (const { addition } of answers) {
          assert.ok(wordsOfAddition(addition).every((word) => word < 3));
        }
      }),
    );
  });

  it('narrow a list of single words down to any of its sentences', () => {
    const single = bagOf('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(lists, fc.nat(), (sentences, draw) => {
        const meant = sentences[draw % sentences.length];
        let left = sentences;
        for (let asked = 0; left.length > 1; asked++) {
          assert.ok(asked < sentences.length, 'each answer leaves out a sentence');
          const [question] = dividing(left, single);
          const answer = question.answers.find(({ addition }) => holds(meant, addition))!;
          left = answer.sentences.map((i) => left[i]);
        }
        assert.deepEqual(left, [meant]);
      }),
    );
  });

  it('are the least certain ones: the better ranks weigh more', () => {
    const sentences = [
      [0, 1, 2],
      [1, 0, 2],
      [0, 2, 1],
      [2, 0, 1],
    ].map(chain);
    const weights = [1, 1 / 2, 1 / 3, 1 / 4];
    const total = weights.reduce((sum, one) => sum + one);
    for (const { answers } of dividing(sentences, bagOf('a', 'b', 'c'))) {
      for (const { sentences: given, share } of answers) {
        const weight = given.reduce((sum, i) => sum + weights[i], 0);
        assert.ok(Math.abs(share - weight / total) < 1e-9);
      }
    }
  });

  it('ask for the order of words, and for the head of a word', () => {
    const sentences = [
      [0, 1, 2],
      [1, 0, 2],
    ].map(chain);
    const [order, head] = questionsAbout(sentences, bagOf('a', 'b', '.'));
    assert.deepEqual([order.kind, order.words], ['order', [0, 1]]);
    assert.equal(head.kind, 'head');
    assert.ok(head.words[0] < 2, 'punctuation has a head that nobody knows');
  });

  it('take any word of the bag as another answer, except those that the constraints rule out', () => {
    const constrained: Bag = {
      ...bag,
      order: [{ relation: 'before', words: [1, 0] }],
      arcs: [{ head: 1, dependent: 2, label: null }],
    };
    const kinds = new Set<string>();
    let ruledOut = 0;
    fc.assert(
      fc.property(lists, (sentences) => {
        const open = questionsAbout(sentences, constrained).filter(({ kind }) => kind !== 'order');
        for (const { kind, words, answers, others } of open) {
          kinds.add(kind);
          const [word] = words;
          const possible = [0, 1, 2, 3, 4, null].filter((other) => {
            if (other === word) return false;
            const said: Said =
              kind === 'head'
                ? { kind: 'arc', head: other, dependent: word }
                : other === null
                  ? { kind: 'order', relation: 'last', words }
                  : { kind: 'order', relation: 'right-before', words: [word, other] };
            const isRuledOut = outputs(withAddition(constrained, said)).length === 0;
            if (isRuledOut) ruledOut++;
            return !isRuledOut;
          });
          const wordOf = (said: Said): number | null =>
            said.kind === 'arc' ? said.head : (wordsOfAddition(said).at(1) ?? null);
          const offered = others.map(wordOf);
          const listed = answers.map(({ addition }) => wordOf(addition));
          // The two words `d` are interchangeable, so only one of them is an answer.
          const isSame = (other: number | null): boolean => other !== 4 || word === 3;
          assert.deepEqual(
            new Set(offered),
            new Set(possible.filter((other) => isSame(other) && !listed.includes(other))),
          );
        }
      }),
      // A list of one sentence has a question `next`; few random lists have one.
      { numRuns: 40, examples: [[[chain([1, 2, 0, 3, 4])]]] },
    );
    assert.deepEqual([...kinds].sort(), ['head', 'next']);
    assert.ok(ruledOut > 0);
  }).timeout(60_000);

  it('do not offer an answer of the list again for an interchangeable word', () => {
    const ordered = bagOf('a', 'd', 'd');
    const [{ answers, others }] = questionsAbout([chain([0, 2, 1])], ordered);
    assert.deepEqual([...answers.map(({ addition }) => addition), ...others].map(wordsOfAddition), [
      [0, 2],
      [0],
    ]);
  });

  it('lead to every sentence that a bag allows, also to those that no list has', () => {
    let unlisted = 0;
    const cases = fc.record({
      forms: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 2, maxLength: 4 }),
      line: fc.option(fc.tuple(fc.nat(3), fc.nat(3)), { nil: undefined }),
      seed: fc.nat(),
      draw: fc.nat(),
      choice: fc.constantFrom('none', 'optional', 'alternatives'),
    });
    fc.assert(
      fc.property(cases, ({ forms, line, seed, draw, choice }) => {
        const optional = choice === 'optional';
        const canAsk = optional || (choice === 'alternatives' && forms[0] !== forms[1]);
        const choices = canAsk ? [{ words: optional ? [0] : [0, 1], optional }] : [];
        const given = { ...bagOf(...forms), choices };
        const isLine =
          line !== undefined && line[0] !== line[1] && Math.max(...line) < forms.length;
        let current: Bag = isLine
          ? { ...given, order: [{ relation: 'before', words: [...line] }] }
          : given;
        const texts = [...new Set(outputs(current).map(({ text }) => text))];
        const meant = texts[draw % texts.length];
        const realizer = createRealizer({ model: randomModel(seed), languageModel: null });
        for (let asked = 0; ; asked++) {
          const { realizations } = realizer.realize(current, { beam: 2, results: 3 }, NEVER);
          if (realizations[0].text === meant) break;
          if (realizations.every(({ text }) => text !== meant)) unlisted++;
          assert.ok(asked < 3 * forms.length, `${meant}: ${JSON.stringify(current)}`);
          const questions = questionsAbout(
            realizations.map(({ tokens }) => tokens),
            current,
          );
          const { answers, others } = questions[(draw + asked) % questions.length];
          const truth = [...answers.map(({ addition }) => addition), ...others].find((said) =>
            outputs(withAddition(current, said)).some(({ text }) => text === meant),
          );
          assert.ok(truth, `a true answer is offered for ${meant}: ${JSON.stringify(current)}`);
          current = withAddition(current, truth);
        }
      }),
      { numRuns: 60 },
    );
    assert.ok(unlisted > 0);
  }).timeout(60_000);

  it('are none if the constraints leave no other order', () => {
    const fixed: Bag = {
      ...bagOf('a', 'b'),
      order: [{ relation: 'before', words: [0, 1] }],
    };
    assert.deepEqual(questionsAbout([chain([0, 1])], fixed), []);
  });

  it('leave out the words of choices where they are about order and heads', () => {
    const sentences = [
      [0, 1, 2],
      [1, 0, 2],
    ].map(chain);
    const choosing: Bag = { ...bagOf('a', 'b', 'c'), choices: [{ words: [1], optional: true }] };
    for (const { kind, words, answers, others } of questionsAbout(sentences, choosing)) {
      if (kind === 'choice') continue;
      const said = [...answers.map(({ addition }) => addition), ...others];
      assert.ok([words, ...said.map(wordsOfAddition)].every((all) => !all.includes(1)));
    }
  });

  it('ask which word of a choice occurs; the answer holds in every sentence of the bag that it makes', () => {
    const choosing: Bag = {
      ...bagOf('a', 'b', 'c', 'd'),
      choices: [
        { words: [1], optional: true },
        { words: [2, 3], optional: false },
      ],
    };
    const [question] = questionsAbout(
      [
        [0, 1, 2],
        [0, 1, 3],
        [1, 0, 2],
        [0, 3],
      ].map(chain),
      choosing,
    );
    assert.deepEqual([question.kind, question.words, question.others], ['choice', [2, 3], []]);
    assert.deepEqual(
      question.answers.map(({ addition, sentences }) => [addition, sentences]),
      [
        [{ kind: 'use', word: 2 }, [0, 2]],
        [{ kind: 'use', word: 3 }, [1, 3]],
      ],
    );
    const answered = withAddition(choosing, { kind: 'use', word: 3 });
    assert.deepEqual(answered, {
      ...bagOf('a', 'b', 'd'),
      choices: [{ words: [1], optional: true }],
    });
  });

  it('ask about a word of a choice that has the form of a word outside, but not of another choice', () => {
    const sentences = [
      [0, 1, 2, 3],
      [0, 2, 1],
    ].map(chain);
    const choicesAsked = (...forms: readonly string[]): unknown[] => {
      const choices = [1, 3].map((word) => ({ words: [word], optional: true }));
      return questionsAbout(sentences, { ...bagOf(...forms), choices })
        .filter(({ kind }) => kind === 'choice')
        .map(({ words, answers }) => [words, answers.map(({ addition }) => addition)]);
    };
    const decisions = [
      { kind: 'use', word: 3 },
      { kind: 'remove', word: 3 },
    ];
    assert.deepEqual(choicesAsked('that', 'b', 'c', 'that'), [[[3], decisions]]);
    assert.deepEqual(choicesAsked('a', 'that', 'c', 'that'), []);
  });

  it('offer the word of a choice that no sentence of the list has, if nothing else is open', () => {
    const choosing: Bag = {
      ...bagOf('a', 'b'),
      choices: [{ words: [1], optional: true }],
      order: [{ relation: 'before', words: [0, 1] }],
    };
    const [question] = questionsAbout([chain([0, 1])], choosing);
    assert.equal(question.kind, 'choice');
    assert.deepEqual(question.others, [{ kind: 'remove', word: 1 }]);
  });
});

/** The sentences with their trees that a bag allows. */
function outputs(of: Bag): { readonly text: string }[] {
  return [...selectionsOf(of)].flatMap(({ bag: one }) =>
    allOutputs(one)
      .filter(({ order }) => isAllowed(one, order))
      .map(({ order }) => ({ text: order.map((word) => one.words[word].form).join(' ') })),
  );
}
