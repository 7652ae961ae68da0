import { mix, spread } from '../util/hash.ts';
import { Random } from '../util/random.ts';
import { mapConcurrently } from '../realize/realizers.ts';
import { inLowerCase, LOWER_CASE_RATE } from '../treebank/lower-case.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { Perceptron } from './perceptron.ts';
import type { Example, Lesson, Trainers, TrainSentence } from './trainer.ts';

export interface LearnOptions {
  readonly passes: number;
  readonly learners: number;
  /** The table has 2^bits weights. */
  readonly bits: number;
  readonly batch: number;
  readonly seed: number;
  /** Whether some sentences, drawn anew at each visit, begin in lower case (`LOWER_CASE_RATE`). */
  readonly anyCase: boolean;
}

export interface LearnHost {
  readonly threads: number;
  /** @param weights in shared memory; they change between batches */
  openTrainers(weights: Int16Array): Trainers;
  /**
   * Called after each batch.
   *
   * @param pass 0 for parsed sentences
   * @param done the number of examples done in this pass
   */
  onExamples(pass: number, done: number, of: number): void;
}

export interface LearnedPass {
  /** From 1. */
  readonly pass: number;
  /** The percentage of examples for which the search found the reference. */
  readonly exact: number;
  /** The mean of the learners' averaged weights. */
  readonly average: Float32Array;
}

/**
 * Learns weights from sentences. Several learners visit the sentences, each in its own order. After
 * every pass, the learners' weights are averaged, so that the order matters little. (Unlike in
 * iterative parameter mixing, McDonald et al. 2010, no learner restarts from the mean.)
 *
 * @param parsed sentences with the trees of a parser. Each learner visits its share of them once,
 *   before the first pass. The averages do not include the weights of this visit
 */
export async function* learn(
  sentences: readonly TrainSentence[],
  parsed: readonly TrainSentence[],
  options: LearnOptions,
  host: LearnHost,
): AsyncGenerator<LearnedPass> {
  const learners = Array.from({ length: options.learners }, (_, i) => {
    const { bits, batch, seed, anyCase } = options;
    return new Learner(sentences, { bits, batch, seed: mix(seed, i), anyCase }, host);
  });
  const examples = sentences.length * learners.length;
  const inParallel = <T>(
    pass: number,
    of: number,
    visit: (learner: Learner, onExamples: (count: number) => void) => Promise<T>,
  ): Promise<T[]> => {
    let done = 0;
    return mapConcurrently(learners, host.threads, (learner) =>
      visit(learner, (count) => {
        done += count;
        host.onExamples(pass, done, of);
      }),
    );
  };
  try {
    if (parsed.length > 0) {
      await inParallel(0, parsed.length, (learner, onExamples) => {
        const at = learners.indexOf(learner);
        const share = parsed.filter((_, i) => i % learners.length === at);
        return learner.visitParsed(share, onExamples);
      });
    }
    for (let pass = 1; pass <= options.passes; pass++) {
      const found = await inParallel(pass, examples, (learner, onExamples) =>
        learner.pass(pass, onExamples),
      );
      const exact = (100 * found.reduce((sum, count) => sum + count)) / examples;
      yield { pass, exact, average: meanOf(learners.map((learner) => learner.average())) };
    }
  } finally {
    await Promise.all(learners.map((learner) => learner.close()));
  }
}

/** The seed determines the order of sentences and the random draws. */
class Learner {
  readonly #perceptron: Perceptron;
  readonly #trainers: Trainers;
  readonly #batch: number;
  readonly #seed: number;
  readonly #anyCase: boolean;
  readonly #random: Random;
  readonly #order: TrainSentence[];

  constructor(
    sentences: readonly TrainSentence[],
    { bits, batch, seed, anyCase }: Omit<LearnOptions, 'passes' | 'learners'>,
    host: LearnHost,
  ) {
    this.#perceptron = new Perceptron(bits);
    this.#trainers = host.openTrainers(this.#perceptron.weights);
    this.#batch = batch;
    this.#seed = seed;
    this.#anyCase = anyCase;
    this.#random = new Random(seed);
    this.#order = [...sentences];
  }

  /** Learns from each parsed sentence once, and restarts the average. */
  async visitParsed(
    parsed: readonly TrainSentence[],
    onExamples: (count: number) => void,
  ): Promise<void> {
    await this.#visit([...parsed], 0, onExamples);
    this.#perceptron.restartAverage();
  }

  /**
   * Learns from each sentence once. All examples of a batch are decoded with the same weights.
   * After that, the weights change, in the order of the batch.
   *
   * @returns the number of examples for which the search found the reference
   */
  pass(pass: number, onExamples: (count: number) => void): Promise<number> {
    return this.#visit(this.#order, pass, onExamples);
  }

  async #visit(
    sentences: TrainSentence[],
    pass: number,
    onExamples: (count: number) => void,
  ): Promise<number> {
    let found = 0;
    const examples = this.#random.shuffle(sentences).map(({ sentence, part }, place) => ({
      sentence: this.#drawCase(sentence),
      part,
      seed: this.#seedOf(pass, place),
    }));
    for (let done = 0; done < examples.length; done += this.#batch) {
      const batch = examples.slice(done, done + this.#batch);
      for (const lesson of await decode(batch, this.#trainers)) {
        this.#perceptron.update(lesson.rewarded, 1);
        this.#perceptron.update(lesson.punished, -1);
        if (lesson.changed !== undefined) this.#perceptron.change(lesson.changed);
        this.#perceptron.nextExample();
        if (lesson.found) found++;
      }
      onExamples(batch.length);
    }
    return found;
  }

  #drawCase(sentence: Sentence): Sentence {
    return this.#anyCase && this.#random.next() < LOWER_CASE_RATE
      ? inLowerCase(sentence)
      : sentence;
  }

  /**
   * Returns the mean of the weights over the examples so far, without the parsed ones. Each example
   * counts with the weights after it.
   */
  average(): Float32Array {
    return this.#perceptron.average();
  }

  close(): Promise<void> {
    return this.#trainers.close();
  }

  /** Returns the seed of an example. It does not depend on the thread. */
  #seedOf(pass: number, place: number): number {
    return mix(mix(spread(this.#seed), pass), place);
  }
}

export function meanOf(tables: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(tables[0].length);
  for (const table of tables) {
    for (let i = 0; i < mean.length; i++) mean[i] += table[i];
  }
  for (let i = 0; i < mean.length; i++) mean[i] /= tables.length;
  return mean;
}

/** Starts with the longest sentences, so that the threads end at about the same time. */
async function decode(batch: readonly Example[], trainers: Trainers): Promise<readonly Lesson[]> {
  const length = ({ sentence }: Example): number => sentence.forms.length;
  const longestFirst = [...batch.entries()].sort(([, a], [, b]) => length(b) - length(a));
  const lessons = new Array<Lesson>(batch.length);
  await mapConcurrently(longestFirst, trainers.threads, async ([place, example]) => {
    lessons[place] = await trainers.decode(example);
  });
  return lessons;
}
