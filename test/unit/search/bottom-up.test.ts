import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainBag } from '../../../server/src/bag/bag.ts';
import { NO_WORD, Problem } from '../../../server/src/problem/problem.ts';
import { Random } from '../../../server/src/util/random.ts';
import { createRealizer } from '../../../server/src/realize/realizer.ts';
import { boundaryTemplates } from '../../../server/src/scoring/bottom-up/boundary-templates.ts';
import type { WeightedLanguageModel } from '../../../server/src/scoring/fluency.ts';
import type { FeatureObserver } from '../../../server/src/scoring/feature-sum.ts';
import { itemTemplates } from '../../../server/src/scoring/bottom-up/item-templates.ts';
import { wholeTemplates } from '../../../server/src/scoring/bottom-up/whole-templates.ts';
import type { TemplateGroup } from '../../../server/src/scoring/templates.ts';
import { aloneLinearizations, BottomUp } from '../../../server/src/search/bottom-up/bottom-up.ts';
import { headsUpwards, HeadSystem } from '../../../server/src/search/bottom-up/head-system.ts';
import { LinearizationField } from '../../../server/src/scoring/bottom-up/records.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { surfaceFormsOf } from '../../../server/src/search/derivation.ts';
import { rowsOf } from '../../../server/src/search/rows.ts';
import type {
  Derivation,
  Hypothesis,
  Observer,
  Spelled,
} from '../../../server/src/search/search.ts';
import { Target } from '../../../server/src/search/target.ts';
import { NEVER, type Stop } from '../../../server/src/util/stop.ts';
import { randomTree, smallLexicon } from '../support/bags.ts';
import {
  everyOrder,
  logProbOf,
  NaiveScores,
  wordsOf,
  type Ordered,
} from '../support/naive-bottom-up.ts';
import { anyFluency, toyFluency } from '../support/toy-fluency.ts';
import { randomModel } from '../support/random-model.ts';
import { learned } from '../support/model-files.ts';

const lexicon = smallLexicon();
const forms = ['a', 'b', 'c', 'A', 'B', 'Zed', 'c d', 'a b c d', 'zebra'];
const nothing: ReadonlySet<string> = new Set();
const noWeights = new Int8Array(1 << 12);

function randomWeights(seed: number): Int8Array {
  const random = new Random(seed);
  return Int8Array.from({ length: 1 << 12 }, () => random.below(21) - 10);
}

/** A stop that comes after it was read a number of times. */
function stopAfterReading(times: number): Stop {
  return {
    get requested() {
      return --times < 0;
    },
  };
}

function search(
  problem: Problem,
  weights: Int8Array,
  {
    beam = 64,
    results = 1,
    rows,
    target,
    leftOut = nothing,
    fluency = null,
    stop = NEVER,
    observer = null,
  }: {
    beam?: number;
    results?: number;
    rows?: number;
    target?: Target;
    leftOut?: ReadonlySet<string>;
    fluency?: WeightedLanguageModel | null;
    stop?: Stop;
    observer?: Observer | null;
  } = {},
) {
  const options = { beam, results, rows, ...(target && { target }) };
  return new BottomUp({ weights, leftOut, fluency }).search(problem, options, stop, observer);
}

function textOf({ surfaceStart, surfaceText }: Problem, words: readonly number[]): string {
  return words
    .flatMap((word) => surfaceText.slice(surfaceStart[word], surfaceStart[word + 1]))
    .join(' ');
}

/** A derivation as a linearization, and what each word scored as the head or as a dependent. */
function readDerivation({ variants, heads, steps }: Derivation, problem: Problem) {
  const words = variants.map((variant) => problem.variantWord[variant]);
  const ordered = (place: number): Ordered => {
    const parts = heads.flatMap((head, i) => (head === place + 1 || i === place ? [i] : []));
    return {
      head: words[place],
      parts:
        parts.length === 1
          ? []
          : parts.map((i) => (i === place ? { head: words[i], parts: [] } : ordered(i))),
    };
  };
  const asHead = new Map<number, number>();
  const asDependent = new Map<number, number>();
  for (const { kind, dependent, score } of steps) {
    (kind === 'SHIFT' ? asHead : asDependent).set(words[dependent - 1], score);
  }
  return { whole: ordered(heads.indexOf(0)), asHead, asDependent };
}

