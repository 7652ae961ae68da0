import type { Precedence } from '../../problem/precedence.ts';
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
 * Places a head and its dependents from left to right. For a dependent, it places one of the best
 * linearizations (ordered words) of the dependent's subtree. Bohnet et al. (2010, Section 4) order
 * sets of words in this way; Yu et al. (2019) use several linearizations of every subtree. A state
 * is a linearization, and an action is the linearization to place next.
 */
export class HeadSystem implements TransitionSystem {
  readonly fluency: BoundaryFluency | null;
  readonly linearizations: Linearizations;
  readonly #features: LinearizationScores;
  readonly #choices = new Choices();
  #items = new Int32Array(0);
  #problem!: Problem;
  #target: Target | null = null;
  #ofWord: readonly Int32Array[] = [];

  constructor({ weights, leftOut, fluency }: Scoring) {
    this.fluency = fluency && new BoundaryFluency(fluency);
    this.linearizations = new Linearizations(this.fluency);
    this.#features = new LinearizationScores(weights, this.fluency, leftOut);
  }

  /**
   * @param problem a full tree
   * @param target the only string that may be spelled; null for any string
   */
  begin(problem: Problem, target: Target | null = null): void {
    this.#target = target;
    const tree = new FullTree(problem);
    this.#problem = problem;
    this.#items = new Int32Array(problem.maskLength);
    this.fluency?.begin(problem);
    this.linearizations.begin(tree);
    this.#features.begin(tree, this.linearizations);
  }

  /**
   * @param ofWord indexed by word: the linearizations among which the beam chooses, best first. For
   *   a dependent, they order its subtree; for the head, they are single words
   * @param width the largest number of states that a step expands
   * @returns the first state: a linearization without words
   */
  start(head: number, ofWord: readonly Int32Array[], width: number): number {
    this.#ofWord = ofWord;
    this.#choices.begin(head, ofWord, this.#problem, this.linearizations);
    this.#features.start(this.#choices, width * this.steps);
    this.#setItems(head);
    return this.linearizations.empty(head);
  }

  get steps(): number {
    return this.#choices.items;
  }

