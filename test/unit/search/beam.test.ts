import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { FIRST_WORD_ID, Lexicon } from '../../../server/src/model/lexicon.ts';
import { Random } from '../../../server/src/util/random.ts';
import { createRealizer, NEVER, type Realization } from '../../../server/src/realize/realizer.ts';
import { Beam, type TransitionSystem } from '../../../server/src/search/beam.ts';
import type { Hypothesis } from '../../../server/src/search/search.ts';
import { estimate } from '../lm/toy.ts';
import { bagOfHeads, forestShapes, permuted, randomBag } from '../support/bags.ts';
import { allOutputs, isProjectiveTree } from '../support/brute-force.ts';
import { scoreEverything } from '../support/derivations.ts';
import { randomModel } from '../support/random-model.ts';
import { outputsOfSearch } from '../support/search.ts';
import { learned } from '../support/model-files.ts';
import { cases } from '../support/thorough.ts';

/** A language model of the same letters, so that it knows some of what follows what. */
function loadToy(order: number): LanguageModel {
  const random = new Random(order);
  const sentences = Array.from({ length: 30 }, () =>
    Array.from({ length: 1 + random.below(8) }, () => 'abcd'[random.below(4)]),
  );
  return new LanguageModel(encodeLanguageModel(estimate(sentences, order), null));
}

const model = randomModel(1);
const realizer = createRealizer({ model, languageModel: null });
const EVERYTHING = 1_000_000;

/** Independent of the engine: every word once, tags allowed, the given arcs, a projective tree. */
function assertSatisfies(bag: Bag, { tokens, text }: Realization): void {
  assert.deepEqual(
    tokens.map(({ word }) => word).sort((a, b) => a - b),
    bag.words.map((_, word) => word),
  );
  assert.equal(text, tokens.map(({ word }) => bag.words[word].form).join(' '));
  for (const { word, tag } of tokens) {
    const { tags } = bag.words[word];
    if (tags.length > 0) assert.ok(tags.includes(tag), `${tag} is not among ${tags.join()}`);
  }
  assert.ok(isProjectiveTree(tokens.map(({ head }) => head - 1)));
  const headOf = new Map(
    tokens.map(({ word, head }) => [word, head === 0 ? null : tokens[head - 1].word]),
  );
  for (const { head, dependent } of bag.arcs) assert.equal(headOf.get(dependent), head);
  if (bag.root !== null) assert.equal(headOf.get(bag.root), null);
}

/** The heads that transitions give the words, by place: 0 where they give none. */
function headsBuiltBy(transitions: Realization['transitions']): number[] {
  const stack: number[] = [];
  const heads: number[] = [];
  for (const { action, head, dependent } of transitions) {
    if (action === 'SHIFT') {
      stack.push(heads.push(0));
      assert.deepEqual([head, dependent], [0, stack.at(-1)]);
      continue;
    }
    const [second, top] = stack.splice(-2);
    const arcs = { LEFTARC: [top, second], RIGHTARC: [second, top] };
    assert.ok(action === 'LEFTARC' || action === 'RIGHTARC');
    assert.deepEqual([head, dependent], arcs[action]);
    heads[dependent - 1] = head;
    stack.push(head);
  }
  assert.equal(stack.length, 1);
  return heads;
}

