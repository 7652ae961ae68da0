import { mix, spread } from '../util/hash.ts';
import { Random } from '../util/random.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { Perceptron } from './perceptron.ts';
import type { Example, Lesson, Trainers, TrainerStart, TrainSentence } from './trainer.ts';

/** Learns weights from sentences, in an order and with draws that follow from its seed. */
export class Learner {
  readonly #perceptron: Perceptron;
  readonly #trainers: Trainers;
  readonly #batch: number;
  readonly #seed: number;
  readonly #random: Random;
  readonly #order: TrainSentence[];

  /**
   * @param bits there are 2^bits weights
   * @param batch sentences that are decoded with the same weights
   */
  constructor(
    sentences: readonly TrainSentence[],
    { bits, batch, seed }: { readonly bits: number; readonly batch: number; readonly seed: number },
    start: Omit<TrainerStart, 'weights'>,
    openTrainers: (start: TrainerStart) => Trainers,
  ) {
    this.#perceptron = new Perceptron(bits);
    this.#trainers = openTrainers({ ...start, weights: this.#perceptron.weights });
    this.#batch = batch;
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#order = [...sentences];
  }

  /**
   * Learns from each sentence once. The examples of a batch are decoded with the same weights, by
   * however many threads, and learned in their order.
   *
   * @param pass counted from 1
   * @returns how many sentences were found as they are
   */
  async pass(pass: number, onExamples: (count: number) => void): Promise<number> {
    let found = 0;
    const examples = this.#random
      .shuffle(this.#order)
      .map((sentence, place) => ({ ...sentence, seed: this.#seedOf(pass, place) }));
    for (let done = 0; done < examples.length; done += this.#batch) {
      const batch = examples.slice(done, done + this.#batch);
      for (const lesson of await decode(batch, this.#trainers)) {
        this.#perceptron.update(lesson.rewarded, 1);
        this.#perceptron.update(lesson.punished, -1);
        this.#perceptron.nextExample();
        if (lesson.found) found++;
      }
      onExamples(batch.length);
    }
    return found;
  }

  /** The average of the weights after each example so far. */
  average(): Float32Array {
    return this.#perceptron.average();
  }

  /** Ends its threads. */
  close(): Promise<void> {
    return this.#trainers.close();
  }

  /** The seed of an example: no thread's doing, and no other example's, shows in what it draws. */
  #seedOf(pass: number, place: number): number {
    return mix(mix(spread(this.#seed), pass), place);
  }
}

/** The mean of tables with as many weights. */
export function meanOf(tables: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(tables[0].length);
  for (const table of tables) {
    for (let i = 0; i < mean.length; i++) mean[i] += table[i];
  }
  for (let i = 0; i < mean.length; i++) mean[i] /= tables.length;
  return mean;
}

/** Decodes a batch; the longest sentences first, so that no thread is left with one at the end. */
async function decode(batch: readonly Example[], trainers: Trainers): Promise<readonly Lesson[]> {
  const length = ({ sentence }: Example): number => sentence.forms.length;
  const longestFirst = [...batch.entries()].sort(([, a], [, b]) => length(b) - length(a));
  const lessons = new Array<Lesson>(batch.length);
  await mapConcurrently(longestFirst, trainers.threads, async ([place, example]) => {
    lessons[place] = await trainers.decode(example);
  });
  return lessons;
}
