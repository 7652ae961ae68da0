import type { SearchName } from '../search/registry.ts';
import type { HypothesisAction } from '../search/search.ts';
import type { Token } from '../search/realization.ts';
import type { LossReport } from './explanation.ts';

/**
 * A record of one bag's search: its steps, and how some sentences passed through these steps. Words
 * of the bag are numbered from 0. Places in a sentence, and ranks, are numbered from 1.
 */
export interface SearchTrace {
  readonly search: SearchName;
  /** Each step keeps at most this many hypotheses. */
  readonly beam: number;
  /** Templates and other parts of scores; the steps refer to them by index. */
  readonly templates: readonly { readonly template: string; readonly meaning: string }[];
  /**
   * The steps of the searches for the followed sentences. There is one search for each selection of
   * words that a followed sentence uses. (A bag with optional words or alternatives has several
   * selections.) If a search runs several beams one after another, the list has the steps of all
   * these beams, in order.
   */
  readonly runs: readonly (readonly BeamStep[])[];
  /**
   * The first sentences of the list, in order, and then the expected sentence if it is another one.
   */
  readonly followed: readonly Followed[];
}

export interface BeamStep {
  /** The head of the dependents to order; null if the step builds the whole sentence. */
  readonly head: number | null;
  readonly kept: number;
  /** The best of the kept hypotheses, the best first. */
  readonly states: readonly BeamState[];
}

export interface BeamState {
  readonly action: HypothesisAction;
  /**
   * The words so far. If the step orders the dependents of a head, only the words of the head's
   * phrase.
   */
  readonly text: string;
  readonly score: number;
}

/** The way of a sentence through the search, from the empty hypothesis to the whole sentence. */
export interface Followed {
  /** Among the sentences that the search found; null if it did not find this sentence. */
  readonly rank: number | null;
  readonly isExpected: boolean;
  readonly text: string;
  /** The score in the list: comparable with sentences that use other words of the bag. */
  readonly score: number;
  readonly tokens: readonly FollowedToken[];
  /** An index in `runs`: the search over the words of this sentence. */
  readonly run: number;
  readonly steps: readonly FollowedStep[];
  /** Where the search lost the sentence; null if the search found it. */
  readonly loss: LossReport | null;
}

export interface FollowedToken extends Token {
  /**
   * Whether training has seen the word. If the token has several words, this is about the last
   * word, whose tag is also the token's tag.
   */
  readonly isKnown: boolean;
}

export interface FollowedStep {
  readonly action: HypothesisAction;
  /** The place of the token that the step takes from the remaining words; null if it takes none. */
  readonly taken: number | null;
  /**
   * The arcs that the step builds. `seen` counts the arcs in training between the same two tags.
   */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly seen: number;
  }[];
  readonly score: number;
  /** Their sum is the score. `template` is an index of `SearchTrace.templates`. */
  readonly contributions: readonly (readonly [template: number, score: number])[];
  /** The partial trees after the step; the last tree is on top. */
  readonly stack: readonly PartialTree[];
  readonly isKept: boolean;
  /** The hypothesis's rank among all results of the step; null if the step did not make it. */
  readonly rank: number | null;
  /**
   * The number of legal moves. `legal` lists only the best of them, best first, and the chosen
   * move.
   */
  readonly legalCount: number;
  readonly legal: readonly LegalMove[];
}

/** A tree over neighbouring words of the sentence, from place `first` to place `last`. */
export interface PartialTree {
  /**
   * The place of the head. It may be outside the tree: dependents may be placed before their head.
   */
  readonly head: number;
  readonly first: number;
  readonly last: number;
  /** Only with a grammar; null if no rule joins the parts of the tree. */
  readonly category?: string | null;
}

export interface LegalMove {
  readonly action: HypothesisAction;
  /**
   * The word of the bag that the move adds. If the move adds a subtree, its topmost word. Null if
   * the move adds no word.
   */
  readonly word: number | null;
  /**
   * The words that the move adds, as in `dog/NN`. In a bag with a grammar, the move's result
   * follows, as in `dog/NN N ⇒ NP`. If the move joins two parts without a rule, the text says which
   * part governs.
   */
  readonly text: string;
  readonly score: number;
  readonly isTaken: boolean;
}
