import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { Explainer } from '../../../server/src/explain/explainer.ts';
import type { Explanation } from '../../../server/src/explain/explanation.ts';
import { questionsAbout } from '../../../server/src/explain/questions.ts';
import { Tracer } from '../../../server/src/explain/tracer.ts';
import { withAddition } from '../../../server/src/bag/addition.ts';
import { loadModel } from '../../../server/src/model/model.ts';
import { NO_FORM_CHOICE } from '../../../server/src/morphology/form-choice.ts';
import { Morphology } from '../../../server/src/morphology/morphology.ts';
import {
  createRealizer,
  NEVER,
  type Realized,
  type Resources,
} from '../../../server/src/realize/realizer.ts';
import { lemmaBag } from '../support/bags.ts';
import { randomModel } from '../support/random-model.ts';
import { smallModel } from '../support/small-model.ts';
import { cases } from '../support/thorough.ts';
import { toys } from '../support/toy-fluency.ts';

const forms = ['a', 'b', 'c'];
/** The beam that cuts nothing off. */
const ALL = 20_000;

/** Bags as the morphology gives them to a search: no form of a lemma twice, and the likeliest has the weight 0. */
const inflectedBag = lemmaBag({ minSize: 2, maxSize: 4, forms }).map((bag) => ({
  ...bag,
  words: bag.words.map((word) => {
    if (word.forms === undefined) return word;
    const own = new Map(word.forms.map((one) => [`${one.form}/${one.tag}`, one]));
    const highest = Math.max(...[...own.values()].map(({ weight }) => weight));
    return {
      ...word,
      forms: [...own.values()].map((one) => ({ ...one, weight: one.weight - highest })),
    };
  }),
}));

const resourcesOf = (seed: number): Resources => ({
  model: randomModel(seed),
  languageModel: seed % 2 === 0 ? null : toys.get(3)!,
});

function realize(resources: Resources, bag: Bag, beam: number): Realized {
  const options = { beam, results: beam, search: 'arc-standard' } as const;
  return createRealizer(resources).realize(bag, options, NEVER);
}

function explain(resources: Resources, bag: Bag, text: string, beam: number): Explanation {
  const options = { beam, results: 10, search: 'arc-standard', helpMs: 0 } as const;
  const said = new Explainer(resources).explain(bag, text.split(' '), options, NEVER);
  assert.ok(typeof said !== 'string');
  return said;
}

const sum = (parts: readonly { readonly score: number }[]): number =>
  parts.reduce((total, { score }) => total + score, 0);

describe('an explanation of a bag with lemmas', () => {
  it('finds the best derivation of any sentence of forms, and the parts of its score', () => {
    let forced = 0;
    fc.assert(
      fc.property(inflectedBag, fc.nat(50), fc.nat(), (bag, seed, draw) => {
        const resources = resourcesOf(seed);
        const { realizations } = realize(resources, bag, ALL);
        if (realizations.length === 0) return;
        const { text, score } = realizations[draw % realizations.length];
        const said = explain(resources, bag, text, 1);
        if (said.class === 'met') return;
        forced++;
        assert.deepEqual([said.expected?.text, said.expected?.score], [text, score]);
        for (const one of [said.expected!, said.against!]) {
          assert.equal(sum(one.contributions), one.score);
          assert.deepEqual(
            one.byStep.map(sum),
            one.transitions.map((each) => each.score),
          );
        }
      }),
      { numRuns: cases(1_000), seed: 1 },
    );
    assert.ok(forced > 30, String(forced));
  }).timeout(120_000);

  it('follows the expected sentence of forms in the debugger, step by step', () => {
    let lost = 0;
    fc.assert(
      fc.property(inflectedBag, fc.nat(50), fc.nat(), (bag, seed, draw) => {
        const resources = resourcesOf(seed);
        const { realizations } = realize(resources, bag, ALL);
        if (realizations.length === 0) return;
        const { text, score } = realizations[draw % realizations.length];
        const options = { beam: 1, search: 'arc-standard', results: 5 } as const;
        const traced = new Tracer(resources).trace(bag, text.split(' '), options, NEVER);
        assert.ok(typeof traced !== 'string');
        const expected = traced.followed.find((one) => one.isExpected);
        assert.equal(expected?.text, text);
        if (expected.rank === null) {
          lost++;
          assert.equal(expected.score, score);
        }
        for (const { steps } of traced.followed) {
          for (const { contributions, score: ofStep } of steps) {
            assert.equal(
              contributions.reduce((total, [, part]) => total + part, 0),
              ofStep,
            );
          }
        }
      }),
      { numRuns: cases(1_000), seed: 2 },
    );
    assert.ok(lost > 30, String(lost));
  }).timeout(120_000);

  it('has questions whose answers leave the sentences that they hold for', () => {
    let asked = 0;
    fc.assert(
      fc.property(inflectedBag, fc.nat(50), (bag, seed) => {
        const resources = resourcesOf(seed);
        const { realizations } = realize(resources, bag, 200);
        const sentences = realizations.slice(0, 10);
        if (sentences.length === 0) return;
        const tokens = sentences.map((one) => one.tokens.map(({ word, head }) => ({ word, head })));
        for (const { answers } of questionsAbout(tokens, bag).slice(0, 3)) {
          for (const { addition, sentences: places } of answers) {
            if (addition.kind === 'use' || addition.kind === 'remove') continue;
            const texts = realize(resources, withAddition(bag, addition), ALL).realizations.map(
              ({ text }) => text,
            );
            for (const place of places) assert.ok(texts.includes(sentences[place].text));
            asked++;
          }
        }
      }),
      { numRuns: cases(1_500), seed: 3 },
    );
    assert.ok(asked > 30, String(asked));
  }).timeout(120_000);
});

