import type { Problem } from '../problem/problem.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import type { Target } from './target.ts';
import type { Stop } from '../util/stop.ts';

export interface SearchOptions {
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** The most strings to return (k). */
  readonly results: number;
  /** Parser states to examine when looking for a way out of dead ends, shared by the searches of one bag. */
  readonly budget: StateBudget;
  /** Actions that a proof of the best derivation may try, shared by the searches of one bag. */
  readonly proof?: StateBudget;
  /** If set, the search spells only this string. */
  readonly target?: Target;
  /** If set, the search spells all strings, but returns only the derivations of this one. It may end once it has none. */
  readonly wanted?: Target;
  /** If set, a search that finds its derivations one after the other passes each on at once. */
  readonly onFound?: (derivation: Derivation) => void;
}

/** A way to order the words of a problem. Serves one problem at a time, and keeps its working memory between them. */
export interface Search {
  /**
   * @param problem must be of a bag that the search accepts (`registry.ts`)
   * @param observer sees which hypotheses are kept and cut off, and does not change the result; null costs nothing
   */
  search(
    problem: Problem,
    options: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult;

  /** Repeats the steps of a derivation, and reports what each adds to the score. */
  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void;
}

/** Sees the parts of a derivation's score, in the order in which the search takes the steps. */
export interface StepObserver extends FeatureObserver {
  /**
   * A step begins: the next reports belong to it.
   *
   * @param step its place in the derivation
   * @param choice valid until this returns
   */
  onStep(step: number, choice: StepChoice): void;
  /** The next reports are the score of a head's words as a whole. They belong to the step before. */
  onWhole?(): void;
  /** The edge that a step of a best-first search makes. */
  onEdge?(edge: Edge): void;
}

/** A step of a derivation, and its alternatives. */
export interface StepChoice {
  /** The head of the ordered dependents; NO_WORD for the whole sentence. */
  readonly head: number;
  readonly taken: Pick<Hypothesis, 'action' | 'added' | 'number'>;
  /** Over categories, where words may wait for their heads: the arcs that the step builds, as variants. */
  readonly arcs?: readonly { readonly head: number; readonly dependent: number }[];
  /** All legal actions, the best first. */
  readonly legal: () => Move[];
}

/** A legal action of a state. */
export interface Move extends Pick<Hypothesis, 'action' | 'added' | 'number'> {
  /** What the action adds to the score. */
  readonly score: number;
}

export interface SearchResult {
  /** One for each string, best first. */
  readonly derivations: readonly Derivation[];
  /** Whether the stop never came. */
  readonly ranToEnd: boolean;
  /** Whether nothing was cut off: `derivations` has all strings, or the best of all. */
  readonly isExhaustive: boolean;
  /** Whether the first derivation is the best of all: nothing was cut off, or a proof shows it. */
  readonly isBest: boolean;
  /** Whether the search used up its limit, or was stopped, and put a sentence together from the parts that it had. */
  readonly isCutShort?: boolean;
  /** In units of work (`workOfStep`). */
  readonly work: number;
  /** Best-first search only. */
  readonly chart?: ChartEffort;
}

/** One way to build a sentence; all searches use it. Arrays are in surface order. */
export interface Derivation {
  /** The sum of the scores of its steps. */
  readonly score: number;
  /** The problem's variants: each word with its tag and form. */
  readonly variants: readonly number[];
  /** Places of the heads, from 1; 0 for the root. */
  readonly heads: readonly number[];
  readonly steps: readonly Step[];
  /** Over categories: the nodes of the derivation, children first. */
  readonly parts?: readonly DerivationPart[];
  /** Over categories, beside `steps`: the number of each step's action. */
  readonly actions?: readonly number[];
  /** Over categories: whether no derivation spans the sentence, and parts were glued together. */
  readonly isBroken?: boolean;
}

/** A node of a derivation over categories. */
export interface DerivationPart {
  /** The grammar's id; NO_CATEGORY if no rule made the node. */
  readonly category: number;
  /** Places in surface order, from 0: the first and the last word, and the head. */
  readonly first: number;
  readonly last: number;
  readonly head: number;
  /** The places of one or two other nodes, in their order; none for a word. */
  readonly children: readonly number[];
}

/**
 * A step of a derivation. Each search has its own kinds of steps. COMBINE joins two parts by a rule of the grammar; GLUE
 * joins parts that no rule joins.
 */
export interface Step {
  readonly kind: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /** Place in surface order, from 1. SHIFT has no head: 0. */
  readonly head: number;
  readonly dependent: number;
  /** What the step added to the score. */
  readonly score: number;
}

/** Follows a search step by step. Explanations are made of its records. */
export interface Observer {
  /** How many of the hypotheses that the next step cuts off are to be reported. */
  readonly cutOff: number;
  /**
   * A beam begins. It replaces an earlier beam over the same words.
   *
   * @param head of the ordered dependents; NO_WORD for the whole sentence
   */
  onStart(head: number): void;
  /** Both lists are sorted, the best first. */
  onStep(kept: readonly Hypothesis[], cutOff: readonly Hypothesis[]): void;
  /** In best-first search, instead of beams: each word, which the search accepts first, then each edge off the agenda. */
  onPop?(edge: PoppedEdge): void;
}

/** A part of a sentence in best-first search: a head with some of its dependents' subtrees, or a constituent. */
export interface Edge {
  /** Unique within the search. */
  readonly id: number;
  /** The two edges that were joined, in string order; null for a word. */
  readonly parts: readonly [left: number, right: number] | null;
  /** How the parts, or the word, made the edge: a number of the search's own. */
  readonly join: number;
  /** The search accepts few edges of one kind. */
  readonly kind: number;
  /** In string order. */
  readonly variants: readonly number[];
  /** The place of the head in `variants`, from 0. */
  readonly head: number;
  /** The sum of the scores of the edge's actions. */
  readonly score: number;
  /** The priority on the agenda, without the lead that large edges get once the search hurries. */
  readonly value: number;
  /** Whether the arc between the parts is given. Such edges are exempt from the limit per size. */
  readonly isGiven: boolean;
}

export interface PoppedEdge extends Edge {
  readonly fate: EdgeFate;
  /** The edge that was dropped from the full chart to make room; null if none was. */
  readonly dropped: number | null;
}

/**
 * What happened to an edge that was taken off the agenda.
 *
 * - `accepted`: joined to other edges.
 * - `sentence`: has all words.
 * - `alike`: not joined, since the limit of its kind was reached.
 * - `crowded`: not joined, since the limit of its size was reached. Later edges of this size skip the agenda.
 * - `worst`: joined to earlier edges only, since the chart is full of better ones.
 */
export type EdgeFate = 'accepted' | 'sentence' | 'alike' | 'crowded' | 'worst';

/** The effort of a best-first search. */
export interface ChartEffort {
  /** Edges taken off the agenda. */
  readonly pops: number;
  /** The most edges that it may take off the agenda. */
  readonly limit: number;
  /** The most accepted edges that the chart keeps. */
  readonly capacity: number;
  /** The most edges of one size that it accepts. */
  readonly ofASize: number;
  readonly end: ChartEnd;
}

/** Why a best-first search ended: enough sentences, no pops left, an empty agenda, or the stop. */
export type ChartEnd = 'found' | 'limit' | 'exhausted' | 'stopped';

/** A hypothesis that a search kept or cut off: one action after a hypothesis of the step before. */
export interface Hypothesis {
  /** The place of its parent among the hypotheses that the step before kept; 0 at the first step. */
  readonly parent: number;
  readonly action: HypothesisAction;
  /** Over categories: the number of the action (`ccg/actions.ts`), from which its result follows. */
  readonly number?: number;
  /** The variants that the action adds to the string. */
  readonly added: readonly number[];
  readonly score: number;
}

/** PLACE puts a subtree after others of the same head; FINISH adds the score of the head's words as a whole. */
export type HypothesisAction = Step['kind'] | 'PLACE' | 'FINISH';
