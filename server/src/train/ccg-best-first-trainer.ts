import { Agenda } from '../search/best-first/agenda.ts';
import { Chart } from '../search/best-first/chart.ts';
import { Constituents } from '../search/ccg/constituents.ts';
import { GoldEdges } from './gold-edges.ts';
import { Lessons } from './lessons.ts';
import { DerivedExamples } from './derived-examples.ts';
import { bestFirstScoringsOf, noLesson } from './trainer.ts';
import type { Example, Lesson, Trainer, TrainerOptions, TrainerStart } from './trainer.ts';
import { WeightChanges } from './weight-changes.ts';

const POPS_PER_WORD = 12;
/**
 * Longer sentences are skipped. The time of a search grows with the square of the number of edges.
 */
const MOST_WORDS = 25;
/**
 * The chart keeps this many accepted edges, besides the leaves (Zhang & Clark 2015, Section 3.4).
 */
const CHART = 1000;

/** Learns weights for best-first search over categories; `BestFirstTrainer` explains the method. */
export class CcgBestFirstTrainer implements Trainer {
  readonly #examples: DerivedExamples;
  readonly #options: TrainerOptions;
  /** Indexed by part of the treebank: the edges, scored with the part's language model. */
  readonly #constituents: readonly Constituents[];
  readonly #agenda = new Agenda();
  readonly #chart = new Chart();
  readonly #changes: WeightChanges;

  /** @throws {RangeError} if there is no grammar */
  constructor(start: TrainerStart) {
    this.#examples = new DerivedExamples(start, MOST_WORDS);
    this.#options = start.options;
    this.#constituents = bestFirstScoringsOf(start).map(
      (scoring) => new Constituents(scoring, this.#examples.grammar),
    );
    this.#changes = new WeightChanges(start.weights);
  }

  decode(example: Example): Lesson {
    const drawn = this.#examples.draw(example);
    if (drawn === null) return noLesson;
    const { problem } = drawn;
    const constituents = this.#constituents[example.part % this.#constituents.length];
    constituents.begin(problem, null, true);
    const actions = constituents.edges.actions.actionsOf(drawn.derivation, drawn.variants);
    if (actions === null) return noLesson;
    const steps = actions.map((action) => constituents.stepOfAction(action));
    this.#chart.begin(CHART);
    const { margin, bestFirst: learning } = this.#options;
    const lessons = new Lessons(constituents, new GoldEdges(constituents, steps), this.#changes, {
      ...{ agenda: this.#agenda, chart: this.#chart, margin, learning },
    });
    const found = lessons.run(POPS_PER_WORD * problem.size);
    return { ...noLesson, found, changed: this.#changes.takeBack() };
  }
}
