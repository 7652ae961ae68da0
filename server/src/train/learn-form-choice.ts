import type { LanguageModel } from '../lm/query/language-model.ts';
import { NO_FORM_CHOICE, type FormBias, type FormChoice } from '../morphology/form-choice.ts';
import { FormContexts } from '../morphology/form-contexts.ts';
import type { Morphology } from '../morphology/morphology.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';

/** The scores of a language model, and all that `fit` returns, are in thousandths of a nat. */
const MILLI = 1000;
const PASSES = 15;
const FIRST_RATE = 0.1;
/**
 * During training, a form's score is a sum: the language model's gain (`Gains`) times a factor,
 * plus the logarithm of the form's share among the forms of its lemma times another factor, plus
 * biases. After training, the second factor and the biases are divided by the first factor. If the
 * first factor is below this number, they are divided by this number instead, so that they do not
 * become too large.
 */
const LEAST_GAIN_FACTOR = 0.1;
/**
 * The learning rate of the two factors, relative to that of a bias. It is low, since every example
 * changes both.
 */
const FACTOR_RATE = 0.002;
/** The learning rate of a bias for one context, relative to that of a bias for all contexts. */
const CONTEXT_RATE = 0.3;
/** Each example of a lemma reduces the biases of its forms by this share. */
const DECAY = 0.0005;
/**
 * A pair of a lemma and a tag gets biases for a context only if the pair occurs in this context at
 * least this often.
 */
const LEAST_OCCURRENCES = 3;
/** The language model reads at most this many words before a form, and as many after it. */
const REACH = 3;
/**
 * An open word has several candidate forms. The forms of two open words are chosen together if one
 * is at most this many places after the other.
 */
const NEAR = 2;
/**
 * At most this many open words are chosen together, since the ways to choose grow exponentially.
 */
const MOST_TOGETHER = 4;
/** Biases with a smaller absolute value are left out. In thousandths of a nat. */
const LEAST_BIAS = 50;

interface OpenWord {
  readonly place: number;
  readonly lemma: string;
  readonly tag: string;
  readonly candidates: readonly {
    readonly form: string;
    /** The natural logarithm of the form's share among the forms of the lemma. */
    readonly logShare: number;
  }[];
  /** The index in `candidates` of the treebank's form. */
  readonly right: number;
  readonly contexts: readonly string[];
}

/**
 * Open words that stand close together, so that their forms are chosen together. For example, *ca*
 * is right only before *n't*.
 */
interface Example {
  readonly words: readonly OpenWord[];
  /** All ways to choose a candidate for each word. The treebank's choice is the first. */
  readonly ways: readonly {
    readonly chosen: readonly number[];
    /** In nats (`Gains`). */
    readonly gain: number;
  }[];
}

export interface FormChoices {
  readonly choice: FormChoice;
  /** For bags with a whole tree. Null if no word has several forms. */
  readonly choiceInTree: FormChoice | null;
}

/**
 * Learns scores for choosing among the forms of a lemma. They are added to a language model's
 * score. The biases make contractions, for example, as frequent as in the treebank. For bags with
 * whole trees, there are also biases for contexts (`FormContexts`). The method fits log-linear
 * models by stochastic gradient ascent.
 *
 * @param languageModel a model that has not seen the treebank
 */
export function learnFormChoice(
  sentences: readonly AnnotatedSentence[],
  morphology: Morphology,
  languageModel: LanguageModel,
): FormChoices {
  const gains = new Gains(languageModel);
  const examples = sentences.flatMap((sentence) => examplesOf(sentence, morphology, gains));
  if (examples.length === 0) return { choice: NO_FORM_CHOICE, choiceInTree: null };
  const keyOf = ({ lemma, tag }: OpenWord, context: string): string =>
    [lemma, tag, context].join('\t');
  const occurrences = new Map<string, number>();
  for (const word of examples.flatMap(({ words }) => words)) {
    for (const context of word.contexts) {
      const key = keyOf(word, context);
      occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
    }
  }
  const frequentContexts = (word: OpenWord): readonly string[] =>
    word.contexts.filter((context) => occurrences.get(keyOf(word, context))! >= LEAST_OCCURRENCES);
  return { choice: fit(examples, () => []), choiceInTree: fit(examples, frequentContexts) };
}

