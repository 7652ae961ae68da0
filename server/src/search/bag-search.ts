import type { Bag } from '../bag/bag.ts';
import {
  countSelections,
  MOST_SELECTIONS,
  selectionsOf,
  type Selection,
} from '../bag/selections.ts';
import { isOrderable } from '../problem/order-constraints.ts';
import { Problem } from '../problem/problem.ts';
import type { Budget } from './budget.ts';
import { compareSequences, Sequences } from './derivation.ts';
import { Registry, type Resources, type SearchChoice, type SearchName } from './registry.ts';
import type { Derivation, Search, SearchOptions } from './search.ts';
import type { Stop } from './stop.ts';

/** A string over some of a bag's words, and how it was built. */
export interface Found {
  readonly selection: Selection;
  readonly problem: Problem;
  readonly derivation: Derivation;
  /** What strings over different words are compared by (`fairScore`). */
  readonly score: number;
}

export interface BagResult {
  /** The search that ran; null where none did. */
  readonly search: SearchName | null;
  /** Why none did, in a sentence; null where one did, or where there was nothing to search. */
  readonly refusal: string | null;
  /** Distinct strings, best first. */
  readonly found: readonly Found[];
  /** It was not asked to stop, and looked at every selection. */
  readonly isWhole: boolean;
  /** Whether there may be strings though none was found. */
  readonly isUndecided: boolean;
}

type Asked = Pick<SearchOptions, 'beam' | 'results'>;

/** So many selections are searched with the whole beam: those that do best with a narrow one. */
const MOST_SEARCHED = 16;
const NARROW_BEAM = 4;
/** What may be tried for a way out of dead ends, over all selections: a second or so. */
const LOOKAHEAD_STATES = 300_000;

/**
 * Searches a bag's words, whichever of them are used together, with the search that is asked for. It
 * keeps its working memory from bag to bag, and serves one at a time.
 */
export class BagSearch {
  readonly #resources: Resources;
  readonly #registry: Registry;

  constructor(resources: Resources) {
    this.#resources = resources;
    this.#registry = new Registry(resources);
  }

  search(bag: Bag, choice: SearchChoice, { beam, results }: Asked, stop: Stop): BagResult {
    const runs: Run[] = [];
    let looked = 0;
    for (const selection of selectionsOf(bag)) {
      // Once it is asked to stop, one selection is enough.
      if (looked === MOST_SELECTIONS || (runs.length > 0 && stop.requested)) break;
      looked++;
      if (isOrderable(selection.bag)) runs.push({ selection, found: [] });
    }
    const isWhole = looked === countSelections(bag) - (hasEmptySelection(bag) ? 1 : 0);
    const none = { search: null, refusal: null, found: [], isWhole, isUndecided: !isWhole };
    if (runs.length === 0) return none;
    const chosen = this.#registry.choose(
      choice,
      runs.map(({ selection }) => selection.bag),
    );
    if (typeof chosen === 'string') return { ...none, refusal: chosen };
    const budget: Budget = { states: LOOKAHEAD_STATES };
    const context: SearchContext = {
      search: chosen.search,
      longest: bag.words.length,
      stop,
      isWhole,
    };
    const spelling = new Spelling(bag);
    let searched = runs;
    if (runs.length > MOST_SEARCHED) {
      const narrow = { beam: NARROW_BEAM, results: 1, budget };
      for (const run of runs) this.#run(run, narrow, runs, context);
      searched = runs
        .filter(({ found }) => found.length > 0)
        .sort((a, b) => spelling.compare(a.found[0], b.found[0]))
        .slice(0, MOST_SEARCHED);
    }
    for (const run of searched) this.#run(run, { beam, results, budget }, runs, context);
    return {
      search: chosen.name,
      refusal: null,
      found: best(searched, results, spelling),
      isWhole: context.isWhole,
      isUndecided: !context.isWhole || budget.states <= 0,
    };
  }

  /** Searches one selection, unless it was asked to stop and there is a string already. */
  #run(run: Run, options: SearchOptions, runs: readonly Run[], context: SearchContext): void {
    if (!context.isWhole && runs.some(({ found }) => found.length > 0)) return;
    const { selection } = run;
    const problem = new Problem(selection.bag, this.#resources.model.lexicon);
    const { derivations, isWhole } = context.search.search(problem, options, context.stop, null);
    if (!isWhole) context.isWhole = false;
    run.found = derivations.map((derivation) => ({
      selection,
      problem,
      derivation,
      score: fairScore(derivation, context.longest),
    }));
  }
}

/** What the searches of a bag's selections share. */
interface SearchContext {
  readonly search: Search;
  /** Words of the bag. */
  readonly longest: number;
  readonly stop: Stop;
  isWhole: boolean;
}

/** One selection, and what was found of it. */
interface Run {
  readonly selection: Selection;
  found: readonly Found[];
}

/** What the strings of a bag's selections are compared by: their forms, as integers. */
class Spelling {
  readonly #bag: Bag;
  /** By word of the bag: the forms of its surface words, numbered as they sort. */
  #forms: (readonly number[])[] | null = null;

  constructor(bag: Bag) {
    this.#bag = bag;
  }

  of({ derivation, problem, selection }: Found): readonly number[] {
    const forms = (this.#forms ??= this.#number());
    return derivation.variants.flatMap(
      (variant) => forms[selection.places[problem.places[problem.variantWord[variant]]]],
    );
  }

  /** The better first; of the same score by what they spell, not by how the bag was written. */
  compare(a: Found, b: Found): number {
    return b.score - a.score || compareSequences(this.of(a), this.of(b));
  }

  #number(): (readonly number[])[] {
    const parts = this.#bag.words.map(({ form }) => form.split(' '));
    const numbers = new Map([...new Set(parts.flat())].sort().map((part, i) => [part, i]));
    return parts.map((forms) => forms.map((form) => numbers.get(form)!));
  }
}

/** The best of the selections' strings: of those that are spelled alike the better one. */
function best(runs: readonly Run[], results: number, spelling: Spelling): readonly Found[] {
  if (runs.length === 1) return runs[0].found;
  const seen = new Sequences();
  return runs
    .flatMap((run) => run.found)
    .sort((a, b) => spelling.compare(a, b))
    .filter((found) => seen.add(spelling.of(found)))
    .slice(0, results);
}

/** Whether all of a bag's words may be left out; that selection is none. */
function hasEmptySelection({ words, choices }: Bag): boolean {
  const chosen = new Set(choices.flatMap((choice) => choice.words));
  return chosen.size === words.length && choices.every(({ optional }) => optional);
}

/**
 * Strings of fewer words have fewer transitions, whose scores may be of either sign: they are compared by
 * the mean score of a transition, here times the transitions that all words of the bag would take, so
 * that it is the sum where all are used.
 *
 * @param longest words of the bag
 */
function fairScore({ score, steps }: Derivation, longest: number): number {
  return Math.round((score * (2 * longest - 1)) / steps.length);
}
