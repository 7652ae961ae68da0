import type { SearchName } from '../search/registry.ts';
import type { HypothesisAction } from '../search/search.ts';
import type { Token } from '../search/realization.ts';
import type { LossReport } from './explanation.ts';

/**
 * A search of one bag step by step, with some hypotheses that are followed through it: plain data. Words of the bag
 * count from 0, places in a sentence and ranks from 1.
 */
export interface SearchTrace {
  readonly search: SearchName;
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** What steps score for: followed steps refer to them by place. */
  readonly templates: readonly { readonly template: string; readonly meaning: string }[];
  /** One for each selection of the bag's words that is followed: by step, over all its beams. */
  readonly runs: readonly (readonly BeamStep[])[];
  /** The best ones of the list, the best first; then the expected one, if it is none of them. */
  readonly followed: readonly Followed[];
}

/** What a step of a search kept. */
export interface BeamStep {
  /** The word whose dependents are ordered; null where it is the whole sentence. */
  readonly head: number | null;
  /** How many hypotheses. */
  readonly kept: number;
  /** The best of them, the best first. */
  readonly states: readonly BeamState[];
}

export interface BeamState {
  readonly action: HypothesisAction;
  /** The words so far; of a head's words, if it orders those. */
  readonly text: string;
  readonly score: number;
}

/** A hypothesis that is followed from nothing to its sentence. */
export interface Followed {
  /** Among the sentences that the search found; null where it is none of them. */
  readonly rank: number | null;
  readonly isExpected: boolean;
  readonly text: string;
  /** As in the list. */
  readonly score: number;
  /** In surface order. */
  readonly tokens: readonly FollowedToken[];
  /** The search of its selection of words: a place in `runs`. */
  readonly run: number;
  readonly steps: readonly FollowedStep[];
  /** Where the search lost the sentence, whichever derivation of it; null where it did not. */
  readonly loss: LossReport | null;
}

export interface FollowedToken extends Token {
  /** Whether training had it; of a phrase the last word, which its tag is of. */
  readonly isKnown: boolean;
}

export interface FollowedStep {
  readonly action: HypothesisAction;
  /** The token that it takes from the words that are left; null where it takes none. */
  readonly taken: number | null;
  /** The arcs that it builds, and how often training had one between these two tags. */
  readonly arcs: readonly {
    readonly head: number;
    readonly dependent: number;
    readonly seen: number;
  }[];
  /** What it adds. */
  readonly score: number;
  /** What that is made of: places in `templates`, and scores, which sum to it. */
  readonly contributions: readonly (readonly [template: number, score: number])[];
  /** The partial trees that there are then; the last one is on top. */
  readonly stack: readonly PartialTree[];
  /** Whether the search kept the hypothesis. */
  readonly isKept: boolean;
  /** Its rank among all that the step led to; null where it was none of them, for it was lost before. */
  readonly rank: number | null;
  /** What it was chosen from: how much was legal, and the best of that, the best first, itself included. */
  readonly legalCount: number;
  readonly legal: readonly LegalMove[];
}

/** Words that stand next to each other: those from `first` to `last`. */
export interface PartialTree {
  /** It may not be one of the words yet, where dependents are placed before their head. */
  readonly head: number;
  readonly first: number;
  readonly last: number;
  /** With a grammar: what it is; null where no rule joined what it is made of. */
  readonly category?: string | null;
}

export interface LegalMove {
  readonly action: HypothesisAction;
  /** The word of the bag that it shifts or places, with what is below it; null where it does neither. */
  readonly word: number | null;
  /**
   * `dog/NN`, or the words of a phrase; empty where it adds none. With a grammar also what it makes: `dog/NN N ⇒ NP`,
   * `> S[dcl]\NP`, and of what is glued which part governs.
   */
  readonly text: string;
  /** What it would add. */
  readonly score: number;
  readonly isTaken: boolean;
}