/** @param contextsOf returns the contexts for which the forms of a word have biases */
function fit(
  examples: readonly Example[],
  contextsOf: (word: OpenWord) => readonly string[],
): FormChoice {
  const { keys, placesOf } = numbered(examples, contextsOf);
  let ofGain = 1;
  let ofShare = 1;
  const biases = new Float64Array(keys.length);
  for (let pass = 0; pass < PASSES; pass++) {
    const rate = FIRST_RATE / (1 + pass / 2);
    for (const { words, ways } of examples) {
      const logShareOf = (chosen: readonly number[]): number =>
        sum(words.map(({ candidates }, w) => candidates[chosen[w]].logShare));
      const biasOf = (chosen: readonly number[]): number =>
        sum(words.flatMap((word, w) => placesOf(word, chosen[w]).map((place) => biases[place])));
      const scores = ways.map(
        ({ chosen, gain }) => ofGain * gain + ofShare * logShareOf(chosen) + biasOf(chosen),
      );
      const highest = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - highest));
      const total = sum(powers);
      // For each way to choose: the probability that it should have, minus the probability that it
      // has. The first way, the treebank's, should have probability 1, all others 0.
      const errors = powers.map((power, way) => (way === 0 ? 1 : 0) - power / total);
      for (const [way, { chosen, gain }] of ways.entries()) {
        ofGain += rate * FACTOR_RATE * errors[way] * gain;
        ofShare += rate * FACTOR_RATE * errors[way] * logShareOf(chosen);
      }
      for (const [w, word] of words.entries()) {
        for (const candidate of word.candidates.keys()) {
          const error = sum(errors.filter((_, way) => ways[way].chosen[w] === candidate));
          for (const [k, place] of placesOf(word, candidate).entries()) {
            const step = (k === 0 ? 1 : CONTEXT_RATE) * rate * error;
            biases[place] = biases[place] * (1 - DECAY) + step;
          }
        }
      }
    }
  }
  // The search uses the gain without a factor, so all other terms are divided by the factor.
  const scaled = (value: number): number =>
    Math.round((MILLI * value) / Math.max(ofGain, LEAST_GAIN_FACTOR));
  return {
    shareFactor: scaled(ofShare),
    biases: keys
      .map((key, i) => ({ ...key, bias: scaled(biases[i]) }))
      .filter(({ bias }) => Math.abs(bias) >= LEAST_BIAS),
  };
}

type BiasKey = Omit<FormBias, 'bias'>;

/**
 * Lists all biases in `keys`. Each candidate form has a bias for all contexts, and one for each
 * context that `contextsOf` returns. `placesOf` returns the indices in `keys` of a candidate's
 * biases, first the one for all contexts.
 */
function numbered(
  examples: readonly Example[],
  contextsOf: (word: OpenWord) => readonly string[],
): {
  readonly keys: readonly BiasKey[];
  readonly placesOf: (word: OpenWord, candidate: number) => readonly number[];
} {
  const keys: BiasKey[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (one: BiasKey): number => {
    const key = [one.lemma, one.tag, one.form, one.context].join('\t');
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = keys.push(one) - 1));
    return number;
  };
  const places = new Map<OpenWord, readonly (readonly number[])[]>();
  for (const word of examples.flatMap(({ words }) => words)) {
    const { lemma, tag } = word;
    const contexts = ['', ...contextsOf(word)];
    const ofForm = ({ form }: { readonly form: string }): number[] =>
      contexts.map((context) => numberOf({ lemma, tag, form, context }));
    places.set(word, word.candidates.map(ofForm));
  }
  return { keys, placesOf: (word, candidate) => places.get(word)![candidate] };
}

