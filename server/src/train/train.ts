import { Bleu } from '../evaluate/bleu.ts';
import { evaluationBag } from '../evaluate/evaluate.ts';
import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { mix, spread } from '../model/hash.ts';
import { countLexicon, NONE, type Lexicon } from '../model/lexicon.ts';
import type { Model, TrainingRecord } from '../model/model.ts';
import { Random } from '../random.ts';
import { mapConcurrently, type Realizers } from '../realizers.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { Condition } from '../treebank/sampling.ts';
import { Perceptron, quantise } from './perceptron.ts';
import type { Example, Lesson, Trainers, TrainerStart, Update } from './trainer.ts';

export interface TrainOptions {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly passes: number;
  readonly seed: number;
  /** Hypotheses kept at each step while training. */
  readonly beam: number;
  readonly update: Update;
  /** Sentences that are decoded with the same weights. */
  readonly batch: number;
  /** The table holds 2^bits weights, a byte each. */
  readonly bits: number;
}

export interface PassReport {
  readonly pass: number;
  /** The share of training sentences that were found, from 0 to 100. */
  readonly exact: number;
  /** BLEU on the development set, the mean of `developmentConditions`. */
  readonly score: number;
  readonly isBest: boolean;
}

export interface TrainProgress {
  /** Called after each batch, with the sentences done. */
  onBatch(pass: number, done: number, of: number): void;
  onPass(report: PassReport): void;
}

/** Gives training its threads. The result is the same whatever their number. */
export interface TrainHost {
  openTrainers(start: TrainerStart): Trainers;
  openRealizers(model: Omit<Model, 'size'>): Realizers;
}

/** What a pass is judged by: nothing given, tags, half and half, full trees without and with labels. */
export const developmentConditions: readonly Condition[] = [
  { pos: 'none', dep: 'none', label: false },
  { pos: 'all', dep: 'none', label: false },
  { pos: 'half', dep: 'half', label: false },
  { pos: 'none', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** The beam of a pass's judgement; as in use, so that passes are ranked by what users get. */
const DEVELOPMENT_BEAM = 64;
/** A pass is judged on so many sentences at most, drawn once. */
const DEVELOPMENT_SENTENCES = 700;
/** The share of sentences in which base noun phrases may be merged into phrases. */
const PHRASE_RATE = 0.1;
const RARE_WORD_RATE = 0.5;

/**
 * Trains a model; the pass that does best on the development sentences is kept. The examples of a
 * batch are decoded with the same weights, by however many threads, and learned in their order: the
 * result is a function of the sentences and the options.
 *
 * @param sentences single-rooted projective trees
 */
export async function train(
  sentences: readonly Sentence[],
  development: readonly Sentence[],
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
): Promise<Omit<Model, 'size'>> {
  const random = new Random(options.seed);
  const lexicon = countLexicon(sentences);
  const arcCounts = ArcCounts.of(arcsOf(sentences, lexicon));
  const perceptron = new Perceptron(options.bits);
  const { beam, update } = options;
  const trainers = host.openTrainers({
    weights: perceptron.weights,
    lexicon,
    options: { beam, update, phrases: PHRASE_RATE, rareWords: RARE_WORD_RATE },
  });
  const judges = new Random(options.seed).shuffle([...development]).slice(0, DEVELOPMENT_SENTENCES);
  const order = [...sentences];
  let best: { score: number; model: Omit<Model, 'size'> } | null = null;
  try {
    for (let pass = 1; pass <= options.passes; pass++) {
      let found = 0;
      const examples = random
        .shuffle(order)
        .map((sentence, place) => ({ sentence, seed: seedOf(options.seed, pass, place) }));
      for (let done = 0; done < examples.length;) {
        const batch = examples.slice(done, done + options.batch);
        for (const lesson of await decode(batch, trainers)) {
          perceptron.update(lesson.rewarded, 1);
          perceptron.update(lesson.punished, -1);
          perceptron.nextExample();
          if (lesson.found) found++;
        }
        done += batch.length;
        progress.onBatch(pass, done, examples.length);
      }
      const training: TrainingRecord = {
        name: options.name,
        treebanks: options.treebanks,
        sentences: sentences.length,
        seed: options.seed,
        passes: options.passes,
        bestPass: pass,
        beam,
        batch: options.batch,
      };
      const weights = quantise(perceptron.average());
      const model = { training, lexicon, arcCounts, weights };
      const score = await judge(model, judges, host);
      const isBest = best === null || score > best.score;
      if (isBest) best = { score, model };
      progress.onPass({ pass, exact: (100 * found) / order.length, score, isBest });
    }
  } finally {
    await trainers.close();
  }
  if (best === null) throw new RangeError('at least one pass is needed');
  return best.model;
}

/** The seed of an example: no thread's doing, and no other example's, shows in what it draws. */
function seedOf(seed: number, pass: number, place: number): number {
  return mix(mix(spread(seed), pass), place);
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

async function judge(
  model: Omit<Model, 'size'>,
  sentences: readonly Sentence[],
  host: TrainHost,
): Promise<number> {
  const realizers = host.openRealizers(model);
  try {
    let sum = 0;
    for (const condition of developmentConditions) {
      const bleu = new Bleu();
      await mapConcurrently(sentences, realizers.threads, async (sentence, place) => {
        const { bag } = evaluationBag(sentence, place, condition, 0);
        const options = { beam: DEVELOPMENT_BEAM, results: 1 };
        const [best] = (await realizers.realize(bag, options)).realizations;
        bleu.add(
          best.tokens.map(({ form }) => form),
          sentence.forms,
        );
      });
      sum += bleu.score();
    }
    return sum / developmentConditions.length;
  } finally {
    await realizers.close();
  }
}

function* arcsOf(sentences: readonly Sentence[], lexicon: Lexicon): Generator<ArcKind> {
  for (const { tags, heads, labels } of sentences) {
    for (const [i, head] of heads.entries()) {
      yield {
        headTag: head === 0 ? NONE : lexicon.tagId(tags[head - 1]),
        dependentTag: lexicon.tagId(tags[i]),
        label: lexicon.labelId(labels[i]),
        left: head > i + 1,
        distance: head === 0 ? 0 : distanceBucket(Math.abs(head - i - 1)),
      };
    }
  }
}
