import { mix } from '../util/hash.ts';
import { ArcValue } from './arc-templates.ts';
import { PADDING, type ParserTokens, type TagParts } from './parser-tokens.ts';

/**
 * The limits on numbers that templates read: on the distance between head and modifier
 * (`MOST_LENGTH`), and on how many verbs, punctuation marks or conjunctions stand between them
 * (`MOST_BETWEEN`). A higher number is replaced by its limit.
 */
const MOST_LENGTH = 15;
const MOST_BETWEEN = 3;
/** The buckets for a distance, in words: 1, 2, 3, 4, 5, 6 to 10, more. */
const DISTANCES = 7;

/** Reads the values of arcs for the templates. */
export class ArcReader {
  /** Indexed by `ArcValue`: the values of the arc that `read` read last. */
  readonly values: Int32Array;
  /** The side and the distance of this arc, as one number from 1. */
  key = 0;
  #tokens: ParserTokens | null = null;
  // Indexed by place: how many words up to and at this place are verbs, marks or conjunctions.
  #verbs = new Int32Array(0);
  #marks = new Int32Array(0);
  #conjunctions = new Int32Array(0);
  /**
   * Indexed by place and universal tag: the last word with this tag up to and at this place, or −1.
   */
  #last = new Int32Array(0);
  readonly #universals: number;
  readonly #isVerb: Uint8Array;
  readonly #isMark: Uint8Array;
  readonly #isConjunction: Uint8Array;

  /** @param values indexed by `ArcValue`; the reader fills it */
  constructor({ uposNames }: TagParts, values: Int32Array) {
    this.values = values;
    this.#universals = uposNames.length + 1;
    const flags = (...names: readonly string[]): Uint8Array =>
      Uint8Array.from([0, ...uposNames.map((name) => (names.includes(name) ? 1 : 0))]);
    this.#isVerb = flags('VERB', 'AUX');
    this.#isMark = flags('PUNCT');
    this.#isConjunction = flags('CCONJ', 'SCONJ');
  }

  /** Starts a sentence. Its words must already have their tags. */
  begin(tokens: ParserTokens): void {
    this.#tokens = tokens;
    const { length, upos } = tokens;
    const all = this.#universals;
    if (this.#verbs.length <= length) {
      this.#verbs = new Int32Array(2 * length + 1);
      this.#marks = new Int32Array(2 * length + 1);
      this.#conjunctions = new Int32Array(2 * length + 1);
      this.#last = new Int32Array(all * (2 * length + 1));
    }
    this.#verbs[0] = this.#marks[0] = this.#conjunctions[0] = 0;
    this.#last.fill(-1, 0, all);
    for (let place = 1; place <= length; place++) {
      const tag = upos[PADDING + place];
      this.#verbs[place] = this.#verbs[place - 1] + this.#isVerb[tag];
      this.#marks[place] = this.#marks[place - 1] + this.#isMark[tag];
      this.#conjunctions[place] = this.#conjunctions[place - 1] + this.#isConjunction[tag];
      this.#last.copyWithin(all * place, all * (place - 1), all * place);
      this.#last[all * place + tag] = place;
    }
  }

  read(head: number, modifier: number): void {
    const tokens = this.#tokens!;
    const { classes, xpos, upos, length } = tokens;
    const v = this.values;
    const h = PADDING + head;
    const m = PADDING + modifier;
    tokens.readWord(h, v, ArcValue.Head);
    tokens.readWord(m, v, ArcValue.Modifier);
    v[ArcValue.Tags] = mix(xpos[h], xpos[m]);
    v[ArcValue.Universals] = mix(upos[h], upos[m]);
    v[ArcValue.HeadBefore] = xpos[h - 1];
    v[ArcValue.HeadBefore2] = xpos[h - 2];
    v[ArcValue.HeadAfter] = xpos[h + 1];
    v[ArcValue.HeadAfter2] = xpos[h + 2];
    v[ArcValue.Before] = xpos[m - 1];
    v[ArcValue.Before2] = xpos[m - 2];
    v[ArcValue.After] = xpos[m + 1];
    v[ArcValue.After2] = xpos[m + 2];
    v[ArcValue.BeforeClass] = classes[m - 1];
    v[ArcValue.AfterClass] = classes[m + 1];
    v[ArcValue.HeadAfterClass] = classes[h + 1];
    v[ArcValue.HeadBeforeClass] = classes[h - 1];
    const left = Math.min(head, modifier);
    const right = Math.max(head, modifier) - 1;
    const distance = right - left + 1;
    v[ArcValue.Length] = Math.min(distance, MOST_LENGTH);
    v[ArcValue.Verbs] = Math.min(this.#verbs[right] - this.#verbs[left], MOST_BETWEEN);
    v[ArcValue.Marks] = Math.min(this.#marks[right] - this.#marks[left], MOST_BETWEEN);
    v[ArcValue.Conjunctions] = Math.min(
      this.#conjunctions[right] - this.#conjunctions[left],
      MOST_BETWEEN,
    );
    v[ArcValue.Ends] = (modifier === 1 ? 1 : 0) + (modifier === length ? 2 : 0);
    this.key = 1 + (head < modifier ? DISTANCES : 0) + bucketOf(distance);
  }

  /**
   * Lists the universal tags of the words between head and modifier, one tag in each call. Writes
   * the tag into `values` and returns it; returns 0 after the last tag. `read` must have read this
   * arc last.
   *
   * @param after 0 in the first call, then the result of the previous call
   */
  nextBetween(head: number, modifier: number, after: number): number {
    const left = Math.min(head, modifier);
    const at = this.#universals * (Math.max(head, modifier) - 1);
    for (let tag = after + 1; tag < this.#universals; tag++) {
      if (this.#last[at + tag] > left) return (this.values[ArcValue.Between] = tag);
    }
    return 0;
  }
}

function bucketOf(distance: number): number {
  if (distance <= 5) return distance - 1;
  return distance <= 10 ? 5 : 6;
}