/** A head and so many dependents, which are all different words. */
function star(dependents: number): Problem {
  const words = Array.from({ length: dependents + 1 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
  const arcs = words.slice(1).map((_, i) => ({ head: 0, dependent: i + 1, label: null }));
  return new Problem(plainBag({ words, arcs, root: 0 }), lexicon);
}

/** Records what is reported of each step. */
class Recorder implements Observer {
  readonly steps: {
    readonly kept: readonly Hypothesis[];
    readonly cutOff: readonly Hypothesis[];
  }[] = [];
  /** Heads, in the order in which they were finished. */
  readonly finished: number[] = [];
  #head = NO_WORD;
  constructor(readonly cutOff: number) {}
  onStart(head: number): void {
    this.#head = head;
  }
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void {
    if (kept[0].action === 'FINISH') this.finished.push(this.#head);
    else this.steps.push({ kept, cutOff });
  }
}

/** Adds up the weights and the evidence that it sees. */
class SumOfWeights implements FeatureObserver {
  constructor(public sum: number) {}
  onFeature(_group: TemplateGroup, _template: number, _place: number, weight: number): void {
    this.sum += weight;
  }
  onEvidence(score: number): void {
    this.sum += score;
  }
}

/** Keeps all that is offered. */
class Collector extends Candidates {
  readonly offers: { readonly score: number; readonly parent: number; readonly placed: number }[] =
    [];
  override offer(score: number, parent: number, placed: number): void {
    this.offers.push({ score, parent, placed });
  }
}

describe('ordering a full tree from the leaves up', () => {
  it('finds the k best strings, scored as by trying every order, with a beam that keeps everything', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 1, maxSize: 4, forms }),
        fc.nat(),
        fc.integer({ min: 1, max: 30 }),
        anyFluency,
        (bag, seed, results, fluency) => {
          const problem = new Problem(bag, lexicon);
          const weights = randomWeights(seed);
          const naive = new NaiveScores(problem, weights, nothing, fluency);
          const scores = new Map<string, number>();
          for (const ordered of everyOrder(problem, problem.head.indexOf(NO_WORD))) {
            const text = textOf(problem, wordsOf(ordered));
            scores.set(text, Math.max(naive.total(ordered), scores.get(text) ?? -Infinity));
          }
          const { derivations, ranToEnd: isWhole } = search(problem, weights, {
            ...{ beam: 100_000, results, fluency },
          });
          assert.ok(isWhole);
          // There are more if most strings begin alike.
          assert.deepEqual(
            derivations.slice(0, results).map(({ score }) => score),
            [...scores.values()].sort((a, b) => b - a).slice(0, results),
          );
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  }).timeout(120_000);

  it('finds the strings that satisfy an order of siblings, with the scores that they have without it', () => {
    const pair = fc.tuple(fc.nat(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 5, forms: ['a', 'b', 'c', 'd', 'e'] }),
        fc.array(pair, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (drawn, pairs, seed) => {
          // No two words have the same form, so a string shows where each word stands.
          const bag = {
            ...drawn,
            words: drawn.words.map((word, i) => ({ ...word, form: 'abcde'[i] })),
          };
          const families = bag.words
            .map((_, head) => [
              head,
              ...bag.arcs.flatMap((arc) => (arc.head === head ? [arc.dependent] : [])),
            ])
            .filter(({ length }) => length > 1);
          const order = pairs.flatMap(([of, one, other]) => {
            const family = families[of % families.length];
            const words = [family[one % family.length], family[other % family.length]];
            return words[0] === words[1] ? [] : [{ relation: 'before' as const, words }];
          });
          const weights = randomWeights(seed);
          const found = (problem: Problem): string[] =>
            search(problem, weights, { beam: 100_000, results: 200 }).derivations.map(
              ({ variants, score }) => {
                const words = variants.map((variant) => problem.variantWord[variant]);
                return `${textOf(problem, words).replaceAll(' ', '')} ${score}`;
              },
            );
          const problem = new Problem({ ...bag, order }, lexicon);
          const isHeld = (text: string): boolean =>
            order.every(({ words: [a, b] }) => text.indexOf('abcde'[a]) < text.indexOf('abcde'[b]));
          const expected = found(new Problem(bag, lexicon)).filter(isHeld);
          if (problem.isOrderable) assert.deepEqual(found(problem), expected);
          else assert.deepEqual(expected, []);
        },
      ),
      { numRuns: 60 },
    );
  }).timeout(120_000);

  it('scores each step as its templates say, and leaves out those that are named', () => {
    const names = [itemTemplates, boundaryTemplates, wholeTemplates].flatMap((group) =>
      group.templates.map(({ name }) => `${group.name}/${name}`),
    );
    fc.assert(
      fc.property(
        randomTree({ minSize: 1, maxSize: 14, forms }),
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        fc.oneof(fc.constant([]), fc.subarray(names)),
        anyFluency,
        (bag, seed, beam, leftOutNames, fluency) => {
          const problem = new Problem(bag, lexicon);
          const weights = randomWeights(seed);
          const leftOut = new Set(leftOutNames);
          const naive = new NaiveScores(problem, weights, leftOut, fluency);
          const { derivations } = search(problem, weights, { beam, results: 3, leftOut, fluency });
          for (const derivation of derivations) {
            const { whole, asHead, asDependent } = readDerivation(derivation, problem);
            const check = (ordered: Ordered): void => {
              if (ordered.parts.length === 0) assert.equal(asHead.get(ordered.head), 0);
              for (const [place, part] of ordered.parts.entries()) {
                const isHead = part.head === ordered.head;
                const score = (isHead ? asHead : asDependent).get(part.head);
                assert.equal(score, naive.step(ordered, place));
                if (!isHead) check(part);
              }
            };
            check(whole);
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  }).timeout(120_000);

  it('adds the evidence of a language model: each word after three words, against the word alone', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 9, forms }),
        fc.constantFrom(1, 2, 3, 4),
        fc.integer({ min: 1, max: 60 }),
        (bag, order, given) => {
          const problem = new Problem(bag, lexicon);
          const { variantWord, surfaceText, surfaceStart } = problem;
          const fluency = toyFluency(order, given);
          const options = { beam: 8, results: 5, fluency };
          for (const { variants, score } of search(problem, noWeights, options).derivations) {
            const phrases = variants.map((variant) => {
              const word = variantWord[variant];
              return surfaceText.slice(surfaceStart[word], surfaceStart[word + 1]);
            });
            const before = ['<s>'];
            let evidence = 0;
            for (const phrase of [...phrases, ['</s>']]) {
              for (const [i, text] of phrase.entries()) {
                evidence += logProbOf(fluency.languageModel, before, text);
                // A phrase's own words are always before it, so they say nothing about its place.
                const alone =
                  text === '</s>' ? 0 : logProbOf(fluency.languageModel, phrase.slice(0, i), text);
                evidence -= alone;
                before.push(text);
              }
            }
            // The score is rounded at every placement and at the end. A word is placed once, a head twice.
            const rounding = variants.length + 0.5;
            assert.ok(Math.abs(score - (evidence * given) / 1000) <= rounding);
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  });

  it('gives distinct sentences, sorted, whose transitions add up, and that keep the tree', () => {
    const random = randomModel(1);
    const table = {
      search: 'bottom-up',
      unitsPerNat: null,
      withoutTemplates: [],
      bestPass: 0,
      learned: learned('bottom-up', randomWeights(2)),
    };
    const model = { ...random, tables: new Map([...random.tables, ['bottom-up', table]]) };
    const realizer = createRealizer({ model, languageModel: null });
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 12, forms }),
        fc.integer({ min: 1, max: 64 }),
        (bag, beam) => {
          const { realizations } = realizer.realize(bag, { beam, results: 10 }, NEVER);
          const texts = realizations.map(({ text }) => text);
          assert.equal(new Set(texts).size, texts.length);
          const best = realizer.realize(bag, { beam, results: 1 }, NEVER).realizations[0];
          assert.equal(best.score, realizations[0].score);
          for (const [i, { score, tokens, transitions }] of realizations.entries()) {
            if (i > 0) assert.ok(realizations[i - 1].score >= score);
            assert.equal(
              transitions.reduce((sum, one) => sum + one.score, 0),
              score,
            );
            const headOf = new Map(
              tokens.map(({ word, head }) => [word, head === 0 ? null : tokens[head - 1].word]),
            );
            for (const { head, dependent } of bag.arcs) assert.equal(headOf.get(dependent), head);
          }
        },
      ),
      { numRuns: 200 },
    );
  }).timeout(60_000);

  it('finds the same strings with the same scores where only the rows of a list get derivations', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 1, maxSize: 9, forms }),
        fc.nat(),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 64 }),
        fc.option(fc.nat(20)),
        (bag, seed, results, rows, steps) => {
          const problem = new Problem(bag, lexicon);
          const weights = randomWeights(seed);
          const stop = (): Stop => (steps === null ? NEVER : stopAfterReading(steps));
          const { derivations } = search(problem, weights, { results, stop: stop() });
          const short = search(problem, weights, {
            results,
            rows: Math.min(rows, results),
            stop: stop(),
          });
          const { below = [] } = short;
          assert.deepEqual(short.derivations, derivations.slice(0, short.derivations.length));
          assert.deepEqual(
            below.map(({ score, variants }) => ({ score, variants })),
            derivations
              .slice(short.derivations.length)
              .map(({ score, variants }) => ({ score, variants })),
          );
          const formsOf = ({ variants }: Spelled) => surfaceFormsOf(variants, problem);
          const shown = rowsOf(derivations, Math.min(rows, results), formsOf);
          assert.ok(shown.every((row) => row < short.derivations.length));
        },
      ),
    );
  });

  it('offers what it scores, and reports features that add up to it', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 8, forms }),
        fc.nat(),
        anyFluency,
        (bag, seed, fluency) => {
          const problem = new Problem(bag, lexicon);
          const random = new Random(seed);
          const system = new HeadSystem({
            weights: randomWeights(seed),
            leftOut: nothing,
            fluency,
          });
          system.begin(problem);
          const { linearizations } = system;
          const scoreOf = (state: number): number =>
            linearizations.data[state + LinearizationField.Score];
          const choices = aloneLinearizations(problem, linearizations);
          /** One linearization of a head, drawn; every offer on the way is checked. */
          const draw = (head: number): number => {
            let state = system.start(head, choices, 1);
            for (let step = 0; step < system.steps; step++) {
              const collector = new Collector();
              system.expand(state, collector);
              for (const { score, parent, placed } of collector.offers) {
                const best = choices[linearizations.data[placed + LinearizationField.Head]][0];
                assert.equal(parent, state);
                assert.equal(score, system.scoreOf(state, placed));
                const sum = new SumOfWeights(scoreOf(state) + scoreOf(placed) - scoreOf(best));
                system.observe(state, placed, sum);
                assert.equal(score, sum.sum);
              }
              const { score, placed } = collector.offers[random.below(collector.offers.length)];
              const before = state;
              state = system.apply(before, placed, score);
              const best = choices[linearizations.data[placed + LinearizationField.Head]][0];
              const behind = scoreOf(placed) - scoreOf(best);
              assert.equal(
                linearizations.data[state + LinearizationField.Own],
                score - scoreOf(before) - behind,
              );
            }
            const sum = new SumOfWeights(scoreOf(state));
            system.observeEnd(state, sum);
            system.end(state);
            assert.equal(scoreOf(state), sum.sum);
            return state;
          };
          for (const head of headsUpwards(problem)) {
            const drawn = [draw(head), draw(head), draw(head)];
            choices[head] = Int32Array.from(drawn.sort((a, b) => scoreOf(b) - scoreOf(a)));
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  }).timeout(60_000);

  it('explains each step of a derivation once, with features that add up to its score', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 8, forms }),
        fc.nat(),
        anyFluency,
        (bag, seed, fluency) => {
          const problem = new Problem(bag, lexicon);
          const scoring = { weights: randomWeights(seed), leftOut: nothing, fluency };
          const searching = new BottomUp(scoring);
          const [derivation] = searching.search(
            problem,
            { beam: 4, results: 1 },
            NEVER,
            null,
          ).derivations;
          const explained: { readonly step: number; readonly sum: SumOfWeights }[] = [];
          searching.explain(problem, derivation, {
            onStep: (step) => explained.push({ step, sum: new SumOfWeights(0) }),
            onFeature: (group, template, place, weight) => {
              explained.at(-1)!.sum.onFeature(group, template, place, weight);
            },
            onEvidence: (score) => {
              explained.at(-1)!.sum.onEvidence(score);
            },
          });
          const ofHeads = derivation.steps.flatMap(({ kind, dependent }, step) =>
            kind !== 'SHIFT' || derivation.heads.includes(dependent) ? [step] : [],
          );
          assert.deepEqual(
            explained
              .map(({ step, sum: { sum } }) => ({ step, sum }))
              .sort((a, b) => a.step - b.step),
            ofHeads.map((step) => ({ step, sum: derivation.steps[step].score })),
          );
        },
      ),
      { numRuns: 20, seed: 1 },
    );
  });

  it('explains which words could be placed instead: of words that are alike the next one', () => {
    const words = ['b', 'a', 'a', 'c'].map((form) => ({ form, tags: ['Y'] }));
    const arcs = [1, 2, 3].map((dependent) => ({ head: 0, dependent, label: 'subj' }));
    const problem = new Problem(plainBag({ words, arcs, root: 0 }), lexicon);
    const searching = new BottomUp({ weights: randomWeights(1), leftOut: nothing, fluency: null });
    const options = { beam: 64, results: 100 };
    const { derivations } = searching.search(problem, options, NEVER, null);
    assert.equal(derivations.length, 12);
    const textsOf = (variants: readonly number[]): string[] =>
      variants.map((variant) => textOf(problem, [problem.variantWord[variant]]));
    for (const derivation of derivations) {
      const left = textsOf(derivation.variants);
      searching.explain(problem, derivation, {
        onStep(_step, { taken, legal }) {
          const moves = legal().flatMap(({ added }) => textsOf(added));
          assert.deepEqual(moves.sort(), [...new Set(left)].sort());
          assert.deepEqual(textsOf(taken.added), [left.shift()]);
        },
        onFeature: () => undefined,
      });
      assert.deepEqual(left, []);
    }
  });

  it('gives the same with an observer, and reports to it what is kept and cut off, best first', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 1, maxSize: 9, forms }),
        fc.nat(),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 5 }),
        (bag, seed, beam, cutOff) => {
          const problem = new Problem(bag, lexicon);
          const weights = randomWeights(seed);
          const recorder = new Recorder(cutOff);
          assert.deepEqual(
            search(problem, weights, { beam, results: 5, observer: recorder }),
            search(problem, weights, { beam, results: 5 }),
          );
          const heads = new Set(problem.head.filter((head) => head !== NO_WORD));
          assert.equal(recorder.steps.length, problem.size - 1 + heads.size);
          assert.deepEqual(new Set(recorder.finished), heads);
          for (const { kept, cutOff: behind } of recorder.steps) {
            const scores = [...kept, ...behind].map(({ score }) => score);
            assert.deepEqual(
              scores,
              [...scores].sort((a, b) => b - a),
            );
            assert.ok(kept.length <= beam && behind.length <= cutOff);
            assert.ok(behind.length === 0 || kept.length === beam);
          }
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  }).timeout(60_000);

  it('orders heads of many dependents with a narrower beam', () => {
    const widest = (dependents: number): number => {
      const recorder = new Recorder(0);
      search(star(dependents), randomWeights(1), { observer: recorder });
      return Math.max(...recorder.steps.map(({ kept }) => kept.length));
    };
    assert.deepEqual([22, 23, 47, 95].map(widest), [64, 64, 16, 4]);
  }).timeout(60_000);

  it('passes a quarter of the beam on to the head above', () => {
    const words = Array.from({ length: 8 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
    const arcs = words
      .slice(1)
      .map((_, i) => ({ head: i === 0 ? 0 : 1, dependent: i + 1, label: null }));
    const problem = new Problem(plainBag({ words, arcs, root: 0 }), lexicon);
    const offered = (beam: number): number => {
      const recorder = new Recorder(1000);
      search(problem, randomWeights(1), { beam, observer: recorder });
      // The last head takes two steps: in the first it may place itself, or its dependent.
      const { kept, cutOff } = recorder.steps.at(-2)!;
      return kept.length + cutOff.length - 1;
    };
    assert.deepEqual([1, 4, 5, 64].map(offered), [1, 1, 2, 16]);
  });

  it('places words that are alike in one order only', () => {
    const words = ['b', 'a', 'a', 'a'].map((form) => ({ form, tags: ['Y'] }));
    const arcs = [1, 2, 3].map((dependent) => ({ head: 0, dependent, label: 'subj' }));
    const recorder = new Recorder(1000);
    const problem = new Problem(plainBag({ words, arcs, root: 0 }), lexicon);
    const { derivations } = search(problem, randomWeights(1), { results: 100, observer: recorder });
    assert.equal(derivations.length, 4);
    assert.deepEqual(
      recorder.steps.map(({ kept, cutOff }) => kept.length + cutOff.length),
      [2, 3, 4, 4],
    );
  });

  it('scores a head of 70 dependents as its templates say', () => {
    const problem = star(70);
    const weights = randomWeights(4);
    const [derivation] = search(problem, weights).derivations;
    const { whole } = readDerivation(derivation, problem);
    assert.equal(derivation.score, new NaiveScores(problem, weights).total(whole));
  }).timeout(60_000);

  it('finishes with the best order alone when it is stopped, and says so', () => {
    const recorder = new Recorder(0);
    const stop = {
      get requested() {
        return recorder.steps.length === 3;
      },
    };
    const { derivations, ranToEnd: isWhole } = search(star(11), randomWeights(3), {
      results: 5,
      stop,
      observer: recorder,
    });
    assert.equal(isWhole, false);
    assert.equal(derivations.length, 1);
    assert.equal(derivations[0].steps.length, 23);
    assert.deepEqual(
      recorder.steps.map(({ kept }) => kept.length),
      [12, 64, 64, ...Array<number>(9).fill(1)],
    );
  });

  it('does not say that it tried every order if it was stopped, even if no order spells the target', () => {
    fc.assert(
      fc.property(
        randomTree({ minSize: 2, maxSize: 9, forms }),
        fc.nat(),
        fc.nat(12),
        (bag, seed, looks) => {
          const problem = new Problem(bag, lexicon);
          const words = bag.words.map(({ form }) => form);
          const target = Target.of(problem, new Random(seed).shuffle(words))!;
          const { ranToEnd, isExhaustive, isProven } = search(problem, randomWeights(seed), {
            target,
            stop: stopAfterReading(looks),
          });
          if (!ranToEnd) assert.deepEqual([isExhaustive, isProven], [false, false]);
        },
      ),
    );
  });

  it('begins heads with the best order alone once it is stopped', () => {
    const recorder = new Recorder(1000);
    const words = Array.from({ length: 6 }, (_, i) => ({ form: `w${i}`, tags: ['X'] }));
    const arcs = [1, 2, 3, 4, 5].map((dependent) => ({
      head: dependent < 3 ? 0 : 1,
      dependent,
      label: null,
    }));
    search(new Problem(plainBag({ words, arcs, root: 0 }), lexicon), randomWeights(3), {
      stop: { requested: true },
      observer: recorder,
    });
    assert.ok(recorder.steps.every(({ kept }) => kept.length === 1));
  });
});
