import type { Problem } from '../problem/problem.ts';
import { KeyTable } from './key-table.ts';
import { Field, tagOf, wordOf, type States } from '../search/arc-standard/states.ts';
import { bucket, h1, h2, h3, type WeightSum } from './weight-sum.ts';

/** Contexts, by the part of the shifted word that they are paired with: where each kind begins. */
const enum At {
  /** With the first word of a phrase: the string so far continues with it. */
  FirstWord = 0,
  /** With its last word, which stands for it in the tree. */
  Word = 7,
  Casing = 18,
  Tag = 21,
  Class = 52,
  Size = 60,
}

/** In the rows of sums: not asked for yet. */
const UNKNOWN = -0x80000000;
/** The slot of a state of which nothing is to be kept. */
const SCRATCH = KeyTable.SLOTS;

/**
 * The features of SHIFT in a state (Liu et al. 2015, Table 2, with SHIFT seeing the word that it would
 * shift). Half of the states of a search look the same to them as another did: the places of contexts,
 * and what was summed at them, are kept by all that they read.
 */
export class ShiftFeatures {
  readonly #weights: WeightSum;
  #problem!: Problem;
  #states!: States;
  /** The state that was entered, and its slot; -1 until it is asked for. */
  #state = 0;
  #slot = -1;
  #wordsLeft = 0;

  readonly #known = new KeyTable();
  /** By slot. */
  readonly #places = new Int32Array((SCRATCH + 1) * At.Size);
  /** By slot and word, by slot and tag: the sums of what does not depend on the tag, and of what does. */
  #wordSums = new Int32Array(0);
  #tagSums = new Int32Array(0);
  #words = 0;
  #tags = 0;

  constructor(weights: WeightSum) {
    this.#weights = weights;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem, states: States): void {
    this.#problem = problem;
    this.#states = states;
    this.#words = problem.size;
    this.#tags = problem.firstForeignTag + problem.foreignTags.length;
    this.#wordSums = roomFor(this.#wordSums, (SCRATCH + 1) * this.#words);
    this.#tagSums = roomFor(this.#tagSums, (SCRATCH + 1) * this.#tags);
    this.#known.begin(8);
  }

  /** Speaks of a state from now on. */
  enter(state: number, wordsLeft: number): void {
    this.#state = state;
    this.#slot = -1;
    this.#wordsLeft = wordsLeft;
  }

