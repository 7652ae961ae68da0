import { Problem } from '../constraints/problem.ts';
import { Random } from '../random.ts';
import { Beam } from '../search/transition/beam.ts';
import { derivationOf, orderTwins } from '../search/transition/oracle.ts';
import { Field, FIRST_SHIFT, NO_STATE } from '../search/transition/states.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { sampleBag } from '../treebank/sampling.ts';
import { drawCondition } from './conditions.ts';
import { mergeNounPhrases } from './noun-phrases.ts';
import { RareWordLexicon, type LexiconParts } from './rare-words.ts';

export const updates = ['max-violation', 'early'] as const;
export type Update = (typeof updates)[number];

export interface TrainerOptions {
  readonly beam: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
  /** How often a word seen once is taken for an unknown one. */
  readonly rareWords: number;
}

/** What a trainer is made of: it crosses to a worker as it is. */
export interface TrainerStart {
  /** The current weights, in shared memory. They must not change during `decode`. */
  readonly weights: Int16Array;
  readonly lexicon: LexiconParts;
  readonly options: TrainerOptions;
}

/** A sentence to learn from, once; all that is random about it follows from the seed. */
export interface Example {
  readonly sentence: Sentence;
  readonly seed: number;
}

/** What an example teaches: features whose weights are to grow by one, and to shrink by one. */
export interface Lesson {
  /** The reference was found, so that there is nothing to learn. */
  readonly found: boolean;
  readonly rewarded: Int32Array;
  readonly punished: Int32Array;
}

/** Trainers in as many threads as the host gives them. */
export interface Trainers {
  readonly threads: number;
  decode(example: Example): Promise<Lesson>;
  /** Ends the threads. */
  close(): Promise<void>;
}

const nothing = new Int32Array(0);

/** Decodes one example at a time, and tells where the search erred; it changes no weights itself. */
export class Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #options: TrainerOptions;
  readonly #beam: Beam;

  constructor({ weights, lexicon, options }: TrainerStart) {
    this.#lexicon = new RareWordLexicon(lexicon, options.rareWords);
    this.#options = options;
    this.#beam = new Beam(weights);
  }

  /** The lesson is a function of the example and the weights. */
  decode({ sentence: treebankSentence, seed }: Example): Lesson {
    const random = new Random(seed);
    this.#lexicon.random = random;
    const condition = drawCondition(random);
    const sentence =
      random.next() < this.#options.phrases
        ? mergeNounPhrases(treebankSentence, 0.5, random)
        : treebankSentence;
    const { bag, places } = sampleBag(sentence, condition, random);
    const problem = new Problem(bag, this.#lexicon);
    const words = new Array<number>(problem.size);
    problem.places.forEach((place, word) => (words[places[place]] = word));
    const gold = derivationOf({
      words: orderTwins(problem, words),
      tags: sentence.tags.map((tag) => this.#lexicon.tagId(tag)),
      heads: sentence.heads,
    });
    return this.#decode(problem, gold);
  }

  #decode(problem: Problem, gold: readonly number[]): Lesson {
    const beam = this.#beam;
    const { states, features } = beam;
    beam.start(problem, this.#options.beam);
    let goldState = beam.kept[0];
    /** The gold state's copy in the beam; NO_STATE once it has fallen out. */
    let inBeam = goldState;
    let worst = 0;
    let worstStep = 0;
    let worstState = NO_STATE;
    for (const [step, action] of gold.entries()) {
      features.enter(goldState);
      const score = states.data[goldState + Field.Score] + beam.scoreOf(action);
      goldState = states.apply(goldState, action, score);
      beam.step();
      let next = NO_STATE;
      for (let i = 0; i < beam.size && inBeam !== NO_STATE; i++) {
        const state = beam.kept[i];
        const { data } = states;
        if (data[state + Field.Parent] === inBeam && data[state + Field.Action] === action) {
          next = state;
        }
      }
      inBeam = next;
      const best = beam.kept[0];
      const violation = states.data[best + Field.Score] - score;
      if (best !== inBeam && violation >= worst) {
        worst = violation;
        worstStep = step;
        worstState = best;
      }
      if (inBeam === NO_STATE && this.#options.update === 'early') break;
    }
    const found = inBeam !== NO_STATE && inBeam === beam.kept[0];
    if (found || worstState === NO_STATE) return { found, rewarded: nothing, punished: nothing };
    return this.#lesson(gold.slice(0, worstStep + 1), worstState);
  }

  /** Rewards the reference's prefix, and punishes the derivation of `predicted`. */
  #lesson(gold: readonly number[], predicted: number): Lesson {
    const { states } = this.#beam;
    const actions: number[] = [];
    let first = predicted;
    for (
      ;
      states.data[first + Field.Parent] !== NO_STATE;
      first = states.data[first + Field.Parent]
    ) {
      actions.push(states.data[first + Field.Action]);
    }
    actions.reverse();
    const rewarded = this.#featuresOf(first, gold);
    const punished = this.#featuresOf(first, actions);
    return { found: false, rewarded, punished };
  }

  #featuresOf(first: number, actions: readonly number[]): Int32Array {
    const { states, features } = this.#beam;
    const indices: number[] = [];
    let state = first;
    for (const action of actions) {
      features.enter(state);
      const count =
        action >= FIRST_SHIFT ? features.shift(action - FIRST_SHIFT) : features.arc(action);
      for (let i = 0; i < count; i++) indices.push(features.indices[i]);
      state = states.apply(state, action, 0);
    }
    return Int32Array.from(indices);
  }
}
