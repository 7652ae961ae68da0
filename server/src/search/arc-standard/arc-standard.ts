import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { DerivationBuilder, distinct } from '../derivation.ts';
import type { Derivation, Search, SearchOptions, SearchResult } from '../search.ts';
import type { Stop } from '../stop.ts';
import { Beam } from './beam.ts';
import { Completability } from './completable.ts';
import { Field, FIRST_SHIFT, LEFTARC, NO_STATE, type States } from './states.ts';

/** Beam search with transitions: it takes any problem. */
export class ArcStandard implements Search {
  readonly #beam: Beam;

  constructor(scoring: Scoring) {
    this.#beam = new Beam(scoring);
  }

  search(
    problem: Problem,
    { beam: width, results, budget }: SearchOptions,
    stop: Stop,
  ): SearchResult {
    const beam = this.#beam;
    let isWhole = this.#run(problem, width, stop, null);
    if (beam.size === 0 && isWhole) {
      // Every hypothesis ended in a dead end: only now is it worth to look ahead.
      isWhole = this.#run(problem, width, stop, new Completability(problem, budget, stop));
    }
    return { derivations: distinct(this.#derivations(), problem, results), isWhole };
  }

  /**
   * Takes all steps. Once it is asked to stop, it finishes the best hypothesis alone: a few
   * milliseconds, whatever the beam was.
   *
   * @returns whether it was never asked to stop
   */
  #run(
    problem: Problem,
    width: number,
    stop: Stop,
    completability: Completability | null,
  ): boolean {
    const beam = this.#beam;
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

  *#derivations(): Generator<Derivation> {
    const { kept, size, states } = this.#beam;
    for (let i = 0; i < size; i++) yield derivationTo(states, kept[i]);
  }
}

function derivationTo({ data }: States, final: number): Derivation {
  const path: number[] = [];
  for (let state = final; data[state + Field.Parent] !== NO_STATE;) {
    path.push(state);
    state = data[state + Field.Parent];
  }
  const builder = new DerivationBuilder();
  for (const state of path.reverse()) {
    const action = data[state + Field.Action];
    const score = data[state + Field.Score] - data[data[state + Field.Parent] + Field.Score];
    if (action >= FIRST_SHIFT) builder.shift(action - FIRST_SHIFT, score);
    else if (action === LEFTARC) builder.leftArc(score);
    else builder.rightArc(score);
  }
  return builder.finish();
}
