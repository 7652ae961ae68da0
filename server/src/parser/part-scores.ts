import { FeatureSum, type FeatureObserver, type WeightTable } from '../scoring/feature-sum.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import { ArcReader } from './arc-reader.ts';
import {
  ArcSection,
  arcTemplates,
  grandchildTemplates,
  siblingTemplates,
} from './arc-templates.ts';
import { KeyedScore } from './keyed-score.ts';
import type { ParserTokens, TagParts } from './parser-tokens.ts';
import { TripleReader } from './triple-reader.ts';

const arcRows = arcTemplates.starts[ArcSection.Between];
const betweenRows = arcTemplates.templates.length - arcRows;

/** The template groups that score parts: arcs, siblings and grandchildren. */
export const partTemplates: readonly TemplateGroup[] = [
  arcTemplates,
  siblingTemplates,
  grandchildTemplates,
];

/**
 * Scores the parts of a tree: its arcs, adjacent siblings and outermost grandchildren. Each method
 * sums the weights of a part's features, and sends each feature to the observer.
 */
export class PartScores {
  readonly #weights: WeightTable;
  readonly #arcs: FeatureSum;
  readonly #siblings: KeyedScore;
  readonly #grandchildren: KeyedScore;
  readonly #reader: ArcReader;
  readonly #places = new Int32Array(arcTemplates.templates.length);
  readonly #triples = new TripleReader(siblingTemplates.newValues());

  /** @param weights the weights of `partTemplates` */
  constructor(parts: TagParts, weights: WeightTable) {
    this.#weights = weights;
    this.#arcs = new FeatureSum(weights, arcTemplates, new Set());
    this.#siblings = new KeyedScore(weights, siblingTemplates);
    this.#grandchildren = new KeyedScore(weights, grandchildTemplates);
    this.#reader = new ArcReader(parts, arcTemplates.newValues());
  }

  /** Starts a sentence. Its words must already have their tags. */
  begin(tokens: ParserTokens): void {
    this.#reader.begin(tokens);
    this.#triples.begin(tokens);
  }

  arc(head: number, modifier: number, observer: FeatureObserver | null = null): number {
    const reader = this.#reader;
    reader.read(head, modifier);
    const { values, key } = reader;
    let score = this.#add(this.#arcs, values, 0, arcRows, key, observer);
    let between = 0;
    while ((between = reader.nextBetween(head, modifier, between)) > 0) {
      score += this.#add(this.#arcs, values, arcRows, betweenRows, key, observer);
    }
    return score;
  }

  /**
   * Scores two adjacent modifiers of a head.
   *
   * @param sibling the nearer modifier; 0 for none
   */
  sibling(
    head: number,
    sibling: number,
    modifier: number,
    observer: FeatureObserver | null = null,
  ): number {
    const values = this.#triples.read(head, sibling, modifier);
    return this.#siblings.of(values, head < modifier ? 1 : 0, observer);
  }

  /**
   * Scores the outermost modifier on one side of a modifier.
   *
   * @param grandchild 0 for none
   * @param isInside whether the side faces the head
   */
  grandchild(
    head: number,
    modifier: number,
    grandchild: number,
    isInside: boolean,
    observer: FeatureObserver | null = null,
  ): number {
    const values = this.#triples.read(head, modifier, grandchild);
    return this.#grandchildren.of(values, (head < modifier ? 1 : 0) + (isInside ? 2 : 0), observer);
  }

  /**
   * Returns the sum of the weights of the features of `count` templates. Each template makes two
   * features: one without the key, one with it. The key is the side and the distance of the
   * modifier.
   */
  #add(
    sum: FeatureSum,
    values: Int32Array,
    from: number,
    count: number,
    key: number,
    observer: FeatureObserver | null,
  ): number {
    const places = this.#places;
    const weights = this.#weights;
    sum.hash(values, from, from + count, places, 0);
    let score = 0;
    for (let i = 0; i < count; i++) score += weights[places[i]] + weights[places[i] ^ key];
    for (let i = 0; observer !== null && i < count; i++) {
      for (const place of [places[i], places[i] ^ key]) {
        observer.onFeature(sum.group, from + i, place, weights[place], values);
      }
    }
    return score;
  }
}
