import type { Bag } from '../bag/bag.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import { countSelections, hasEmptySelection, spreadSelections } from '../bag/selections.ts';
import type { Stop } from '../util/stop.ts';
import { MOST_TRIED, workAllowed, workOfProblem } from './budget.ts';
import { compareSequences, Sequences } from './derivation.ts';
import type { Problem } from '../problem/problem.ts';
import type { Registry, SearchChoice, SearchName } from './registry.ts';
import type { SearchOptions } from './search.ts';
import { rowsOf } from './rows.ts';
import {
  SelectionSearch,
  type FoundSentence,
  type FoundString,
  type SelectionRun,
} from './selection-search.ts';

/**
 * How the search of a bag ended: the first of these that applies.
 *
 * - `refused`: no search accepts the bag.
 * - `stopped`: the caller's stop ended it.
 * - `untried`: the limits did not allow a search of every selection.
 * - `put-together`: a search reached its limit, and then joined its parts into sentences.
 * - `narrowed`: only the likeliest categories of the words were tried.
 * - `lookahead-spent`: the limit on looking ahead for dead ends was reached, so sentences may be
 *   missing.
 * - `finished`: none of the above.
 */
export type BagSearchEnd =
  'refused' | 'stopped' | 'untried' | 'put-together' | 'narrowed' | 'lookahead-spent' | 'finished';

export interface BagResult {
  readonly end: BagSearchEnd;
  /** For the user: why no search accepts the bag. Null if a search accepts it. */
  readonly refusal: string | null;
  readonly search: SearchName | null;
  /**
   * Sentences with distinct strings, best first. There may be more than `SearchRequest.results`,
   * since the list that users see passes over some sentences that begin alike (`rowsOf`).
   */
  readonly found: readonly FoundSentence[];
  readonly below: readonly FoundString[];
  /** How many ways there are to choose among the bag's optional words and alternatives. */
  readonly selections: number;
  readonly tried: number;
  /**
   * For a bag with a grammar: how many categories of the words were tried, and how many were not,
   * in the selection with the most untried categories.
   */
  readonly uses: { readonly tried: number; readonly untried: number };
  /** Whether `found` and `below` together contain all strings of the bag. */
  readonly isAll: boolean;
  /**
   * Whether it is certain that no string scores higher than the first: nothing was cut off, or a
   * proof shows it.
   */
  readonly isProven: boolean;
  /** The widest beam, if the search of a selection was repeated with a wider beam; otherwise 0. */
  readonly widened: number;
}

export interface SearchRequest extends Pick<SearchOptions, 'beam' | 'results' | 'rows'> {
  /**
   * Only for a choice that proves the highest score (`isProving`): the limit on the actions that
   * all proofs together try.
   */
  readonly mostTried?: number;
}

/**
 * At most this many selections are searched with the whole beam. If there are more, a narrow beam
 * finds the most promising selections first.
 */
const MOST_SEARCHED = 16;
const NARROW_BEAM = 4;
const NO_LOOKAHEAD: StateBudget = { states: 0 };

/**
 * Limits for all searches of one bag. They count work instead of time, so that results are the same
 * on every machine.
 */
export interface Limits {
  /**
   * The work of all searches together, for a beam of 64 hypotheses, in the units of `workOfStep`.
   * The first selection is always searched, even beyond this limit.
   */
  readonly work: number;
  /** The work of building the problems of selections, in the same units. */
  readonly preparation: number;
  /** The parser states that all lookaheads for dead ends together may examine. */
  readonly lookahead: StateBudget;
}

/** About two seconds of search, half a second of preparation, and one second of lookahead. */
export const LIMITS: Limits = {
  work: 5_000_000,
  preparation: 750_000,
  lookahead: { states: 300_000 },
};

/** Searches all selections of a bag's words, one bag at a time. */
export class BagSearch {
  readonly #limits: Limits;
  readonly #registry: Registry;

  constructor(registry: Registry, limits: Limits) {
    this.#registry = registry;
    this.#limits = limits;
  }

