import { Contexts, EMPTY_CONTEXT } from '../lm/query/contexts.ts';
import type { LanguageModel } from '../lm/query/language-model.ts';
import type { UnitsPerNat } from '../model/tables.ts';
import { NO_WORD, type Problem } from '../problem/problem.ts';
import { grown } from '../util/grown.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from './feature-sum.ts';
import { TemplateGroup, type Value } from './templates.ts';

/** A language model and the weight of its evidence. */
export interface WeightedLanguageModel {
  readonly languageModel: LanguageModel;
  readonly unitsPerNat: UnitsPerNat;
}

/**
 * `Ngram` to `Unigram` are the language model's scores of the word to shift, after ever shorter
 * contexts. `End` is its score of the sentence's end after this word. All scores are buckets
 * (`bucketOf`).
 */
const enum FluencyValue {
  Ngram,
  Trigram,
  Bigram,
  Unigram,
  End,
  HasArcs,
}

const values: readonly Value[] = Object.values({
  [FluencyValue.Ngram]: [
    'ngram',
    'how likely the word is to the language model after all words before',
  ],
  [FluencyValue.Trigram]: ['trigram', 'how likely it is to the language model after two words'],
  [FluencyValue.Bigram]: ['bigram', 'how likely it is to the language model after one word'],
  [FluencyValue.Unigram]: ['unigram', 'how likely it is anywhere'],
  [FluencyValue.End]: ['end', 'how likely the sentence ends after it'],
  [FluencyValue.HasArcs]: ['has-arcs', 'whether arcs are given'],
} satisfies Record<FluencyValue, Value>);

/** The sections of `fluencyTemplates`, in order. */
const enum Part {
  Word,
  Tag,
  End,
}

/** The templates that read the language model's scores. */
export const fluencyTemplates = new TemplateGroup('fluency', values, [
  {
    key: 'score',
    meaning: '',
    rows: [
      [201, 'ngram', 'has-arcs'],
      [202, 'trigram'],
      [203, 'bigram'],
      [205, 'ngram', 'unigram'],
      [206, 'bigram', 'unigram'],
    ],
  },
  { key: 'tag', meaning: 'tag of the word that comes next', rows: [[204, 'ngram']] },
  { key: 'end', meaning: '', rows: [[207, 'end']] },
]);

const { starts } = fluencyTemplates;

/** In thousandths of a nat. */
const BUCKET_WIDTH = 400;
/** For the least likely words. */
const HIGHEST_BUCKET = 40;
/** The scores of language models are in thousandths of a nat. */
export const MILLI = 1000;

/** Stands for a memoised score that is not computed yet. */
const UNKNOWN = -(2 ** 31);
/** A memo with more cells than this is discarded when the next problem begins. */
const MOST_CELLS_KEPT = 2 ** 20;

/**
 * Scores words to shift with a language model. A score has two parts: the evidence, and the weights
 * of features. The evidence compares the word's probability after the preceding words with its mean
 * probability after the other words of the bag. For the last word, the evidence includes the
 * sentence's end. For a lemma, it includes how likely the lemma takes the form.
 *
 * The states of one search step have shifted different words. Without the comparison, a state would
 * gain by shifting frequent words early. (The future cost of phrase-based translation serves the
 * same purpose; Koehn 2004.)
 *
 * Scores are memoised by context and variant, except for the last word. This pays, since many
 * states of a search end in the same few words.
 */
export class Fluency {
  readonly #sum: FeatureSum;
  readonly #values = fluencyTemplates.newValues();
  readonly #languageModel: LanguageModel;
  readonly #unitsPerNat: UnitsPerNat;
  readonly #contexts: Contexts;
  #problem!: Problem;
  /** Indexed by surface word: its column in `#contexts`. */
  #columns = new Int32Array(0);
  #end = 0;
  /** Indexed by word: how much one nat of evidence is worth, in units of the weights. */
  #units = new Int32Array(0);
  /**
   * Indexed by form: how likely the form's first surface word is, whatever stands before it. This
   * is the mean of its probabilities after the sentence's beginning and after each other word of
   * the bag, as a logarithm in thousandths of a nat.
   */
  #anywhere = new Int32Array(0);