  expand(before: number, candidates: Candidates): void {
    const { linearizations } = this;
    const features = this.#features;
    const { twinBefore, precedence } = this.#problem;
    const { items, words, start, linearization, behind } = this.#choices;
    const score = linearizations.data[before + LinearizationField.Score];
    features.enter(before);
    for (let item = 0; item < items; item++) {
      const word = words[item];
      if (linearizations.has(before, word)) continue;
      const twin = item === 0 ? NO_WORD : twinBefore[word];
      if (twin !== NO_WORD && !linearizations.has(before, twin)) continue;
      if (precedence !== null && !this.#mayFollow(precedence, word, before)) continue;
      const ofItem = score + features.item(item);
      for (let choice = start[item]; choice < start[item + 1]; choice++) {
        if (this.#target !== null && !this.#isSpelled(before, linearization[choice])) continue;
        const ofChoice = ofItem + features.choice(choice) + behind[choice];
        candidates.offer(ofChoice, before, linearization[choice]);
      }
    }
  }

  #setItems(head: number): void {
    const { dependentMask, maskLength } = this.#problem;
    const items = this.#items;
    items.set(dependentMask.subarray(head * maskLength, (head + 1) * maskLength));
    items[head >>> 5] |= 1 << (head & 31);
  }

  /** Whether the order constraints allow a word (with its subtree) directly after `before`. */
  #mayFollow(precedence: Precedence, word: number, before: number): boolean {
    const { data } = this.linearizations;
    return precedence.mayFollow(word, this.#items, data, before + LinearizationField.Mask);
  }

  apply(before: number, placed: number, score: number): number {
    const { data } = this.linearizations;
    const added = score - data[before + LinearizationField.Score];
    const own = this.linearizations.isAlone(placed) ? added : added - this.#behind(placed);
    return this.linearizations.place(before, placed, score, own);
  }

  describe(placed: number): Pick<Hypothesis, 'action' | 'added'> {
    return { action: 'PLACE', added: this.#variantsOf(placed) };
  }

  /**
   * Repeats a derivation, head by head, and reports each placement as a step of the derivation: the
   * placement of the head as its SHIFT, and the placement of a dependent as the arc to the
   * dependent.
   */
  explain(problem: Problem, { variants, heads, steps }: Derivation, observer: StepObserver): void {
    this.begin(problem);
    const { linearizations } = this;
    const wordOf = variants.map((variant) => problem.variantWord[variant]);
    const stepOf = new Map(
      steps.map(({ head, dependent }, step) => [`${head} ${dependent}`, step] as const),
    );
    /**
     * Indexed by word: first the linearization of the word alone, later the linearization of its
     * subtree.
     */
    const built: number[] = [];
    for (const variant of variants) {
      built[problem.variantWord[variant]] = linearizations.alone(variant);
    }
    for (const word of headsUpwards(problem)) {
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
   * Lists the legal placements after `before`, best first.
   *
   * @param built indexed by word: the linearization to place for the word
   */
  #movesFrom(before: number, built: readonly number[]): Move[] {
    const { dependents, dependentStart, twinBefore } = this.#problem;
    const { linearizations } = this;
    const head = linearizations.data[before + LinearizationField.Head];
    this.#setItems(head);
    const isLegal = (word: number): boolean => {
      const twin = word === head ? NO_WORD : twinBefore[word];
      const isNext = twin === NO_WORD || linearizations.has(before, twin);
      const { precedence } = this.#problem;
      const mayFollow = precedence === null || this.#mayFollow(precedence, word, before);
      return isNext && mayFollow && !linearizations.has(before, word);
    };
    return [head, ...dependents.subarray(dependentStart[head], dependentStart[head + 1])]
      .filter(isLegal)
      .map((word) => ({
        ...this.describe(built[word]),
        score: this.#features.place(before, built[word]) + this.#formScoreOf(built[word]),
      }))
      .sort((a, b) => b.score - a.score);
  }

  #variantsOf(linearization: number): number[] {
    const { data } = this.linearizations;
    const variants = this.#placedIn(linearization);
    return variants.length > 0 ? variants : [data[linearization + LinearizationField.Variant]];
  }

  /**
   * Lists the variants of all words that were placed into a linearization. Into the linearization
   * of a single word (`Linearizations.alone`), none was placed.
   */
  #placedIn(linearization: number): number[] {
    const { data } = this.linearizations;
    return this.linearizations
      .statesTo(linearization)
      .flatMap((state) => this.#variantsOf(data[state + LinearizationField.Placed]));
  }

  #isSpelled(before: number, placed: number): boolean {
    return this.#target!.has([...this.#placedIn(before), ...this.#variantsOf(placed)]);
  }

  /** Adds the score of the complete order to a linearization's score. */
  end(linearization: number): void {
    const score = this.#features.end(linearization);
    const { data } = this.linearizations;
    data[linearization + LinearizationField.Score] += score;
    data[linearization + LinearizationField.Own] += score;
  }

  scoreOf(before: number, placed: number): number {
    const score = this.linearizations.data[before + LinearizationField.Score];
    return score + this.#features.place(before, placed) + this.#behind(placed);
  }

  observe(before: number, placed: number, observer: FeatureObserver): void {
    this.#features.observer = observer;
    try {
      this.#features.place(before, placed);
      const ofForm = this.#formScoreOf(placed);
      if (ofForm !== 0) observer.onEvidence?.(ofForm);
    } finally {
      this.#features.observer = null;
    }
  }

  observeEnd(linearization: number, observer: FeatureObserver): void {
    this.#features.observer = observer;
    try {
      this.#features.end(linearization);
    } finally {
      this.#features.observer = null;
    }
  }

  /** Returns the score of a single word's form; 0 for a linearization of several words. */
  #formScoreOf(placed: number): number {
    const { linearizations } = this;
    return linearizations.isAlone(placed)
      ? linearizations.data[placed + LinearizationField.Score]
      : 0;
  }

  /** Returns a linearization's score minus the best score of its subtree (`Choices.behind`). */
  #behind(placed: number): number {
    const { data } = this.linearizations;
    const best = this.#ofWord[data[placed + LinearizationField.Head]][0];
    return data[placed + LinearizationField.Score] - data[best + LinearizationField.Score];
  }
}

/** Lists the words that have dependents. Each word comes after all words below it in the tree. */
export function headsUpwards({ head, dependents, dependentStart }: Problem): number[] {
  const words = [head.indexOf(NO_WORD)];
  for (const word of words) {
    for (let i = dependentStart[word]; i < dependentStart[word + 1]; i++) words.push(dependents[i]);
  }
  return words.reverse().filter((word) => dependentStart[word] < dependentStart[word + 1]);
}