  /** @param onFound called with each sentence as soon as it is found. Only some searches call it */
  search(
    bag: Bag,
    choice: SearchChoice,
    request: SearchRequest,
    stop: Stop,
    onFound?: (found: FoundSentence) => void,
  ): BagResult {
    const refusal = this.#registry.refusalOf(bag);
    if (refusal !== null) return refused(refusal);
    const prepared = this.#prepare(bag, stop);
    const { runs, unorderable, selections } = prepared;
    if (runs.length === 0) return withoutRuns(prepared);
    const chosen = this.#registry.choose(
      choice,
      runs.map(({ selection }) => selection.bag),
    );
    if (typeof chosen === 'string') return refused(chosen);
    const limit = workAllowed(this.#limits.work, request.beam);
    const searching = new SelectionSearch(chosen.search, bag.words.length, limit, stop, onFound);
    const lookahead = { ...this.#limits.lookahead };
    const spelling = new Spelling(runs);
    const promising = searchRuns(runs, searching, request, lookahead, spelling);
    const found = firstOf(promising, request.results, spelling);
    const below = promising.flatMap((run) => run.below);
    const tried = unorderable + runs.filter(isTried).length;
    const narrowest = runs
      .map(({ problem }) => problem)
      .reduce((most, one) => (one.untriedUses > most.untriedUses ? one : most));
    const endOf = (): BagSearchEnd => {
      if (prepared.isStopped || searching.isStopped) return 'stopped';
      if (tried < selections) return 'untried';
      if (isPutTogether(promising, found)) return 'put-together';
      if (narrowest.untriedUses > 0) return 'narrowed';
      return lookahead.states <= 0 ? 'lookahead-spent' : 'finished';
    };
    const areAllPrepared = unorderable + runs.length === selections && narrowest.untriedUses === 0;
    return {
      end: endOf(),
      refusal: null,
      search: chosen.name,
      ...{ found, below, selections, tried },
      uses: { tried: narrowest.variantCount, untried: narrowest.untriedUses },
      isAll:
        areAllPrepared &&
        runs.every(
          (run) => hasAllFound(run) && run.found.length + run.below.length < request.results,
        ),
      isProven: areAllPrepared && runs.every(({ isProven }) => isProven),
      widened: Math.max(...promising.map(({ widened }) => widened)),
    };
  }

  #prepare(bag: Bag, stop: Stop): PreparedRuns {
    const selections = countSelections(bag) - (hasEmptySelection(bag) ? 1 : 0);
    const runs: SelectionRun[] = [];
    let unorderable = 0;
    let work = 0;
    for (const selection of spreadSelections(bag)) {
      const isFirst = runs.length + unorderable === 0;
      if (!isFirst && work >= this.#limits.preparation) break;
      // The first selection is prepared in any case, even after a stop.
      if (!isFirst && stop.requested) return { runs, unorderable, selections, isStopped: true };
      const problem = this.#registry.problemOf(selection.bag, stop);
      work += workOfProblem(selection.bag);
      if (problem.isOrderable) {
        runs.push({
          ...{ selection, problem, found: [], below: [], searched: null, work: 0 },
          ...{ isExhaustive: false, isProven: false, isCutShort: false, widened: 0 },
        });
      } else if (stop.requested) return { runs, unorderable, selections, isStopped: true };
      else unorderable++;
    }
    return { runs, unorderable, selections, isStopped: false };
  }
}

interface PreparedRuns {
  readonly runs: readonly SelectionRun[];
  /** How many selections cannot be ordered under the constraints. */
  readonly unorderable: number;
  readonly selections: number;
  readonly isStopped: boolean;
}

/**
 * Searches all selections with the whole beam, if there are few enough and the limit on work allows
 * it. Otherwise, a narrow beam finds the best selections, and the whole beam searches only these.
 *
 * @returns the selections that contribute sentences
 */
function searchRuns(
  runs: readonly SelectionRun[],
  searching: SelectionSearch,
  { beam, results, rows, mostTried = MOST_TRIED }: SearchRequest,
  lookahead: StateBudget,
  spelling: Spelling,
): readonly SelectionRun[] {
  const proof = { states: mostTried };
  // A string that ranks low in its own selection may still be shown. So with several selections,
  // each search must return all its strings with their derivations.
  const shown = runs.length === 1 ? rows : undefined;
  const wide = { beam, results, rows: shown, budget: lookahead, proof };
  const searchWide = (run: SelectionRun): void => searching.searchWide(run, wide, NARROW_BEAM);
  if (runs.length <= MOST_SEARCHED) {
    searchWide(runs[0]);
    if (searching.allows(runs.length - 1)) {
      runs.forEach(searchWide);
      return runs;
    }
  }
  const narrow = { beam: NARROW_BEAM, results: 1, budget: NO_LOOKAHEAD, proof };
  for (const run of runs) {
    if (run.searched !== null) continue;
    if (!searching.searchNarrow(run, narrow, MOST_SEARCHED, beam)) break;
  }
  // If a narrow search found nothing, it may have met dead ends. It is repeated with a lookahead.
  for (const run of runs) {
    if (run.searched !== 'narrow' || run.found.length > 0) continue;
    if (lookahead.states <= 0) break;
    const ahead = { ...narrow, budget: lookahead };
    if (!searching.searchNarrow(run, ahead, MOST_SEARCHED, beam)) break;
  }
  const promising = runs
    .filter(({ found }) => found.length > 0)
    .sort((a, b) => spelling.compare(a.found[0], b.found[0]))
    .slice(0, MOST_SEARCHED);
  promising.forEach(searchWide);
  return promising;
}

const noUses = { tried: 0, untried: 0 };

/**
 * Makes the result if there is nothing to search: no selection can be ordered under the
 * constraints, or a limit or a stop ended the preparation.
 */
function withoutRuns({ unorderable, selections, isStopped }: PreparedRuns): BagResult {
  const isDecided = unorderable === selections;
  return {
    end: isStopped ? 'stopped' : isDecided ? 'finished' : 'untried',
    ...{ refusal: null, search: null, found: [], below: [] },
    ...{ selections, tried: unorderable, uses: noUses },
    ...{ isAll: isDecided, isProven: isDecided, widened: 0 },
  };
}

function refused(refusal: string): BagResult {
  return {
    ...{ end: 'refused', refusal, search: null, found: [], below: [] },
    ...{ selections: 0, tried: 0, uses: noUses, isAll: false, isProven: false, widened: 0 },
  };
}

/**
 * Whether all sentences of a selection are found. A narrow search returns at most one sentence, so
 * its result is complete only if it found none.
 */
function hasAllFound({ isExhaustive, searched, found }: SelectionRun): boolean {
  return isExhaustive && (searched === 'wide' || found.length === 0);
}

/**
 * Whether a selection counts as tried. A narrow search that found nothing does not count if it had
 * no lookahead: dead ends may hide sentences.
 */
function isTried({ searched, found }: SelectionRun): boolean {
  return searched === 'narrow' ? found.length > 0 : searched !== null;
}

/**
 * Whether the first sentence was put together: its search was stopped or reached a limit before it
 * found a sentence, and then joined its parts. If there is no sentence: whether any search was cut
 * short in this way.
 */
function isPutTogether(runs: readonly SelectionRun[], found: readonly FoundSentence[]): boolean {
  const first = found.at(0);
  return runs.some(
    (run) => run.isCutShort && (first === undefined || run.selection === first.selection),
  );
}

/**
 * Compares strings of different selections. Each selection's problem numbers its words in its own
 * way. So a surface word is represented by its rank among all sorted surface words of the bag.
 */
class Spelling {
  readonly #problems: readonly Problem[];
  #ranks: ReadonlyMap<Problem, Int32Array> | null = null;

