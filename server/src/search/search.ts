import type { Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import type { Target } from './target.ts';
import type { Stop } from '../util/stop.ts';

export interface SearchOptions {
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** Strings asked for (k). */
  readonly results: number;
  /** Shared by the searches of one bag: what may be tried to find a way out of dead ends. */
  readonly budget: StateBudget;
  /** Shared by them too: what a search that proves its best derivation may try for that. */
  readonly proof?: StateBudget;
  /** Where set, only its derivations are searched for. */
  readonly target?: Target;
  /**
   * Where set, only its derivations are told, of all that are searched for as ever; the search may end once none of
   * them can come.
   */
  readonly wanted?: Target;
  /** Where set, a search that finds one derivation after the other tells of each, as soon as it has it. */
  readonly onFound?: (derivation: Derivation) => void;
}

/**
 * A way to order the words of a problem. One object serves any number of problems, one after the other,
 * and keeps its working memory between them.
 */
export interface Search {
  /**
   * @param problem one that the search accepts (`registry.ts`)
   * @param observer sees what is kept and what is cut off; the result is the same without one, which
   *   costs nothing
   */
  search(
    problem: Problem,
    options: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult;

  /** Takes a derivation's steps again, and reports what each of them adds to its score. */
  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void;
}

/** Sees what the score of a derivation is made of, in the order in which its search takes the steps. */
export interface StepObserver extends FeatureObserver {
  /**
   * What is reported from here on belongs to a step.
   *
   * @param step its place in the derivation
   * @param choice to be asked before this returns
   */
  onStep(step: number, choice: StepChoice): void;
  /** From here on it is what the words of a head score as a whole; it belongs to the step before. */
  onWhole?(): void;
  /** The edge that a step of a best-first search makes. */
  onEdge?(edge: Edge): void;
}

/** What a step of a derivation was chosen from. */
export interface StepChoice {
  /** The word whose dependents are ordered; NO_WORD where it is the whole sentence. */
  readonly head: number;
  readonly taken: Pick<Hypothesis, 'action' | 'added' | 'number'>;
  /** Of a search over categories, in which words may wait for their heads: the arcs that it builds, as variants. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number }[];
  /** All that was legal, the best first, with what each adds to the score. */
  readonly legal: () => Move[];
}

/** Something that is legal in a state. */
export interface Move extends Pick<Hypothesis, 'action' | 'added' | 'number'> {
  /** What it adds. */
  readonly score: number;
}

export interface SearchResult {
  /** Of distinct strings, best first. */
  readonly derivations: readonly Derivation[];
  /** Whether it was never asked to stop. */
  readonly ranToEnd: boolean;
  /** Whether nothing was cut off: these are all strings there are, or the best of all. */
  readonly isExhaustive: boolean;
  /** Whether none scores more than the first, of all there are: nothing was cut off, or it is proven. */
  readonly isBest: boolean;
  /** Whether it used up what it may take, or was stopped, and put together what it had. Never, where it is left out. */
  readonly isCutShort?: boolean;
  /** What it took, in units of work (`workOfStep`). */
  readonly work: number;
  /** Of a best-first search. */
  readonly chart?: ChartEffort;
}

/** One way to build a sentence, whichever search found it. Arrays are in surface order. */
export interface Derivation {
  /** The sum of the scores of its steps. */
  readonly score: number;
  /** Variants of the problem: each word with the tag and the form that it is used with. */
  readonly variants: readonly number[];
  /** Places of the heads, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly steps: readonly Step[];
  /** Of a search over categories: the parts that it made of words, each behind those that it was made of. */
  readonly parts?: readonly DerivationPart[];
  /** Of such a search: its actions, beside the steps. */
  readonly actions?: readonly number[];
  /** Of such a search: whether no derivation spans the sentence, and parts of it were glued together. */
  readonly isBroken?: boolean;
}

/** A node of a derivation over categories. */
export interface DerivationPart {
  /** The grammar's id; NO_CATEGORY where no rule made it. */
  readonly category: number;
  /** Places in surface order, from 0: the first and the last word, and the head. */
  readonly first: number;
  readonly last: number;
  readonly head: number;
  /** Places of one or two other parts, in their order; none of a word. */
  readonly children: readonly number[];
}

/**
 * A step of a derivation: its kind says what it does, and belongs to the search that takes it. COMBINE joins two parts by
 * a rule of the grammar, GLUE joins them where none does.
 */
export interface Step {
  readonly kind: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /** Places in surface order, from 1. SHIFT has no head: 0. */
  readonly head: number;
  readonly dependent: number;
  /** What the step added. */
  readonly score: number;
}

/** Sees a search at work, step by step: explanations read what it recorded. */
export interface Observer {
  /** So many of the hypotheses that the next step cuts off are reported. */
  readonly cutOff: number;
  /**
   * A beam begins with nothing. One over the same words that was seen before does not count.
   *
   * @param head the word whose dependents are ordered; NO_WORD where it is the whole sentence
   */
  onStart(head: number): void;
  /** Both best first. */
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void;
  /**
   * A best-first search has no beams: it tells of each word, which it accepts before all else, and then of each edge
   * that it takes off its agenda, in their order.
   */
  onPop?(edge: PoppedEdge): void;
}

/** A part of a sentence, as a best-first search makes it: a head with some dependents and what is below those, or a constituent. */
export interface Edge {
  /** Of no other edge of the search. */
  readonly id: number;
  /** The edges that it was joined of, as they stand in the string; null of a word alone. */
  readonly parts: readonly [left: number, right: number] | null;
  /** How it was made of them, or of the word: a number that the search knows. */
  readonly join: number;
  /** Of edges of the same kind few are accepted. */
  readonly kind: number;
  /** In the order of the string. */
  readonly variants: readonly number[];
  /** The place of its head among them, from 0. */
  readonly head: number;
  /** The sum of the scores of its actions. */
  readonly score: number;
  /** What it is ordered by on the agenda, but for the lead that large edges have once the search hurries. */
  readonly value: number;
  /** Whether the arc between its parts is given: then it is accepted however many of its size are. */
  readonly isGiven: boolean;
}

export interface PoppedEdge extends Edge {
  readonly fate: EdgeFate;
  /** The edge that was dropped from the full chart to make room for it; null where none was. */
  readonly dropped: number | null;
}

/**
 * What became of an edge that was taken off the agenda. `accepted`: it is joined to others. `sentence`: it has all
 * words. `alike`: it is joined to none, for as many of its kind were accepted before it as may be.
 * `crowded`: as many of its size were (later ones are not put on the agenda). `worst`: it is joined to those before it and to no later ones, for the chart is full of better ones.
 */
export type EdgeFate = 'accepted' | 'sentence' | 'alike' | 'crowded' | 'worst';

/** What a best-first search took. */
export interface ChartEffort {
  /** Edges that it took off its agenda, and how many it might. */
  readonly pops: number;
  readonly limit: number;
  /** Accepted edges that it keeps, and how many of a size it accepts. */
  readonly capacity: number;
  readonly ofASize: number;
  readonly end: ChartEnd;
}

/** Why it ended: it had sentences enough, it had used up its pops, nothing was left, or it was stopped. */
export type ChartEnd = 'found' | 'limit' | 'exhausted' | 'stopped';

/** What a search kept or cut off: what an earlier hypothesis leads to. */
export interface Hypothesis {
  /** The place of that earlier one among those that the step before kept; 0 at the first step. */
  readonly parent: number;
  readonly action: HypothesisAction;
  /** Of a search over categories: its number of the action (`ccg/actions.ts`), which says what the action makes. */
  readonly number?: number;
  /** Variants that stand behind those of the earlier one. */
  readonly added: readonly number[];
  readonly score: number;
}

/** PLACE puts a subtree behind others of the same head; FINISH adds what the whole of them scores. */
export type HypothesisAction = Step['kind'] | 'PLACE' | 'FINISH';