  /** Memoised scores, indexed by context and variant. */
  #scores = new Int32Array(0);
  /** The number of contexts that have cells in `#scores`. */
  #known = 0;

  #context = EMPTY_CONTEXT;
  #isLastWord = false;

  constructor(
    weights: WeightTable,
    { languageModel, unitsPerNat }: WeightedLanguageModel,
    leftOut: ReadonlySet<string>,
  ) {
    this.#sum = new FeatureSum(weights, fluencyTemplates, leftOut);
    this.#languageModel = languageModel;
    this.#unitsPerNat = unitsPerNat;
    this.#contexts = new Contexts(languageModel);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  /** The contexts of earlier problems become invalid. */
  begin(problem: Problem): void {
    this.#problem = problem;
    const { words, ofSurface, end } = columnsOf(problem, this.#languageModel);
    this.#columns = ofSurface;
    this.#end = end;
    this.#contexts.begin(words);
    this.#units = unitsByWord(problem, this.#unitsPerNat);
    this.#anywhere = this.#scoreAnywhere(problem);
    this.#values[FluencyValue.HasArcs] = problem.hasArcs ? 1 : 0;
    this.#known = 0;
    if (this.#scores.length > MOST_CELLS_KEPT) this.#scores = new Int32Array(0);
  }

  /** The context at the beginning of a sentence. */
  get start(): number {
    return this.#contexts.start;
  }

  /** Returns the context after a form. */
  advance(context: number, form: number): number {
    const { surfaceStart } = this.#problem;
    const end = surfaceStart[form + 1];
    for (let i = surfaceStart[form]; i < end; i++) {
      context = this.#contexts.advance(context, this.#columns[i]);
    }
    return context;
  }

  /** Sets the context for the next scores. */
  enter(context: number, isLastWord: boolean): void {
    this.#context = context;
    this.#isLastWord = isLastWord;
    if (context >= this.#known) this.#makeCells(context + 1);
  }

  /** Returns the score of SHIFT in the current context, in units of the weights. */
  score(variant: number): number {
    const at = this.#context * this.#problem.variantCount + variant;
    const known = this.#scores[at];
    if (known !== UNKNOWN && !this.#isLastWord && this.#sum.observer === null) return known;
    const score = this.#scoreAnew(variant);
    if (!this.#isLastWord) this.#scores[at] = score;
    return score;
  }

  #scoreAnywhere({
    size,
    formCount,
    variantCount,
    variantStart,
    variantForm,
    variantWord,
    surfaceStart,
  }: Problem): Int32Array<ArrayBuffer> {
    const contexts = this.#contexts;
    const after = Array.from({ length: size }, (_, word) => {
      const form = variantForm[variantStart[word]];
      return contexts.advance(EMPTY_CONTEXT, this.#columns[surfaceStart[form + 1] - 1]);
    });
    const wordOf = new Int32Array(formCount);
    for (let v = 0; v < variantCount; v++) wordOf[variantForm[v]] = variantWord[v];
    return wordOf.map((word, form) => {
      const first = this.#columns[surfaceStart[form]];
      let sum = Math.exp(contexts.score(contexts.start, first) / MILLI);
      for (let other = 0; other < size; other++) {
        if (other !== word) sum += Math.exp(contexts.score(after[other], first) / MILLI);
      }
      return Math.round(MILLI * Math.log(sum / size));
    });
  }

  #scoreAnew(variant: number): number {
    const { variantForm, variantWeight, variantTag, variantWord, surfaceStart } = this.#problem;
    const contexts = this.#contexts;
    const sum = this.#sum;
    const values = this.#values;
    const form = variantForm[variant];
    const first = this.#columns[surfaceStart[form]];
    const lastTwo = contexts.truncate(this.#context, 2);
    const ngram = contexts.score(this.#context, first) + this.#inside(form);
    const unigram = contexts.score(EMPTY_CONTEXT, first);
    values[FluencyValue.Ngram] = bucketOf(ngram);
    values[FluencyValue.Trigram] = bucketOf(contexts.score(lastTwo, first));
    values[FluencyValue.Bigram] = bucketOf(contexts.score(contexts.truncate(lastTwo, 1), first));
    values[FluencyValue.Unigram] = bucketOf(unigram);
    sum.sum = 0;
    sum.add(values, starts[Part.Word], starts[Part.Tag], 0);
    sum.add(values, starts[Part.Tag], starts[Part.End], variantTag[variant]);
    let evidence = ngram - this.#anywhere[form] + variantWeight[variant];
    if (this.#isLastWord) {
      const end = contexts.score(this.advance(this.#context, form), this.#end);
      evidence += end;
      values[FluencyValue.End] = bucketOf(end);
      sum.add(values, starts[Part.End], fluencyTemplates.templates.length, 0);
    }
    const weighted = Math.round((evidence * this.#units[variantWord[variant]]) / MILLI);
    sum.observer?.onEvidence?.(weighted);
    return sum.sum + weighted;
  }

  /** Sums the language model's scores of a form's words after the first. */
  #inside(form: number): number {
    const { surfaceStart } = this.#problem;
    const end = surfaceStart[form + 1];
    let score = 0;
    let context = this.#context;
    for (let i = surfaceStart[form] + 1; i < end; i++) {
      context = this.#contexts.advance(context, this.#columns[i - 1]);
      score += this.#contexts.score(context, this.#columns[i]);
    }
    return score;
  }

  #makeCells(count: number): void {
    const { variantCount } = this.#problem;
    const end = count * variantCount;
    if (end > this.#scores.length) {
      this.#scores = grown(this.#scores, Math.max(2 * this.#scores.length, end));
    }
    this.#scores.fill(UNKNOWN, this.#known * variantCount, end);
    this.#known = count;
  }
}

/** The columns of a problem's words in the tables of `Contexts`. */
export interface Columns {
  /** Indexed by column: the language model's word id. */
  readonly words: Int32Array<ArrayBuffer>;
  /** Indexed by surface word: its column. */
  readonly ofSurface: Int32Array<ArrayBuffer>;
  /** The column of the sentence's end. */
  readonly end: number;
}

/** Words with the same id in the language model share a column. */
export function columnsOf({ surfaceText }: Problem, languageModel: LanguageModel): Columns {
  const columns = new Map<number, number>();
  const columnOf = (id: number): number => {
    const column = columns.get(id) ?? columns.size;
    columns.set(id, column);
    return column;
  };
  const end = columnOf(languageModel.end);
  const ofSurface = Int32Array.from(surfaceText, (form) => columnOf(languageModel.wordId(form)));
  return { words: Int32Array.from(columns.keys()), ofSurface, end };
}

/** Returns for each word how much one nat of evidence is worth, in units of the weights. */
export function unitsByWord(
  { head, root, hasArcs }: Problem,
  { withoutArcs, open, given }: UnitsPerNat,
): Int32Array<ArrayBuffer> {
  return Int32Array.from(head, (ofWord, word) => {
    if (ofWord !== NO_WORD || word === root) return given;
    return hasArcs ? open : withoutArcs;
  });
}

/**
 * How much one nat of `BagForm.weight` is worth without a language model, in units of the weights.
 */
const UNITS_WITHOUT_MODEL = 30;

/**
 * Returns the score of a lemma's form, in units of the weights.
 *
 * @param weight the score of the form minus the score of the lemma's likeliest form, in thousandths
 *   of a nat (`BagForm.weight`)
 * @param unitsPerNat absent if there is no language model
 */
export function formScore(weight: number, unitsPerNat = UNITS_WITHOUT_MODEL): number {
  return Math.round((weight * unitsPerNat) / MILLI);
}

function bucketOf(score: number): number {
  return Math.min(HIGHEST_BUCKET, Math.floor(-score / BUCKET_WIDTH));
}
