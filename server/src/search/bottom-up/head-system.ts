import { NO_WORD, type Problem } from '../../problem/problem.ts';
import type { FeatureObserver } from '../../scoring/feature-sum.ts';
import { FullTree } from '../../scoring/bottom-up/full-tree.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { TransitionSystem } from '../beam.ts';
import type { Derivation, Hypothesis, Move, StepObserver } from '../search.ts';
import type { Target } from '../target.ts';
import type { Candidates } from '../candidates.ts';
import { Choices } from './choices.ts';
import { BoundaryFluency } from '../../scoring/bottom-up/boundary-fluency.ts';
import { LinearizationScores } from '../../scoring/bottom-up/linearization-scores.ts';
import { LinearizationField } from '../../scoring/bottom-up/records.ts';
import { Linearizations } from './linearizations.ts';

/**
 * Places a head and its dependents one after the other, from left to right, and chooses among the best linearizations
 * of each dependent's subtree. Bohnet et al. (2010, Section 4) order sets of words in this way. Yu et al. (2019) use
 * several linearizations of every subtree. States are linearizations, and an action is the linearization that is
 * placed.
 */
export class HeadSystem implements TransitionSystem {
  /** The language model's scores; null without a language model. */
  readonly fluency: BoundaryFluency | null;
  readonly linearizations: Linearizations;
  readonly #features: LinearizationScores;
  readonly #choices = new Choices();
  #problem!: Problem;
  /** The only string to spell; null for any string. */
  #target: Target | null = null;
  /** Indexed by word: the linearizations to choose from when the word is placed, best first. */
  #ofWord: readonly Int32Array[] = [];

  constructor({ weights, leftOut, fluency }: Scoring) {
    this.fluency = fluency && new BoundaryFluency(fluency);
    this.linearizations = new Linearizations(this.fluency);
    this.#features = new LinearizationScores(weights, this.fluency, leftOut);
  }

  /**
   * Prepares for a problem, which is a full tree.
   *
   * @param target a string that sets the order of the words; null for any order
   */
  begin(problem: Problem, target: Target | null = null): void {
    this.#target = target;
    const tree = new FullTree(problem);
    this.#problem = problem;
    this.fluency?.begin(problem);
    this.linearizations.begin(tree);
    this.#features.begin(tree, this.linearizations);
  }

  /**
   * Begins to order a head and its dependents.
   *
   * @param ofWord indexed by word: the linearizations to choose from when the word is placed, best
   *   first. Only the entries of the head and its dependents are read
   * @param width the largest number of states that a step expands
   * @returns the head's empty linearization
   */
  start(head: number, ofWord: readonly Int32Array[], width: number): number {
    this.#ofWord = ofWord;
    this.#choices.begin(head, ofWord, this.#problem, this.linearizations);
    this.#features.start(this.#choices, width * this.steps);
    return this.linearizations.empty(head);
  }

  /** The number of placements: one for the head, and one for each dependent. */
  get steps(): number {
    return this.#choices.items;
  }

