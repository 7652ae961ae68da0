import { NO_WORD, type Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { Fluency } from '../scoring/fluency.ts';
import type { Candidates } from './candidates.ts';
import type { Derivation, Hypothesis, Move, StepArcs, StepObserver } from './search.ts';
import { movesFrom, type SentenceSystem } from './sentence-beam.ts';
import { NO_STATE, StateField, type StateRecords } from './state-records.ts';
import type { Target } from './target.ts';

interface ActionScores<States> {
  begin(problem: Problem, states: States): void;
  enter(state: number): void;
  /** Returns the score that an action adds, and reports the action's features to the observer. */
  observe(action: number, observer: FeatureObserver | null): number;
}

/**
 * A transition system with a stack and an unordered buffer (Liu et al. 2015, Section 2). SHIFT
 * moves any word of the buffer onto the stack. The other actions join the two top elements of the
 * stack. A bag of n words takes exactly 2n - 1 actions.
 */
export abstract class StackSystem<
  States extends StateRecords,
  Scores extends ActionScores<States>,
> implements SentenceSystem {
  protected problem!: Problem;
  protected target: Target | null = null;

  constructor(
    readonly states: States,
    protected readonly scores: Scores,
    private readonly fluency: Fluency | null,
  ) {}

  abstract expand(state: number, candidates: Candidates): void;
  abstract describe(action: number): Pick<Hypothesis, 'action' | 'added' | 'number'>;
  abstract derivationOf(state: number): Derivation;
  /** Actions are numbered from 0. */
  protected abstract get actionCount(): number;
  protected abstract actionsTaken(derivation: Derivation): readonly number[];
  /** Null if the action's name tells the arc (LEFTARC, RIGHTARC). */
  protected abstract arcsOf(state: number, action: number): StepArcs | null;

  get steps(): number {
    return 2 * this.problem.size - 1;
  }

  /** @param target the only string that may be spelled; null for any string */
  begin(problem: Problem, target: Target | null = null): number {
    this.problem = problem;
    this.target = target;
    this.fluency?.begin(problem);
    const first = this.states.reset(problem);
    this.scores.begin(problem, this.states);
    return first;
  }

  apply(state: number, action: number, score: number): number {
    return this.states.apply(state, action, score);
  }

  scoreOf(state: number): number {
    return this.states.data[state + StateField.Score];
  }

  parentOf(state: number): number {
    return this.states.data[state + StateField.Parent];
  }

  actionOf(state: number): number {
    return this.states.data[state + StateField.Action];
  }

  stringOf(state: number): number {
    return this.states.data[state + StateField.String];
  }

  stringAfter(state: number, action: number): number {
    return this.states.stringAfter(state, action);
  }

  stringsOf(forms: Int32Array): ReadonlySet<number> {
    return this.states.stringsOf(forms);
  }

  isFinal(state: number): boolean {
    return this.states.isFinal(state);
  }

  observe(state: number, action: number, observer: FeatureObserver | null): number {
    this.scores.enter(state);
    return this.scores.observe(action, observer);
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    let state = this.begin(problem);
    for (const [i, action] of this.actionsTaken(derivation).entries()) {
      const before = state;
      const legal = (): Move[] => movesFrom(this, before, this.actionCount);
      const arcs = this.arcsOf(state, action);
      const taken = this.describe(action);
      observer.onStep(i, { head: NO_WORD, taken, legal, ...(arcs !== null && { arcs }) });
      const score = this.observe(state, action, observer);
      state = this.apply(state, action, this.scoreOf(state) + score);
    }
  }

  /**
   * Lists the states on the way to `final`, which comes last. The first state, which no action
   * made, is left out.
   */
  protected pathTo(final: number): number[] {
    const path: number[] = [];
    for (let at = final; this.parentOf(at) !== NO_STATE; at = this.parentOf(at)) path.push(at);
    return path.reverse();
  }
}