  /** Adds what does not depend on the tag that a word would be shifted with. */
  word(t: number): void {
    if (this.#slot < 0) this.#findSlot();
    const weights = this.#weights;
    const at = this.#slot * this.#words + t;
    const known = this.#wordSums[at];
    if (known !== UNKNOWN) {
      weights.sum += known;
      return;
    }
    const before = weights.sum;
    const { word, surface, surfaceStart, casing, wordClass } = this.#problem;
    const start = this.#slot * At.Size;
    const first = weights.wordKey(surface[surfaceStart[t]]);
    weights.addAll(this.#places, start + At.FirstWord, start + At.Word, first);
    weights.addAll(this.#places, start + At.Word, start + At.Casing, weights.wordKey(word[t]));
    weights.addAll(this.#places, start + At.Casing, start + At.Tag, casing[t]);
    weights.addAll(this.#places, start + At.Class, start + At.Size, wordClass[t]);
    if (this.#slot !== SCRATCH) this.#wordSums[at] = weights.sum - before;
  }

  /** Adds what depends on the tag alone, whatever the word. */
  tag(tag: number): void {
    if (this.#slot < 0) this.#findSlot();
    const weights = this.#weights;
    const at = this.#slot * this.#tags + tag;
    const known = this.#tagSums[at];
    if (known !== UNKNOWN) {
      weights.sum += known;
      return;
    }
    const before = weights.sum;
    const start = this.#slot * At.Size;
    weights.addAll(this.#places, start + At.Tag, start + At.Class, tag);
    if (this.#slot !== SCRATCH) this.#tagSums[at] = weights.sum - before;
  }

  #findSlot(): void {
    const state = this.#state;
    const { data, nothing } = this.#states;
    const { word, wordClass } = this.#problem;
    const second = data[state + Field.Below];
    const depth = data[state + Field.Depth];
    const s0 = data[state + Field.Top];
    const s1 = depth > 1 ? data[second + Field.Top] : nothing;
    const s2 = depth > 2 ? data[data[second + Field.Below] + Field.Top] : nothing;
    const s2p = tagOf(s2);
    const s0l1p = tagOf(data[state + Field.Left1]);
    const s0r1p = tagOf(data[state + Field.Right1]);
    const s1l1p = tagOf(data[second + Field.Left1]);
    const valency0 = data[state + Field.LeftValency] * 8 + data[state + Field.RightValency];
    const w1 = data[state + Field.Word1];
    const w2 = data[state + Field.Word2];
    const w3 = data[state + Field.Word3];
    const c1 = data[state + Field.Class1];
    const p1 = data[state + Field.Tag1];
    const p2 = data[state + Field.Tag2];
    const p3 = data[state + Field.Tag3];
    const left = bucket(this.#wordsLeft);
    const depthLeft = Math.min(depth, 5);

    const isKept = this.#weights.collected === null;
    if (isKept) {
      const { key } = this.#known;
      key[0] = s0 + 1;
      key[1] = s1;
      key[2] = s2p | (s0l1p << 8) | (s0r1p << 16) | (s1l1p << 24);
      key[3] = p1 | (p2 << 8) | (p3 << 16) | (left << 24) | (depthLeft << 27);
      key[4] = valency0 | (c1 << 16);
      key[5] = w1;
      key[6] = w2;
      key[7] = w3;
      const isKnown = this.#known.find();
      this.#slot = this.#known.slot;
      if (isKnown) return;
    } else {
      this.#slot = SCRATCH;
    }
    this.#wordSums.fill(UNKNOWN, this.#slot * this.#words, (this.#slot + 1) * this.#words);
    this.#tagSums.fill(UNKNOWN, this.#slot * this.#tags, (this.#slot + 1) * this.#tags);

    const s0w = word[wordOf(s0)];
    const s0c = wordClass[wordOf(s0)];
    const s0p = tagOf(s0);
    const s1w = word[wordOf(s1)];
    const s1c = wordClass[wordOf(s1)];
    const s1p = tagOf(s1);
    const c = this.#places;
    const start = this.#slot * At.Size;
    let k = start;
    c[k++] = h1(1, 0);
    c[k++] = h1(2, w1);
    c[k++] = h1(3, p1);
    c[k++] = h2(4, w1, w2);
    c[k++] = h2(5, p1, p2);
    c[k++] = h2(6, w1, p2);
    c[k++] = h1(17, c1);
    c[k++] = h1(7, s0w);
    c[k++] = h1(8, s0p);
    c[k++] = h2(9, s0p, s1p);
    c[k++] = h1(10, s1w);
    c[k++] = h1(11, s1p);
    c[k++] = h2(12, s0p, s0r1p);
    c[k++] = h1(13, w2);
    c[k++] = h3(14, w1, w2, w3);
    c[k++] = h1(15, left);
    c[k++] = h2(16, s0p, valency0);
    c[k++] = h1(18, s0c);
    c[k++] = h1(61, w1);
    c[k++] = h1(62, p1);
    c[k++] = h2(63, p1, p2);
    c[k++] = h1(31, 0);
    c[k++] = h1(32, w1);
    c[k++] = h1(33, p1);
    c[k++] = h2(34, w1, w2);
    c[k++] = h2(35, p1, p2);
    c[k++] = h3(36, p1, p2, p3);
    c[k++] = h2(37, w1, p2);
    c[k++] = h1(38, s0w);
    c[k++] = h1(39, s0p);
    c[k++] = h1(40, s1w);
    c[k++] = h1(41, s1p);
    c[k++] = h2(42, s0p, s1p);
    c[k++] = h2(43, s0w, s1p);
    c[k++] = h2(44, s0p, s1w);
    c[k++] = h2(45, s0p, valency0);
    c[k++] = h3(46, s0p, valency0, p1);
    c[k++] = h2(47, s0p, s0l1p);
    c[k++] = h2(48, s0p, s0r1p);
    c[k++] = h3(49, s0p, s1p, s1l1p);
    c[k++] = h3(50, s0p, s1p, s0r1p);
    c[k++] = h3(51, s0p, s1p, s2p);
    c[k++] = h2(52, p1, left);
    c[k++] = h2(53, depthLeft, s0p);
    c[k++] = h3(54, s0p, s0l1p, s0r1p);
    c[k++] = h3(55, s0p, s1p, w1);
    c[k++] = h2(56, w2, p1);
    c[k++] = h1(57, c1);
    c[k++] = h2(58, c1, p2);
    c[k++] = h1(59, s0c);
    c[k++] = h2(60, s0c, s1p);
    c[k++] = h2(64, s0p, s1c);
    c[k++] = h1(21, 0);
    c[k++] = h1(22, c1);
    c[k++] = h2(23, c1, p2);
    c[k++] = h1(24, w1);
    c[k++] = h2(25, p1, p2);
    c[k++] = h1(26, s0c);
    c[k++] = h2(27, s0c, s1p);
    c[k++] = h2(28, s0p, s1p);
    for (let i = start; i < k; i++) c[i] = this.#weights.placeOf(c[i]);
  }
}

/** An array of at least so many sums, none of them known by any slot. */
function roomFor(sums: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return sums.length >= length ? sums : new Int32Array(length);
}
