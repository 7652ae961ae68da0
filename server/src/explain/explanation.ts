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

export interface Explanation {
  readonly class: ExplanationClass;
  /** Among the sentences that the search found, from 1; null if the sentence was not found. */
  readonly rank: number | null;
  /** Where the beam lost the sentence; null if it found the sentence, or if there is no beam. */
  readonly loss: LossReport | null;
  /**
   * Where best-first lost the sentence. Null if best-first found the sentence, or if another search
   * ran.
   */
  readonly lostEdge: LostEdge | null;
  /**
   * What wider searches found. Null unless the sentence's best derivation scores more than the
   * first sentence of the list. If another known sentence scores even more, no search runs, and
   * only `higher` has a value.
   */
  readonly wider: WiderSearches | null;
  /** Empty unless the class is `dictionary` or `grammar`. */
  readonly lacking: readonly LackingTag[];
  /**
   * The fragments of the sentence that the grammar's rules can build, without regard to the bag's
   * arcs. Null if the bag has no grammar, if the sentence has no derivation or more than a hundred
   * words, or if every join in its derivation follows a rule.
   */
  readonly fragments: Fragments | null;
  /**
   * The sentence with the derivation that the explanation shows and scores. `ScoredList` in
   * `explainer.ts` chooses this derivation. Null if the sentence has no derivation.
   */
  readonly expected: ScoredSentence | null;
  /** The sentence to compare with, by default the first sentence. */
  readonly against: ScoredSentence | null;
  /** The scores that the search itself gave; null for a sentence that it did not find. */
  readonly found: { readonly expected: number | null; readonly against: number | null };
  /**
   * The rank that the sentence would have if the search had found everything that is known: the
   * best derivations of all expected sentences, and the sentence that a proof found. Null if the
   * sentence has no derivation, or would overtake no other sentence.
   */
  readonly wouldBe: number | null;
  /** Whether it is certain that no derivation of the sentence scores higher than `expected`. */
  readonly isExact: boolean;
  /** The parts of the two scores by template, the greatest difference first. */
  readonly templates: readonly Comparison[];
  /**
   * The first step, from 1, in which the derivations of `expected` and `against` differ. Null if no
   * step differs, or if one of the two is null.
   */
  readonly firstDifference: number | null;
  /** Each of these additions alone makes the sentence come first. */
  readonly help: readonly Addition[];
  /**
   * All these additions together make the sentence come first. Empty if a single addition is
   * enough, or if no such set was found.
   */
  readonly together: readonly Addition[];
  /** Whether a search for additions reached its time limit, so that there may be others. */
  readonly isHelpCut: boolean;
}

export interface WiderSearches {
  /** The smallest tried beam that puts the sentence first. */
  readonly smallestBeam: number | null;
  /** The widest tried beam; null if no beam was tried except the requested beam. */
  readonly widest: number | null;
  /**
   * Another sentence that scores more than the explained sentence. The search missed the best
   * derivations of both. So the explained sentence would not come first even if the search missed
   * nothing.
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
   * enough, or if another search ran.
   */
  readonly reach: Reach | null;
}

/** An explanation, or a message for the user if the search does not accept the bag. */
export type Explained = Explanation | string;

export interface LossReport {
  /**
   * The step after which no kept hypothesis leads to the sentence. Steps count from 1, over all
   * beams of the search.
   */
  readonly step: number;
  /** The head of the dependents to order; null if the step builds the whole sentence. */
  readonly head: number | null;
  /**
   * The words of the step's best hypothesis that leads to the sentence. If the step made no such
   * hypothesis, the words of the best one before the step.
   */
  readonly prefix: string;
  /**
   * The rank, from 1, of this hypothesis among all results of the step, kept or not. Null if the
   * step made no such hypothesis.
   */
  readonly rank: number | null;
  /**
   * The number of hypotheses that the step kept. Steps for a head with many dependents, and the
   * last step for any head, may keep fewer than the beam's width.
   */
  readonly kept: number;
}

/** The first edge of a sentence's best tree that a best-first search lost, and the reason. */
export interface LostEdge extends Omit<EdgeLoss, 'edge'> {
  readonly edge: ExpectedEdge;
}

export interface Reach {
  /** The number of edges that the search pops until it pops the sentence. */
  readonly pops: number;
  /**
   * How many results to request so that the sentence is among them. The sentence needs as many
   * results as its rank among the distinct sentences that the search pops, in the order of the
   * pops. If the user requested more results than that, this is the requested number.
   */
  readonly results: number;
  /** The smallest tried beam with which the search finds the sentence. */
  readonly beam: number;
}

/**
 * A word for which the sentence needs a tag or, with a grammar, a category that the search does not
 * offer.
 *
 * - With the class `dictionary`: in all found derivations with which the sentence would come first,
 *   the word has a tag or category that is not offered.
 * - With the class `grammar`: in all found derivations in which every join follows a rule, the word
 *   has a category that is not offered.
 *
 * In the best of these derivations, the word has the tag `tag` and the category `category`.
 */
export interface LackingTag {
  /** The word's index in the bag. */
  readonly word: number;
  readonly form: string;
  readonly tag: string;
  /** Only in a bag with a grammar. */
  readonly category?: string;
  /** The offered tags or, with a grammar, the offered categories. */
  readonly offered: readonly string[];
}

export interface ScoredSentence extends Realization {
  /** By template; their sum is the score. */
  readonly contributions: readonly Contribution[];
  /** The parts of each transition's score, by template. */
  readonly byStep: readonly (readonly Contribution[])[];
}
