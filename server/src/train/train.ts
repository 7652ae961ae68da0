import { Bleu } from '../evaluate/bleu.ts';
import { evaluationBag } from '../evaluate/evaluate.ts';
import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { mix } from '../util/hash.ts';
import { countLexicon, NONE, type Lexicon } from '../model/lexicon.ts';
import type { Model, UnitsPerNat } from '../model/model.ts';
import { Random } from '../util/random.ts';
import { mapConcurrently, type Realizers } from '../realize/realizers.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { Condition } from '../treebank/sampling.ts';
import { Learner, meanOf } from './learner.ts';
import { quantise, type QuantisedWeights } from './perceptron.ts';
import { learnWordClasses } from './word-classes.ts';
import type { TrainerFluency, Trainers, TrainerStart, TrainSentence, Update } from './trainer.ts';

export interface TrainOptions {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly passes: number;
  readonly seed: number;
  /** Hypotheses kept at each step while training. */
  readonly beam: number;
  readonly update: Update;
  /** Learners, each with an order and draws of its own, whose weights are averaged. */
  readonly learners: number;
  /** Sentences that a learner decodes with the same weights. */
  readonly batch: number;
  /** The table holds 2^bits weights, a byte each. */
  readonly bits: number;
  /** By how many units of the weights each action of the reference is to win. */
  readonly margin: number;
  /** A word seen `n` times is taken for an unknown one with probability dropout / (dropout + n). */
  readonly dropout: number;
  /** How many word classes are learned. */
  readonly wordClasses: number;
  /** In units of the weights while training, before they are fitted into bytes. */
  readonly unitsPerNat: UnitsPerNat;
}