function examplesOf(
  sentence: AnnotatedSentence,
  morphology: Morphology,
  gains: Gains,
): readonly Example[] {
  const { forms } = sentence;
  const examples: Example[] = [];
  let near: OpenWord[] = [];
  const end = (): void => {
    if (near.length > 0) examples.push({ words: near, ways: waysOf(near, forms, gains) });
    near = [];
  };
  for (const word of openWords(sentence, morphology)) {
    const last = near.at(-1);
    const isNear = last !== undefined && word.place - last.place <= NEAR;
    if (!isNear || near.length === MOST_TOGETHER) end();
    near.push(word);
  }
  end();
  return examples;
}

/**
 * Returns the words whose form must be chosen: those whose lemma has several candidate forms, one
 * of them the word's form in the treebank.
 */
function openWords(sentence: AnnotatedSentence, morphology: Morphology): readonly OpenWord[] {
  const { forms, lemmas, tags, features } = sentence;
  const inTree = new FormContexts(sentence);
  return lemmas.flatMap((lemma, place): OpenWord[] => {
    const tag = tags[place];
    const candidates = morphology.candidates(lemma, [tag], features[place]);
    const own = forms[place].toLowerCase();
    const right = candidates.findIndex(({ form }) => form.toLowerCase() === own);
    if (candidates.length === 1 || right < 0) return [];
    const total = sum(candidates.map(({ count }) => count));
    return [
      {
        ...{ place, lemma: lemma.toLowerCase(), tag, right, contexts: inTree.of(place) },
        candidates: candidates.map(({ form, count }) => ({
          form: form.toLowerCase(),
          logShare: Math.log(count / total),
        })),
      },
    ];
  });
}

function waysOf(
  words: readonly OpenWord[],
  forms: readonly string[],
  gains: Gains,
): Example['ways'] {
  let all: (readonly number[])[] = [words.map(({ right }) => right)];
  for (const [w, { candidates, right }] of words.entries()) {
    const others = [...candidates.keys()].filter((candidate) => candidate !== right);
    all = [...all, ...all.flatMap((way) => others.map((other) => way.with(w, other)))];
  }
  return all.map((chosen) => {
    const written = [...forms];
    for (const [w, { place, candidates, right }] of words.entries()) {
      // A word that keeps the treebank's form also keeps its capitals.
      if (chosen[w] !== right) written[place] = candidates[chosen[w]].form;
    }
    const places = words.map(({ place }) => place);
    return { chosen, gain: gains.of(written, places) };
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * The gain of some forms says how much likelier they are in their sentence than without context.
 */
class Gains {
  readonly #languageModel: LanguageModel;
  #state: Int32Array<ArrayBuffer>;
  #next: Int32Array<ArrayBuffer>;

  constructor(languageModel: LanguageModel) {
    this.#languageModel = languageModel;
    this.#state = languageModel.startState();
    this.#next = languageModel.startState();
  }

  /** Returns the gain, in nats, of the forms at some places (in ascending order). */
  of(forms: readonly string[], places: readonly number[]): number {
    const first = Math.max(0, places[0] - REACH);
    if (first === 0) this.#state = this.#languageModel.startState();
    else this.#state.fill(0);
    for (let i = first; i < places[0]; i++) this.#read(forms[i]);
    const after = Math.min(forms.length, places.at(-1)! + 1 + REACH);
    let score = 0;
    for (let i = places[0]; i < after; i++) score += this.#read(forms[i]);
    for (const place of places) {
      this.#state.fill(0);
      score -= this.#read(forms[place]);
    }
    return score / MILLI;
  }

  /** Returns the score of a word after the words that were read before. */
  #read(form: string): number {
    const model = this.#languageModel;
    const score = model.query(this.#state, model.wordId(form), this.#next);
    [this.#state, this.#next] = [this.#next, this.#state];
    return score;
  }
}