describe('a bag with lemmas that a model inflects', () => {
  const counts = [
    { lemma: 'bark', tag: 'VBP', features: '_', form: 'bark', count: 5 },
    { lemma: 'dog', tag: 'NNS', features: 'Number=Plur', form: 'dogs', count: 5 },
    { lemma: 'dog', tag: 'NNS', features: 'Number=Plur', form: 'doggies', count: 4 },
  ];
  const data = { rules: null, counts, irregular: [], choice: NO_FORM_CHOICE, choiceInTree: null };
  const model = loadModel(smallModel());
  const withMorphology: Resources = {
    model: { ...model, morphology: () => new Morphology(data) },
    languageModel: null,
  };
  const lemma = (form: string): Bag['words'][number] => ({ form, features: '', tags: [] });
  const word = (form: string): Bag['words'][number] => ({ form, tags: [] });
  const empty = { arcs: [], root: null, order: [], chunks: [], choices: [] };
  const textsOf = (bag: Bag): string[] =>
    realize(withMorphology, bag, 100)
      .realizations.map(({ text }) => text)
      .sort();

  it('has one form of one lemma of a group', () => {
    const words = [lemma('dog'), lemma('bark'), word('.')];
    const choices = [{ words: [0, 1], optional: false }];
    const order = [{ relation: 'last', words: [2] }] as const;
    assert.deepEqual(textsOf({ ...empty, words, choices, order }), [
      'bark .',
      'doggies .',
      'dogs .',
    ]);
  });

  it('keeps a lemma beside the words of its chunk', () => {
    const words = [lemma('dog'), lemma('bark'), word('.')];
    for (const text of textsOf({ ...empty, words, chunks: [[0, 1]] })) {
      assert.match(text, /dogg?i?e?s bark|bark dogg?i?e?s/);
    }
    assert.equal(textsOf({ ...empty, words, chunks: [[0, 1]] }).length, 8);
  });

  it('may leave out an optional lemma', () => {
    const words = [lemma('dog'), word('bark')];
    const choices = [{ words: [0], optional: true }];
    assert.deepEqual(textsOf({ ...empty, words, choices }), [
      'bark',
      'bark doggies',
      'bark dogs',
      'doggies bark',
      'dogs bark',
    ]);
  });

  it('is refused with a reason by a model without morphology, wherever it is used', () => {
    const old: Resources = { model, languageModel: null };
    const bag = { ...empty, words: [lemma('dog'), word('bark')] };
    const reason = /This model has no forms of lemmas: name a model that has them/;
    const { status, message, realizations } = realize(old, bag, 10);
    assert.deepEqual([status, realizations.length], ['refused', 0]);
    assert.match(message!, reason);
    const options = { beam: 10, results: 10, search: 'arc-standard', helpMs: 0 } as const;
    const said = new Explainer(old).explain(bag, ['dogs', 'bark'], options, NEVER);
    const traced = new Tracer(old).trace(bag, ['dogs', 'bark'], options, NEVER);
    for (const one of [said, traced]) {
      assert.ok(typeof one === 'string');
      assert.match(one, reason);
    }
  });

  it('has help for an expected sentence of forms that does not come first', () => {
    const bag = { ...empty, words: [lemma('dog'), lemma('dog'), word('bark')] };
    const [first, ...others] = realize(withMorphology, bag, 100).realizations;
    const explainer = new Explainer(withMorphology);
    for (const { text } of others) {
      const options = { beam: 10, results: 10, search: 'arc-standard', helpMs: 100 } as const;
      const said = explainer.explain(bag, text.split(' '), options, NEVER);
      assert.ok(typeof said !== 'string');
      assert.equal(said.expected?.text, text);
      assert.equal(said.against?.text, first.text);
    }
    assert.ok(others.length > 5);
  });
});
