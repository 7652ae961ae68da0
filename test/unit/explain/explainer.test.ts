import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Bag } from '../../../server/src/bag/bag.ts';
import { selectionsOf } from '../../../server/src/bag/selections.ts';
import { Explainer, type ProvenSentence } from '../../../server/src/explain/explainer.ts';
import type { Explanation } from '../../../server/src/explain/explanation.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import {
  createRealizer,
  NEVER,
  ranksOf,
  type Realization,
} from '../../../server/src/realize/realizer.ts';
import { constrainedBag, randomBag, randomTree } from '../support/bags.ts';
import { scoreEverything } from '../support/derivations.ts';
import { randomModel } from '../support/random-model.ts';
import { cases } from '../support/thorough.ts';

const forms = ['a', 'b', 'c', 'd', 'c d'];

function explain(
  bag: Bag,
  text: string,
  seed: number,
  beam: number,
  against?: readonly string[],
  expected?: readonly string[],
  proven: ProvenSentence | null = null,
): Explanation {
  const explainer = new Explainer({ model: randomModel(seed), languageModel: null });
  const said = explainer.explain(
    bag,
    text.split(' '),
    {
      beam,
      search: 'arc-standard',
      results: 10,
      helpMs: 0,
      proven,
      ...(against !== undefined && { against }),
      ...(expected !== undefined && { expected }),
    },
    NEVER,
  );
  assert.ok(typeof said !== 'string');
  return said;
}

