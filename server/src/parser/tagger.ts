import { NONE, type Lexicon } from '../model/lexicon.ts';
import { classOf } from '../model/shape.ts';
import { FeatureSum } from '../scoring/feature-sum.ts';
import {
  Affixes,
  LONGEST_PREFIX,
  LONGEST_SUFFIX,
  PADDING,
  type ParserTokens,
} from './parser-tokens.ts';
import { taggerTemplates, TaggerValue } from './tagger-templates.ts';

/** A word that training has seen this often gets only tags that training has seen with it. */
export const FREQUENT = 20;

const templates = taggerTemplates.templates.length;
const placeOfEnds = { first: 1, last: 2 };

/** Extracts the features of the tagger, for scoring and for training. */
export class TaggerFeatures {
  /**
   * Indexed by template, for the word that `enter` read last. The template's weight for the tag
   * with id `tag` is at index `places[template] ^ tag` of the weights.
   */
  readonly places = new Int32Array(templates);
  readonly #sum: FeatureSum;
  readonly #values = taggerTemplates.newValues();
  readonly #affixes = new Affixes();
  #tokens: ParserTokens | null = null;
  #shapes = new Int32Array(0);

  /** @param weights an array of 2^n elements. Only its length is used */
  constructor(weights: Int8Array) {
    this.#sum = new FeatureSum(weights, taggerTemplates, new Set());
  }

  begin(forms: readonly string[], tokens: ParserTokens): void {
    this.#affixes.begin(forms);
    this.#tokens = tokens;
    if (this.#shapes.length < forms.length + 2 * PADDING) {
      this.#shapes = new Int32Array(2 * (forms.length + 2 * PADDING));
    }
    this.#shapes.fill(0);
    forms.forEach((form, i) => {
      this.#shapes[i + PADDING] = 1 + classOf(form);
    });
  }

  /** Fills `places` for the word at a place, from 1. The words before it must have their tags. */
  enter(place: number): void {
    const tokens = this.#tokens!;
    const v = this.#values;
    const { forms, classes, tags, length } = tokens;
    const at = PADDING + place;
    v[TaggerValue.Constant] = 1;
    v[TaggerValue.Word] = forms[at];
    v[TaggerValue.Word1] = forms[at - 1];
    v[TaggerValue.Word2] = forms[at - 2];
    v[TaggerValue.WordN1] = forms[at + 1];
    v[TaggerValue.WordN2] = forms[at + 2];
    v[TaggerValue.Class] = classes[at];
    v[TaggerValue.Class1] = classes[at - 1];
    v[TaggerValue.Class2] = classes[at - 2];
    v[TaggerValue.ClassN1] = classes[at + 1];
    v[TaggerValue.ClassN2] = classes[at + 2];
    const i = place - 1;
    const shape = i + PADDING;
    v[TaggerValue.Shape] = this.#shapes[shape];
    v[TaggerValue.Shape1] = this.#shapes[shape - 1];
    v[TaggerValue.ShapeN1] = this.#shapes[shape + 1];
    v[TaggerValue.Lower] = this.#affixes.wholes[i];
    const { suffixes, prefixes } = this.#affixes;
    for (let n = 0; n < LONGEST_SUFFIX; n++) {
      v[TaggerValue.Suffix1 + n] = suffixes[i * LONGEST_SUFFIX + n];
    }
    for (let n = 0; n < LONGEST_PREFIX; n++) {
      v[TaggerValue.Prefix1 + n] = prefixes[i * LONGEST_PREFIX + n];
    }
    const hasNext = place < length;
    v[TaggerValue.NextSuffix2] = hasNext ? suffixes[(i + 1) * LONGEST_SUFFIX + 1] : 0;
    v[TaggerValue.NextSuffix3] = hasNext ? suffixes[(i + 1) * LONGEST_SUFFIX + 2] : 0;
    v[TaggerValue.BeforeSuffix2] = i > 0 ? suffixes[(i - 1) * LONGEST_SUFFIX + 1] : 0;
    v[TaggerValue.BeforeSuffix3] = i > 0 ? suffixes[(i - 1) * LONGEST_SUFFIX + 2] : 0;
    v[TaggerValue.Place] = (i === 0 ? placeOfEnds.first : 0) + (hasNext ? 0 : placeOfEnds.last);
    v[TaggerValue.Tag1] = tags[at - 1];
    v[TaggerValue.Tag2] = tags[at - 2];
    this.#sum.hash(v, 0, templates, this.places, 0);
  }
}

/** The tags to try for each word id. A rare or unseen word may have any tag. */
export class TagChoices {
  readonly #all: Int32Array;
  readonly #ofWords: (Int32Array | null)[] = [];

  constructor({ tags, words, entryStart, entryTag, entryCount }: Lexicon) {
    this.#all = Int32Array.from(tags, (_, i) => i + 1);
    const first = entryStart.length - 1 - words.length;
    for (let word = first; word < entryStart.length - 1; word++) {
      const [from, to] = [entryStart[word], entryStart[word + 1]];
      const count = entryCount.subarray(from, to).reduce((a, b) => a + b, 0);
      if (count >= FREQUENT) this.#ofWords[word] = Int32Array.from(entryTag.subarray(from, to));
    }
  }

  of(word: number): Int32Array {
    return this.#ofWords[word] ?? this.#all;
  }
}

/**
 * Gives each word, from left to right, the tag with the highest score. The log-linear model reads
 * the word, its neighbours, and the tags of the two words before it.
 */
export class Tagger {
  readonly #features: TaggerFeatures;
  readonly #choices: TagChoices;
  readonly #weights: Int8Array;

  constructor(lexicon: Lexicon, weights: Int8Array) {
    this.#weights = weights;
    this.#features = new TaggerFeatures(weights);
    this.#choices = new TagChoices(lexicon);
  }

  /** @param given indexed by word, from 0: the tags to choose from; null for any tag */
  tag(
    forms: readonly string[],
    tokens: ParserTokens,
    given: readonly (readonly number[] | null)[] = [],
  ): void {
    const features = this.#features;
    features.begin(forms, tokens);
    for (let place = 1; place <= tokens.length; place++) {
      const choices = given.at(place - 1) ?? this.#choices.of(tokens.forms[PADDING + place]);
      tokens.setTag(place, choices.length === 1 ? choices[0] : this.#choose(place, choices));
    }
  }

  /** Of tags with equal scores, the first wins. */
  #choose(place: number, choices: ArrayLike<number>): number {
    const weights = this.#weights;
    const { places } = this.#features;
    this.#features.enter(place);
    let first = NONE;
    let most = -Infinity;
    for (let choice = 0; choice < choices.length; choice++) {
      const tag = choices[choice];
      let sum = 0;
      for (let i = 0; i < templates; i++) sum += weights[places[i] ^ tag];
      if (sum > most) {
        most = sum;
        first = tag;
      }
    }
    return first;
  }
}
