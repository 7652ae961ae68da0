import { Bleu } from '../evaluate/bleu.ts';
import { evaluationBag } from '../evaluate/evaluate.ts';
import { ArcCounts, distanceBucket, type ArcKind } from '../model/arc-counts.ts';
import { countLexicon, NONE, type Lexicon } from '../model/lexicon.ts';
import type { Model, TrainingRecord } from '../model/model.ts';
import { Random } from '../random.ts';
import { createRealizer, NEVER } from '../realizer.ts';
import type { Sentence } from '../treebank/conllu.ts';
import type { Condition } from '../treebank/sampling.ts';
import { drawCondition } from './conditions.ts';
import { Perceptron, quantise } from './perceptron.ts';
import { RareWordLexicon } from './rare-words.ts';
import { Trainer, type Update } from './trainer.ts';

export interface TrainOptions {
  readonly name: string;
  readonly treebanks: readonly string[];
  readonly passes: number;
  readonly seed: number;
  /** Hypotheses kept at each step while training. */
  readonly beam: number;
  readonly update: Update;
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
  /** Called after each sentence. */
  onSentence(pass: number, done: number, of: number): void;
  onPass(report: PassReport): void;
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
 * Trains a model; the pass that does best on the development sentences is kept. The result is a
 * function of the sentences and the options.
 *
 * @param sentences single-rooted projective trees
 */
export function train(
  sentences: readonly Sentence[],
  development: readonly Sentence[],
  options: TrainOptions,
  progress: TrainProgress,
): Omit<Model, 'size'> {
  const random = new Random(options.seed);
  const lexicon = countLexicon(sentences);
  const arcCounts = ArcCounts.of(arcsOf(sentences, lexicon));
  const perceptron = new Perceptron(options.bits);
  const trainer = new Trainer(
    perceptron,
    new RareWordLexicon(lexicon, RARE_WORD_RATE, random),
    { beam: options.beam, update: options.update, phrases: PHRASE_RATE },
    random,
  );
  const judges = new Random(options.seed).shuffle([...development]).slice(0, DEVELOPMENT_SENTENCES);
  const order = [...sentences];
  let best: { score: number; model: Omit<Model, 'size'> } | null = null;
  for (let pass = 1; pass <= options.passes; pass++) {
    let found = 0;
    for (const [done, sentence] of random.shuffle(order).entries()) {
      if (trainer.learn(sentence, drawCondition(random))) found++;
      progress.onSentence(pass, done + 1, order.length);
    }
    const training: TrainingRecord = {
      name: options.name,
      treebanks: options.treebanks,
      sentences: sentences.length,
      seed: options.seed,
      passes: options.passes,
      bestPass: pass,
      beam: options.beam,
    };
    const weights = quantise(perceptron.average());
    const model = { training, lexicon, arcCounts, weights };
    const score = judge(model, judges);
    const isBest = best === null || score > best.score;
    if (isBest) best = { score, model };
    progress.onPass({ pass, exact: (100 * found) / order.length, score, isBest });
  }
  if (best === null) throw new RangeError('at least one pass is needed');
  return best.model;
}

function judge(model: Omit<Model, 'size'>, sentences: readonly Sentence[]): number {
  const realizer = createRealizer({ ...model, size: 0 });
  let sum = 0;
  for (const condition of developmentConditions) {
    const bleu = new Bleu();
    for (const [place, sentence] of sentences.entries()) {
      const { bag } = evaluationBag(sentence, place, condition, 0);
      const options = { beam: DEVELOPMENT_BEAM, results: 1 };
      const [best] = realizer.realize(bag, options, NEVER).realizations;
      bleu.add(
        best.tokens.map(({ form }) => form),
        sentence.forms,
      );
    }
    sum += bleu.score();
  }
  return sum / developmentConditions.length;
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
