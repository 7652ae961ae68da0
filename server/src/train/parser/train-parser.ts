import { countLexicon, type Lexicon } from '../../model/lexicon.ts';
import type { WordClasses } from '../../model/word-classes.ts';
import { HeadCandidates } from '../../parser/head-candidates.ts';
import type { ParserModel, ParserTable, ParserTraining } from '../../parser/parser-model.ts';
import { jointTag, PADDING, ParserTokens, TagParts } from '../../parser/parser-tokens.ts';
import { Tagger } from '../../parser/tagger.ts';
import type { AnnotatedSentence } from '../../treebank/conllu.ts';
import { Random } from '../../util/random.ts';
import { RareWordLexicon } from '../rare-words.ts';
import { learnCandidates } from './learn-candidates.ts';
import { learnLabels } from './learn-labels.ts';
import { learnFactors } from './learn-factors.ts';
import { LEARNERS, learnParts } from './learn-parts.ts';
import { learnTagger } from './learn-tagger.ts';

export interface ParserLearning extends Omit<ParserTraining, 'sentences' | 'cost'> {
  /** The tables of parts and labels have 2^bits weights. */
  readonly bits: number;
}

/** How each table is learned: in `passes` passes, with 2^(bits − smaller) weights. */
export const tables = {
  tagger: { smaller: 1, passes: 4 },
  candidates: { smaller: 2, passes: 2 },
  parts: { smaller: 0, passes: 6 },
  factors: { smaller: 1, passes: 2 },
  labels: { smaller: 0, passes: 4 },
} as const satisfies Readonly<Record<ParserTable, object>>;

/**
 * The training sentences are divided into this many folds. Each fold is tagged by a tagger that has
 * not seen it.
 */
const FOLDS = 10;
/**
 * In each pass, one of every OWN_EVERY sentences has tags from a tagger. The others have the
 * treebank's tags.
 */
const OWN_EVERY = 5;
const FOLD_PASSES = 3;
/** The dropout of `RareWordLexicon`. */
const DROPOUT = 1;
/** Weights up to this absolute value are set to 0, so that the compressed file is smaller. */
const DROPPED = 1;

export type TrainingSentence = AnnotatedSentence & { readonly joint: readonly string[] };

/**
 * Trains a parser: a tagger, then candidate heads, second-order parts, factors, and labels. In each
 * pass, some sentences have tags from a tagger that has not seen them, so that the parser gets used
 * to wrong tags. The result depends only on the arguments.
 *
 * @param onStep called after each step, with a name for it
 */
export function trainParser(
  trees: readonly AnnotatedSentence[],
  classes: WordClasses,
  { bits, ...record }: ParserLearning,
  onStep: (done: string) => void,
): ParserModel {
  const { seed, heads } = record;
  const sentences = trees.map(withJointTags);
  const size = (table: ParserTable): { readonly bits: number; readonly passes: number } => ({
    bits: bits - tables[table].smaller,
    passes: tables[table].passes,
  });
  const lexicon = lexiconOf(sentences, classes);
  const parts = new TagParts(lexicon.tags);
  const learned = sentences.map(({ forms, joint }) => ({ forms, tags: joint }));
  const tagger = learnTagger(learned, lexicon, { seed, dropout: DROPOUT, ...size('tagger') });
  onStep('the tagger');
  const own = ownTags(sentences, lexicon, seed, size('tagger').bits, onStep);
  const read = readerOf(sentences, lexicon, parts, own, seed);
  const candidateWeights = learnCandidates(sentences, parts, read, { seed, ...size('candidates') });
  onStep('the choice of heads');
  const candidates = new HeadCandidates(parts, candidateWeights);
  const { weights: partWeights, cost } = learnParts(
    sentences,
    parts,
    candidates,
    read,
    { seed, heads, ...size('parts') },
    (pass) => onStep(`second-order parts, pass ${pass} of ${LEARNERS * tables.parts.passes}`),
  );
  dropSmall(partWeights);
  const factorWeights = learnFactors(
    sentences,
    parts,
    candidates,
    partWeights,
    read,
    { seed, heads, cost, ...size('factors') },
    (pass) => onStep(`factors, pass ${pass} of ${tables.factors.passes}`),
  );
  const labels = learnLabels(sentences, lexicon, parts, read, { seed, ...size('labels') });
  onStep('the labels');
  const weights: Readonly<Record<ParserTable, Int8Array>> = {
    tagger: dropSmall(tagger),
    candidates: dropSmall(candidateWeights),
    parts: partWeights,
    factors: factorWeights,
    labels: dropSmall(labels.weights),
  };
  return {
    training: { ...record, sentences: sentences.length, cost },
    lexicon,
    weights: (table) => weights[table],
    seenLabels: () => labels.seen,
  };
}