describe('an explanation', () => {
  it('has the best derivation of the sentence, as trying all derivations finds it', () => {
    fc.assert(
      fc.property(
        randomBag({ minSize: 2, maxSize: 4, forms }),
        fc.nat(),
        fc.nat(),
        (bag, seed, draw) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const scores = [...scoreEverything(bag, resources).scores];
          const [text, score] = scores[draw % scores.length];
          const { expected, isExact, class: kind, found } = explain(bag, text, seed, 1);
          const known = kind === 'met' ? [text, found.expected, false] : [text, score, true];
          assert.deepEqual([expected?.text, expected?.score, isExact], known);
        },
      ),
      { numRuns: cases(1_500), seed: 1 },
    );
  }).timeout(60_000);

  it('says of each sentence its rank, and blames the search only for a sentence that the model prefers', () => {
    const classes = new Map<string, number>();
    let missedBoth = 0;
    let rescored = 0;
    fc.assert(
      fc.property(
        randomBag({ minSize: 3, maxSize: 4, forms }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(1, 2, 4),
        (bag, seed, draw, beam) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const all = scoreEverything(bag, resources).scores;
          const [text, score] = [...all][draw % all.size];
          const realizer = createRealizer(resources);
          const realize = (width: number): readonly Realization[] => {
            const options = { search: 'arc-standard', beam: width, results: width } as const;
            return realizer.realize(bag, options, NEVER).realizations;
          };
          const realizations = realize(beam);
          const said = explain(bag, text, seed, beam);
          classes.set(said.class, (classes.get(said.class) ?? 0) + 1);
          const place = realizations.findIndex((one) => one.text === text);
          assert.equal(said.rank, place < 0 ? null : place + 1);
          assert.equal(said.loss === null, place >= 0);
          const [first] = realizations;
          assert.deepEqual(
            [said.found.expected, said.found.against],
            [realizations[place]?.score ?? null, first.score],
          );
          if (place === 0) {
            assert.equal(said.class, 'met');
            return;
          }
          const ofFirst = all.get(first.text)!;
          assert.equal(said.against?.score, ofFirst);
          assert.equal(said.wouldBe === 1, score > ofFirst);
          if (place > 0) {
            assert.equal(said.class, 'ranked');
            return;
          }
          if (score <= ofFirst) {
            if (score > first.score) missedBoth++;
            assert.ok(said.class === 'model' || said.class === 'dictionary');
            return;
          }
          const { smallestBeam, higher, widest } = said.wider!;
          if (said.class === 'beam') {
            assert.equal(realize(smallestBeam!)[0].text, text);
            assert.notEqual(realize(smallestBeam! / 2)[0].text, text);
          } else if (said.class === 'model') {
            const [wider] = realize(higher!.beam!);
            assert.equal(wider.text, higher!.text);
            assert.ok(wider.score > score);
            assert.equal(higher!.score, all.get(higher!.text));
            if (wider.score < higher!.score) rescored++;
            const turned = explain(bag, higher!.text, seed, beam);
            assert.equal(turned.expected?.score, higher!.score);
            const compared = explain(bag, text, seed, beam, higher!.text.split(' '));
            assert.equal(compared.against?.score, higher!.score);
          } else assert.deepEqual([said.class, widest], ['search', 4096]);
        },
      ),
      { numRuns: cases(1_500), seed: 2 },
    );
    for (const kind of ['met', 'ranked', 'beam', 'model']) assert.ok(classes.has(kind), kind);
    assert.ok(missedBoth > 0 && rescored > 0);
  }).timeout(60_000);

  it('has the score and the derivation of a proof, wherever the sentence stands', () => {
    let missed = 0;
    let thirds = 0;
    let underrated = 0;
    fc.assert(
      fc.property(
        randomBag({ minSize: 3, maxSize: 4, forms }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(1, 8),
        (bag, seed, draw, beam) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const realize = (width: number): readonly Realization[] => {
            const options = { search: 'arc-standard', beam: width, results: 30 } as const;
            return createRealizer(resources).realize(bag, options, NEVER).realizations;
          };
          const all = realize(4096);
          const found = all[draw % all.length];
          const list = realize(beam);
          if (list.every(({ text }) => text !== found.text)) missed++;
          // A search within a beam can miss the best derivation, but not in bags that a test can try whole. So the proof
          // has a score that no search finds.
          const [first, ...rest] = found.transitions;
          const transitions = [{ ...first, score: first.score + 1000 }, ...rest];
          const sentence = { ...found, transitions, score: found.score + 1000 };
          const proven = { sentence, isProven: true };
          const said = explain(bag, found.text, seed, beam, undefined, undefined, proven);
          const shown = said.expected!;
          assert.deepEqual([shown.score, said.isExact], [sentence.score, true]);
          assert.deepEqual(shown.tokens, found.tokens);
          const sum = (side: 'expected' | 'against'): number =>
            said.templates.reduce((total, one) => total + one[side], 0);
          assert.deepEqual([sum('expected'), sum('against')], [shown.score, said.against!.score]);
          const beside = explain(
            bag,
            list.at(-1)!.text,
            seed,
            beam,
            found.text.split(' '),
            [],
            proven,
          );
          assert.equal(beside.against!.score, sentence.score);
          // The first sentence has its best derivation, too, also if it is the expected one.
          const best = all.find(({ text }) => text === list[0].text);
          if (best !== undefined && best.text !== found.text) {
            const met = explain(bag, found.text, seed, beam, undefined, [best.text], proven);
            assert.equal(met.against!.score, best.score);
            if (best.score > list[0].score) underrated++;
          }
          // A proof that is not complete may have missed the best derivation of its sentence.
          const lesser = {
            ...{ ...found, transitions: [{ ...first, score: first.score - 1000 }, ...rest] },
            score: found.score - 1000,
          };
          const open = { sentence: lesser, isProven: false };
          const turned = explain(
            bag,
            found.text,
            seed,
            beam,
            list.at(-1)!.text.split(' '),
            [],
            open,
          );
          assert.equal(turned.expected!.score, found.score);
          // A third sentence that scores more than the first in the list, and less than the proven one.
          const third = all.find(
            ({ text, score }) =>
              list.every((one) => one.text !== text) &&
              text !== found.text &&
              score > list[0].score &&
              score < sentence.score,
          );
          if (third === undefined || found.text === list[0].text) return;
          const between = explain(bag, third.text, seed, beam, undefined, undefined, proven);
          if (between.expected!.score <= between.against!.score) return;
          thirds++;
          assert.equal(between.class, 'model');
          assert.deepEqual(between.wider?.higher, {
            ...{ text: found.text, score: sentence.score, beam: null, isExpected: false },
          });
        },
      ),
      { numRuns: 100, seed: 3 },
    );
    assert.ok(missed > 0 && thirds > 0 && underrated > 0);
  }).timeout(60_000);

  it('gives every sentence one score: of its best derivation if it is blamed, otherwise of the list', () => {
    let missed = 0;
    fc.assert(
      fc.property(
        randomBag({ minSize: 3, maxSize: 4, forms }),
        fc.nat(),
        fc.nat(),
        (bag, seed, draw) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const all = scoreEverything(bag, resources).scores;
          const options = { search: 'arc-standard', beam: 3, results: 3 } as const;
          const list = createRealizer(resources).realize(bag, options, NEVER).realizations;
          const first = list[0].text;
          const expected = [[...all.keys()][draw % all.size]];
          const isBlamed = expected[0] !== first;
          const blamed = new Set(isBlamed ? [first, ...expected] : []);
          const scoreOf = (text: string): number =>
            blamed.has(text) || !list.some((one) => one.text === text)
              ? all.get(text)!
              : list.find((one) => one.text === text)!.score;
          if (scoreOf(first) > list[0].score) missed++;
          for (const text of new Set([...list.map((one) => one.text), ...expected])) {
            for (const other of [undefined, list.at(-1)!.text, expected[0]]) {
              const said = explain(bag, text, seed, 3, other?.split(' '), expected);
              const scores = [said.expected!.score, said.against!.score];
              assert.deepEqual(scores, [scoreOf(text), scoreOf(other ?? first)]);
            }
          }
        },
      ),
      { numRuns: 100, seed: 6 },
    );
    assert.ok(missed > 0);
  }).timeout(60_000);

  it('gives the expected sentences of a bag places and classes that agree with each other', () => {
    let missed = 0;
    let siblings = 0;
    let lifted = 0;
    fc.assert(
      fc.property(
        randomBag({ minSize: 3, maxSize: 4, forms }),
        fc.nat(),
        fc.array(fc.nat(), { minLength: 2, maxLength: 3 }),
        fc.constantFrom(1, 2, 4),
        (bag, seed, draws, beam) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const all = scoreEverything(bag, resources).scores;
          const texts = [...all.keys()];
          const expected = [...new Set(draws.map((draw) => texts[draw % texts.length]))];
          const options = { search: 'arc-standard', beam, results: 30 } as const;
          const list = createRealizer(resources).realize(bag, options, NEVER).realizations;
          const first = list[0].text;
          const isMet = expected.every((text) => text === first);
          const known = new Map(list.map(({ text, score }) => [text, score]));
          for (const text of isMet ? [] : [first, ...expected]) known.set(text, all.get(text)!);
          // The sort is stable: of equal scores, a found sentence comes before a missed one.
          const order = [...known].sort((a, b) => b[1] - a[1]).map(([text]) => text);
          for (const text of expected) {
            const said = explain(bag, text, seed, beam, undefined, expected);
            const rank = list.findIndex((one) => one.text === text);
            const before = rank < 0 ? list : list.slice(0, rank);
            const place = order.indexOf(text);
            const passed = before.filter((one) => order.indexOf(one.text) > place);
            assert.equal(said.wouldBe, passed.length === 0 ? null : place + 1);
            if (passed.length > 0 && rank >= 0) lifted++;
            if (text === first) continue;
            const score = all.get(text)!;
            const isBehind = score <= all.get(first)!;
            const top = known.get(order[0])!;
            const higher = said.wider?.higher ?? null;
            if (!isBehind && top > score) {
              siblings++;
              assert.deepEqual(higher, {
                ...{ text: order[0], score: top, beam: null, isExpected: true },
              });
              assert.equal(said.class, rank < 0 ? 'model' : 'ranked');
            } else assert.ok(higher?.beam !== null);
            if (said.class !== 'beam' && said.class !== 'search') continue;
            missed++;
            assert.ok(!isBehind && top === score);
          }
        },
      ),
      { numRuns: cases(1_500), seed: 8 },
    );
    assert.ok(missed > 0 && siblings > 0 && lifted > 0);
  }).timeout(60_000);

  it('adds up: of each step, of each sentence, and of both by template', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          constrainedBag({ minSize: 2, maxSize: 6, forms }),
          randomTree({ minSize: 2, maxSize: 6, forms }),
        ),
        fc.nat(),
        (bag, seed) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const options = { beam: 8, results: 8 };
          const { realizations } = createRealizer(resources).realize(bag, options, NEVER);
          const last = realizations.at(-1);
          if (last === undefined) return;
          const { expected, against, templates } = explain(bag, last.text, seed, 8);
          for (const one of [expected!, against!]) {
            const sums = one.byStep.map((contributions) => sumOf(contributions));
            assert.deepEqual(
              sums,
              one.transitions.map(({ score }) => score),
            );
            assert.equal(sumOf(one.contributions), one.score);
          }
          assert.equal(sumOf(templates.map((one) => ({ score: one.expected }))), expected!.score);
          assert.equal(sumOf(templates.map((one) => ({ score: one.against }))), against!.score);
        },
      ),
      { numRuns: cases(1_000), seed: 3 },
    );
  }).timeout(60_000);
});

