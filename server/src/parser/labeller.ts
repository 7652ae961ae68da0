import { NONE } from '../model/lexicon.ts';
import { classOf } from '../model/shape.ts';
import { FeatureSum } from '../scoring/feature-sum.ts';
import { mix } from '../util/hash.ts';
import { labelTemplates, LabelValue } from './label-templates.ts';
import { PADDING, type ParserTokens, type TagParts } from './parser-tokens.ts';

const templates = labelTemplates.templates.length;
/**
 * The limits on the counts in the values: of modifiers and of bare nominals. A higher count is
 * replaced by its limit.
 */
const MOST_COUNT = 3;
const MOST_BARE = 2;

/** Extracts the features of the labels of a tree's arcs, for scoring and for training. */
export class LabelFeatures {
  /**
   * Indexed by template, for the arc that `enter` read last. The template's weight for the label
   * with id `label` is at index `places[template] ^ label` of the weights.
   */
  readonly places = new Int32Array(templates);
  /** The words of the tree. A head comes before its modifiers; modifiers go from left to right. */
  order = new Int32Array(0);

  readonly #sum: FeatureSum;
  readonly #values = labelTemplates.newValues();
  readonly #isMarker: Uint8Array;
  readonly #isNominal: Uint8Array;
  readonly #auxiliary: number;
  #tokens: ParserTokens | null = null;
  #forms: readonly string[] = [];
  #heads: Int32Array = new Int32Array(0);
  /**
   * Eight arrays, indexed by the place of a word. 0 stands for no word. `#left` and `#right` are
   * its outermost modifiers. `#before` and `#next` are the siblings next to it. `#marker` is the
   * first function word among its modifiers, and `#first` its first modifier. `#lefts` and
   * `#rights` are the numbers of its modifiers on either side.
   */
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #before = new Int32Array(0);
  #next = new Int32Array(0);
  #marker = new Int32Array(0);
  #first = new Int32Array(0);
  #lefts = new Int32Array(0);
  #rights = new Int32Array(0);
  /**
   * Four arrays, indexed by the place of a word. `#lastAuxiliary` is the last auxiliary among its
   * modifiers on the left. `#edge` is the first word of its subtree. `#leftTags` and `#rightTags`
   * are bit masks: the universal tags of its modifiers on either side.
   */
  #lastAuxiliary = new Int32Array(0);
  #edge = new Int32Array(0);
  #leftTags = new Int32Array(0);
  #rightTags = new Int32Array(0);

  /** @param weights an array of 2^n elements. Only its length is used */
  constructor({ uposNames }: TagParts, weights: Int8Array) {
    this.#sum = new FeatureSum(weights, labelTemplates, new Set());
    const flags = (...names: readonly string[]): Uint8Array =>
      Uint8Array.from([0, ...uposNames.map((name) => (names.includes(name) ? 1 : 0))]);
    this.#isMarker = flags('ADP', 'SCONJ', 'AUX', 'PART', 'CCONJ');
    this.#isNominal = flags('NOUN', 'PROPN', 'PRON', 'NUM');
    this.#auxiliary = 1 + uposNames.indexOf('AUX');
  }

