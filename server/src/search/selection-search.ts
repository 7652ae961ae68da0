import type { Selection } from '../bag/selections.ts';
import type { Problem } from '../problem/problem.ts';
import { distinct } from './derivation.ts';
import type { Derivation, Search, SearchOptions } from './search.ts';
import type { Stop } from '../util/stop.ts';

/** A sentence that a search found, over all or some of a bag's words. */
export interface FoundSentence {
  readonly selection: Selection;
  readonly problem: Problem;
  readonly derivation: Derivation;
  /** Its `fairScore`: comparable with the scores of sentences that use other words of the bag. */
  readonly score: number;
}

/** A string that is ranked, but not shown in the list. */
export interface FoundString {
  readonly problem: Problem;
  readonly variants: readonly number[];
  /** Like `FoundSentence.score`. */
  readonly score: number;
}

/** A selection of a bag's words, and the results of its last search. */
export interface SelectionRun {
  readonly selection: Selection;
  readonly problem: Problem;
  found: readonly FoundSentence[];
  /** The strings that rank below `found` and are not shown (`SearchResult.below`). */
  below: readonly FoundString[];
  /**
   * The kind of the last search; null before the first search. `narrow` and `wide` refer to the
   * beam. `decided` is a narrow search whose lookahead was not used up: if it found no sentence, no
   * sentence exists.
   */
  searched: 'narrow' | 'decided' | 'wide' | null;
  isExhaustive: boolean;
  /** Whether it is proven that no sentence scores higher than the first in `found`. */
  isProven: boolean;
  isCutShort: boolean;
  /** The widest beam of the last search, if it is wider than requested; otherwise 0. */
  widened: number;
  work: number;
}

/**
 * The narrow searches come first, and leave some work for the searches with the whole beam. They
 * need not leave more than this share of the work.
 */
const MOST_KEPT = 0.6;

/**
 * Searches the selections of a bag one by one, until the allowed work is used up or the stop comes.
 * A search begins only if, judging by earlier searches, the remaining work is enough. But the first
 * search always begins, and so does the first search with the whole beam.
 */
export class SelectionSearch {
  isStopped = false;
  readonly #search: Search;
  readonly #longest: number;
  readonly #stop: Stop;
  readonly #onFound: ((found: FoundSentence) => void) | undefined;
  #left: number;
  readonly #mostKept: number;
  #isBegun = false;
  /**
   * The most work that one search has taken so far: first with the whole beam, then with a narrow
   * beam.
   */
  #mostWide = 0;
  #mostNarrow = 0;

  /**
   * @param longest the number of words in the bag
   * @param allowed the limit on the work, in the units of `workOfStep`
   * @param onFound called at once with each sentence that a search with the whole beam finds
   */
  constructor(
    search: Search,
    longest: number,
    allowed: number,
    stop: Stop,
    onFound?: (found: FoundSentence) => void,
  ) {
    this.#onFound = onFound;
    this.#search = search;
    this.#longest = longest;
    this.#left = allowed;
    this.#mostKept = MOST_KEPT * allowed;
    this.#stop = stop;
  }

  /**
   * Whether the remaining work is enough for `count` more searches with the whole beam. Each is
   * expected to take the most work that such a search has taken so far.
   */
  allows(count: number): boolean {
    return count * this.#mostWide <= this.#left;
  }

  /**
   * Searches a selection with a narrow beam, unless too little work would be left for the whole
   * beam.
   *
   * @param best the number of selections to search with the whole beam later
   * @param width the width of the whole beam
   * @returns whether it searched without a stop
   */
  searchNarrow(run: SelectionRun, options: SearchOptions, best: number, width: number): boolean {
    const most = this.#mostNarrow;
    const kept = Math.min(this.#mostKept, (best * most * width) / options.beam);
    if (this.#isBegun && this.#left < Math.max(1, kept + most)) return false;
    // This search may take more work than any narrow search before it. Its limit leaves enough work
    // for the searches with the whole beam.
    this.#run(run, 'narrow', { ...options, work: (1 - MOST_KEPT) * this.#left });
    if (!this.isStopped && options.budget.states > 0) run.searched = 'decided';
    this.#mostNarrow = Math.max(most, run.work);
    return !this.isStopped;
  }

  /**
   * Searches a selection with the whole beam, unless this was done before or too little work is
   * left.
   *
   * @param narrow the width of the beam in the selection's narrow search, if there was one
   */
  searchWide(run: SelectionRun, options: SearchOptions, narrow: number): void {
    if (run.searched === 'wide') return;
    const expected = run.searched === null ? this.#mostWide : (run.work * options.beam) / narrow;
    if (this.#mostWide > 0 && this.#left < expected) return;
    this.#run(run, 'wide', { ...options, work: this.#left });
    this.#mostWide = Math.max(this.#mostWide, run.work);
  }

  /** Runs a search. After a stop it does nothing, but the very first search runs in any case. */
  #run(run: SelectionRun, searched: 'narrow' | 'wide', options: SearchOptions): void {
    if (this.#isBegun && !this.isStopped) this.isStopped = this.#stop.requested;
    if (this.isStopped) return;
    this.#isBegun = true;
    const { selection, problem } = run;
    const foundOf = (derivation: Derivation): FoundSentence => ({
      ...{ selection, problem, derivation },
      score: fairScore(derivation.score, derivation.steps.length, this.#longest),
    });
    const onFound = searched === 'wide' ? this.#onFound : undefined;
    const listener = onFound && { onFound: (one: Derivation) => onFound(foundOf(one)) };
    const result = this.#search.search(problem, { ...options, ...listener }, this.#stop, null);
    const { derivations, below = [], isExhaustive, isProven, isCutShort = false, work } = result;
    this.isStopped = !result.ranToEnd;
    this.#left -= work;
    run.searched = searched;
    // An earlier search may have proved that its first sentence has the highest score. Then this
    // sentence stays first, even if the limit on proofs keeps this search from proving it again.
    const wasProven = run.isProven && !run.isExhaustive && !isProven;
    const proven = wasProven ? run.found.slice(0, 1) : [];
    run.isExhaustive = isExhaustive;
    run.isProven = isProven || wasProven;
    run.isCutShort = isCutShort;
    run.widened = result.widened ?? 0;
    run.work = work;
    // If the whole beam lost all its states in dead ends, the sentences of the narrow search stay.
    if (derivations.length === 0) return;
    const all = [...proven.map(({ derivation }) => derivation), ...derivations];
    const kept = wasProven ? distinct(all, problem, options.results) : all;
    run.found = kept.map(foundOf);
    run.below = below.map(({ variants, score }) => ({
      problem,
      variants,
      score: fairScore(score, 2 * variants.length - 1, this.#longest),
    }));
  }
}

/**
 * Makes the scores of sentences with different numbers of words comparable: returns the mean score
 * of a transition, times the number of transitions that all words of the bag would take.
 *
 * @param longest the number of words in the bag
 */
export function fairScore(score: number, steps: number, longest: number): number {
  return Math.round((score * (2 * longest - 1)) / steps);
}
