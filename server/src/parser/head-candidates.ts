import { FeatureSum } from '../scoring/feature-sum.ts';
import { ArcReader } from './arc-reader.ts';
import { candidateTemplates } from './arc-templates.ts';
import type { ParserTokens, TagParts } from './parser-tokens.ts';

const templates = candidateTemplates.templates.length;

/**
 * Chooses the likeliest heads of each word, by a log-linear model over the heads of a word. The
 * parser considers no other heads (Koo & Collins 2010, Section 7.2).
 */
export class HeadCandidates {
  readonly #weights: Int8Array;
  readonly #sum: FeatureSum;
  readonly #reader: ArcReader;
  #scores = new Int32Array(0);

  constructor(parts: TagParts, weights: Int8Array) {
    this.#weights = weights;
    this.#sum = new FeatureSum(weights, candidateTemplates, new Set());
    this.#reader = new ArcReader(parts, candidateTemplates.newValues());
  }

  /** The number of features of an arc. */
  static readonly features = 2 * templates;

  begin(tokens: ParserTokens): void {
    this.#reader.begin(tokens);
  }

  /** Writes the weight indices of an arc's features to `places`, from index `at`. */
  places(head: number, modifier: number, places: Int32Array, at: number): void {
    const reader = this.#reader;
    reader.read(head, modifier);
    this.#sum.hash(reader.values, 0, templates, places, at);
    for (let i = at; i < at + templates; i++) places[i + templates] = places[i] ^ reader.key;
  }

  /**
   * @param chosen receives the likeliest heads, in order of place
   * @returns the number of heads
   */
  choose(modifier: number, length: number, most: number, chosen: Int32Array): number {
    const scores = (this.#scores =
      this.#scores.length <= length ? new Int32Array(2 * length + 1) : this.#scores);
    for (let head = 0; head <= length; head++) {
      scores[head] = head === modifier ? -Infinity : this.#score(head, modifier);
    }
    let count = 0;
    // Among heads with equal scores, those that stand first are kept.
    for (let head = 0; head <= length; head++) {
      if (head === modifier) continue;
      let at = count;
      if (count === most) {
        if (scores[head] <= scores[chosen[count - 1]]) continue;
        at--;
      } else count++;
      while (at > 0 && scores[chosen[at - 1]] < scores[head]) {
        chosen[at] = chosen[at - 1];
        at--;
      }
      chosen[at] = head;
    }
    chosen.subarray(0, count).sort();
    return count;
  }

  #score(head: number, modifier: number): number {
    const reader = this.#reader;
    reader.read(head, modifier);
    const sum = this.#sum;
    sum.sum = 0;
    sum.hash(reader.values, 0, templates, this.#own, 0);
    const weights = this.#weights;
    let score = 0;
    for (const place of this.#own) score += weights[place] + weights[place ^ reader.key];
    return score;
  }

  readonly #own = new Int32Array(templates);
}