  /** @param heads indexed by place, from 1 */
  begin(forms: readonly string[], tokens: ParserTokens, heads: Int32Array): void {
    const { length, upos } = tokens;
    this.#tokens = tokens;
    this.#forms = forms;
    this.#heads = heads;
    if (this.#left.length <= length) this.#grow(2 * (length + 1));
    for (const array of [
      this.#left,
      this.#right,
      this.#before,
      this.#next,
      this.#marker,
      this.#first,
      this.#lefts,
      this.#rights,
      this.#lastAuxiliary,
      this.#leftTags,
      this.#rightTags,
    ]) {
      array.fill(0, 0, length + 1);
    }
    for (let m = 1; m <= length; m++) {
      const h = heads[m];
      // Until this loop ends, `#right[h]` is the last modifier of h so far, on either side.
      this.#before[m] = this.#right[h];
      if (this.#right[h] !== 0) this.#next[this.#right[h]] = m;
      else this.#first[h] = m;
      this.#right[h] = m;
      const tag = upos[PADDING + m];
      if (m < h) {
        this.#lefts[h]++;
        this.#leftTags[h] |= 1 << tag;
        if (tag === this.#auxiliary) this.#lastAuxiliary[h] = m;
      } else {
        this.#rights[h]++;
        this.#rightTags[h] |= 1 << tag;
      }
      if (this.#marker[h] === 0 && this.#isMarker[tag] === 1) this.#marker[h] = m;
      this.#edge[m] = m;
    }
    for (let h = 0; h <= length; h++) {
      this.#left[h] = this.#first[h] !== 0 && this.#first[h] < h ? this.#first[h] : 0;
      if (this.#right[h] < h) this.#right[h] = 0;
    }
    let count = 0;
    let done = 0;
    for (let m = this.#first[0]; m !== 0; m = this.#next[m]) this.order[count++] = m;
    while (done < count) {
      for (let m = this.#first[this.order[done]]; m !== 0; m = this.#next[m])
        this.order[count++] = m;
      done++;
    }
    for (let i = count - 1; i >= 0; i--) {
      const m = this.order[i];
      const h = heads[m];
      if (this.#edge[m] < this.#edge[h]) this.#edge[h] = this.#edge[m];
    }
  }

  /**
   * Computes the features of the arc to a modifier, and fills `places` with the places of their
   * weights.
   *
   * @param labels indexed by word. The head and the earlier siblings of the modifier must already
   *   have their labels
   */
  enter(modifier: number, labels: Int32Array): void {
    const tokens = this.#tokens!;
    const { words, xpos, upos } = tokens;
    const v = this.#values;
    const head = this.#heads[modifier];
    const h = PADDING + head;
    const m = PADDING + modifier;
    v[LabelValue.Constant] = 1;
    tokens.readWord(h, v, LabelValue.Head);
    tokens.readWord(m, v, LabelValue.Modifier);
    v[LabelValue.Tags] = mix(mix(xpos[h], xpos[m]), mix(upos[h], upos[m]));
    const distance = Math.abs(head - modifier);
    const step = distance <= 2 ? distance : distance <= 5 ? 3 : 4;
    v[LabelValue.Distance] = head < modifier ? step : -step;
    v[LabelValue.Before] = xpos[m - 1];
    v[LabelValue.After] = xpos[m + 1];
    v[LabelValue.BeforeWord] = words[m - 1];
    v[LabelValue.AfterWord] = words[m + 1];
    v[LabelValue.HeadBefore] = xpos[h - 1];
    v[LabelValue.HeadAfter] = xpos[h + 1];
    const above = head === 0 ? -PADDING : this.#heads[head];
    v[LabelValue.Above] = xpos[PADDING + above];
    v[LabelValue.AboveWord] = words[PADDING + above];
    v[LabelValue.AboveLabel] = head === 0 ? NONE : labels[head];
    const left = orNone(this.#left[modifier]);
    const right = orNone(this.#right[modifier]);
    v[LabelValue.Left] = xpos[left];
    v[LabelValue.LeftWord] = words[left];
    v[LabelValue.Right] = xpos[right];
    v[LabelValue.RightWord] = words[right];
    const sibling = this.#before[modifier];
    v[LabelValue.Sibling] = xpos[orNone(sibling)];
    v[LabelValue.SiblingWord] = words[orNone(sibling)];
    v[LabelValue.SiblingLabel] = sibling === 0 ? NONE : labels[sibling];
    v[LabelValue.NextSibling] = xpos[orNone(this.#next[modifier])];
    let earlier = 0;
    let seen = 0;
    let bareBefore = 0;
    let bareAfter = 0;
    for (let s = sibling; s !== 0; s = this.#before[s]) {
      if (s < head === modifier < head) earlier++;
      seen |= 1 << (labels[s] & 31);
      if (s > head) bareBefore += this.#isBare(s);
    }
    for (let s = this.#next[modifier]; s !== 0; s = this.#next[s]) {
      if (s > head) bareAfter += this.#isBare(s);
    }
    v[LabelValue.Bare] =
      1 +
      this.#isBare(modifier) +
      2 * Math.min(bareBefore, MOST_BARE) +
      2 * (MOST_BARE + 1) * Math.min(bareAfter, MOST_BARE);
    v[LabelValue.Auxiliary] = words[orNone(this.#lastAuxiliary[head])];
    const edge = this.#edge[modifier];
    v[LabelValue.EdgeWord] = edge === 1 ? NONE : words[PADDING + edge - 1];
    v[LabelValue.Modifiers] = mix(this.#leftTags[modifier], this.#rightTags[modifier]);
    v[LabelValue.HeadModifiers] = mix(this.#leftTags[head], this.#rightTags[head]);
    const sameSide = modifier < head ? this.#lefts[head] : this.#rights[head];
    v[LabelValue.Position] =
      16 * (head < modifier ? 1 : 0) +
      4 * Math.min(earlier, MOST_COUNT) +
      Math.min(sameSide - 1 - earlier, MOST_COUNT);
    v[LabelValue.Seen] = seen;
    v[LabelValue.Valency] =
      4 * Math.min(this.#lefts[modifier], MOST_COUNT) +
      Math.min(this.#rights[modifier], MOST_COUNT);
    v[LabelValue.Marker] = words[orNone(this.#marker[modifier])];
    v[LabelValue.Shape] = 1 + classOf(this.#forms[modifier - 1]);
    this.#sum.hash(v, 0, templates, this.places, 0);
  }

  /**
   * Returns 1 for a bare nominal, otherwise 0. A bare nominal is a noun, pronoun or number without
   * an adposition or another function word (`#isMarker`); determiners do not count. `book` is one
   * in `read a book`, but not in `look at a book`.
   */
  #isBare(place: number): number {
    return this.#marker[place] === 0 ? this.#isNominal[this.#tokens!.upos[PADDING + place]] : 0;
  }

  #grow(size: number): void {
    this.order = new Int32Array(size);
    this.#left = new Int32Array(size);
    this.#right = new Int32Array(size);
    this.#before = new Int32Array(size);
    this.#next = new Int32Array(size);
    this.#marker = new Int32Array(size);
    this.#first = new Int32Array(size);
    this.#lefts = new Int32Array(size);
    this.#rights = new Int32Array(size);
    this.#lastAuxiliary = new Int32Array(size);
    this.#edge = new Int32Array(size);
    this.#leftTags = new Int32Array(size);
    this.#rightTags = new Int32Array(size);
  }
}

/**
 * Returns the index of a word in the arrays of `ParserTokens`. Place 0 stands for no word. Its
 * index is 0, where all values are NONE.
 */
function orNone(place: number): number {
  return place === 0 ? 0 : PADDING + place;
}

/**
 * The labels to try for an arc: the labels that training has seen with the universal tag of the
 * modifier. If training has seen none, all labels.
 */
export class LabelChoices {
  readonly #ofRoot: Int32Array;
  readonly #ofTags: readonly Int32Array[];

  /**
   * @param seen a table with a row for each label id and a column for each universal tag. A cell is
   *   1 if training has seen the label with the tag. Column 0 is for arcs from the root
   */
  constructor(seen: Uint8Array, labels: number) {
    const tags = seen.length / (labels + 1);
    const all = Int32Array.from({ length: labels }, (_, i) => i + 1);
    const choices = Array.from({ length: tags }, (_, tag) => {
      const own = all.filter((label) => seen[label * tags + tag] === 1);
      return own.length === 0 ? all : own;
    });
    this.#ofRoot = choices[0];
    this.#ofTags = choices;
  }

  of(head: number, tag: number): Int32Array {
    return head === 0 ? this.#ofRoot : this.#ofTags[tag];
  }
}

/** Labels the arcs of a tree, from the root down. A log-linear model chooses each label. */
export class Labeller {
  readonly #features: LabelFeatures;
  readonly #choices: LabelChoices;
  readonly #weights: Int8Array;

  constructor(parts: TagParts, choices: LabelChoices, weights: Int8Array) {
    this.#features = new LabelFeatures(parts, weights);
    this.#choices = choices;
    this.#weights = weights;
  }

  /**
   * Replaces each NONE in `labels` by the label that the model chooses.
   *
   * @param heads indexed by place, from 1
   * @param labels indexed by place, from 1: ids of labels
   */
  label(
    forms: readonly string[],
    tokens: ParserTokens,
    heads: Int32Array,
    labels: Int32Array,
  ): void {
    const features = this.#features;
    const weights = this.#weights;
    features.begin(forms, tokens, heads);
    const { places, order } = features;
    for (let i = 0; i < tokens.length; i++) {
      const modifier = order[i];
      if (labels[modifier] !== NONE) continue;
      const choices = this.#choices.of(heads[modifier], tokens.upos[PADDING + modifier]);
      let best = choices[0];
      if (choices.length > 1) {
        features.enter(modifier, labels);
        let most = -Infinity;
        for (const label of choices) {
          let sum = 0;
          for (let t = 0; t < templates; t++) sum += weights[places[t] ^ label];
          if (sum > most) {
            most = sum;
            best = label;
          }
        }
      }
      labels[modifier] = best;
    }
  }
}