describe('beam search that keeps everything', () => {
  for (let size = 1; size <= 5; size++) {
    it(`reaches every order and projective tree of ${size} words once, for every forest`, () => {
      for (const heads of forestShapes(size).filter((shape) => shape.length === size)) {
        const roots = heads.flatMap((head, word) => (head === -1 ? [word] : []));
        for (const root of [null, ...roots]) {
          const bag = bagOfHeads(heads, root);
          const found = outputsOfSearch(bag, model, EVERYTHING).sort();
          const expected = allOutputs(bag).map((output) => JSON.stringify(output));
          assert.deepEqual(found, expected.sort(), `heads ${heads.join()} root ${String(root)}`);
        }
      }
    }).timeout(240_000);
  }

  it('finds the strings that trying everything finds, for bags with tags and repeated words', () => {
    const small = randomBag({ minSize: 1, maxSize: 5, forms: ['a', 'b', 'c', 'c d'] });
    fc.assert(
      fc.property(small, (bag) => {
        const { realizations } = realizer.realize(
          bag,
          { beam: EVERYTHING, results: EVERYTHING },
          NEVER,
        );
        const found = realizations.map(({ text }) => text);
        const expected = allOutputs(bag).map(({ order }) =>
          order.map((word) => bag.words[word].form).join(' '),
        );
        assert.deepEqual([...found].sort(), [...new Set(expected)].sort());
        for (let i = 1; i < realizations.length; i++) {
          assert.ok(realizations[i - 1].score >= realizations[i].score);
        }
      }),
      { numRuns: cases(2_000), seed: 1 },
    );
  }).timeout(240_000);

  const units = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 200 }) },
    { weight: 1, arbitrary: fc.integer({ min: -10_000, max: 10_000 }) },
  );
  const forms = ['a', 'b', 'c', 'c d', 'zebra'];
  const drawn = fc.record({
    // Scoring everything of five words takes most of the time.
    bag: fc.oneof(
      { weight: 40, arbitrary: randomBag({ minSize: 1, maxSize: 4, forms }) },
      { weight: 1, arbitrary: randomBag({ minSize: 5, maxSize: 5, forms }) },
    ),
    seed: fc.nat(),
    unitsPerNat: fc.record({ withoutArcs: units, open: units, given: units }),
    results: fc.integer({ min: 1, max: 200 }),
  });
  const toys = [1, 2, 3, 4, 5].map(loadToy);
  for (const [beside, languageModels] of [
    ['without a language model', [null]],
    ['beside a language model of any order', toys],
  ] as const) {
    it(`finds the k best strings, scored as by walking all derivations, ${beside}`, () => {
      const property = fc.property(
        drawn,
        fc.constantFrom<LanguageModel | null>(...languageModels),
        ({ bag, seed, unitsPerNat, results }, languageModel) => {
          const resources = { model: randomModel(seed, unitsPerNat), languageModel };
          const { scores, derivations } = scoreEverything(bag, resources);
          const options = { beam: derivations, results };
          const { realizations } = createRealizer(resources).realize(bag, options, NEVER);
          for (const { text, score } of realizations) assert.equal(score, scores.get(text));
          assert.equal(new Set(realizations.map(({ text }) => text)).size, realizations.length);
          const best = [...scores.values()].sort((one, other) => other - one);
          assert.deepEqual(
            realizations.map(({ score }) => score),
            best.slice(0, results),
          );
        },
      );
      fc.assert(property, { numRuns: cases(2_000), seed: 6 });
    }).timeout(240_000);
  }
});

describe('a model with 65,535 tags', () => {
  it('scores words by their own tags, those outside its tagset too', () => {
    const tags = Array.from({ length: 65_535 }, (_, i) => `T${i + 1}`);
    const { words, labels, classes } = model.lexicon;
    const entries = {
      start: new Int32Array(words.length + 1 + FIRST_WORD_ID),
      tag: new Uint16Array(0),
      count: new Int32Array(0),
    };
    const lexicon = new Lexicon(words, tags, labels, classes, entries);
    const random = new Random(1);
    const table = {
      ...model.tables.get('arc-standard')!,
      learned: learned(
        'arc-standard',
        Int8Array.from({ length: 1 << 17 }, () => random.below(21) - 10),
      ),
    };
    const resources = {
      model: { ...model, lexicon, tables: new Map([['arc-standard', table]]) },
      languageModel: null,
    };
    const bag = plainBag({
      words: [
        { form: 'h', tags: ['T5'] },
        { form: 'a', tags: ['T2', 'T3'] },
        { form: 'b', tags: ['T1', 'foreign', 'foreign too'] },
        { form: 'c', tags: ['T65535'] },
      ],
      arcs: [],
      root: null,
    });
    const { scores, derivations } = scoreEverything(bag, resources);
    const options = { beam: derivations, results: scores.size };
    const { realizations } = createRealizer(resources).realize(bag, options, NEVER);
    assert.deepEqual(new Map(realizations.map(({ text, score }) => [text, score])), scores);
  });
});

