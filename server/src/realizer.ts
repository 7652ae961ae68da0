import type { Bag } from './constraints/bag.ts';

/** A host sets it to end a search; the search reads it once a step. */
export interface Stop {
  readonly requested: boolean;
}

export interface RealizeOptions {
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** Realizations asked for (k). */
  readonly results: number;
}

/**
 * How a bag ended. `complete`: the search ran to its end. `cut-short`: it was stopped by its time
 * limit, and what it had found is returned. `impossible`: the constraints contradict each other.
 * `incomplete` and `undecided` belong to searches that may end without a full sentence.
 */
export type Status = 'complete' | 'cut-short' | 'incomplete' | 'impossible' | 'undecided';

export interface Token {
  /** The word's place in the bag, from 0. */
  readonly word: number;
  readonly form: string;
  readonly tag: string;
  /** The head's place in the realization, from 1; 0 for the root, as in CoNLL-U. */
  readonly head: number;
  /** The given label of the arc to the head, if any. */
  readonly label: string | null;
  readonly given: { readonly tag: boolean; readonly head: boolean; readonly label: boolean };
}

/** A transition; SHIFT carries the place in the realization (from 1) of the word it shifts. */
export interface Transition {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC';
  readonly head: number;
  readonly dependent: number;
  /** The score that this transition added. */
  readonly score: number;
}

export interface Realization {
  /** The forms joined by spaces: what expectations and scripts compare. */
  readonly text: string;
  /** The text as a person would write it. */
  readonly display: string;
  /** A sum of integer weights: comparable within one bag only. */
  readonly score: number;
  /** In surface order. */
  readonly tokens: readonly Token[];
  readonly transitions: readonly Transition[];
}

export interface Realized {
  readonly status: Status;
  readonly message: string | null;
  /** Distinct texts, best first. */
  readonly realizations: readonly Realization[];
}

/** The engine's one public face. */
export interface Realizer {
  realize(bag: Bag, options: RealizeOptions, stop: Stop): Realized;
}
