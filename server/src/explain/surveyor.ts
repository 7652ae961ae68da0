import type { Bag } from '../bag/bag.ts';
import { BagSearch, LIMITS } from '../search/bag-search.ts';
import { textOf } from '../search/realization.ts';
import { isBestFirst, Registry, type Resources, type SearchChoice } from '../search/registry.ts';
import type { FoundSentence } from '../search/selection-search.ts';
import type { Stop } from '../util/stop.ts';
import type { RecordedChart } from './chart-recorder.ts';
import { SentenceExplanation } from './sentence-explanation.ts';
import type { SearchEffort } from './search-chart.ts';

export interface SurveyOptions {
  readonly beam: number;
  readonly results: number;
  readonly search: SearchChoice;
}

/** Measures how much work the search of a bag does. Keeps its working memory between bags. */
export class Surveyor {
  readonly #registry: Registry;
  readonly #bags: BagSearch;

  constructor(resources: Resources) {
    this.#registry = new Registry(resources);
    this.#bags = new BagSearch(this.#registry, LIMITS);
  }

  /**
   * A bag with optional words or alternatives has several selections of its words, and only one of
   * them is measured: the selection of the first sentence. For best-first, it is the selection of
   * the expected sentence, if there is one.
   *
   * @param words the words of the expected sentence
   * @returns a message for the user if nothing was found
   */
  survey(
    bag: Bag,
    words: readonly string[] | null,
    { beam, results, search: choice }: SurveyOptions,
    stop: Stop,
  ): SearchEffort | string {
    const { refusal, found, search } = this.#bags.search(bag, choice, { beam, results }, stop);
    if (refusal !== null) return refusal;
    const first = found.at(0);
    if (search === null || first === undefined) return NOTHING_FOUND;
    const question = new SentenceExplanation(
      bag,
      words ?? [],
      search,
      { beam, results },
      this.#registry,
      stop,
    );
    if (!isBestFirst(search)) {
      const steps = question.record(first.problem, () => 0).flatMap((one) => one.steps);
      const kept = steps.reduce((sum, step) => sum + step.kept.length, 0);
      return { kind: 'beam', kept, steps: steps.length };
    }
    const expected = words === null ? null : question.best(found);
    const chart = question.chart((expected ?? first).problem);
    return {
      kind: 'best-first',
      ...chart.chart,
      expected: expected && treeOf(chart, expected),
      isOfOneChoice: bag.choices.length > 0,
    };
  }
}

const NOTHING_FOUND = 'The search found no sentence.';

function treeOf(
  chart: RecordedChart,
  expected: FoundSentence,
): { text: string } & ReturnType<RecordedChart['follow']> {
  return { text: textOf(expected), ...chart.follow(expected.derivation) };
}