describe('a comparison of two sentences', () => {
  it('is of their best derivations, whichever is the better, and adds up to both scores', () => {
    fc.assert(
      fc.property(
        randomBag({ minSize: 2, maxSize: 4, forms }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (bag, seed, one, other) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const scores = [...scoreEverything(bag, resources).scores];
          const [[text, score], [otherText, otherScore]] = [one, other].map(
            (draw) => scores[draw % scores.length],
          );
          const against = otherText.split(' ');
          const said = explain(bag, text, seed, 2, against, [text, otherText]);
          const { class: kind } = explain(bag, text, seed, 2);
          fc.pre(kind !== 'met' || text !== otherText);
          assert.deepEqual([said.expected?.text, said.expected?.score], [text, score]);
          assert.deepEqual([said.against?.text, said.against?.score], [otherText, otherScore]);
          const sums = said.templates.reduce(
            (sum, { expected, against }) => sum + expected - against,
            0,
          );
          assert.equal(sums, score - otherScore);
          if (otherScore <= score) assert.equal(said.class, kind);
        },
      ),
      { numRuns: cases(1_000), seed: 5 },
    );
  }).timeout(60_000);
});

describe('a list', () => {
  it('with more sentences than the beam is wide has the ranks that explanations have', () => {
    let beyond = 0;
    fc.assert(
      fc.property(constrainedBag({ minSize: 2, maxSize: 4, forms }), fc.nat(), (bag, seed) => {
        const resources = { model: randomModel(seed), languageModel: null };
        const options = { search: 'arc-standard', beam: 2, results: 10 } as const;
        const list = createRealizer(resources).realize(bag, options, NEVER);
        const ranks = ranksOf(list);
        for (const [place, { text }] of list.realizations.entries()) {
          assert.equal(explain(bag, text, seed, 2).rank, ranks[place]);
          if (ranks[place] > 2) beyond++;
        }
      }),
      { numRuns: 100, seed: 5 },
    );
    assert.ok(beyond > 20, String(beyond));
  }).timeout(60_000);

  it('is told to be all there is where trying all derivations finds no more, and nothing was cut off', () => {
    let whole = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          constrainedBag({ minSize: 1, maxSize: 4, forms }),
          randomTree({ minSize: 1, maxSize: 5, forms }),
        ),
        fc.nat(),
        fc.constantFrom(1, 4, 32, 4096),
        fc.constantFrom(1, 50),
        (bag, seed, beam, perBeam) => {
          const resources = { model: randomModel(seed), languageModel: null };
          const options = { search: 'arc-standard', beam, results: perBeam * beam } as const;
          const found = createRealizer(resources).realize(bag, options, NEVER);
          const texts = [...selectionsOf(bag)].flatMap(({ bag: selected }) =>
            new Problem(selected, resources.model.lexicon).isOrderable
              ? [...scoreEverything(selected, resources).scores.keys()]
              : [],
          );
          const all = new Set(texts).size;
          if (found.isAll) assert.equal(found.realizations.length, all);
          if (beam === 4096) assert.ok(found.isAll);
          if (found.isAll && all > 1) whole++;
        },
      ),
      { numRuns: 300, seed: 4 },
    );
    assert.ok(whole > 50, String(whole));
  }).timeout(60_000);
});

function sumOf(contributions: readonly { readonly score: number }[]): number {
  return contributions.reduce((sum, { score }) => sum + score, 0);
}
