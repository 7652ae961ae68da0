import type { Addition } from '../bag/addition.ts';
import type { Realization } from '../search/realization.ts';
import type { Fragments } from './fragments.ts';
import type { EdgeLoss, ExpectedEdge } from './search-chart.ts';
import type { Comparison, Contribution } from './breakdown.ts';

/**
 * Why a sentence does not come first, in the order of the tests. `met`: it comes first. `ranked`:
 * it is in the list below another one. `unreachable`: it contradicts a constraint. `dictionary`: it
 * would come first if a word could have a tag (with a grammar: a category) that it is not offered
 * with. `beam`: the search lost it, although it scores higher than the first (a search error).
 * `grammar`: no derivation of a bag's grammar spans it. `model`: it does not score higher (a model
 * error).
 *
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

/** Why an expected sentence does not come first. */
export interface Explanation {
  readonly class: ExplanationClass;
  /** Its rank among all sentences that the search found, from 1; null if it was not found. */
  readonly rank: number | null;
  /** Where the beam lost it; null if it did not, or there is no beam. */
  readonly loss: LossReport | null;
  /** Where a best-first search lost it; null if it did not, or another search ran. */
  readonly lostEdge: LostEdge | null;
  /**
   * The smallest beam, among those tried, that keeps the sentence to the end; null if there is
   * none.
   */
  readonly smallestBeam: number | null;
  /**
   * The effort with which best-first finds the sentence that it lost; null if it was not tried or
   * none was enough.
   */
  readonly reach: Reach | null;
  /**
   * Words that need a tag or a category which they are not offered with; for the class
   * `dictionary`.
   */
  readonly lacking: readonly LackingTag[];
  /**
   * For a bag with a grammar, if parts of the sentence's best derivation were glued together: the
   * parts that the rules make of its words, without regard to given arcs. Null if the rules span
   * them, or for more than a hundred words.
   *
   */
  readonly fragments: Fragments | null;
  /** The best known derivation of the sentence. */
  readonly expected: ScoredSentence | null;
  /** The derivation of the first sentence, or of the one to compare with. */
  readonly best: ScoredSentence | null;
  /** Whether that derivation has the highest score: the search for it cut nothing off. */
  readonly isExact: boolean;
  /** The parts of both scores, which sum to them; the greatest difference first. */
  readonly templates: readonly Comparison[];
  /**
   * The first step in which the two derivations differ, from 1; null if one is the beginning of the
   * other.
   */
  readonly firstDifference: number | null;
  /**
   * Additions each of which makes the sentence come first, as seen by realizing; the smallest
   * first.
   */
  readonly help: readonly Addition[];
  /**
   * The smallest beam in which it comes first, as seen by realizing; null if none was tried or
   * found.
   */
  readonly helpfulBeam: number | null;
}

/** Instead, a sentence for the user, if the search does not take such a bag. */
export type Explained = Explanation | string;

export interface LossReport {
  /**
   * The step after which no kept hypothesis leads to the sentence, from 1, counted over all beams
   * of the search.
   */
  readonly step: number;
  /** The head whose dependents were ordered then; null for the whole sentence. */
  readonly head: number | null;
  /** The words so far of the best hypothesis that leads to the sentence. */
  readonly prefix: string;
  /**
   * Its rank among all results of the step, from 1; null if no hypothesis leads to the sentence.
   */
  readonly rank: number | null;
}

/** The first edge of a sentence's best tree that a best-first search lost, and how. */
export interface LostEdge extends Omit<EdgeLoss, 'edge'> {
  readonly edge: ExpectedEdge;
}

/** The effort with which a best-first search finds a sentence. */
export interface Reach {
  /** The number of the pop that gives the sentence. */
  readonly pops: number;
  /** Its number among the distinct popped sentences: the search must request this many results. */
  readonly results: number;
  /** The smallest of 1, 2, 4 … times the beam that allows this many pops. */
  readonly beam: number;
}

/** A word that no winning derivation uses with its offered tags or categories. */
export interface LackingTag {
  /** Its place in the bag, from 0. */
  readonly word: number;
  readonly form: string;
  /** The tag that it needs. */
  readonly tag: string;
  /** The category that it needs, in a bag with a grammar. */
  readonly category?: string;
  /** The offered tags; in a bag with a grammar the categories that are tried. */
  readonly offered: readonly string[];
}

/** A sentence with the parts of its score. */
export interface ScoredSentence extends Realization {
  /** By template; they sum to the score. */
  readonly contributions: readonly Contribution[];
  /** For each of its transitions, by template; they sum to the transition's score. */
  readonly byStep: readonly (readonly Contribution[])[];
}