describe('beam search', () => {
  const any = randomBag({ minSize: 1, maxSize: 20, forms: ['a', 'b', 'c', 'd', 'e e', 'zzz'] });

  it('ends in a complete sentence that keeps every constraint', () => {
    fc.assert(
      fc.property(any, (bag) => {
        const { status, realizations } = realizer.realize(bag, { beam: 4, results: 4 }, NEVER);
        assert.equal(status, 'complete');
        assert.ok(realizations.length > 0);
        for (const realization of realizations) assertSatisfies(bag, realization);
        assert.equal(new Set(realizations.map(({ text }) => text)).size, realizations.length);
      }),
      { numRuns: cases(10_000), seed: 2 },
    );
  }).timeout(240_000);

  it('does so for bags of more words than a mask of one integer holds', () => {
    const forms = Array.from({ length: 12 }, (_, i) => `w${i}`);
    fc.assert(
      fc.property(randomBag({ minSize: 33, maxSize: 70, forms }), (bag) => {
        const { status, realizations } = realizer.realize(bag, { beam: 2, results: 1 }, NEVER);
        assert.equal(status, 'complete');
        assertSatisfies(bag, realizations[0]);
      }),
      { numRuns: 60, seed: 8 },
    );
  }).timeout(120_000);

  it('gives the same results however the words of a bag are written', () => {
    const reordered = any.chain((bag) =>
      fc.record({
        bag: fc.constant(bag),
        order: fc.shuffledSubarray(
          bag.words.map((_, word) => word),
          { minLength: bag.words.length },
        ),
      }),
    );
    const describeResults = (bag: Bag): unknown =>
      realizer
        .realize(bag, { beam: 8, results: 8 }, NEVER)
        .realizations.map(({ text, score, tokens }) => ({
          text,
          score,
          tokens: tokens.map(({ form, tag, head, label }) => [form, tag, head, label]),
        }));
    fc.assert(
      fc.property(reordered, ({ bag, order }) => {
        assert.deepEqual(describeResults(permuted(bag, order)), describeResults(bag));
      }),
      { numRuns: 1_000, seed: 3 },
    );
  }).timeout(120_000);

  it('finishes its best hypothesis when it is stopped, and says so', () => {
    fc.assert(
      fc.property(any, fc.nat(20), (bag, steps) => {
        let reads = 0;
        const stop = {
          get requested() {
            return reads++ >= steps;
          },
        };
        const { status, realizations } = realizer.realize(bag, { beam: 4, results: 4 }, stop);
        assert.equal(status, reads > steps ? 'cut-short' : 'complete');
        assertSatisfies(bag, realizations[0]);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('counts each transition once: their scores sum to the score of the realization', () => {
    fc.assert(
      fc.property(any, (bag) => {
        const [best] = realizer.realize(bag, { beam: 4, results: 1 }, NEVER).realizations;
        const sum = best.transitions.reduce((total, { score }) => total + score, 0);
        assert.equal(sum, best.score);
        assert.equal(best.transitions.length, 2 * bag.words.length - 1);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('takes transitions that build its tree, one after the other with a stack', () => {
    fc.assert(
      fc.property(any, (bag) => {
        for (const { tokens, transitions } of realizer.realize(bag, { beam: 4, results: 2 }, NEVER)
          .realizations) {
          assert.deepEqual(
            headsBuiltBy(transitions),
            tokens.map(({ head }) => head),
          );
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('a step of a beam that is observed', () => {
  it('tells of each hypothesis from which of those kept before it comes', () => {
    /** A state is all actions so far, as digits. */
    const system: TransitionSystem = {
      steps: 5,
      expand(state, candidates) {
        for (let action = 1; action <= 3; action++) {
          candidates.offer((7 * state + 5 * action) % 11, state, action);
        }
      },
      apply: (state, action) => 10 * state + action,
      describe: (action) => ({ action: 'SHIFT', added: [action] }),
    };
    const beam = new Beam(system);
    beam.start(0, 4);
    for (let step = 0; step < system.steps; step++) {
      const before = [...beam.kept.subarray(0, beam.size)];
      const stateOf = ({ parent, added }: Hypothesis): number => 10 * before[parent] + added[0];
      const told: { kept: number[]; cutOff: number[] } = { kept: [], cutOff: [] };
      beam.step(NEVER, {
        cutOff: 100,
        onStart: () => undefined,
        onStep(kept, cutOff) {
          told.kept.push(...kept.map(stateOf));
          told.cutOff.push(...cutOff.map(stateOf));
        },
      });
      assert.deepEqual(told.kept, [...beam.kept.subarray(0, beam.size)]);
      assert.deepEqual(
        [...told.kept, ...told.cutOff].sort((a, b) => a - b),
        before
          .flatMap((state) => [1, 2, 3].map((action) => 10 * state + action))
          .sort((a, b) => a - b),
      );
    }
  });
});

describe('contradictory arcs', () => {
  const word = { form: 'a', tags: [] };
  const words = [word, word];
  const arc = (head: number, dependent: number) => ({ head, dependent, label: null });
  const realize = (bag: Bag) => realizer.realize(bag, { beam: 4, results: 1 }, NEVER);

  it('make a bag impossible, and the message says why', () => {
    const cycle = realize(plainBag({ words, arcs: [arc(0, 1), arc(1, 0)], root: null }));
    assert.equal(cycle.status, 'impossible');
    assert.match(cycle.message!, /cycle/);
    const twoHeads = realize(
      plainBag({ words: [...words, word], arcs: [arc(0, 1), arc(2, 1)], root: null }),
    );
    assert.match(twoHeads.message!, /two heads/);
    const root = realize(plainBag({ words, arcs: [arc(0, 1)], root: 1 }));
    assert.match(root.message!, /root/);
  });
});
