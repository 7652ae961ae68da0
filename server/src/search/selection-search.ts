import type { Selection } from '../bag/selections.ts';
import type { Problem } from '../problem/problem.ts';
import { distinct } from './derivation.ts';
import type { Derivation, Search, SearchOptions } from './search.ts';
import type { Stop } from '../util/stop.ts';

/** A string over some of a bag's words, and how it was built. */
export interface FoundSentence {
  readonly selection: Selection;
  readonly problem: Problem;
  readonly derivation: Derivation;
  /** What strings over different words are compared by (`fairScore`). */
  readonly score: number;
}

/** One selection, and its last search. */
export interface SelectionRun {
  readonly selection: Selection;
  readonly problem: Problem;
  found: readonly FoundSentence[];
  /**
   * Its last search; null before one. `decided` is a narrow one that looked ahead and had all that it needed for it:
   * where it found nothing, there is nothing.
   */
  searched: 'narrow' | 'decided' | 'wide' | null;
  /** Whether that search cut nothing off. */
  isExhaustive: boolean;
  /** Whether none of the selection's strings scores more than the first that was found. */
  isBest: boolean;
  /** Whether it put together what it had (`SearchResult`). */
  isCutShort: boolean;
  /** What it took. */
  work: number;
}

/** This share of the work that is allowed may be kept for the whole beam. */
const MOST_KEPT = 0.6;

/**
 * Searches a bag's selections one by one, as far as the work that it may take and its stop allow. A selection is
 * not begun that would take more than is left; the first one is, and the first with the whole beam.
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
  /** What the most expensive searches took, with the whole beam and with a narrow one. */
  #mostWide = 0;
  #mostNarrow = 0;

  /**
   * @param longest words of the bag
   * @param allowed units of work
   * @param onFound told of what a search with the whole beam finds while it runs
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

  /** Whether so many more selections can be searched with the whole beam, if they take what others did. */
  allows(count: number): boolean {
    return count * this.#mostWide <= this.#left;
  }

  /**
   * Searches a selection, if enough is left then to search the best ones with the whole beam.
   *
   * @param best so many, with the whole beam of `width` hypotheses
   * @returns whether it did
   */
  searchNarrow(run: SelectionRun, options: SearchOptions, best: number, width: number): boolean {
    const most = this.#mostNarrow;
    const kept = Math.min(this.#mostKept, (best * most * width) / options.beam);
    if (this.#isBegun && this.#left < kept + most) return false;
    this.#run(run, 'narrow', options);
    if (!this.isStopped && options.budget.states > 0) run.searched = 'decided';
    this.#mostNarrow = Math.max(most, run.work);
    return !this.isStopped;
  }

  /**
   * Searches a selection with the whole beam, unless it was.
   *
   * @param narrow the beam of its narrow search, if it had one
   */
  searchWide(run: SelectionRun, options: SearchOptions, narrow: number): void {
    if (run.searched === 'wide') return;
    const expected = run.searched === null ? this.#mostWide : (run.work * options.beam) / narrow;
    if (this.#mostWide > 0 && this.#left < expected) return;
    this.#run(run, 'wide', options);
    this.#mostWide = Math.max(this.#mostWide, run.work);
  }

  /** Once it is asked to stop, no further selection is searched. */
  #run(run: SelectionRun, searched: 'narrow' | 'wide', options: SearchOptions): void {
    if (this.#isBegun && !this.isStopped) this.isStopped = this.#stop.requested;
    if (this.isStopped) return;
    this.#isBegun = true;
    const { selection, problem } = run;
    const foundOf = (derivation: Derivation): FoundSentence => ({
      ...{ selection, problem, derivation },
      score: fairScore(derivation, this.#longest),
    });
    const onFound = searched === 'wide' ? this.#onFound : undefined;
    const told = onFound && { onFound: (one: Derivation) => onFound(foundOf(one)) };
    const result = this.#search.search(problem, { ...options, ...told }, this.#stop, null);
    const {
      derivations,
      ranToEnd: isWhole,
      isExhaustive,
      isBest,
      isCutShort = false,
      work,
    } = result;
    this.isStopped = !isWhole;
    this.#left -= work;
    run.searched = searched;
    // What was proven stays the best where nothing was left for another proof.
    const isProven = run.isBest && !run.isExhaustive && !isBest;
    const proven = isProven ? run.found.slice(0, 1) : [];
    run.isExhaustive = isExhaustive;
    run.isBest = isBest || isProven;
    run.isCutShort = isCutShort;
    run.work = work;
    // A wider beam may end in dead ends once the way out of them may cost no more.
    if (derivations.length === 0) return;
    const all = [...proven.map(({ derivation }) => derivation), ...derivations];
    const kept = isProven ? distinct(all, problem, options.results) : all;
    run.found = kept.map(foundOf);
  }
}

/**
 * Strings of fewer words have fewer transitions, whose scores may be of either sign: they are compared by
 * the mean score of a transition, here times the transitions that all words of the bag would take, so
 * that it is the sum where all are used.
 *
 * @param longest words of the bag
 */
export function fairScore({ score, steps }: Derivation, longest: number): number {
  return Math.round((score * (2 * longest - 1)) / steps.length);
}
