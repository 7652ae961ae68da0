import type { Problem } from '../../problem/problem.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { distinct } from '../derivation.ts';
import type {
  Derivation,
  Observer,
  Search,
  SearchOptions,
  SearchResult,
  StepObserver,
} from '../search.ts';
import { SentenceBeam } from '../sentence-beam.ts';
import { ArcStandard } from './arc-standard.ts';
import { Completability } from './completable.ts';

/** Beam search with arc-standard transitions, for any bag without a grammar. */
export class TransitionSearch implements Search {
  readonly #beam: SentenceBeam<ArcStandard>;

  constructor(scoring: Scoring) {
    // The beam limits the hypotheses with the same string only if there is a language model. Then
    // the limit raises BLEU a little. Without a language model, it may lower BLEU by up to 0.1.
    this.#beam = new SentenceBeam(new ArcStandard(scoring), scoring.fluency !== null);
  }

  search(
    problem: Problem,
    { beam: width, results, budget, ...strings }: SearchOptions,
    stop: Stop,
    observer: Observer | null,
  ): SearchResult {
    const beam = this.#beam;
    const { system } = beam;
    beam.begin(problem, width, strings);
    beam.run(stop, observer);
    let { work } = beam;
    if (beam.size === 0 && !beam.isStopped && budget.states > 0) {
      // Every hypothesis ended in a dead end, so the search is repeated with a lookahead.
      beam.begin(problem, width, strings);
      system.completability = new Completability(system.states, budget, stop);
      beam.run(stop, observer);
      work += beam.work;
    }
    const derivations = distinct(beam.derivations(), problem, results);
    const { isStopped, isCut } = beam;
    const isExhaustive = !isStopped && !isCut;
    return { derivations, ranToEnd: !isStopped, isExhaustive, isProven: isExhaustive, work };
  }

  explain(problem: Problem, derivation: Derivation, observer: StepObserver): void {
    this.#beam.system.explain(problem, derivation, observer);
  }
}
