import type { SearchName } from '../search/registry.ts';
import type { HypothesisAction } from '../search/search.ts';
import type { Token } from '../search/realization.ts';
import type { LossReport } from './explanation.ts';

/**
 * A search of one bag step by step, with some hypotheses to follow through it: plain data. Words of
 * the bag count from 0, places in a sentence and ranks from 1.
 */
export interface SearchTrace {
  readonly search: SearchName;
  /** The number of hypotheses kept at each step. */
  readonly beam: number;
  /** Templates and other parts of scores; the steps refer to them by index. */
  readonly templates: readonly { readonly template: string; readonly meaning: string }[];
  /** One for each followed selection of the bag's words: by step, over all its beams. */
  readonly runs: readonly (readonly BeamStep[])[];
  /** The first sentences of the list, in order; then the expected one, if it is not among them. */
  readonly followed: readonly Followed[];
}

/** The hypotheses that a step of a search kept. */
export interface BeamStep {
  /** The head of the ordered dependents; null for the whole sentence. */
  readonly head: number | null;
  /** Their number. */
  readonly kept: number;
  /** The best of them, in order. */
  readonly states: readonly BeamState[];
}

export interface BeamState {
  readonly action: HypothesisAction;
  /** The words so far; if the step orders a head, only the words of its phrase. */
  readonly text: string;
  readonly score: number;
}

/** A hypothesis that is followed from the empty one to its sentence. */
export interface Followed {
  /** Its rank among the sentences that the search found; null if it was not found. */
  readonly rank: number | null;
  readonly isExpected: boolean;
  readonly text: string;
  /** As in the list. */
  readonly score: number;
  /** In surface order. */
  readonly tokens: readonly FollowedToken[];
  /** The search of its selection of words: an index of `runs`. */
  readonly run: number;
  readonly steps: readonly FollowedStep[];
  /** Where the search lost the sentence, with any derivation; null if it did not. */
  readonly loss: LossReport | null;
}

export interface FollowedToken extends Token {
  /** Whether training has seen it; for a phrase, its last word, which its tag describes. */
  readonly isKnown: boolean;
}

export interface FollowedStep {
  readonly action: HypothesisAction;
  /** The token that it takes from the remaining words; null if it takes none. */
  readonly taken: number | null;
  /** The arcs that it builds, and how often training has seen one between these two tags. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly seen: number;
  }[];
  /** The score that it adds. */
  readonly score: number;
  /** The parts of that score, which sum to it: indices of `templates`, and amounts. */
  readonly contributions: readonly (readonly [template: number, score: number])[];
  /** The partial trees after the step; the last one is on top. */
  readonly stack: readonly PartialTree[];
  /** Whether the search kept the hypothesis. */
  readonly isKept: boolean;
  /** Its rank among all results of the step; null if it was lost before. */
  readonly rank: number | null;
  /**
   * Its alternatives: the number of legal moves, and the best of them in order, itself included.
   */
  readonly legalCount: number;
  readonly legal: readonly LegalMove[];
}

/** Neighbouring words, from `first` to `last`. */
export interface PartialTree {
  /** It may not be among the words yet, since dependents may be placed before their head. */
  readonly head: number;
  readonly first: number;
  readonly last: number;
  /** With a grammar: its category; null if no rule joins its parts. */
  readonly category?: string | null;
}

export interface LegalMove {
  readonly action: HypothesisAction;
  /** The word of the bag that it shifts or places, with its subtree; null if it does neither. */
  readonly word: number | null;
  /**
   * `dog/NN`, or the words of a phrase; empty if it adds none. With a grammar also its result:
   * `dog/NN N ⇒ NP`, `> S[dcl]\NP`, and for glued parts the one with the head.
   */
  readonly text: string;
  /** The score that it would add. */
  readonly score: number;
  readonly isTaken: boolean;
}
