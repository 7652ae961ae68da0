import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { Beam } from '../beam.ts';
import { distinct } from '../derivation.ts';
import type { Derivation, Observer, Search, SearchOptions, SearchResult } from '../search.ts';
import type { Stop } from '../stop.ts';
import { ArcStandard } from './arc-standard.ts';
import { Completability } from './completable.ts';

/** Beam search with transitions: it takes any problem. */
export class TransitionSearch implements Search {
  readonly #beam: Beam<ArcStandard>;

  constructor(scoring: Scoring) {
    this.#beam = new Beam(new ArcStandard(scoring));
  }

  search(
    problem: Problem,
    { beam: width, results, budget }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    beam.start(beam.system.begin(problem), width);
    let isWhole = this.#run(stop, observer);
    if (beam.size === 0 && isWhole) {
      // Every hypothesis ended in a dead end: only now is it worth to look ahead.
      beam.start(beam.system.begin(problem), width);
      const { states } = beam.system;
      beam.system.completability = new Completability(states, budget, stop);
      isWhole = this.#run(stop, observer);
    }
    return { derivations: distinct(this.#derivations(), problem, results), isWhole };
  }

  /**
   * Takes all steps. Once it is asked to stop, it finishes the best hypothesis alone: a few
   * milliseconds, whatever the beam was.
   *
   * @returns whether it was never asked to stop
   */
  #run(stop: Stop, observer: Observer | null): boolean {
    const beam = this.#beam;
    let isWhole = true;
    for (let step = 0; step < beam.system.steps; step++) {
      if (isWhole && stop.requested) {
        isWhole = false;
        beam.setWidth(1);
      }
      if (observer === null) beam.step();
      else beam.stepObserved(observer);
    }
    return isWhole;
  }

  *#derivations(): Generator<Derivation> {
    const { kept, size, system } = this.#beam;
    for (let i = 0; i < size; i++) yield system.derivationOf(kept[i]);
  }
}
