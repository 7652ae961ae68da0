import type { Bag } from '../bag/bag.ts';
import { Completability, type Budget } from './arc-standard/completable.ts';
import { isFullTree, isOrderable } from '../problem/order-constraints.ts';
import { Problem } from '../problem/problem.ts';
import {
  countSelections,
  MOST_SELECTIONS,
  selectionsOf,
  type Selection,
} from '../bag/selections.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { Model } from '../model/model.ts';
import { BottomUp } from './bottom-up/bottom-up.ts';
import type { Stop } from './stop.ts';
import { Beam } from './arc-standard/beam.ts';
import { kBest, type Derivation } from './arc-standard/k-best.ts';
import { scoringOf } from '../scoring/scoring.ts';
import { FIRST_SHIFT, wordOf } from './arc-standard/states.ts';

export interface SearchOptions {
  /** Hypotheses kept at each step. */
  readonly beam: number;
  /** Strings asked for (k). */
  readonly results: number;
}

/** A string over some of a bag's words, and how it was built. */
export interface Found {
  readonly selection: Selection;
  readonly problem: Problem;
  readonly derivation: Derivation;
  /** What strings over different words are compared by (`fairScore`). */
  readonly score: number;
  /** The forms, joined by spaces. */
  readonly text: string;
}

export interface SearchResult {
  /** Distinct strings, best first. */
  readonly found: readonly Found[];
  /** It was not asked to stop, and looked at every selection. */
  readonly isWhole: boolean;
  /** Whether there may be strings though none was found. */
  readonly isUndecided: boolean;
}

/** So many selections are searched with the whole beam: those that do best with a narrow one. */
const MOST_SEARCHED = 16;
const NARROW_BEAM = 4;
/** What may be tried for a way out of dead ends, over all selections: a second or so. */
const LOOKAHEAD_STATES = 300_000;

/**
 * Searches a bag's words, whichever of them are used together: full trees from the leaves up, everything
 * else, and full trees with constraints on the order, with transitions. It keeps its working memory from
 * bag to bag, and serves one at a time.
 */
export class BagSearch {
  readonly #model: Model;
  readonly #languageModel: LanguageModel | null;
  /** Made when it is needed: a model may have no weights for it. */
  #beam: Beam | null = null;
  readonly #bottomUp: BottomUp | null;

  constructor(model: Model, languageModel: LanguageModel | null) {
    this.#model = model;
    this.#languageModel = languageModel;
    const table = model.tables.get('bottom-up');
    this.#bottomUp = table === undefined ? null : new BottomUp(table.weights);
  }

  search(bag: Bag, options: SearchOptions, stop: Stop): SearchResult {
    const runs: Run[] = [];
    let looked = 0;
    for (const selection of selectionsOf(bag)) {
      // Once it is asked to stop, one selection is enough.
      if (looked === MOST_SELECTIONS || (runs.length > 0 && stop.requested)) break;
      looked++;
      if (isOrderable(selection.bag)) runs.push({ selection, found: [] });
    }
    const all: All = {
      bottomUp: runs.every(({ selection }) => isPlainTree(selection.bag)) ? this.#bottomUp : null,
      longest: bag.words.length,
      budget: { states: LOOKAHEAD_STATES },
      stop,
      isWhole: looked === countSelections(bag) - (hasEmptySelection(bag) ? 1 : 0),
    };
    let searched = runs;
    if (runs.length > MOST_SEARCHED) {
      for (const run of runs) this.#run(run, { beam: NARROW_BEAM, results: 1 }, runs, all);
      searched = runs
        .filter(({ found }) => found.length > 0)
        .sort((a, b) => compare(a.found[0], b.found[0]))
        .slice(0, MOST_SEARCHED);
    }
    for (const run of searched) this.#run(run, options, runs, all);
    return {
      found: best(searched, options.results),
      isWhole: all.isWhole,
      isUndecided: !all.isWhole || all.budget.states <= 0,
    };
  }

