import type { Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import type { Target } from './target.ts';
import type { Stop } from '../util/stop.ts';

export interface SearchOptions {
  /** The largest number of hypotheses that a step keeps. */
  readonly beam: number;
  /** The length of the list to find strings for. */
  readonly results: number;
  /**
   * The length of the list that is shown. If given, a search may return the strings without a row
   * in `below`, without their derivations.
   */
  readonly rows?: number | undefined;
  /** The limit on the parser states that all lookaheads of one bag examine together. */
  readonly budget: StateBudget;
  /**
   * The limit on the work of the search, in the units of `workOfStep`. Only best-first search keeps
   * to it, since it can put a sentence together at any time.
   */
  readonly work?: number;
  /** The limit on the actions that all searches of one bag together try to prove the best derivation. */
  readonly proof?: StateBudget;
  /** If set, the search spells only this string. */
  readonly target?: Target;
  /**
   * If set, all strings compete, but only derivations of this string are returned. The search may
   * end once no hypothesis can spell this string.
   */
  readonly wanted?: Target;
  /**
   * If set, it is called with each derivation as soon as it is found; only searches that find
   * derivations one by one call it.
   */
  readonly onFound?: (derivation: Derivation) => void;
}

/** Orders the words of a problem. Serves one problem at a time, and keeps its working memory between problems. */
export interface Search {
  /**
   * @param problem the problem of a bag that the search accepts (`registry.ts`)
   * @param observer receives the kept and the cut-off hypotheses, and does not change the result.
   *   Without an observer, nothing is recorded
   */
  search(
    problem: Problem,
    options: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult;

  /** Repeats the steps of a derivation, and reports the parts of each step's score. */
  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void;
}

/** Receives the parts of a derivation's score, in the order in which the search takes the steps. */
export interface StepObserver extends FeatureObserver {
  /**
   * Announces a step. The next reports belong to it.
   *
   * @param step the step's index in the derivation
   * @param choice the step and its alternatives, valid until this method returns
   */
  onStep(step: number, choice: StepChoice): void;
  /**
   * Announces that the next reports belong to the score of a head's words as a whole, a part of the
   * last step.
   */
  onWhole?(): void;
  /** Reports the edge that a step of a best-first search makes. */
  onEdge?(edge: Edge): void;
}

/** The arcs that a step builds, as variants. */
export type StepArcs = readonly { readonly head: number; readonly dependent: number }[];

/** A step of a derivation, and its alternatives. */
export interface StepChoice {
  /** The head that is ordered with its dependents; NO_WORD if the search orders the whole sentence at once. */
  readonly head: number;
  readonly taken: Pick<Hypothesis, 'action' | 'added' | 'number'>;
  /** Only in a search over categories. */
  readonly arcs?: StepArcs;
  /** Lists all legal actions, the best first. */
  readonly legal: () => Move[];
}

/** A legal action of a state. */
export interface Move extends Pick<Hypothesis, 'action' | 'added' | 'number'> {
  /** The amount that the action adds to the score. */
  readonly score: number;
}

export interface SearchResult {
  /**
   * The best derivation of each string, best first, for as many strings as a list of `results` strings needs
   * (`rowsOf`).
   */
  readonly derivations: readonly Derivation[];
  /** The strings that rank below `derivations` and have no row, best first; by default none. */
  readonly below?: readonly Spelled[];
  /** Whether the search ended without being stopped. */
  readonly ranToEnd: boolean;
  /**
   * Whether nothing was cut off. Then `derivations` contains all strings, or the best ones if more
   * exist than were requested.
   */
  readonly isExhaustive: boolean;
  /** Whether no derivation scores higher than the first: nothing was cut off, or a proof shows it. */
  readonly isProven: boolean;
  /**
   * Whether the search reached its limit or was stopped, and then joined the parts that it had into
   * a sentence.
   */
  readonly isCutShort?: boolean;
  /** The work of the search, in the units of `workOfStep`. */
  readonly work: number;
  /** The effort of a best-first search; undefined for other searches. */
  readonly chart?: ChartEffort;
}

/** A string, by the best of its derivations. */
export interface Spelled {
  /** The sum of the scores of the derivation's steps. */
  readonly score: number;
  /** The variant of each word, in surface order: the word with its tag and form. */
  readonly variants: readonly number[];
}

/** One way to build a sentence; all searches use it. Arrays are in surface order. */
export interface Derivation extends Spelled {
  /** The place of each word's head, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly steps: readonly Step[];
  /** Only in a search over categories: the nodes of the derivation, children first. */
  readonly parts?: readonly DerivationPart[];
  /** Only in a search over categories: the id of each step's action, in the order of `steps`. */
  readonly actions?: readonly number[];
  /** Only in a search over categories: whether the search glued together parts that no rule of the grammar joins. */
  readonly isBroken?: boolean;
}

/** A node of a derivation over categories. */
export interface DerivationPart {
  /** The category's id in the grammar; NO_CATEGORY if no rule made the node. */
  readonly category: number;
  /** Places in surface order, from 0: the first and the last word, and the head. */
  readonly first: number;
  readonly last: number;
  readonly head: number;
  /**
   * For a unary rule that was applied to a word: whether it is seldom right for the word (`SeldomChains`); left out if
   * the model does not say. For a unary rule of a longer phrase: true if it is seldom right for any phrase, else left out.
   */
  readonly isSeldom?: boolean;
  /** The indices in `parts` of the one or two child nodes, from left to right; empty for a word. */
  readonly children: readonly number[];
}

/**
 * A step of a derivation. Each search has its own kinds of steps. COMBINE joins two parts by a rule of the grammar;
 * GLUE joins parts that no rule joins.
 */
export interface Step {
  readonly kind: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /** Places in surface order, from 1. In a SHIFT, the head is 0. */
  readonly head: number;
  readonly dependent: number;
  /** The amount that the step added to the score. */
  readonly score: number;
}

/** Follows a search step by step, to explain its result. */
export interface Observer {
  /** The next step reports at most this many cut-off hypotheses. */
  readonly cutOff: number;
  /**
   * Announces a beam. It replaces any earlier beam over the same words.
   *
   * @param head the head that the beam orders with its dependents; NO_WORD for the whole sentence
   */
  onStart(head: number): void;
  /** Reports the hypotheses that a step kept and cut off, each list best first. */
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void;
  /**
   * Reports an edge of a best-first search, which has no beams: first each word, then each edge that is taken off the
   * agenda.
   */
  onPop?(edge: PoppedEdge): void;
}

/** A part of a sentence in best-first search: a head with some of its dependents' subtrees, or a constituent. */
export interface Edge {
  /** Unique within the search. */
  readonly id: number;
  /** The two edges that were joined, in string order; null for a word. */
  readonly parts: readonly [left: number, right: number] | null;
  /**
   * A number that encodes how the edge was made from its parts or its word. Only the search that
   * made the edge can interpret it.
   */
  readonly join: number;
  /** A hash of the edge's kind: the search accepts few edges of one kind. */
  readonly kind: number;
  /** The variants of the edge's words, in string order. */
  readonly variants: readonly number[];
  /** The place of the head in `variants`, from 0. */
  readonly head: number;
  /** The sum of the scores of the edge's actions. */
  readonly score: number;
  /** The priority on the agenda, without the amount that `EdgeSystem.hurry` adds. */
  readonly value: number;
  /** Whether the arc between the edge's parts is given. If it is, the limit per size does not apply to the edge. */
  readonly isGiven: boolean;
}

export interface PoppedEdge extends Edge {
  readonly fate: EdgeFate;
  /** The edge that a full chart dropped to make room; null if none. */
  readonly dropped: number | null;
}

/**
 * What happened to an edge that was taken off the agenda.
 *
 * - `accepted`: joined to other edges.
 * - `sentence`: has all words.
 * - `alike`: not joined, since the limit for its kind was reached.
 * - `crowded`: not joined, since the limit for its size was reached. Later joins that would make an edge of this size
 *   are not put on the agenda.
 * - `worst`: joined to earlier edges only, since the chart is full of better ones.
 */
export type EdgeFate = 'accepted' | 'sentence' | 'alike' | 'crowded' | 'worst';

/** The effort of a best-first search. */
export interface ChartEffort {
  /** How many edges were taken off the agenda. */
  readonly pops: number;
  /** How many edges the search may take off the agenda. */
  readonly limit: number;
  /** The largest number of accepted edges that the chart keeps. */
  readonly capacity: number;
  /** The largest number of edges of one size that the search accepts. */
  readonly ofASize: number;
  readonly end: ChartEnd;
}

/** Why a best-first search ended: enough sentences, no pops left, an empty agenda, or the stop. */
export type ChartEnd = 'found' | 'limit' | 'exhausted' | 'stopped';

/** A hypothesis that a search kept or cut off: one action after a hypothesis of the step before. */
export interface Hypothesis {
  /** The parent's index among the kept hypotheses of the step before; 0 at the first step. */
  readonly parent: number;
  readonly action: HypothesisAction;
  /** Only in a search over categories: the action's id (`ccg/actions.ts`), which determines the action's result. */
  readonly number?: number;
  /** The variants that the action adds to the string. */
  readonly added: readonly number[];
  readonly score: number;
}

/**
 * PLACE adds a subtree, or the head itself, to the end of the head's order. FINISH adds the score of the head's words
 * as a whole.
 */
export type HypothesisAction = Step['kind'] | 'PLACE' | 'FINISH';
