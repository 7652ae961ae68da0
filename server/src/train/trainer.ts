import { Problem } from '../constraints/problem.ts';
import type { Lexicon } from '../model/lexicon.ts';
import type { Random } from '../random.ts';
import { Beam } from '../search/transition/beam.ts';
import { derivationOf, orderTwins } from '../search/transition/oracle.ts';
import { Field, FIRST_SHIFT, NO_STATE } from '../search/transition/states.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { sampleBag, type Condition } from '../treebank/sampling.ts';
import { mergeNounPhrases } from './noun-phrases.ts';
import type { Perceptron } from './perceptron.ts';

export const updates = ['max-violation', 'early'] as const;
export type Update = (typeof updates)[number];

export interface TrainerOptions {
  readonly beam: number;
  readonly update: Update;
  /** The share of sentences in which base noun phrases may be merged. */
  readonly phrases: number;
}

/** Learns from one example at a time: decodes it, and updates the weights where the search erred. */
export class Trainer {
  readonly #perceptron: Perceptron;
  readonly #lexicon: Lexicon;
  readonly #options: TrainerOptions;
  readonly #random: Random;
  readonly #beam: Beam;

  constructor(perceptron: Perceptron, lexicon: Lexicon, options: TrainerOptions, random: Random) {
    this.#perceptron = perceptron;
    this.#lexicon = lexicon;
    this.#options = options;
    this.#random = random;
    this.#beam = new Beam(perceptron.weights);
  }

  /** @returns whether the reference was found, so that nothing was to learn */
  learn(treebankSentence: Sentence, condition: Condition): boolean {
    const random = this.#random;
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
    const found = this.#decode(problem, gold);
    this.#perceptron.nextExample();
    return found;
  }

  #decode(problem: Problem, gold: readonly number[]): boolean {
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
    if (inBeam !== NO_STATE && inBeam === beam.kept[0]) return true;
    if (worstState === NO_STATE) return false;
    this.#update(gold.slice(0, worstStep + 1), worstState);
    return false;
  }

  /** Rewards the reference's prefix, and punishes the derivation of `predicted`. */
  #update(gold: readonly number[], predicted: number): void {
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
    this.#add(first, gold, 1);
    this.#add(first, actions, -1);
  }

  #add(first: number, actions: readonly number[], amount: number): void {
    const { states, features } = this.#beam;
    let state = first;
    for (const action of actions) {
      features.enter(state);
      const count =
        action >= FIRST_SHIFT ? features.shift(action - FIRST_SHIFT) : features.arc(action);
      this.#perceptron.update(features.indices, count, amount);
      state = states.apply(state, action, 0);
    }
  }
}