  constructor(runs: readonly SelectionRun[]) {
    this.#problems = runs.map(({ problem }) => problem);
  }

  of({ derivation, problem }: FoundSentence): readonly number[] {
    const ranks = (this.#ranks ??= this.#rank()).get(problem)!;
    const { variantForm, surfaceStart } = problem;
    const spelled: number[] = [];
    for (const variant of derivation.variants) {
      const form = variantForm[variant];
      for (let i = surfaceStart[form]; i < surfaceStart[form + 1]; i++) spelled.push(ranks[i]);
    }
    return spelled;
  }

  /** Equal scores are ordered by text, so that the order of the words in the bag has no effect. */
  compare(a: FoundSentence, b: FoundSentence): number {
    return b.score - a.score || compareSequences(this.of(a), this.of(b));
  }

  #rank(): Map<Problem, Int32Array> {
    const texts = new Set(this.#problems.flatMap(({ surfaceText }) => surfaceText));
    const ranks = new Map([...texts].sort().map((text, rank) => [text, rank]));
    return new Map(
      this.#problems.map((problem) => [
        problem,
        Int32Array.from(problem.surfaceText, (text) => ranks.get(text)!),
      ]),
    );
  }
}

/**
 * Lists the distinct strings that the searches found, best first. With one selection, strings after
 * the last of the `results` rows that `rowsOf` chooses are left out. With several selections, all
 * strings are listed, so that ranks do not depend on the number of rows.
 */
function firstOf(
  runs: readonly SelectionRun[],
  results: number,
  spelling: Spelling,
): readonly FoundSentence[] {
  if (runs.length !== 1) return merged(runs, spelling);
  const [{ found }] = runs;
  const last = rowsOf(found, results, (one) => spelling.of(one)).at(-1) ?? -1;
  return found.slice(0, last + 1);
}

/** Of several sentences with the same string, keeps only the best. */
function merged(runs: readonly SelectionRun[], spelling: Spelling): readonly FoundSentence[] {
  const seen = new Sequences();
  return runs
    .flatMap((run) => run.found)
    .sort((a, b) => spelling.compare(a, b))
    .filter((found) => seen.add(spelling.of(found)));
}