  expand(before: number, candidates: Candidates): void {
    const { linearizations } = this;
    const features = this.#features;
    const { twinBefore } = this.#problem;
    const { items, words, start, linearization, behind } = this.#choices;
    const score = linearizations.data[before + LinearizationField.Score];
    features.enter(before);
    for (let item = 0; item < items; item++) {
      const word = words[item];
      if (linearizations.has(before, word)) continue;
      const twin = item === 0 ? NO_WORD : twinBefore[word];
      if (twin !== NO_WORD && !linearizations.has(before, twin)) continue;
      if (!this.#isNext(before, word)) continue;
      const ofItem = score + features.item(item);
      for (let choice = start[item]; choice < start[item + 1]; choice++) {
        if (this.#target !== null && !this.#isSpelled(before, linearization[choice])) continue;
        const ofChoice = ofItem + features.choice(choice) + behind[choice];
        candidates.offer(ofChoice, before, linearization[choice]);
      }
    }
  }

  /** Whether all items of this head that must come before a word are placed. */
  #isNext(before: number, word: number): boolean {
    const { siblingsBefore, head: headOf } = this.#problem;
    if (siblingsBefore === null) return true;
    const head = this.linearizations.data[before + LinearizationField.Head];
    return siblingsBefore[word].every(
      (other) =>
        this.linearizations.has(before, other) || (other !== head && headOf[other] !== head),
    );
  }

  apply(before: number, placed: number, score: number): number {
    const { data } = this.linearizations;
    const own = score - data[before + LinearizationField.Score] - this.#behind(placed);
    return this.linearizations.place(before, placed, score, own);
  }

  describe(placed: number): Pick<Hypothesis, 'action' | 'added'> {
    return { action: 'PLACE', added: this.#variantsOf(placed) };
  }

  /**
   * Repeats the steps of a derivation, head by head. SHIFT places a head, and an arc places its
   * dependent. The reported alternatives place only linearizations of this derivation.
   */
  explain(problem: Problem, { variants, heads, steps }: Derivation, observer: StepObserver): void {
    this.begin(problem);
    const { linearizations } = this;
    const wordOf = variants.map((variant) => problem.variantWord[variant]);
    const stepOf = new Map(
      steps.map(({ head, dependent }, step) => [`${head} ${dependent}`, step] as const),
    );
    /** Indexed by word: at first the linearization of the word alone, later the linearization of its whole subtree. */
    const built = wordOf.map((_, word) => linearizations.alone(word));
    for (const word of headsUpwards(problem)) {
      // Places are counted from 1.
      const head = wordOf.indexOf(word) + 1;
      const items = heads.flatMap((above, i) => (above === head || i + 1 === head ? [i + 1] : []));
      let whole = linearizations.empty(word);
      for (const item of items) {
        const before = whole;
        const placed = built[wordOf[item - 1]];
        observer.onStep(stepOf.get(item === head ? `0 ${head}` : `${head} ${item}`)!, {
          head: word,
          taken: this.describe(placed),
          legal: () => this.#movesFrom(before, built),
        });
        this.observe(before, placed, observer);
        whole = linearizations.place(before, placed, 0, 0);
      }
      observer.onWhole?.();
      this.observeEnd(whole, observer);
      built[word] = whole;
    }
    linearizations.release();
  }

  /**
   * Lists the legal placements, best first.
   * @param built indexed by word: the linearization to place
   */
  #movesFrom(before: number, built: readonly number[]): Move[] {
    const { dependents, dependentStart, twinBefore } = this.#problem;
    const { linearizations } = this;
    const head = linearizations.data[before + LinearizationField.Head];
    const isLegal = (word: number): boolean => {
      const twin = word === head ? NO_WORD : twinBefore[word];
      const isNext = twin === NO_WORD || linearizations.has(before, twin);
      return isNext && !linearizations.has(before, word) && this.#isNext(before, word);
    };
    return [head, ...dependents.subarray(dependentStart[head], dependentStart[head + 1])]
      .filter(isLegal)
      .map((word) => ({
        ...this.describe(built[word]),
        score: this.#features.place(before, built[word]),
      }))
      .sort((a, b) => b.score - a.score);
  }

  /**
   * Lists the variants in a linearization, from left to right. If nothing is placed yet, lists the
   * head's first variant.
   */
  #variantsOf(linearization: number): number[] {
    const { data } = this.linearizations;
    const variants = this.#placedIn(linearization);
    return variants.length > 0
      ? variants
      : [this.#problem.variantStart[data[linearization + LinearizationField.Head]]];
  }

  /** Lists the variants of all words that a linearization has placed, from left to right. */
  #placedIn(linearization: number): number[] {
    const { data } = this.linearizations;
    return this.linearizations
      .statesTo(linearization)
      .flatMap((state) => this.#variantsOf(data[state + LinearizationField.Placed]));
  }

  /**
   * Whether the target contains the words of `before`, directly followed by the words of `placed`.
   */
  #isSpelled(before: number, placed: number): boolean {
    return this.#target!.has([...this.#placedIn(before), ...this.#variantsOf(placed)]);
  }

  /** Adds the score of the order as a whole to a complete linearization. */
  end(linearization: number): void {
    const score = this.#features.end(linearization);
    const { data } = this.linearizations;
    data[linearization + LinearizationField.Score] += score;
    data[linearization + LinearizationField.Own] += score;
  }

  /** Returns the score of the linearization that results if `placed` follows `before`. */
  scoreOf(before: number, placed: number): number {
    const score = this.linearizations.data[before + LinearizationField.Score];
    return score + this.#features.place(before, placed) + this.#behind(placed);
  }

  /** Reports the features of placing a linearization after another. */
  observe(before: number, placed: number, observer: FeatureObserver): void {
    this.#features.observer = observer;
    try {
      this.#features.place(before, placed);
    } finally {
      this.#features.observer = null;
    }
  }

  /** Reports the features of a complete linearization as a whole. */
  observeEnd(linearization: number, observer: FeatureObserver): void {
    this.#features.observer = observer;
    try {
      this.#features.end(linearization);
    } finally {
      this.#features.observer = null;
    }
  }

  /** Returns the score of a linearization minus the score of its word's best linearization (`Choices.behind`). */
  #behind(placed: number): number {
    const { data } = this.linearizations;
    const best = this.#ofWord[data[placed + LinearizationField.Head]][0];
    return data[placed + LinearizationField.Score] - data[best + LinearizationField.Score];
  }
}

/** Lists the words of a full tree that have dependents, each word after the words below it. */
export function headsUpwards({ head, dependents, dependentStart }: Problem): number[] {
  const words = [head.indexOf(NO_WORD)];
  for (const word of words) {
    for (let i = dependentStart[word]; i < dependentStart[word + 1]; i++) words.push(dependents[i]);
  }
  return words.reverse().filter((word) => dependentStart[word] < dependentStart[word + 1]);
}