/** Text to learn word classes from; it may be more than the treebank. */
export interface ClassTexts {
  /** The files' names. */
  readonly names: readonly string[];
  /** The forms of their sentences, written as `normalise` does. */
  readonly sentences: readonly (readonly string[])[];
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

export interface PassReport {
  readonly pass: number;
  readonly search: TrainerStart['search'];
  /** Whether the language model was there. */
  readonly fluent: boolean;
  /** The share of training sentences that were found, from 0 to 100. */
  readonly exact: number;
  /** BLEU on the development set, the mean of the conditions that the weights are judged by. */
  readonly score: number;
  readonly isBest: boolean;
}

export interface TrainProgress {
  /** Called after each batch, with the examples done: each learner learns from every sentence. */
  onExamples(pass: number, done: number, of: number): void;
  onPass(report: PassReport): void;
}

/** Gives training its threads. The result is the same whatever their number. */
export interface TrainHost {
  readonly threads: number;
  /** @param learners among how many of them the threads are divided */
  openTrainers(start: TrainerStart, learners: number): Trainers;
  openRealizers(model: Model, languageModel: SharedArrayBuffer | null): Realizers;
}

/** What weights for transitions are judged by: what that search is for. */
const partialConditions: readonly Condition[] = [
  { pos: 'none', dep: 'none', label: false },
  { pos: 'all', dep: 'none', label: false },
  { pos: 'half', dep: 'half', label: false },
];

/** What weights for ordering full trees are judged by. */
const fullTreeConditions: readonly Condition[] = [
  { pos: 'none', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: false },
  { pos: 'all', dep: 'all', label: true },
];

/** By how many units each step of a full tree's reference is to win. */
const ORDER_MARGIN = 20;

/** The beam of a pass's judgement; as in use, so that passes are ranked by what users get. */
const DEVELOPMENT_BEAM = 64;
/** A pass is judged on so many sentences at most, drawn once. */
const DEVELOPMENT_SENTENCES = 700;
/** The share of sentences in which base noun phrases may be merged into phrases. */
const PHRASE_RATE = 0.1;

/**
 * Trains a model: weights for the transition search, weights for ordering full trees, and with a language
 * model weights for the transition search beside it. Several learners go over the sentences apart, and the mean of their weights is what is judged and kept, of the pass that does best
 * on the development sentences: what one of them owes to its order alone, the others lack (parameter
 * mixing, McDonald et al. 2010, here once a pass and without starting anew from the mean). The result
 * is a function of the sentences, the texts, the language model and the options.
 *
 * @param sentences single-rooted projective trees
 */
export async function train(
  sentences: readonly TrainSentence[],
  development: readonly Sentence[],
  classTexts: ClassTexts,
  languageModel: TrainLanguageModel | null,
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
): Promise<Model> {
  const trees = sentences.map(({ sentence }) => sentence);
  const classes = learnWordClasses(classTexts.sentences, options.wordClasses);
  const lexicon = countLexicon(trees, classes);
  const arcCounts = ArcCounts.of(arcsOf(trees, lexicon));
  const judges = new Random(options.seed).shuffle([...development]).slice(0, DEVELOPMENT_SENTENCES);
  const { name, treebanks, seed, passes, beam, learners, batch, unitsPerNat } = options;
  const model = {
    training: {
      name,
      treebanks,
      sentences: sentences.length,
      seed,
      passes,
      bestPass: 0,
      bestOrderPass: null,
      beam,
      learners,
      batch,
      wordClasses: { count: options.wordClasses, texts: classTexts.names },
      withLanguageModel: null,
    },
    lexicon,
    arcCounts,
    weights: new Int8Array(0),
    fluent: null,
    orderWeights: null,
  };
  const withWeights = (learned: Learned): Model => ({
    ...model,
    training: { ...model.training, bestPass: learned.pass },
    weights: learned.weights,
  });
  const transition = {
    search: 'transition',
    fluency: null,
    margin: options.margin,
    averagedWith: null,
  } as const;
  const alone = await learn(sentences, lexicon, transition, options, host, progress, (learned) =>
    judge(withWeights(learned), null, judges, partialConditions, host),
  );
  const plain = withWeights(alone);
  const withOrderWeights = ({ pass, weights }: Learned): Model => ({
    ...plain,
    training: { ...plain.training, bestOrderPass: pass },
    orderWeights: weights,
  });
  const bottomUp = {
    search: 'bottom-up',
    fluency: null,
    margin: ORDER_MARGIN,
    averagedWith: null,
  } as const;
  const ordering = withOrderWeights(
    await learn(sentences, lexicon, bottomUp, options, host, progress, (learned) =>
      judge(withOrderWeights(learned), null, judges, fullTreeConditions, host),
    ),
  );
  if (languageModel === null) return ordering;
  const withFluentWeights = ({ pass, weights, scale }: Learned): Model => ({
    ...ordering,
    training: {
      ...ordering.training,
      withLanguageModel: {
        name: languageModel.name,
        parts: languageModel.parts.length,
        bestPass: pass,
      },
    },
    fluent: {
      weights,
      unitsPerNat: {
        withoutArcs: Math.round(unitsPerNat.withoutArcs * scale),
        open: Math.round(unitsPerNat.open * scale),
        given: Math.round(unitsPerNat.given * scale),
      },
    },
  });
  const fluent = {
    ...transition,
    fluency: { languageModels: languageModel.parts, unitsPerNat },
    averagedWith: alone.average,
  };
  return withFluentWeights(
    await learn(sentences, lexicon, fluent, options, host, progress, (learned) =>
      judge(withFluentWeights(learned), languageModel.whole, judges, partialConditions, host),
    ),
  );
}

/** What weights are learned for. */
interface Searched {
  readonly search: TrainerStart['search'];
  readonly fluency: TrainerFluency | null;
  readonly margin: number;
  /**
   * Weights that what is learned is averaged with: those learned without the language model keep those
   * learned with it from trusting it too much.
   */
  readonly averagedWith: Float32Array | null;
}

interface Learned extends QuantisedWeights {
  readonly pass: number;
  /** The weights before they were fitted into bytes. */
  readonly average: Float32Array;
}

/** @returns the weights of the pass that is judged best */
async function learn(
  sentences: readonly TrainSentence[],
  lexicon: Lexicon,
  { search, fluency, margin, averagedWith }: Searched,
  options: TrainOptions,
  host: TrainHost,
  progress: TrainProgress,
  judgePass: (learned: Learned) => Promise<number>,
): Promise<Learned> {
  const { beam, update, dropout } = options;
  const start = {
    search,
    fluency,
    lexicon,
    options: { beam, margin, update, phrases: PHRASE_RATE, dropout },
  };
  const learners = Array.from(
    { length: options.learners },
    (_, i) =>
      new Learner(sentences, { ...options, seed: mix(options.seed, i) }, start, (whole) =>
        host.openTrainers(whole, options.learners),
      ),
  );
  const examples = sentences.length * learners.length;
  let best: { readonly score: number; readonly learned: Learned } | null = null;
  try {
    for (let pass = 1; pass <= options.passes; pass++) {
      let done = 0;
      const found = await mapConcurrently(learners, host.threads, (learner) =>
        learner.pass(pass, (count) => {
          done += count;
          progress.onExamples(pass, done, examples);
        }),
      );
      const learned = meanOf(learners.map((learner) => learner.average()));
      const average = averagedWith === null ? learned : meanOf([averagedWith, learned]);
      const result = { pass, average, ...quantise(average) };
      const score = await judgePass(result);
      const isBest = best === null || score > best.score;
      if (isBest) best = { score, learned: result };
      const exact = (100 * found.reduce((sum, count) => sum + count)) / examples;
      progress.onPass({ pass, search, fluent: fluency !== null, exact, score, isBest });
    }
  } finally {
    await Promise.all(learners.map((learner) => learner.close()));
  }
  if (best === null) throw new RangeError('at least one pass is needed');
  return best.learned;
}

async function judge(
  model: Model,
  languageModel: SharedArrayBuffer | null,
  sentences: readonly Sentence[],
  conditions: readonly Condition[],
  host: TrainHost,
): Promise<number> {
  const realizers = host.openRealizers(model, languageModel);
  try {
    let sum = 0;
    for (const condition of conditions) {
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
    return sum / conditions.length;
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
