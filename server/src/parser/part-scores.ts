import { FeatureSum, type WeightTable } from '../scoring/feature-sum.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import { mix } from '../util/hash.ts';
import { ArcReader } from './arc-reader.ts';
import {
  ArcSection,
  arcTemplates,
  grandchildTemplates,
  PairValue,
  siblingTemplates,
} from './arc-templates.ts';
import { PADDING, type ParserTokens, type TagParts } from './parser-tokens.ts';

const arcRows = arcTemplates.starts[ArcSection.Between];
const betweenRows = arcTemplates.templates.length - arcRows;
/** The place that stands for no word: all of its values are NONE. */
const NO_PLACE = -PADDING;

/** The template groups of the scores of parts. */
export const partTemplates: readonly TemplateGroup[] = [
  arcTemplates,
  siblingTemplates,
  grandchildTemplates,
];

/**
 * The scores of the parts of a tree: its arcs, adjacent siblings and outermost grandchildren. Each method sums the
 * weights of a part's features. Training sets `places` to a list, which then receives the places of the weights.
 */
export class PartScores {
  readonly #weights: WeightTable;
  readonly #arcs: FeatureSum;
  readonly #siblings: FeatureSum;
  readonly #grandchildren: FeatureSum;
  readonly #reader: ArcReader;
  readonly #places = new Int32Array(
    Math.max(arcTemplates.templates.length, siblingTemplates.templates.length),
  );
  #tokens: ParserTokens | null = null;
  #pairs = new Int32Array(0);

  /** @param weights the weights of all three groups */
  constructor(parts: TagParts, weights: WeightTable) {
    this.#weights = weights;
    this.#arcs = new FeatureSum(weights, arcTemplates, new Set());
    this.#siblings = new FeatureSum(weights, siblingTemplates, new Set());
    this.#grandchildren = new FeatureSum(weights, grandchildTemplates, new Set());
    this.#reader = new ArcReader(parts, arcTemplates.newValues());
  }

  /** Begins a sentence. Its words must have their tags. */
  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
    this.#reader.begin(tokens);
    const size = tokens.length + 1 + 2 * PADDING;
    if (this.#pairs.length < size) this.#pairs = new Int32Array(2 * size);
    for (let i = 0; i < size; i++) this.#pairs[i] = mix(tokens.words[i], tokens.xpos[i]);
  }

  /** Returns the score of an arc. */
  arc(head: number, modifier: number, seen: number[] | null = null): number {
    const reader = this.#reader;
    reader.read(head, modifier);
    const { values, key } = reader;
    let score = this.#add(this.#arcs, values, 0, arcRows, key, seen);
    let between = 0;
    while ((between = reader.nextBetween(head, modifier, between)) > 0) {
      score += this.#add(this.#arcs, values, arcRows, betweenRows, key, seen);
    }
    return score;
  }

  /** Returns the score of two adjacent modifiers. @param sibling the one next to the head; 0 for none */
  sibling(head: number, sibling: number, modifier: number, seen: number[] | null = null): number {
    const values = this.#values(head, sibling === 0 ? NO_PLACE : sibling, modifier);
    return this.#addPair(this.#siblings, values, head < modifier ? 1 : 0, seen);
  }

  /**
   * Returns the score of a modifier's outermost modifier on a side.
   *
   * @param grandchild the outermost modifier; 0 for none
   * @param isInside whether the side is the one of the head
   */
  grandchild(
    head: number,
    modifier: number,
    grandchild: number,
    isInside: boolean,
    seen: number[] | null = null,
  ): number {
    const values = this.#values(head, modifier, grandchild === 0 ? NO_PLACE : grandchild);
    return this.#addPair(
      this.#grandchildren,
      values,
      (head < modifier ? 1 : 0) + (isInside ? 2 : 0),
      seen,
    );
  }

  /** Sums the features of templates, each alone and with a key. */
  #add(
    sum: FeatureSum,
    values: Int32Array,
    from: number,
    count: number,
    key: number,
    seen: number[] | null,
  ): number {
    const places = this.#places;
    const weights = this.#weights;
    sum.hash(values, from, from + count, places, 0);
    let score = 0;
    for (let i = 0; i < count; i++) score += weights[places[i]] + weights[places[i] ^ key];
    if (seen !== null) for (let i = 0; i < count; i++) seen.push(places[i], places[i] ^ key);
    return score;
  }

  /** Sums the features of two arcs, under one key. */
  #addPair(sum: FeatureSum, values: Int32Array, key: number, seen: number[] | null): number {
    const places = this.#places;
    const weights = this.#weights;
    const count = siblingTemplates.templates.length;
    sum.hash(values, 0, count, places, 0);
    let score = 0;
    for (let i = 0; i < count; i++) score += weights[places[i] ^ key];
    if (seen !== null) for (let i = 0; i < count; i++) seen.push(places[i] ^ key);
    return score;
  }

  readonly #pairValues = siblingTemplates.newValues();

  #values(first: number, second: number, third: number): Int32Array {
    const { words, classes, xpos, upos } = this.#tokens!;
    const v = this.#pairValues;
    const a = PADDING + first;
    const b = PADDING + second;
    const c = PADDING + third;
    v[PairValue.First] = this.#pairs[a];
    v[PairValue.FirstWord] = words[a];
    v[PairValue.FirstTag] = xpos[a];
    v[PairValue.FirstUniversal] = upos[a];
    v[PairValue.FirstClass] = classes[a];
    v[PairValue.Second] = this.#pairs[b];
    v[PairValue.SecondWord] = words[b];
    v[PairValue.SecondTag] = xpos[b];
    v[PairValue.SecondUniversal] = upos[b];
    v[PairValue.SecondClass] = classes[b];
    v[PairValue.Third] = this.#pairs[c];
    v[PairValue.ThirdWord] = words[c];
    v[PairValue.ThirdTag] = xpos[c];
    v[PairValue.ThirdUniversal] = upos[c];
    v[PairValue.ThirdClass] = classes[c];
    return v;
  }
}
