import type { Addition } from '../bag/addition.ts';
import type { Realization } from '../search/realization.ts';
import type { Fragments } from './fragments.ts';
import type { EdgeLoss, ExpectedEdge } from './search-chart.ts';
import type { Comparison, Contribution } from './breakdown.ts';

/**
 * Why a sentence does not come first.
 *
 * - `met`: it comes first.
 * - `ranked`: it is in the list, below another sentence.
 * - `unreachable`: the words or the constraints of the bag rule it out.
 * - `dictionary`: it would come first if the dictionary offered more tags (with a grammar: more
 *   categories) for some words.
 * - `beam`: the search missed it (a search error), and a wider search puts it first.
 * - `search`: the search missed it, although it scores higher than the first sentence, and no tried
 *   wider search puts it first.
 * - `grammar`: no derivation of the bag's grammar spans it.
 * - `model`: another sentence scores at least as much (a model error).
 */
export const explanationClasses = [
  'unreachable',
  'dictionary',
  'grammar',
  'beam',
  'search',
  'model',
  'ranked',
  'met',
] as const;
export type ExplanationClass = (typeof explanationClasses)[number];

/** Why an expected sentence does not come first. */
export interface Explanation {
  readonly class: ExplanationClass;
  /**
   * The sentence's rank, from 1, among the sentences that the search found; null if the search did
   * not find it.
   */
  readonly rank: number | null;
  /**
   * Where the beam lost the sentence; null if the beam found the sentence, or if there is no beam.
   */
  readonly loss: LossReport | null;
  /**
   * Where a best-first search lost the sentence; null if it found the sentence, or if the search is
   * not best-first.
   */
  readonly lostEdge: LostEdge | null;
  /**
   * What wider searches found. They run only if the sentence's best derivation scores more than the
   * first sentence of the list. If another known sentence scores even more, they do not run, and
   * only `higher` has a value. Null if no wider search ran and no such sentence is known.
   */
  readonly wider: WiderSearches | null;
  /**
   * The words that need a tag or a category that is not offered for them. Empty unless the class is
   * `dictionary` or `grammar`.
   */
  readonly lacking: readonly LackingTag[];
  /**
   * The fragments that a grammar's rules make of the sentence's words. They ignore the arcs that
   * the bag gives. Null if the bag has no grammar, if the sentence's derivation uses rules alone,
   * or if the sentence has more than a hundred words.
   */
  readonly fragments: Fragments | null;
  /**
   * The sentence, with the derivation whose score is shown. This is the best known derivation or,
   * for some sentences of the list, the derivation that the search found (see `ScoredList` in
   * `explainer.ts`). Null if the sentence has no derivation.
   */
  readonly expected: ScoredSentence | null;
  /**
   * The sentence to compare with, by default the first sentence; its derivation is chosen as for
   * `expected`. Null if there is no such sentence.
   */
  readonly against: ScoredSentence | null;
  /**
   * The scores that the search itself gave to the sentences `expected` and `against`; null for a
   * sentence that the search did not find.
   */
  readonly found: { readonly expected: number | null; readonly against: number | null };
  /**
   * The rank that the explained sentence would have if the search had found everything that is
   * known: the best known derivation of each expected sentence, and the sentence of highest score
   * that a proof found. Null if the explained sentence has no derivation, or would overtake no
   * other sentence.
   */
  readonly wouldBe: number | null;
  /**
   * Whether it is certain that no derivation of the sentence scores higher than `expected`. It is
   * certain if the search over the sentence's derivations cut off none of them.
   */
  readonly isExact: boolean;
  /**
   * The parts of the scores of `expected` and `against`, by template, the greatest difference
   * first.
   */
  readonly templates: readonly Comparison[];
  /**
   * The number, from 1, of the first step of `expected` that differs from the same step of
   * `against`; null if there is no such step.
   */
  readonly firstDifference: number | null;
  /**
   * Additions to the bag, in the order in which they were tried. Each of them alone makes the
   * sentence come first.
   */
  readonly help: readonly Addition[];
  /**
   * Additions that make the sentence come first if all of them are added. Empty if a single
   * addition is enough, or if no such set was found.
   */
  readonly together: readonly Addition[];
  /**
   * Whether a search for additions reached its time limit. If so, there may be other helpful
   * additions.
   */
  readonly isHelpCut: boolean;
}

