import type { Bag } from '../constraints/bag.ts';
import { Completability } from '../constraints/completable.ts';
import { isOrderable } from '../constraints/order.ts';
import { Problem } from '../constraints/problem.ts';
import { MOST_SELECTIONS, selectionsOf, type Selection } from '../constraints/selections.ts';
import type { LanguageModel } from '../lm/language-model.ts';
import type { Model } from '../model/model.ts';
import { BottomUp, isFullTree } from './bottom-up/bottom-up.ts';
import type { Stop } from './stop.ts';
import { Beam } from './transition/beam.ts';
import { kBest, type Derivation } from './transition/k-best.ts';
import { scoringOf } from './transition/scoring.ts';

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
}

export interface SearchResult {
  /** Best first; those over the same words spell different strings. */
  readonly found: readonly Found[];
  /** It was not asked to stop, and looked at every selection. */
  readonly isWhole: boolean;
  /** Whether there may be strings though none was found. */
  readonly isUndecided: boolean;
}

/** So many of them are searched with the whole beam: those that do best with a narrow one. */
const MOST_SEARCHED = 16;
const NARROW_BEAM = 4;
/** States that may be tried for a way out of dead ends: a second or so. */
const LOOKAHEAD_STATES = 50_000;

/**
 * Searches a bag's words, whichever of them are used together: full trees from the leaves up, everything
 * else, and full trees with constraints on the order, with transitions. It keeps its working memory from
 * bag to bag, and serves one at a time.
 */
export class BagSearch {
  readonly #lexicon: Model['lexicon'];
  readonly #beam: Beam;
  readonly #bottomUp: BottomUp | null;

  constructor(model: Model, languageModel: LanguageModel | null) {
    this.#lexicon = model.lexicon;
    this.#beam = new Beam(scoringOf(model, languageModel));
    this.#bottomUp = model.orderWeights === null ? null : new BottomUp(model.orderWeights);
  }

  search(bag: Bag, options: SearchOptions, stop: Stop): SearchResult {
    const runs: Run[] = [];
    let looked = 0;
    for (const selection of selectionsOf(bag)) {
      if (looked++ === MOST_SELECTIONS) break;
      if (!isOrderable(selection.bag)) continue;
      const problem = new Problem(selection.bag, this.#lexicon);
      runs.push({ selection, problem, found: [], isUndecided: false });
    }
    // The two searches' scores do not compare.
    const bottomUp = runs.every(({ problem }) => isFullTree(problem) && problem.precedence === null)
      ? this.#bottomUp
      : null;
    let isWhole = looked <= MOST_SELECTIONS;
    const search = (run: Run, given: SearchOptions): void => {
      // Once it is asked to stop, one string is enough.
      if (!isWhole && runs.some(({ found }) => found.length > 0)) return;
      const searched =
        bottomUp === null
          ? this.#searchTransitions(run, given, stop)
          : bottomUp.search(run.problem, given.beam, given.results, stop);
      isWhole &&= searched.isWhole;
      run.found = searched.derivations.map((derivation) => ({
        selection: run.selection,
        problem: run.problem,
        derivation,
        score: fairScore(derivation, bag.words.length),
      }));
    };
    let searched = runs;
    if (runs.length > MOST_SEARCHED) {
      for (const run of runs) search(run, { beam: NARROW_BEAM, results: 1 });
      const best = ({ found }: Run): number => found.at(0)?.score ?? -Infinity;
      searched = runs.toSorted((a, b) => best(b) - best(a)).slice(0, MOST_SEARCHED);
    }
    for (const run of searched) search(run, options);
    return {
      found: searched.flatMap((run) => run.found).sort((a, b) => b.score - a.score),
      isWhole,
      isUndecided: !isWhole || runs.some((run) => run.isUndecided),
    };
  }

  #searchTransitions(run: Run, { beam: width, results }: SearchOptions, stop: Stop): Searched {
    const beam = this.#beam;
    const { problem } = run;
    let isWhole = searchProblem(beam, problem, width, stop, null);
    if (beam.size === 0) {
      const completability = new Completability(problem, LOOKAHEAD_STATES);
      isWhole = searchProblem(beam, problem, width, stop, completability);
      run.isUndecided = completability.budget === 0;
    }
    return { derivations: kBest(beam, problem, results), isWhole };
  }
}

/** The search of one selection. */
interface Run {
  readonly selection: Selection;
  readonly problem: Problem;
  found: readonly Found[];
  isUndecided: boolean;
}

interface Searched {
  readonly derivations: readonly Derivation[];
  /** Whether it was never asked to stop. */
  readonly isWhole: boolean;
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
