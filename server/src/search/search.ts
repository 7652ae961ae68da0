import type { Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import type { Target } from './target.ts';
import type { Stop } from '../util/stop.ts';

export interface SearchOptions {
  readonly beam: number;
  /**
   * The length of the list of sentences. The list passes over some strings that begin alike
   * (`rowsOf`), so the search may return more strings than this.
   */
  readonly results: number;
  /**
   * How many rows of the list are shown. If this is given, a search may put strings that are not
   * shown into `SearchResult.below`, without derivations.
   */
  readonly rows?: number | undefined;
  /**
   * How many parser states the lookahead for dead ends may still examine. All searches of one bag
   * share this budget and count it down.
   */
  readonly budget: StateBudget;
  /**
   * The limit on the work, in the units of `workOfStep`. Only best-first search obeys it, since
   * only this search can join its parts to a sentence at any time.
   */
  readonly work?: number;
  /**
   * How many actions may still be tried to prove which derivation is best. All searches of one bag
   * share this budget and count it down.
   */
  readonly proof?: StateBudget;
  /** If set, the search spells only this string. */
  readonly target?: Target;
  /**
   * If set, all strings compete in the search, but only derivations of this string are returned.
   * The search may end once none of its hypotheses can spell the string.
   */
  readonly wanted?: Target;
  /**
   * Called with each derivation as soon as the search finds it. Searches that find all derivations
   * at once do not call it.
   */
  readonly onFound?: (derivation: Derivation) => void;
}

/** Orders the words of a problem. It keeps its working memory for the next problem. */
export interface Search {
  /**
   * @param problem the problem of a bag that the search accepts (`registry.ts`)
   * @param observer does not change the result
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
   * @param choice valid until this method returns
   */
  onStep(step: number, choice: StepChoice): void;
  /**
   * Announces that the next reports explain the score of a complete order of a head and its
   * dependents. This score is part of the step that was announced last.
   */
  onWhole?(): void;
  /** Only in best-first search: reports the edge that a step makes. */
  onEdge?(edge: Edge): void;
}

/** The arcs that a step makes. Words are given as variants. */
export type StepArcs = readonly { readonly head: number; readonly dependent: number }[];

/** A step of a derivation, and the actions that the search could have taken instead. */
export interface StepChoice {
  /**
   * The head that is ordered together with its dependents; NO_WORD if the search orders the whole
   * sentence at once.
   */
  readonly head: number;
  readonly taken: Pick<Hypothesis, 'action' | 'added' | 'number'>;
  /** Only in a search over categories. */
  readonly arcs?: StepArcs;
  /** Lists all legal actions, the best first. */
  readonly legal: () => Move[];
}

export interface Move extends Pick<Hypothesis, 'action' | 'added' | 'number'> {
  /** The amount that the action adds to the score. */
  readonly score: number;
}

export interface SearchResult {
  /**
   * The best derivation of each string, best first. There may be more than `SearchOptions.results`,
   * since the list of sentences passes over some strings that begin alike (`rowsOf`).
   */
  readonly derivations: readonly Derivation[];
  /**
   * Strings that rank below all of `derivations`, best first. They have no derivations, since the
   * list does not show them.
   */
  readonly below?: readonly Spelled[];
  /** Whether the search ended without being stopped. */
  readonly ranToEnd: boolean;
  /**
   * Whether the search cut nothing off. If so, no string is missing from `derivations` and `below`
   * together, unless there are more than were requested.
   */
  readonly isExhaustive: boolean;
  /**
   * Whether it is certain that no derivation scores higher than the first: nothing was cut off, or
   * a proof shows it.
   */
  readonly isProven: boolean;
  /**
   * Whether the search was stopped or reached a limit before it found a sentence, and then joined
   * its parts into one.
   */
  readonly isCutShort?: boolean;
  /** The widest beam that was tried, if it is wider than requested. */
  readonly widened?: number;
  /** In the units of `workOfStep`. */
  readonly work: number;
  /** Only for a best-first search. */
  readonly chart?: ChartEffort;
}

/** A string, with the score of its best derivation. */
export interface Spelled {
  readonly score: number;
  /** The variant of each word, in surface order. A variant is a word with its tag and form. */
  readonly variants: readonly number[];
}

/** One way to build a sentence. `variants` and `heads` are in surface order. */
export interface Derivation extends Spelled {
  /** The position of each word's head, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly steps: readonly Step[];
  /** Only in a search over categories: the nodes of the derivation, children first. */
  readonly parts?: readonly DerivationPart[];
  /** Only in a search over categories: the id of each step's action, in the order of `steps`. */
  readonly actions?: readonly number[];
  /**
   * Only in a search over categories: whether some parts are joined without a rule of the grammar.
   */
  readonly isBroken?: boolean;
}

export interface DerivationPart {
  /** The category's id in the grammar; NO_CATEGORY if no rule made the node. */
  readonly category: number;
  /** Positions in the sentence, from 0: the node's first word, its last word, and its head. */
  readonly first: number;
  readonly last: number;
  readonly head: number;
  /**
   * Only for a unary rule: whether the rule is seldom right (`SeldomChains`).
   * - Over a single word: whether it is seldom right for this word; undefined if the model does not
   *   say.
   * - Over a phrase: true if it is seldom right for phrases in general, otherwise undefined.
   */
  readonly isSeldom?: boolean;
  /** Indices in `parts`, from left to right; empty for a word. */
  readonly children: readonly number[];
}

/**
 * A step of a derivation. SHIFT adds a word. LEFTARC and RIGHTARC join two parts by an arc. COMBINE
 * joins two parts by a rule of the grammar. GLUE joins two parts without a rule.
 */
export interface Step {
  readonly kind: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /** Positions of words in the sentence, from 1. In a SHIFT, the head is 0. */
  readonly head: number;
  readonly dependent: number;
  /** The amount that the step added to the score. */
  readonly score: number;
}

/** Follows a search step by step, to explain its result. */
export interface Observer {
  /** Each step reports at most this many of the hypotheses that it cuts off. */
  readonly cutOff: number;
  /**
   * Announces a new beam. If an earlier beam ordered the same words, the new beam replaces it.
   *
   * @param head the head that the beam orders with its dependents; NO_WORD for the whole sentence
   */
  onStart(head: number): void;
  /**
   * Reports the hypotheses that a step kept, and the hypotheses that it cut off. Both lists are
   * best first.
   */
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void;
  /**
   * Only in best-first search, which has no beams: reports each edge of a single word first, and
   * then each edge that is taken off the agenda.
   */
  onPop?(edge: PoppedEdge): void;
}

/**
 * A part of a sentence in best-first search: a head with some of its dependents' subtrees, or a
 * constituent.
 */
export interface Edge {
  readonly id: number;
  /** The ids of the two edges that were joined, in string order; null for a word. */
  readonly parts: readonly [left: number, right: number] | null;
  /** Encodes how the edge was made from its parts or its word. Each search has its own numbers. */
  readonly join: number;
  /** A hash of the properties that similar edges share. */
  readonly kind: number;
  /** In string order. */
  readonly variants: readonly number[];
  /** An index in `variants`. */
  readonly head: number;
  readonly score: number;
  /** The edge's priority on the agenda, without the bonus for large edges (`EdgeSystem.hurry`). */
  readonly value: number;
  /**
   * Whether the bag gives the arc between the edge's two parts. Such an edge does not count towards
   * the limit on edges of its size.
   */
  readonly isGiven: boolean;
}

export interface PoppedEdge extends Edge {
  readonly fate: EdgeFate;
  /**
   * The id of the edge that the full chart dropped to make room for this edge; null if it dropped
   * none.
   */
  readonly dropped: number | null;
}

/**
 * What happened to an edge that was taken off the agenda.
 *
 * - `accepted`: joined to the edges in the chart, and put into the chart.
 * - `sentence`: contains all words.
 * - `alike`: not joined, since the limit for its kind was reached.
 * - `crowded`: not joined, since the limit for its number of words was reached.
 * - `worst`: joined to the edges in the chart, but not put into it, since the chart is full of
 *   better edges.
 */
export type EdgeFate = 'accepted' | 'sentence' | 'alike' | 'crowded' | 'worst';

export interface ChartEffort {
  /** How many edges the search took off the agenda. */
  readonly pops: number;
  /** The limit on `pops`. */
  readonly limit: number;
  /** The largest number of accepted edges that the chart keeps. */
  readonly capacity: number;
  /** The limit on accepted edges with the same number of words. */
  readonly ofASize: number;
  readonly end: ChartEnd;
}

/** Why the search ended: with enough sentences, at a limit, with an empty agenda, or at a stop. */
export type ChartEnd = 'found' | 'limit' | 'exhausted' | 'stopped';

/**
 * A hypothesis that a step kept or cut off. It adds one action to a hypothesis of the previous
 * step, its parent.
 */
export interface Hypothesis {
  /** The parent's index among the hypotheses that the previous step kept; 0 at the first step. */
  readonly parent: number;
  readonly action: HypothesisAction;
  /** Only in a search over categories: the action's id (`ccg/actions.ts`). */
  readonly number?: number;
  /** The variants that the action adds to the string. */
  readonly added: readonly number[];
  readonly score: number;
}

/**
 * PLACE and FINISH are actions of the search that orders each head and its dependents. PLACE
 * appends the head or a dependent's subtree. FINISH adds the score of the complete order.
 */
export type HypothesisAction = Step['kind'] | 'PLACE' | 'FINISH';
