import type { Addition } from '../bag/addition.ts';
import type { Realization } from '../search/realization.ts';
import type { Fragments } from './fragments.ts';
import type { EdgeLoss, ExpectedEdge } from './search-chart.ts';
import type { Comparison, Contribution } from './breakdown.ts';

/**
 * Why a sentence is not the best, in the order in which they are tested. `met`: it is the best. `ranked`: another one
 * of the list is the best. `unreachable`: it contradicts a constraint. `dictionary`: it would be the best if a word had
 * a tag that it is not offered with, in a bag with a grammar a category. `beam`: the search lost it, though it scores
 * higher than the best (a search error). `grammar`: no derivation of a bag's grammar spans it. `model`: it scores no
 * higher (a model error).
 */
export const explanationClasses = [
  'unreachable',
  'dictionary',
  'grammar',
  'beam',
  'model',
  'ranked',
  'met',
] as const;
export type ExplanationClass = (typeof explanationClasses)[number];

/** Why a sentence that is expected is not the best one. */
export interface Explanation {
  readonly class: ExplanationClass;
  /** Its rank among all sentences that the search found, from 1; null where it is none of them. */
  readonly rank: number | null;
  /** Where the beam lost it; null where it did not, or there is none. */
  readonly loss: LossReport | null;
  /** Where a best-first search lost it; null where it did not, or another one was asked. */
  readonly lostEdge: LostEdge | null;
  /** The smallest beam that keeps the sentence to the end, of those tried; null where none was or did. */
  readonly smallestBeam: number | null;
  /** How far a best-first search that lost it must go to find it; null where that was not asked or it never did. */
  readonly reach: Reach | null;
  /** Words that would need a tag or a category that they are not offered with: of the class `dictionary`. */
  readonly lacking: readonly LackingTag[];
  /**
   * Of a bag with a grammar, where parts of the sentence's best derivation were glued together: what rules make of its
   * words, arcs that are given left aside. Null where they span it, and of more than a hundred words.
   */
  readonly fragments: Fragments | null;
  /** The best derivation of the sentence that was found. */
  readonly expected: ScoredSentence | null;
  /** That of the best sentence, or of the one that it is to be compared with. */
  readonly best: ScoredSentence | null;
  /** Whether that derivation is the best there is: nothing was cut off in looking for it. */
  readonly isExact: boolean;
  /** What the two score for; it sums to their scores. The greatest difference first. */
  readonly templates: readonly Comparison[];
  /** The first step in which the two derivations differ, from 1; null where one is the other's beginning. */
  readonly firstDifference: number | null;
  /** What was seen to make the sentence the best, one of them alone; the smallest first. */
  readonly help: readonly Addition[];
  /** The smallest beam that was seen to make it the best; null where none was looked for or did. */
  readonly helpfulBeam: number | null;
}

/** A sentence for the user instead, where the search does not take such a bag. */
export type Explained = Explanation | string;

export interface LossReport {
  /** After which step no hypothesis led on to the sentence, from 1, over all beams of the search. */
  readonly step: number;
  /** The word of the bag whose dependents were ordered then; null where the whole sentence was. */
  readonly head: number | null;
  /** The words so far of the best hypothesis that would have. */
  readonly prefix: string;
  /** Its rank among all that the step led to, from 1; null where none of them would have. */
  readonly rank: number | null;
}

/** The first edge of a sentence's best tree that a best-first search lost, and how. */
export interface LostEdge extends Omit<EdgeLoss, 'edge'> {
  readonly edge: ExpectedEdge;
}

/** What a best-first search must be allowed to come to a sentence. */
export interface Reach {
  /** The sentence is the edge that it takes off then. */
  readonly pops: number;
  /** It is so many-th among the different sentences that are taken off: so many must be asked for. */
  readonly results: number;
  /** The smallest of 1, 2, 4 … times the beam that allows as many pops. */
  readonly beam: number;
}

/** A word of the bag that no winning derivation uses with what it is offered with. */
export interface LackingTag {
  /** Its place in the bag, from 0. */
  readonly word: number;
  readonly form: string;
  /** What it would be. */
  readonly tag: string;
  /** In a bag with a grammar. */
  readonly category?: string;
  /** Tags; in a bag with a grammar the categories that are tried. */
  readonly offered: readonly string[];
}

/** A sentence with what it scores for. */
export interface ScoredSentence extends Realization {
  /** By template; they sum to the score. */
  readonly contributions: readonly Contribution[];
  /** Of each of its transitions, by template; they sum to the transition's score. */
  readonly byStep: readonly (readonly Contribution[])[];
}
