import type { Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import type { Target } from './target.ts';
import type { Stop } from '../util/stop.ts';

export interface SearchOptions {
  /** The largest number of hypotheses that a step keeps. */
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
   * The limit on the parser states that are examined to look ahead for dead ends. All searches of
   * one bag share it.
   */
  readonly budget: StateBudget;
  /**
   * The limit on the work of the search, in the units of `workOfStep`. Only best-first search obeys
   * this limit, since only this search can join its parts to a sentence at any time.
   */
  readonly work?: number;
  /**
   * The limit on the actions that are tried to prove which derivation is best. All searches of one
   * bag share it.
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
   * If set, it is called with each derivation as soon as the search finds it. Searches that find
   * all derivations at once do not call it.
   */
  readonly onFound?: (derivation: Derivation) => void;
}

/**
 * Orders the words of a problem. A search works on one problem at a time, and keeps its working
 * memory for the next problem.
 */
export interface Search {
  /**
   * @param problem the problem of a bag that the search accepts (`registry.ts`)
   * @param observer receives the hypotheses that each step keeps and cuts off; it does not change
   *   the result. Without an observer, nothing is recorded
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
   * Announces that the next reports explain the score of a head and its ordered dependents as a
   * whole. This score is part of the step that was announced last.
   */
  onWhole?(): void;
  /** Reports the edge that a step makes; only in best-first search. */
  onEdge?(edge: Edge): void;
}

/**
 * The arcs that a step builds. A word is given as its variant: the number of the word with its tag
 * and form.
 */
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

/** A legal action of a state. */
export interface Move extends Pick<Hypothesis, 'action' | 'added' | 'number'> {
  /** The amount that the action adds to the score. */
  readonly score: number;
}

export interface SearchResult {
  /**
   * The best derivation of each string, best first. There are enough strings to fill a list of
   * `SearchOptions.results` rows (`rowsOf`), if so many were found.
   */
  readonly derivations: readonly Derivation[];
  /**
   * Strings that rank below all of `derivations`, best first. They have no derivations, since they
   * are in no row that is shown (`SearchOptions.rows`). If left out, there are none.
   */
  readonly below?: readonly Spelled[];
  /** Whether the search ended without being stopped. */
  readonly ranToEnd: boolean;
  /**
   * Whether the search cut nothing off. If so, `derivations` and `below` together have all strings,
   * or the best strings if there are more than were requested.
   */
  readonly isExhaustive: boolean;
  /**
   * Whether it is certain that no derivation scores higher than the first. It is certain if nothing
   * was cut off or a proof shows it.
   */
  readonly isProven: boolean;
  /**
   * Whether the search was stopped or reached a limit before it found a sentence, and then joined
   * its parts into one.
   */
  readonly isCutShort?: boolean;
  /** The work of the search, in the units of `workOfStep`. */
  readonly work: number;
  /** The effort of a best-first search; undefined for other searches. */
  readonly chart?: ChartEffort;
}

/** A string, with the score of its best derivation. */
export interface Spelled {
  /** The sum of the scores of the derivation's steps. */
  readonly score: number;
  /** The variant of each word, in surface order. A variant is a word with its tag and form. */
  readonly variants: readonly number[];
}

/**
 * One way to build a sentence. All searches return this format. `variants` and `heads` are in
 * surface order.
 */
export interface Derivation extends Spelled {
  /** The position of each word's head, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly steps: readonly Step[];
  /** Only in a search over categories: the nodes of the derivation, children first. */
  readonly parts?: readonly DerivationPart[];
  /** Only in a search over categories: the id of each step's action, in the order of `steps`. */
  readonly actions?: readonly number[];
  /**
   * Only in a search over categories: whether the derivation joins some parts without a rule of the
   * grammar.
   */
  readonly isBroken?: boolean;
}

/** A node of a derivation over categories. */
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
  /** The indices in `parts` of the one or two child nodes, from left to right; empty for a word. */
  readonly children: readonly number[];
}

/**
 * A step of a derivation. Each search uses some of these kinds. SHIFT adds a word. LEFTARC and
 * RIGHTARC join two parts by an arc. COMBINE joins two parts by a rule of the grammar. GLUE joins
 * two parts that no rule joins.
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
   * Reports the hypotheses that a step kept, and those that it cut off. Both lists begin with the
   * best.
   */
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void;
  /**
   * Reports an edge; only in best-first search, which has no beams. The edges of single words come
   * first. Then each edge is reported when it is taken off the agenda.
   */
  onPop?(edge: PoppedEdge): void;
}

/**
 * A part of a sentence in best-first search: a head with some of its dependents' subtrees, or a
 * constituent.
 */
export interface Edge {
  /** Unique within the search. */
  readonly id: number;
  /** The ids of the two edges that were joined, in string order; null for a word. */
  readonly parts: readonly [left: number, right: number] | null;
  /**
   * A number that encodes how the edge was made from its parts or its word. Each search has its own
   * numbers.
   */
  readonly join: number;
  /**
   * A hash of the edge's kind: the properties that similar edges have in common. The search accepts
   * only a few edges of one kind.
   */
  readonly kind: number;
  /** The variants of the edge's words, in string order. */
  readonly variants: readonly number[];
  /** The index of the head in `variants`. */
  readonly head: number;
  /** The sum of the scores of the edge's actions. */
  readonly score: number;
  /**
   * The edge's priority on the agenda, without the bonus for large edges that `EdgeSystem.hurry`
   * adds.
   */
  readonly value: number;
  /**
   * Whether the bag gives the arc between the edge's two parts. Such an edge does not count towards
   * the limit on the edges of its size.
   */
  readonly isGiven: boolean;
}

export interface PoppedEdge extends Edge {
  readonly fate: EdgeFate;
  /**
   * The id of the edge that the full chart dropped to make room for this edge; null if it dropped
   * no edge.
   */
  readonly dropped: number | null;
}

/**
 * What happened to an edge that was taken off the agenda.
 *
 * - `accepted`: joined to other edges.
 * - `sentence`: contains all words.
 * - `alike`: not joined, since the limit for its kind was reached.
 * - `crowded`: not joined, since the limit for its size (its number of words) was reached. From
 *   then on, joins that would make an edge of this size are not put on the agenda.
 * - `worst`: joined to the edges in the chart, but not put into the chart itself, since the chart
 *   is full of better edges.
 */
export type EdgeFate = 'accepted' | 'sentence' | 'alike' | 'crowded' | 'worst';

/** The effort of a best-first search. */
export interface ChartEffort {
  /** How many edges the search took off the agenda. */
  readonly pops: number;
  /** How many edges the search may take off the agenda. */
  readonly limit: number;
  /** The largest number of accepted edges that the chart keeps. */
  readonly capacity: number;
  /** The search accepts at most this many edges with the same number of words. */
  readonly ofASize: number;
  readonly end: ChartEnd;
}

/**
 * Why a best-first search ended: it found enough sentences, reached a limit, emptied the agenda, or
 * was stopped.
 */
export type ChartEnd = 'found' | 'limit' | 'exhausted' | 'stopped';

/**
 * A hypothesis that a step kept or cut off. It adds one action to its parent: a hypothesis of the
 * previous step.
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
 * What a hypothesis adds: a step of a derivation, or one of two actions of the search that orders
 * each head and its dependents. Of these two, PLACE appends a dependent's subtree, or the head
 * itself. FINISH adds the score of the complete order as a whole.
 */
export type HypothesisAction = Step['kind'] | 'PLACE' | 'FINISH';