/**
 * What wider searches found for a sentence that scores higher than the first sentence of the list.
 */
export interface WiderSearches {
  /** The smallest tried beam that puts the sentence first; null if no tried beam puts it first. */
  readonly smallestBeam: number | null;
  /** The widest tried beam; null if no beam was tried except the requested beam. */
  readonly widest: number | null;
  /**
   * Another sentence, whose best derivation the search missed as well. It scores more than the
   * explained sentence. So the explained sentence would not come first even if the search had
   * missed nothing. Null if no such sentence is known.
   */
  readonly higher: {
    readonly text: string;
    readonly score: number;
    /**
     * The beam that puts this sentence first. Null if no beam found it: then a proof found it, or
     * it is another expected sentence.
     */
    readonly beam: number | null;
    readonly isExpected: boolean;
  } | null;
  /**
   * How long best-first must search to put the sentence first. Null if no tried search was long
   * enough, or if the search is not best-first.
   */
  readonly reach: Reach | null;
}

/** An explanation, or a message for the user if the search does not accept the bag. */
export type Explained = Explanation | string;

export interface LossReport {
  /**
   * The number of the step after which no kept hypothesis leads to the sentence. Steps count from
   * 1, over all beams of the search.
   */
  readonly step: number;
  /**
   * The head, if the step orders the dependents of one head; null if it builds the whole sentence.
   */
  readonly head: number | null;
  /**
   * The words of the step's best hypothesis that leads to the sentence. If the step made no such
   * hypothesis, the words of the best such hypothesis before the step.
   */
  readonly prefix: string;
  /**
   * The rank, from 1, of this hypothesis among all results of the step, kept or not. Null if the
   * step made no hypothesis that leads to the sentence.
   */
  readonly rank: number | null;
  /**
   * The number of hypotheses that the step kept. It may be less than the width of the beam in two
   * kinds of steps: all steps for a head with many dependents, and the last step for any head.
   */
  readonly kept: number;
}

/** The first edge of a sentence's best tree that a best-first search lost, and the reason. */
export interface LostEdge extends Omit<EdgeLoss, 'edge'> {
  readonly edge: ExpectedEdge;
}

/** How long a best-first search must run to find a sentence. */
export interface Reach {
  /** The number of edges that the search pops until it pops the sentence. */
  readonly pops: number;
  /**
   * The number of results to request: the sentence's rank among the distinct sentences that the
   * search pops.
   */
  readonly results: number;
  /**
   * The beam to request: the smallest tried beam with which the search finds the sentence. The
   * tried beams are the requested beam, twice this beam, and so on.
   */
  readonly beam: number;
}

/**
 * A word that needs a tag or a category that was not offered for it. The word has such a tag or
 * category in every derivation with which the sentence would come first.
 */
export interface LackingTag {
  /** The word's index in the bag. */
  readonly word: number;
  readonly form: string;
  /** The tag that the word needs. */
  readonly tag: string;
  /** The category that the word needs, in a bag with a grammar. */
  readonly category?: string;
  /** The tags that were offered for the word or, with a grammar, the categories. */
  readonly offered: readonly string[];
}

/** A sentence with the parts of its score. */
export interface ScoredSentence extends Realization {
  /** The parts of the score by template; their sum is the score. */
  readonly contributions: readonly Contribution[];
  /**
   * For each transition: the parts of its score by template. Their sum is the transition's score.
   */
  readonly byStep: readonly (readonly Contribution[])[];
}
