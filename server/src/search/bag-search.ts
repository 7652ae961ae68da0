import type { Bag } from '../bag/bag.ts';
import { countSelections, hasEmptySelection, spreadSelections } from '../bag/selections.ts';
import { MOST_TRIED, workOfProblem } from './budget.ts';
import type { StateBudget } from '../bag/satisfiability.ts';
import { compareSequences, Sequences } from './derivation.ts';
import { type Registry, type SearchChoice, type SearchName } from './registry.ts';
import type { SearchOptions } from './search.ts';
import { SelectionSearch, type FoundSentence, type SelectionRun } from './selection-search.ts';
import type { Stop } from '../util/stop.ts';

export interface BagResult {
  /** The search that ran; null where none did. */
  readonly search: SearchName | null;
  /** Why none did, in a sentence; null where one did, or where there was nothing to search. */
  readonly refusal: string | null;
  /** Distinct strings, best first. */
  readonly found: readonly FoundSentence[];
  /** How many selections the bag has, and how many of them were tried. */
  readonly selections: number;
  readonly tried: number;
  /** Whether sentences were put together of parts that a search had when it had used up what it may take. */
  readonly isCutShort: boolean;
  /** Whether it was asked to stop before its end. */
  readonly isStopped: boolean;
  /** Whether there may be strings though none was found. */
  readonly isUndecided: boolean;
  /** Whether these are all strings there are: nothing was cut off, and fewer were found than were asked for. */
  readonly isAll: boolean;
  /** Whether no string scores more than the first, of all there are: nothing was cut off, or it is proven. */
  readonly isBest: boolean;
}

/** What is asked for, beside the search. */
export interface SearchRequest extends Pick<SearchOptions, 'beam' | 'results'> {
  /** What the proofs of the search `exact` may try together; `MOST_TRIED` where it is left out. */
  readonly mostTried?: number;
}

/** So many selections are searched with the whole beam: those that do best with a narrow one. */
const MOST_SEARCHED = 16;
const NARROW_BEAM = 4;
const NO_LOOKAHEAD: StateBudget = { states: 0 };
/** What a wider beam may take grows in proportion. */
const LIMITED_BEAM = 64;

/** What the searches of one bag may take together: counted, so that results are the same on every machine. */
export interface Limits {
  /** Of the searches of its selections at a beam of 64, in units of work. The first one is searched in any case. */
  readonly work: number;
  /** Of preparing selections, in units of work. */
  readonly preparation: number;
  /** What may be tried for a way out of dead ends. */
  readonly lookahead: StateBudget;
}

/** Two seconds or so, half a second, and a second. */
export const LIMITS: Limits = {
  work: 5_000_000,
  preparation: 750_000,
  lookahead: { states: 300_000 },
};

/**
 * Searches a bag's words, whichever of them are used together, with the search that is asked for. It
 * keeps its working memory from bag to bag, and serves one at a time.
 */
export class BagSearch {
  readonly #limits: Limits;
  readonly #registry: Registry;

  constructor(registry: Registry, limits: Limits) {
    this.#registry = registry;
    this.#limits = limits;
  }

