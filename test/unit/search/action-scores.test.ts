import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeLanguageModel } from '../../../server/src/lm/build/encode.ts';
import { LanguageModel } from '../../../server/src/lm/query/language-model.ts';
import { countLexicon, NONE } from '../../../server/src/model/lexicon.ts';
import { FIRST_LEARNED_CLASS, WordClasses } from '../../../server/src/model/word-classes.ts';
import { plainBag, type Bag } from '../../../server/src/bag/bag.ts';
import { Problem } from '../../../server/src/problem/problem.ts';
import { arcTemplates } from '../../../server/src/scoring/arc-standard/arc-templates.ts';
import { bucket, valency } from '../../../server/src/scoring/contexts.ts';
import type { FeatureObserver } from '../../../server/src/scoring/feature-sum.ts';
import { shiftTemplates } from '../../../server/src/scoring/arc-standard/shift-templates.ts';
import { scoringOf } from '../../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../../server/src/search/arc-standard/arc-standard.ts';
import { Legality } from '../../../server/src/search/arc-standard/legal.ts';
import { FIRST_SHIFT, LEFTARC } from '../../../server/src/scoring/arc-standard/records.ts';
import { StateField } from '../../../server/src/search/state-records.ts';
import { Beam } from '../../../server/src/search/beam.ts';
import { Candidates } from '../../../server/src/search/candidates.ts';
import { spread } from '../../../server/src/util/hash.ts';
import { Random } from '../../../server/src/util/random.ts';
import { estimate } from '../lm/toy.ts';
import { randomBag } from '../support/bags.ts';
import { legalActions } from '../support/derivations.ts';
import { randomModel } from '../support/random-model.ts';

/** Keeps all that is offered. */
class Offers extends Candidates {
  readonly all: { readonly score: number; readonly state: number; readonly action: number }[] = [];
  override offer(score: number, state: number, action: number): void {
    super.offer(score, state, action);
    this.all.push({ score, state, action });
  }
}

const forms = ['?', '!', 'a', 'b', 'c', 'd', 'e', 'Zed', 'c d'];
const corpus = ['a b c', 'b a c d', 'c d e a', 'a c e', 'e Zed b'].map((line) => line.split(' '));
const languageModel = new LanguageModel(encodeLanguageModel(estimate(corpus, 3), null));

/** Words of three tags and as many labels, most of them in classes of their own. */
const classyLexicon = countLexicon(
  [
    {
      forms: ['a', 'a', 'b', 'c', 'd', 'e', 'e'],
      tags: ['X', 'Y', 'Y', 'X', 'Z', 'Z', 'X'],
      labels: ['subj', 'obj', 'mod', 'subj', 'obj', 'mod', 'subj'],
    },
  ],
  new WordClasses(
    ['a', 'b', 'c', 'd'],
    Uint8Array.from([0, 1, 2, 3], (i) => FIRST_LEARNED_CLASS + i),
  ),
);

/** A word of the stack with what is under it: dependents on each side, the outermost first. */
interface Tree {
  readonly variant: number;
  readonly left: readonly Tree[];
  readonly right: readonly Tree[];
}

/** A state, told by what was done: the stack, its top last, and what was shifted, the latest last. */
interface PlainState {
  readonly stack: readonly Tree[];
  readonly shifted: readonly number[];
}

function after({ stack, shifted }: PlainState, action: number): PlainState {
  if (action >= FIRST_SHIFT) {
    const variant = action - FIRST_SHIFT;
    const top = { variant, left: [], right: [] };
    return { stack: [...stack, top], shifted: [...shifted, variant] };
  }
  const [second, top] = stack.slice(-2);
  const head =
    action === LEFTARC
      ? { ...top, left: [second, ...top.left] }
      : { ...second, right: [top, ...second.right] };
  return { stack: [...stack.slice(0, -2), head], shifted };
}

function sizeOf({ left, right }: Tree): number {
  return [...left, ...right].reduce((size, one) => size + sizeOf(one), 1);
}

type Values = Readonly<Record<string, number>>;

function markOf(words: readonly string[]): number {
  if (words.includes('?')) return 2;
  return words.includes('!') ? 1 : 0;
}

/** What the templates of SHIFT and of arcs read, by name, from a bag and a plain state. */
class PlainValues {
  readonly #bag: Bag;
  readonly #problem: Problem;

