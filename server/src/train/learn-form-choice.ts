import type { LanguageModel } from '../lm/query/language-model.ts';
import { NO_FORM_CHOICE, type FormBias, type FormChoice } from '../morphology/form-choice.ts';
import type { Morphology } from '../morphology/morphology.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';

/** Scores of the language model, and the results, are in thousandths of a nat. */
const MILLI = 1000;
const PASSES = 15;
/** The rate of the first pass. The rates of later passes are lower. */
const FIRST_RATE = 0.1;
/** The least factor of the gain: a smaller one would make the results arbitrarily large. */
const LEAST_GAIN_FACTOR = 0.1;
/** The rate of the two factors, which each example changes, against the rate of a bias. */
const FACTOR_RATE = 0.002;
/** The share of a bias that an example of its lemma takes away. */
const DECAY = 0.0005;
/** How many words after a form the language model judges. */
const REACH = 3;
/** Biases below this many thousandths of a nat are left out. */
const LEAST_BIAS = 50;

/** A word of the treebank with several candidate forms. */
interface Example {
  readonly candidates: readonly {
    /** The place of its bias. */
    readonly bias: number;
    /** The natural logarithm of its share among the lemma's forms. */
    readonly logShare: number;
    /** How much likelier the form makes its sentence than the form is anywhere, in nats. */
    readonly gain: number;
  }[];
  /** The candidate that the treebank has. */
  readonly right: number;
}

/**
 * Learns how forms of a lemma compete beside a language model: a factor for their shares in the treebank, and a bias of
 * each form, so that the forms of contractions, for instance, become as frequent as in the treebank. It fits a log-linear
 * model of the treebank's forms by stochastic gradient ascent, with the treebank's own order of words.
 *
 * @param languageModel a model that has not seen the treebank
 */
export function learnFormChoice(
  sentences: readonly AnnotatedSentence[],
  morphology: Morphology,
  languageModel: LanguageModel,
): FormChoice {
  const { examples, forms } = examplesOf(sentences, morphology, languageModel);
  if (examples.length === 0) return NO_FORM_CHOICE;
  let ofGain = 1;
  let ofShare = 1;
  const biases = new Float64Array(forms.length);
  for (let pass = 0; pass < PASSES; pass++) {
    const rate = FIRST_RATE / (1 + pass / 2);
    for (const { candidates, right } of examples) {
      const scores = candidates.map(
        ({ bias, logShare, gain }) => ofGain * gain + ofShare * logShare + biases[bias],
      );
      const highest = Math.max(...scores);
      const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0);
      for (const [i, { bias, logShare, gain }] of candidates.entries()) {
        const error = (i === right ? 1 : 0) - Math.exp(scores[i] - highest) / total;
        ofGain += rate * FACTOR_RATE * error * gain;
        ofShare += rate * FACTOR_RATE * error * logShare;
        biases[bias] = biases[bias] * (1 - DECAY) + rate * error;
      }
    }
  }
  // The search weighs the gain by itself, so that all other terms are divided by its factor.
  const scaled = (value: number): number =>
    Math.round((MILLI * value) / Math.max(ofGain, LEAST_GAIN_FACTOR));
  return {
    shareFactor: scaled(ofShare),
    biases: forms
      .map((form, i) => ({ ...form, bias: scaled(biases[i]) }))
      .filter(({ bias }) => Math.abs(bias) >= LEAST_BIAS),
  };
}

type FormOfLemma = Omit<FormBias, 'bias'>;

function examplesOf(
  sentences: readonly AnnotatedSentence[],
  morphology: Morphology,
  languageModel: LanguageModel,
): { readonly examples: readonly Example[]; readonly forms: readonly FormOfLemma[] } {
  const examples: Example[] = [];
  const forms: FormOfLemma[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (one: FormOfLemma): number => {
    const key = [one.lemma, one.tag, one.form].join('\t');
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = forms.push(one) - 1));
    return number;
  };
  const gains = new Gains(languageModel);
  for (const { forms: written, lemmas, tags, features } of sentences) {
    for (const [place, lemma] of lemmas.entries()) {
      const tag = tags[place];
      const candidates = morphology.candidates(lemma, [tag], features[place]);
      if (candidates.length === 1) continue;
      const own = written[place].toLowerCase();
      const right = candidates.findIndex(({ form }) => form.toLowerCase() === own);
      if (right < 0) continue;
      const total = candidates.reduce((sum, { count }) => sum + count, 0);
      examples.push({
        right,
        candidates: candidates.map(({ form, count }) => ({
          bias: numberOf({ lemma: lemma.toLowerCase(), tag, form: form.toLowerCase() }),
          logShare: Math.log(count / total),
          gain: gains.of(written, place, form),
        })),
      });
    }
  }
  return { examples, forms };
}

/** Computes how much likelier forms are at their places than anywhere. */
class Gains {
  readonly #languageModel: LanguageModel;
  #state: Int32Array<ArrayBuffer>;
  #next: Int32Array<ArrayBuffer>;

  constructor(languageModel: LanguageModel) {
    this.#languageModel = languageModel;
    this.#state = languageModel.startState();
    this.#next = languageModel.startState();
  }

  /** @returns nats */
  of(forms: readonly string[], place: number, form: string): number {
    const first = Math.max(0, place - REACH);
    if (first === 0) this.#state = this.#languageModel.startState();
    else this.#state.fill(0);
    for (let i = first; i < place; i++) this.#read(forms[i]);
    let sum = this.#read(form);
    const after = Math.min(forms.length, place + 1 + REACH);
    for (let i = place + 1; i < after; i++) sum += this.#read(forms[i]);
    this.#state.fill(0);
    return (sum - this.#read(form)) / MILLI;
  }

  /** Returns the score of a word after the words that were read. */
  #read(form: string): number {
    const model = this.#languageModel;
    const score = model.query(this.#state, model.wordId(form), this.#next);
    [this.#state, this.#next] = [this.#next, this.#state];
    return score;
  }
}
