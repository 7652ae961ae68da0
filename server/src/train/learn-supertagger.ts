import { leavesOf } from '../grammar/ccg/derivation.ts';
import type { Grammar } from '../grammar/ccg/grammar.ts';
import { SupertaggerFeatures, WEIGHT_COUNT } from '../grammar/ccg/supertagger-features.ts';
import { UNITS_PER_NAT } from '../grammar/ccg/supertagger.ts';
import type { ModelGrammar } from '../model/grammar.ts';
import type { Lexicon } from '../model/lexicon.ts';
import { LexicalEntries } from '../problem/lexical-entries.ts';
import { Random } from '../util/random.ts';
import type { DerivedSentence } from '../treebank/ccg/derived.ts';
import { LogLinearLearner } from './log-linear.ts';
import { RareWordLexicon } from './rare-words.ts';

export interface SupertaggerLearning {
  readonly seed: number;
  /** The dropout of `RareWordLexicon`. */
  readonly dropout: number;
}

/**
 * For training the searches, this many supertaggers are learned, each without one part of the
 * sentences (jackknifing).
 */
export const SUPERTAGGER_FOLDS = 2;

export interface Supertaggers {
  /** The weights of the model's own supertagger. */
  readonly whole: Int8Array;
  /**
   * The weights for training the searches, indexed by part of the sentences. Each was learned
   * without its part, since a supertagger is too good on sentences that it has seen.
   */
  readonly parts: readonly Int8Array[];
}

const PASSES = 3;
/**
 * Learning leaves out a word's entries whose probability is below this share of the probability of
 * the word's likeliest entry. They would cost time, and change nothing.
 */
const LEARNED = 0.001;
/**
 * The share of a sentence's words whose tags are given. The sentences take these values in turn:
 * two of three have given tags for all words, the third for none.
 */
const TAGGED = [1, 1, 0];
/** The step size, in nats. */
const RATE = 0.05;

/**
 * Learns the weights of supertaggers by logistic regression. While a sentence is learned, it is
 * left out of the dictionary's counts. The result depends only on the arguments, including the
 * order of the sentences.
 */
export function learnSupertaggers(
  sentences: readonly (DerivedSentence & { readonly part: number })[],
  lexicon: Lexicon,
  grammar: ModelGrammar,
  options: SupertaggerLearning,
): Supertaggers {
  const learnFrom = (some: readonly DerivedSentence[]): Int8Array => {
    const learner = new Learner(lexicon, grammar, options);
    const random = new Random(options.seed);
    const order = [...some];
    for (let pass = 0; pass < PASSES; pass++) {
      random.shuffle(order);
      order.forEach((sentence, turn) => {
        learner.learn(sentence, TAGGED[turn % TAGGED.length], random);
      });
    }
    return learner.weights();
  };
  return {
    whole: learnFrom(sentences),
    parts: Array.from({ length: SUPERTAGGER_FOLDS }, (_, fold) =>
      learnFrom(sentences.filter(({ part }) => part % SUPERTAGGER_FOLDS !== fold)),
    ),
  };
}

class Learner {
  readonly #lexicon: RareWordLexicon;
  readonly #grammar: Grammar;
  readonly #entries: LexicalEntries;
  readonly #features: SupertaggerFeatures;
  readonly #learner = new LogLinearLearner(WEIGHT_COUNT, RATE);

  constructor(
    lexicon: Lexicon,
    { grammar, dictionary }: ModelGrammar,
    { dropout }: SupertaggerLearning,
  ) {
    this.#lexicon = new RareWordLexicon(lexicon, dropout);
    this.#grammar = grammar;
    this.#entries = new LexicalEntries(grammar, dictionary, null, LEARNED);
    this.#features = new SupertaggerFeatures(grammar);
  }

  /** @param tagged the share of words with given tags */
  learn({ forms, tags, derivation }: DerivedSentence, tagged: number, random: Random): void {
    const lexicon = this.#lexicon;
    lexicon.begin(random);
    const right = leavesOf(derivation).map(({ category, modes }, place) => ({
      tag: lexicon.tagId(tags[place]),
      entry: this.#grammar.entryOf(category.text, modes),
    }));
    const tokens = forms.map((form, place) => {
      const { tag, entry } = right[place];
      const [word, wordClass] = [lexicon.wordId(form), lexicon.wordClass(form)];
      const given = random.next() < tagged ? [tag] : [];
      const known = { form, word, wordClass, tags: given, categories: [] };
      return this.#entries.offered(known, lexicon, entry);
    });
    this.#features.begin(tokens);
    tokens.forEach(({ uses }, place) => {
      const { tag, entry } = right[place];
      const at = uses.findIndex((use) => use.entry === entry && use.tag === tag);
      if (at < 0) return;
      const scores = Float64Array.from(uses, ({ probability }) => Math.log(probability));
      this.#learner.learn(this.#features.placesOf(place), at, scores);
    });
  }

  weights(): Int8Array {
    return this.#learner.bytes(UNITS_PER_NAT);
  }
}