  constructor(bag: Bag, problem: Problem) {
    this.#bag = bag;
    this.#problem = problem;
  }

  /** Of both groups. */
  ofState({ stack, shifted }: PlainState): Values {
    const [s0, s1, s2] = [...stack].reverse() as (Tree | undefined)[];
    const words = shifted.flatMap((variant) => this.#parts(variant));
    const tags = shifted.map((variant) => this.#problem.variantTag[variant]);
    return {
      w1: this.#wordId(words.at(-1)),
      w2: this.#wordId(words.at(-2)),
      w3: this.#wordId(words.at(-3)),
      c1: this.#wordClass(words.at(-1)),
      t1: tags.at(-1) ?? NONE,
      t2: tags.at(-2) ?? NONE,
      t3: tags.at(-3) ?? NONE,
      left: bucket(this.#bag.words.length - shifted.length),
      depth: Math.min(stack.length, 5),
      mark: markOf(this.#bag.words.flatMap(({ form }) => form.split(' '))),
      s2t: this.#tag(s2),
      ...this.#ofTree('s0', s0),
      ...this.#ofTree('s1', s1),
    };
  }

  /** Of an arc between the two top words. */
  ofArc({ stack }: PlainState, action: number): Values {
    const [s1, s0] = stack.slice(-2);
    const { arcs } = this.#bag;
    const isLeft = action === LEFTARC;
    const [head, dependent] = isLeft ? [s0, s1] : [s1, s0];
    const before = isLeft ? head.left : head.right;
    const open = (tree: Tree): boolean =>
      !arcs.some((arc) => arc.dependent === this.#wordOf(tree.variant));
    return {
      given: arcs.length === 0 ? 0 : 1 + (open(s0) ? 2 : 0) + (open(s1) ? 4 : 0),
      label: this.#label(dependent),
      hw: this.#word(head),
      ht: this.#tag(head),
      dw: this.#word(dependent),
      dt: this.#tag(dependent),
      near: this.#label(before.at(0)),
      far: this.#label(before.at(1)),
    };
  }

  /** Of the word that is shifted, in a table of so many weights. */
  ofShift(action: number, weights: number): Values {
    const word = this.#wordId(this.#parts(action - FIRST_SHIFT).at(-1));
    return { word: spread(word) >>> (32 - Math.log2(weights)) };
  }

  #ofTree(name: string, tree: Tree | undefined): Values {
    const { left = [], right = [] } = tree ?? {};
    return {
      [`${name}w`]: this.#word(tree),
      [`${name}t`]: this.#tag(tree),
      [`${name}c`]: this.#wordClass(this.#last(tree)),
      [`${name}l1w`]: this.#word(left.at(0)),
      [`${name}l1t`]: this.#tag(left.at(0)),
      [`${name}l2t`]: this.#tag(left.at(1)),
      [`${name}r1w`]: this.#word(right.at(0)),
      [`${name}r1t`]: this.#tag(right.at(0)),
      [`${name}r2t`]: this.#tag(right.at(1)),
      [`${name}v`]: valency(left.length, right.length),
      [`${name}span`]: tree === undefined ? 0 : bucket(sizeOf(tree)),
    };
  }

  #wordOf(variant: number): number {
    return this.#problem.places[this.#problem.variantWord[variant]];
  }

  #parts(variant: number): string[] {
    return this.#bag.words[this.#wordOf(variant)].form.split(' ');
  }

  #last(tree: Tree | undefined): string | undefined {
    return tree === undefined ? undefined : this.#parts(tree.variant).at(-1);
  }

  #word(tree: Tree | undefined): number {
    return this.#wordId(this.#last(tree));
  }

  #wordId(form: string | undefined): number {
    return form === undefined ? NONE : classyLexicon.wordId(form);
  }

  #wordClass(form: string | undefined): number {
    return form === undefined ? NONE : classyLexicon.wordClass(form);
  }

  #tag(tree: Tree | undefined): number {
    return tree === undefined ? NONE : this.#problem.variantTag[tree.variant];
  }

  #label(tree: Tree | undefined): number {
    if (tree === undefined) return NONE;
    const word = this.#wordOf(tree.variant);
    const label = this.#bag.arcs.find(({ dependent }) => dependent === word)?.label ?? null;
    return label === null ? NONE : classyLexicon.labelId(label);
  }
}

