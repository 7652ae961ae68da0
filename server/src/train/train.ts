import { Bleu } from '../evaluate/bleu.ts';
import { evaluationBag } from '../evaluate/evaluate.ts';
import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { mix, spread } from '../model/hash.ts';
import { countLexicon, NONE, type Lexicon } from '../model/lexicon.ts';
import type { Model, UnitsPerNat } from '../model/model.ts';
import { Random } from '../random.ts';
import { mapConcurrently, type Realizers } from '../realizers.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { Condition } from '../treebank/sampling.ts';
import { Perceptron, quantise, type QuantisedWeights } from './perceptron.ts';
import type { Example, Lesson, TrainerFluency, Trainers, TrainerStart, Update } from './trainer.ts';

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
  /** By how many units of the weights each action of the reference is to win. */
  readonly margin: number;
  /** A word seen `n` times is taken for an unknown one with probability dropout / (dropout + n). */
  readonly dropout: number;
  /** In units of the weights while training, before they are fitted into bytes. */
  readonly unitsPerNat: UnitsPerNat;
}

/** A language model to learn with. */
export interface TrainLanguageModel {
  readonly name: string;
  /** The one that will be used; passes are judged with it. In shared memory. */
  readonly whole: SharedArrayBuffer;
  /**
   * The same, made without one part of the treebank each, which learns with it: a language model that
   * has seen a sentence looks more trustworthy on it than it is. Only `whole` if it has seen none.
   */
  readonly parts: readonly SharedArrayBuffer[];
}

/** A training sentence, and the part of the treebank that it is in. */
export interface TrainSentence {
  readonly sentence: Sentence;
  readonly part: number;
}

export interface PassReport {
  readonly pass: number;
  /** Whether the language model was there. */
  readonly fluent: boolean;
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
  openRealizers(model: Omit<Model, 'size'>, languageModel: SharedArrayBuffer | null): Realizers;
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

/**
 * Trains a model; with a language model also weights to use beside it. The pass that does best on the
 * development sentences is kept. The examples of a batch are decoded with the same weights, by however
 * many threads, and learned in their order: the result is a function of the sentences, the language
 * model and the options.
 *
 * @param sentences single-rooted projective trees
 */
export async function train(
  sentences: readonly TrainSentence[],
  development: readonly Sentence[],
  languageModel: TrainLanguageModel | null,
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
): Promise<Omit<Model, 'size'>> {
  const trees = sentences.map(({ sentence }) => sentence);
  const lexicon = countLexicon(trees);
  const arcCounts = ArcCounts.of(arcsOf(trees, lexicon));
  const judges = new Random(options.seed).shuffle([...development]).slice(0, DEVELOPMENT_SENTENCES);
  const { name, treebanks, seed, passes, beam, batch, unitsPerNat } = options;
  const model = {
    training: {
      name,
      treebanks,
      sentences: sentences.length,
      seed,
      passes,
      bestPass: 0,
      beam,
      batch,
      withLanguageModel: null,
    },
    lexicon,
    arcCounts,
    weights: new Int8Array(0),
    fluent: null,
  };
  const withWeights = (learned: Learned): Omit<Model, 'size'> => ({
    ...model,
    training: { ...model.training, bestPass: learned.pass },
    weights: learned.weights,
  });
  const plain = withWeights(
    await learn(sentences, lexicon, null, options, host, progress, (learned) =>
      judge(withWeights(learned), null, judges, host),
    ),
  );
  if (languageModel === null) return plain;
  const withFluentWeights = ({ pass, weights, scale }: Learned): Omit<Model, 'size'> => ({
    ...plain,
    training: {
      ...plain.training,
      withLanguageModel: {
        name: languageModel.name,
        parts: languageModel.parts.length,
        bestPass: pass,
      },
    },
    fluent: {
      weights,
      unitsPerNat: {
        open: Math.round(unitsPerNat.open * scale),
        given: Math.round(unitsPerNat.given * scale),
      },
    },
  });
  const fluency = { languageModels: languageModel.parts, unitsPerNat };
  return withFluentWeights(
    await learn(sentences, lexicon, fluency, options, host, progress, (learned) =>
      judge(withFluentWeights(learned), languageModel.whole, judges, host),
    ),
  );
}

interface Learned extends QuantisedWeights {
  readonly pass: number;
}

/** @returns the weights of the pass that is judged best */
async function learn(
  sentences: readonly TrainSentence[],
  lexicon: Lexicon,
  fluency: TrainerFluency | null,
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
  judgePass: (learned: Learned) => Promise<number>,
): Promise<Learned> {
  const random = new Random(options.seed);
  const perceptron = new Perceptron(options.bits);
  const { beam, margin, update, dropout } = options;
  const trainers = host.openTrainers({
    weights: perceptron.weights,
    fluency,
    lexicon,
    options: { beam, margin, update, phrases: PHRASE_RATE, dropout },
  });
  const order = [...sentences];
  let best: { readonly score: number; readonly learned: Learned } | null = null;
  try {
    for (let pass = 1; pass <= options.passes; pass++) {
      let found = 0;
      const examples = random
        .shuffle(order)
        .map((sentence, place) => ({ ...sentence, seed: seedOf(options.seed, pass, place) }));
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
      const learned = { pass, ...quantise(perceptron.average()) };
      const score = await judgePass(learned);
      const isBest = best === null || score > best.score;
      if (isBest) best = { score, learned };
      const exact = (100 * found) / order.length;
      progress.onPass({ pass, fluent: fluency !== null, exact, score, isBest });
    }
  } finally {
    await trainers.close();
  }
  if (best === null) throw new RangeError('at least one pass is needed');
  return best.learned;
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
  languageModel: SharedArrayBuffer | null,
  sentences: readonly Sentence[],
  host: TrainHost,
): Promise<number> {
  const realizers = host.openRealizers(model, languageModel);
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