  /** @param onFound told of sentences that are found while the search runs, if it finds one after the other */
  search(
    bag: Bag,
    choice: SearchChoice,
    { beam, results, mostTried = MOST_TRIED }: SearchRequest,
    stop: Stop,
    onFound?: (found: FoundSentence) => void,
  ): BagResult {
    const selections = countSelections(bag) - (hasEmptySelection(bag) ? 1 : 0);
    const refusal = this.#registry.refusalOf(bag);
    const { runs, unorderable, isStopped } =
      refusal === null ? this.#prepare(bag, stop) : { runs: [], unorderable: 0, isStopped: false };
    const nothing: BagResult = {
      search: null,
      refusal,
      found: [],
      selections,
      tried: unorderable,
      isCutShort: false,
      isStopped,
      isUndecided: unorderable < selections,
      isAll: unorderable === selections,
      isBest: unorderable === selections,
    };
    if (runs.length === 0) return nothing;
    const chosen = this.#registry.choose(
      choice,
      runs.map(({ selection }) => selection.bag),
    );
    if (typeof chosen === 'string') return { ...nothing, refusal: chosen };
    const limit = this.#limits.work * Math.max(1, beam / LIMITED_BEAM);
    const { length } = bag.words;
    const searching = new SelectionSearch(chosen.search, length, limit, stop, onFound);
    const budget = { ...this.#limits.lookahead };
    const proof = { states: mostTried };
    const wide = { beam, results, budget, proof };
    const spelling = new Spelling(bag);
    const narrow = { beam: NARROW_BEAM, results: 1, budget: NO_LOOKAHEAD, proof };
    let promising = runs;
    if (runs.length <= MOST_SEARCHED) searching.searchWide(runs[0], wide, NARROW_BEAM);
    if (runs.length > MOST_SEARCHED || !searching.allows(runs.length - 1)) {
      for (const run of runs) {
        if (run.searched !== null) continue;
        if (!searching.searchNarrow(run, narrow, MOST_SEARCHED, beam)) break;
      }
      for (const run of runs) {
        if (run.searched !== 'narrow' || run.found.length > 0) continue;
        if (budget.states <= 0) break;
        if (!searching.searchNarrow(run, { ...narrow, budget }, MOST_SEARCHED, beam)) break;
      }
      promising = runs
        .filter(({ found }) => found.length > 0)
        .sort((a, b) => spelling.compare(a.found[0], b.found[0]))
        .slice(0, MOST_SEARCHED);
    }
    for (const run of promising) searching.searchWide(run, wide, NARROW_BEAM);
    // One that met dead ends, and was not searched again with a way out of them, may have sentences.
    const isTried = ({ searched, found }: SelectionRun): boolean =>
      searched === 'narrow' ? found.length > 0 : searched !== null;
    const tried = unorderable + runs.filter(isTried).length;
    const isCut = isStopped || searching.isStopped;
    const found = best(promising, results, spelling);
    const first = found.at(0);
    const isCutShort = promising.some(
      (run) => run.isCutShort && (first === undefined || run.selection === first.selection),
    );
    return {
      search: chosen.name,
      refusal: null,
      found,
      selections,
      tried,
      isCutShort,
      isStopped: isCut,
      isUndecided: isCut || isCutShort || tried < selections || budget.states <= 0,
      isAll:
        found.length < results &&
        unorderable + runs.length === selections &&
        runs.every(({ isExhaustive }) => isExhaustive),
      isBest: unorderable + runs.length === selections && runs.every(({ isBest }) => isBest),
    };
  }

  /** The selections whose words can be ordered, as far as looking for them is allowed. */
  #prepare(bag: Bag, stop: Stop): Prepared {
    const runs: SelectionRun[] = [];
    let unorderable = 0;
    let work = 0;
    for (const selection of spreadSelections(bag)) {
      const isFirst = runs.length + unorderable === 0;
      if (!isFirst && work >= this.#limits.preparation) break;
      // Once it is asked to stop, one selection is enough.
      if (!isFirst && stop.requested) return { runs, unorderable, isStopped: true };
      const problem = this.#registry.problemOf(selection.bag, stop);
      work += workOfProblem(selection.bag);
      if (problem.isOrderable) {
        runs.push({
          ...{ selection, problem, found: [], searched: null, work: 0 },
          ...{ isExhaustive: false, isBest: false, isCutShort: false },
        });
      } else if (stop.requested) return { runs, unorderable, isStopped: true };
      else unorderable++;
    }
    return { runs, unorderable, isStopped: false };
  }
}

interface Prepared {
  readonly runs: readonly SelectionRun[];
  /** How many selections were looked at whose words cannot be ordered. */
  readonly unorderable: number;
  readonly isStopped: boolean;
}

/** What the strings of a bag's selections are compared by: their forms, as integers. */
class Spelling {
  readonly #bag: Bag;
  /** By word of the bag: the forms of its surface words, numbered as they sort. */
  #forms: (readonly number[])[] | null = null;

  constructor(bag: Bag) {
    this.#bag = bag;
  }

  of({ derivation, problem, selection }: FoundSentence): readonly number[] {
    const forms = (this.#forms ??= this.#number());
    return derivation.variants.flatMap(
      (variant) => forms[selection.places[problem.places[problem.variantWord[variant]]]],
    );
  }

  /** The better first; of the same score by what they spell, not by how the bag was written. */
  compare(a: FoundSentence, b: FoundSentence): number {
    return b.score - a.score || compareSequences(this.of(a), this.of(b));
  }

  #number(): (readonly number[])[] {
    const parts = this.#bag.words.map(({ form }) => form.split(' '));
    const numbers = new Map([...new Set(parts.flat())].sort().map((part, i) => [part, i]));
    return parts.map((forms) => forms.map((form) => numbers.get(form)!));
  }
}

/** The best of the selections' strings: of those that are spelled alike the better one. */
function best(
  runs: readonly SelectionRun[],
  results: number,
  spelling: Spelling,
): readonly FoundSentence[] {
  if (runs.length === 1) return runs[0].found;
  const seen = new Sequences();
  return runs
    .flatMap((run) => run.found)
    .sort((a, b) => spelling.compare(a, b))
    .filter((found) => seen.add(spelling.of(found)))
    .slice(0, results);
}
