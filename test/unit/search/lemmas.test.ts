import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { loadModel } from '../../../server/src/model/model.ts';
import { createRealizer, NEVER, type Realized } from '../../../server/src/realize/realizer.ts';
import { lemmaBag } from '../support/bags.ts';
import { allSentences } from '../support/brute-force.ts';
import { randomModel } from '../support/random-model.ts';
import { smallModelOfLemmas } from '../support/small-model.ts';
import { cases } from '../support/thorough.ts';

const realizer = createRealizer({ model: randomModel(1), languageModel: null });
const forms = ['a', 'b', 'c'];

/** The bags of forms that a bag with lemmas stands for. */
function bagsOfForms(bag: Bag): Bag[] {
  const at = bag.words.findIndex((word) => word.forms !== undefined);
  if (at < 0) return [bag];
  return bag.words[at].forms!.flatMap(({ form, tag }) =>
    bagsOfForms({ ...bag, words: bag.words.with(at, { form, tags: [tag] }) }),
  );
}

describe('bags with lemmas', () => {
  it('have the sentences of all bags with one of the forms for each lemma', () => {
    let runs = 0;
    let lemmas = 0;
    fc.assert(
      fc.property(lemmaBag({ minSize: 1, maxSize: 4, forms }), (bag) => {
        const { realizations, status } = realize(bag, 100_000);
        const expected = [...new Set(bagsOfForms(bag).flatMap(allSentences))].sort();
        assert.deepEqual(realizations.map(({ text }) => text).sort(), expected);
        assert.equal(status, expected.length > 0 ? 'complete' : 'impossible');
        runs++;
        if (bag.words.some((word) => (word.forms?.length ?? 0) > 1)) lemmas++;
      }),
      { numRuns: cases(2_000), seed: 1 },
    );
    assert.ok(lemmas > runs / 3, `${lemmas} of ${runs}`);
  }).timeout(240_000);

  it('use each lemma once, in one of its forms with the tag of the form, whatever the beam', () => {
    for (const search of ['beam', 'best-first'] as const) {
      fc.assert(
        fc.property(lemmaBag({ minSize: 2, maxSize: 8, forms }), (bag) => {
          for (const { tokens } of realize(bag, 8, search).realizations) {
            assert.equal(new Set(tokens.map(({ word }) => word)).size, tokens.length);
            for (const { word, form, tag } of tokens) {
              const of = bag.words[word];
              if (of.forms === undefined) assert.equal(form, of.form);
              else assert.ok(of.forms.some((one) => one.form === form && one.tag === tag));
            }
          }
        }),
        { numRuns: cases(300), seed: 2 },
      );
    }
  }).timeout(240_000);

  it('are realized as if the only form of a lemma had been written', () => {
    fc.assert(
      fc.property(lemmaBag({ minSize: 1, maxSize: 5, forms }), (bag) => {
        const one = {
          ...bag,
          words: bag.words.map((word) =>
            word.forms === undefined ? word : { ...word, forms: [{ ...word.forms[0], weight: 0 }] },
          ),
        };
        const [written] = bagsOfForms(one);
        const summary = ({ realizations }: Realized): string[] =>
          realizations.map(({ score, text }) => `${score} ${text}`).sort();
        assert.deepEqual(summary(realize(one, 100_000)), summary(realize(written, 100_000)));
      }),
      { numRuns: cases(500), seed: 3 },
    );
  }).timeout(240_000);

  it('get the forms that the model knows, which have the features that are given', () => {
    const model = loadModel(smallModelOfLemmas());
    const words = [
      { form: 'dog', features: 'Number=Plur', tags: [] },
      { form: 'be', features: 'Number=Plur|Tense=Pres', tags: [] },
    ];
    const bag = plainBag({ words, arcs: [{ head: 1, dependent: 0, label: null }], root: 1 });
    const options = { beam: 8, results: 8 };
    const { realizations } = createRealizer({ model, languageModel: null }).realize(
      bag,
      options,
      NEVER,
    );
    assert.deepEqual(realizations.map(({ text }) => text).sort(), ['are dogs', 'dogs are']);
  });

  it('do not depend on the order of words', () => {
    fc.assert(
      fc.property(lemmaBag({ minSize: 1, maxSize: 6, forms }), (bag) => {
        if (bag.arcs.length > 0 || bag.order.length > 0 || bag.choices.length > 0) return;
        if (bag.chunks.length > 0 || bag.root !== null) return;
        const turned = { ...bag, words: bag.words.toReversed() };
        const textsOf = (one: Bag): string[] =>
          realize(one, 8).realizations.map(({ text }) => text);
        assert.deepEqual(textsOf(turned), textsOf(bag));
      }),
      { numRuns: cases(1_000), seed: 4 },
    );
  }).timeout(240_000);
});

function realize(bag: Bag, beam: number, search: 'beam' | 'best-first' = 'beam'): Realized {
  return realizer.realize(bag, { beam, results: beam, search }, NEVER);
}
