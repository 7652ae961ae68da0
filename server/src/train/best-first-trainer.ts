import { derivationOf, type Reference } from '../search/arc-standard/oracle.ts';
import { FIRST_SHIFT, RIGHTARC } from '../scoring/arc-standard/records.ts';
import { Agenda } from '../search/best-first/agenda.ts';
import { Chart } from '../search/best-first/chart.ts';
import { Treelets } from '../search/best-first/treelets.ts';
import { drawCondition } from './conditions.ts';
import { drawExample } from './drawn-example.ts';
import { GoldEdges, type GoldStep } from './gold-edges.ts';
import { Lessons } from './lessons.ts';
import { RareWordLexicon } from './rare-words.ts';
import { bestFirstScoringsOf } from './trainer.ts';
import type { BestFirstLearning, Example, Lesson, Trainer, TrainerStart } from './trainer.ts';
import { WeightChanges } from './weight-changes.ts';

const POPS_PER_WORD = 12;
/**
 * Longer sentences are skipped. The time of a search grows with the square of the number of edges.
 */
const MOST_WORDS = 25;
/** The chart keeps this many accepted edges, besides the leaves. */
const CHART = 1000;

const nothing = new Int32Array(0);

/**
 * Learns weights for the best-first search (Zhang & Clark 2015, Algorithm 3). `BestFirstLearning`
 * explains gold and wrong edges.
 *
 * When the search pops a wrong edge, the weights change so that even the worst of the gold edges
 * that wait to be popped beats the wrong edge by a margin. The change is as small as possible, and
 * limited. Then all edges are scored again, and the search goes on. The wrong edge stays in the
 * chart only if `expandsNegatives` is set. At the end of the sentence, the trainer undoes all
 * changes, and returns them as a lesson.
 */
export class BestFirstTrainer implements Trainer {
  readonly #lexicon: RareWordLexicon;
  readonly #phrases: number;
  readonly #margin: number;
  readonly #learning: BestFirstLearning;
  /** Indexed by part of the treebank: the edges, scored with the part's language model. */
  readonly #treelets: readonly Treelets[];
  readonly #agenda = new Agenda();
  readonly #chart = new Chart();
  readonly #changes: WeightChanges;

  constructor(start: TrainerStart) {
    const { weights, lexicon, options } = start;
    this.#lexicon = new RareWordLexicon(lexicon, options.dropout);
    this.#phrases = options.phrases;
    this.#margin = options.margin;
    this.#learning = options.bestFirst;
    this.#treelets = bestFirstScoringsOf(start).map((scoring) => new Treelets(scoring));
    this.#changes = new WeightChanges(weights);
  }

  decode(example: Example): Lesson {
    if (example.sentence.forms.length > MOST_WORDS) {
      return { found: false, rewarded: nothing, punished: nothing };
    }
    const { problem, reference } = drawExample(
      example,
      this.#lexicon,
      this.#phrases,
      drawCondition,
    );
    const treelets = this.#treelets[example.part % this.#treelets.length];
    treelets.begin(problem, null, true);
    this.#chart.begin(CHART);
    const search = new Lessons(
      treelets,
      new GoldEdges(treelets, treeletSteps(treelets, reference)),
      this.#changes,
      {
        agenda: this.#agenda,
        chart: this.#chart,
        margin: this.#margin,
        learning: this.#learning,
      },
    );
    const found = search.run(POPS_PER_WORD * problem.size);
    const changed = this.#changes.takeBack();
    return { found, rewarded: nothing, punished: nothing, changed };
  }
}

/** Yields the steps of the only derivation of a treebank tree. */
export function* treeletSteps(treelets: Treelets, reference: Reference): Generator<GoldStep> {
  for (const action of derivationOf(reference)) {
    if (action >= FIRST_SHIFT) yield { leaf: treelets.leafOf(action - FIRST_SHIFT) };
    else yield { join: treelets.arcJoin(action === RIGHTARC) };
  }
}