export function withJointTags(tree: AnnotatedSentence): TrainingSentence {
  return { ...tree, joint: tree.tags.map((tag, i) => jointTag(tag, tree.universalTags[i])) };
}

/**
 * Returns a function that makes the tokens of a sentence for a pass. Some rare words are treated as
 * unknown, and some sentences have predicted tags instead of the treebank's.
 *
 * @param own indexed by sentence: the predicted tags, from `ownTags`
 */
export function readerOf(
  sentences: readonly TrainingSentence[],
  lexicon: Lexicon,
  parts: TagParts,
  own: readonly Int32Array[],
  seed: number,
): (sentence: TrainingSentence, pass: number) => ParserTokens {
  const rare = new RareWordLexicon(lexicon, DROPOUT);
  const random = new Random(seed);
  const tokens = new ParserTokens(rare, parts, lexicon);
  const places = new Map(sentences.map((sentence, i) => [sentence, i]));
  return (sentence, pass) => {
    rare.begin(random);
    tokens.begin(sentence.forms);
    const place = places.get(sentence)!;
    const isOwn = (pass + place) % OWN_EVERY === 0;
    sentence.joint.forEach((tag, i) =>
      tokens.setTag(i + 1, isOwn ? own[place][i] : lexicon.tagId(tag)),
    );
    return tokens;
  };
}

function lexiconOf(sentences: readonly TrainingSentence[], classes: WordClasses): Lexicon {
  return countLexicon(
    sentences.map(({ forms, joint, labels }) => ({ forms, tags: joint, labels })),
    classes,
  );
}

/** Returns the joint tags of each sentence, from a tagger that has not seen it (jackknifing). */
export function ownTags(
  sentences: readonly TrainingSentence[],
  lexicon: Lexicon,
  seed: number,
  bits: number,
  onStep: (done: string) => void,
): readonly Int32Array[] {
  const tags: Int32Array[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = sentences.filter((_, i) => i % FOLDS !== fold);
    const own = lexiconOf(others, lexicon.classes);
    const learned = others.map(({ forms, joint }) => ({ forms, tags: joint }));
    const options = { seed, dropout: DROPOUT, bits, passes: FOLD_PASSES };
    const tagger = new Tagger(own, learnTagger(learned, own, options));
    const tokens = new ParserTokens(own, new TagParts(own.tags));
    sentences.forEach(({ forms }, i) => {
      if (i % FOLDS !== fold) return;
      tokens.begin(forms);
      tagger.tag(forms, tokens);
      const ids = tokens.tags.subarray(PADDING + 1, PADDING + 1 + forms.length);
      tags[i] = ids.map((tag) => lexicon.tagId(own.tags[tag - 1]));
    });
    onStep(`tags of part ${fold + 1} of ${FOLDS}`);
  }
  return tags;
}

function dropSmall(weights: Int8Array): Int8Array {
  for (let i = 0; i < weights.length; i++) if (Math.abs(weights[i]) <= DROPPED) weights[i] = 0;
  return weights;
}