  /** Searches one selection, unless it was asked to stop and there is a string already. */
  #run(run: Run, options: SearchOptions, runs: readonly Run[], all: All): void {
    if (!all.isWhole && runs.some(({ found }) => found.length > 0)) return;
    const { selection } = run;
    const problem = new Problem(selection.bag, this.#model.lexicon);
    const searched =
      all.bottomUp === null
        ? this.#searchTransitions(problem, options, all)
        : all.bottomUp.search(problem, options.beam, options.results, all.stop);
    if (!searched.isWhole) all.isWhole = false;
    run.found = searched.derivations.map((derivation) => ({
      selection,
      problem,
      derivation,
      score: fairScore(derivation, all.longest),
      text: textOf(derivation, problem),
    }));
  }

  #searchTransitions(
    problem: Problem,
    { beam: width, results }: SearchOptions,
    all: All,
  ): Searched {
    const beam = (this.#beam ??= this.#openBeam());
    const { stop, budget } = all;
    let isWhole = searchProblem(beam, problem, width, stop, null);
    if (beam.size === 0 && isWhole) {
      const completability = new Completability(problem, budget, stop);
      isWhole = searchProblem(beam, problem, width, stop, completability);
    }
    return { derivations: kBest(beam, problem, results), isWhole };
  }

  /** @throws {ModelError} if the model was not trained for it */
  #openBeam(): Beam {
    return new Beam(scoringOf(this.#model.tables, 'arc-standard', this.#languageModel));
  }
}

/** What the searches of a bag's selections share. */
interface All {
  /** Where all selections are full trees without constraints on the order: scores do not compare. */
  readonly bottomUp: BottomUp | null;
  /** Words of the bag. */
  readonly longest: number;
  readonly budget: Budget;
  readonly stop: Stop;
  isWhole: boolean;
}

/** One selection, and what was found of it. */
interface Run {
  readonly selection: Selection;
  found: readonly Found[];
}

interface Searched {
  readonly derivations: readonly Derivation[];
  /** Whether it was never asked to stop. */
  readonly isWhole: boolean;
}

/** Whether the bottom-up search knows all of what a bag asks. */
function isPlainTree(bag: Bag): boolean {
  return isFullTree(bag) && bag.order.length === 0 && bag.chunks.length === 0;
}

/** The best of the selections' strings: of those that are spelled alike the better one. */
function best(runs: readonly Run[], results: number): readonly Found[] {
  if (runs.length === 1) return runs[0].found;
  const byText = new Map<string, Found>();
  for (const found of runs.flatMap((run) => run.found).sort(compare)) {
    if (!byText.has(found.text)) byText.set(found.text, found);
  }
  return [...byText.values()].slice(0, results);
}

/** Whether all of a bag's words may be left out; that selection is none. */
function hasEmptySelection({ words, choices }: Bag): boolean {
  const chosen = new Set(choices.flatMap((choice) => choice.words));
  return chosen.size === words.length && choices.every(({ optional }) => optional);
}

/** The better first; of the same score by what they spell, not by how the bag was written. */
function compare(a: Found, b: Found): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

function textOf({ steps }: Derivation, { surfaceStart, surfaceText }: Problem): string {
  return steps
    .filter(({ action }) => action >= FIRST_SHIFT)
    .flatMap(({ action }) => {
      const word = wordOf(action - FIRST_SHIFT);
      return surfaceText.slice(surfaceStart[word], surfaceStart[word + 1]);
    })
    .join(' ');
}

/**
 * Runs the search to its end. Once it is asked to stop, it finishes the best hypothesis alone: a few
 * milliseconds, whatever the beam was.
 *
 * @returns whether it was never asked to stop
 */
function searchProblem(
  beam: Beam,
  problem: Problem,
  width: number,
  stop: Stop,
  completability: Completability | null,
): boolean {
  let isWhole = true;
  beam.start(problem, width, completability);
  for (let step = 1; step < 2 * problem.size; step++) {
    if (isWhole && stop.requested) {
      isWhole = false;
      beam.setWidth(1);
    }
    beam.step();
  }
  return isWhole;
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