describe('what the templates of SHIFT and of arcs read', () => {
  it('is what stands in the state, told by what was done to come to it', () => {
    const { weights, leftOut } = scoringOf(randomModel(1).tables, 'arc-standard', null);
    const system = new ArcStandard({ weights, leftOut, fluency: null });
    const { states } = system;
    /** The values that were read, and those of them that were something, with the name of the group. */
    const read = new Set<string>();
    const filled = new Set<string>();
    let isLabelled = false;
    const watch = (expected: Values): FeatureObserver => ({
      onFeature(group, template, _place, _weight, values) {
        if (group !== shiftTemplates && group !== arcTemplates) return;
        for (const number of group.templates[template].reads) {
          const [name] = group.values[number];
          const of = `${group.name} ${name}`;
          assert.equal(values[number], expected[name], of);
          read.add(of);
          if (name === 'label') isLabelled = true;
          if (values[number] !== 0) filled.add(of);
        }
      },
    });
    const walk = (bag: Bag, seed: number): void => {
      const random = new Random(seed);
      const problem = new Problem(bag, classyLexicon);
      const plain = new PlainValues(bag, problem);
      let state = system.begin(problem);
      let told: PlainState = { stack: [], shifted: [] };
      const legality = new Legality(states);
      for (let step = 0; step < system.steps; step++) {
        const actions = legalActions(states, legality, state);
        const ofState = plain.ofState(told);
        for (const action of actions) {
          const ofAction =
            action < FIRST_SHIFT
              ? plain.ofArc(told, action)
              : plain.ofShift(action, weights.length);
          isLabelled = false;
          system.observe(state, action, watch({ ...ofState, ...ofAction }));
          assert.equal(isLabelled, 'label' in ofAction && ofAction.label !== NONE);
        }
        const action = actions[random.below(actions.length)];
        state = system.apply(state, action, 0);
        told = after(told, action);
      }
    };
    fc.assert(fc.property(randomBag({ minSize: 1, maxSize: 10, forms }), fc.nat(), walk), {
      numRuns: 500,
      seed: 1,
    });
    const all = [shiftTemplates, arcTemplates].flatMap(({ name, values }) =>
      values.map(([value]) => `${name} ${value}`),
    );
    assert.deepEqual([...read].sort(), all.sort());
    assert.deepEqual([...filled].sort(), all.sort());
  }).timeout(60_000);
});

/** Scores all that a beam is offered, and each of it anew by its features. */
function assertSumsOfFeatures(
  bag: Bag,
  seed: number,
  width: number,
  languageModel: LanguageModel | null,
): void {
  const model = randomModel(seed);
  const problem = new Problem(bag, model.lexicon);
  const scoring = scoringOf(model.tables, 'arc-standard', languageModel);
  const offers = new Offers();
  const beam = new Beam(new ArcStandard(scoring), offers);
  beam.start(beam.system.begin(problem), width);
  for (let step = 0; step < beam.system.steps; step++) {
    offers.all.length = 0;
    beam.step();
    for (const { score, state, action } of offers.all) {
      const { data } = beam.system.states;
      const own = beam.system.observe(state, action, { onFeature: () => undefined });
      assert.equal(score, data[state + StateField.Score] + own);
    }
  }
}

describe('the scores of actions', () => {
  // Sums are memoised on what they read: states of long bags share much, and differ in single values.
  it('are sums of their own features, whatever was scored before', () => {
    const bag = randomBag({ minSize: 8, maxSize: 13, forms });
    fc.assert(
      fc.property(bag, fc.nat(), fc.boolean(), (drawn, seed, isFluent) =>
        assertSumsOfFeatures(drawn, seed, 48, isFluent ? languageModel : null),
      ),
      { numRuns: 60, seed: 1 },
    );
  }).timeout(60_000);

  it('are so in all states of a short bag, which differ in single dependents', () => {
    const words = ['a', 'a', 'a', 'b', 'b'].map((form) => ({ form, tags: ['X'] }));
    const bag = plainBag({ words, arcs: [], root: null });
    for (let seed = 0; seed < 3; seed++) assertSumsOfFeatures(bag, seed, 100_000, null);
  });
});
