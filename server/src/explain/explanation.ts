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
 * - `dictionary`: it would come first with a plausible tag (with a grammar: category) that is not
 *   offered for a word.
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
  /** The sentence's rank among all sentences that the search found, from 1; null if it was not found. */
  readonly rank: number | null;
  /** Where the beam lost the sentence; null if it did not, or there is no beam. */
  readonly loss: LossReport | null;
  /** Where a best-first search lost the sentence; null if it did not, or another search ran. */
  readonly lostEdge: LostEdge | null;
  /**
   * What wider searches found. They are tried if the first sentence of the list scores less than this
   * sentence. Null if none was tried.
   */
  readonly wider: WiderSearches | null;
  /** For the class `dictionary`: the words that need a tag or a category that is not offered for them. */
  readonly lacking: readonly LackingTag[];
  /**
   * The fragments that the rules of a grammar make of the sentence's words; given arcs are ignored. Null if
   * the bag has no grammar, if the rules span the sentence, or if the sentence has more than a hundred words.
   */
  readonly fragments: Fragments | null;
  /**
   * The sentence with its best known derivation. For most sentences of the list, this is the
   * derivation that the search found, so the scores agree (see `ScoredList` in `explainer.ts`).
   */
  readonly expected: ScoredSentence | null;
  /**
   * The sentence to compare with, by default the first sentence. Its derivation is chosen in the same way as
   * the derivation of `expected`.
   */
  readonly against: ScoredSentence | null;
  /**
   * The scores that the search itself found for `expected` and `against`; null if it did not find the
   * sentence.
   */
  readonly found: { readonly expected: number | null; readonly against: number | null };
  /**
   * The rank that the sentence would have if the search had found the best known derivations of all expected
   * sentences and of the sentence of a proof. Null if the sentence has no derivation, or would pass none of
   * the sentences that the search ranked before it.
   */
  readonly wouldBe: number | null;
  /**
   * Whether no derivation of the sentence scores higher than `expected`. This is certain if the
   * search for its derivations cut nothing off.
   */
  readonly isExact: boolean;
  /** The parts of both scores by template, the greatest difference first. */
  readonly templates: readonly Comparison[];
  /**
   * The first step in which the two derivations differ, from 1; null if one is the beginning of the
   * other.
   */
  readonly firstDifference: number | null;
  /** Additions to the bag, the smallest first. Each of them alone makes the sentence come first. */
  readonly help: readonly Addition[];
  /**
   * Additions that together make the sentence come first. Empty if a single addition is enough, or if none
   * were found.
   */
  readonly together: readonly Addition[];
  /** Whether a search for additions reached its time limit. Then other additions may help. */
  readonly isHelpCut: boolean;
}

/** The result of wider searches for a sentence that scores higher than the first. */
export interface WiderSearches {
  /** The smallest tried beam that puts the sentence first; null if none of the tried beams does. */
  readonly smallestBeam: number | null;
  /** The widest tried beam; null if the requested beam is already too wide. */
  readonly widest: number | null;
  /**
   * A sentence that scores even higher than this sentence, and whose best derivation the search missed, too;
   * null if none is known.
   */
  readonly higher: {
    readonly text: string;
    readonly score: number;
    /**
     * The beam that puts this sentence first. Null if no beam found the sentence: a proof found it, or it is
     * another expected sentence.
     */
    readonly beam: number | null;
    readonly isExpected: boolean;
  } | null;
  /**
   * The effort with which best-first puts the sentence first; null if no such effort was found, or if another search
   * ran.
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
  /** The head of the dependents that the step orders; null for the whole sentence. */
  readonly head: number | null;
  /** The words so far of the best hypothesis that leads to the sentence. */
  readonly prefix: string;
  /**
   * The rank, from 1, of the best hypothesis that leads to the sentence. All results of the step count, also
   * those that it did not keep. Null if there is no such hypothesis.
   */
  readonly rank: number | null;
  /**
   * How many hypotheses the step kept. The last step of a head passes on fewer orders than the beam
   * is wide, and a head with many dependents has a narrower beam.
   */
  readonly kept: number;
}

/** The first edge of a sentence's best tree that a best-first search lost, and how. */
export interface LostEdge extends Omit<EdgeLoss, 'edge'> {
  readonly edge: ExpectedEdge;
}

/** The effort with which a best-first search finds a sentence. */
export interface Reach {
  /** The number of the pop that gives the sentence. */
  readonly pops: number;
  /** The sentence's rank among the distinct popped sentences, and so the number of results to request. */
  readonly results: number;
  /** The beam to request. It is the smallest of the current beam times 1, 2, 4 … that allows these pops. */
  readonly beam: number;
}

/**
 * A word that needs a tag or category which is not offered for it. It needs it in every derivation in which
 * the sentence would win.
 */
export interface LackingTag {
  /** The word's index in the bag. */
  readonly word: number;
  readonly form: string;
  /** The tag that the word needs. */
  readonly tag: string;
  /** The category that the word needs, in a bag with a grammar. */
  readonly category?: string;
  /** The offered tags or, in a bag with a grammar, the categories that are tried. */
  readonly offered: readonly string[];
}

/** A sentence with the parts of its score. */
export interface ScoredSentence extends Realization {
  /** The parts of the score by template; their sum is the score. */
  readonly contributions: readonly Contribution[];
  /** For each transition, the parts of its score by template; their sum is the transition's score. */
  readonly byStep: readonly (readonly Contribution[])[];
}
