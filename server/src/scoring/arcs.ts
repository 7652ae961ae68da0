import { NO_WORD, type Problem } from '../problem/problem.ts';
import { KeyTable } from './key-table.ts';
import { Field, LEFTARC, tagOf, wordOf, type States } from '../search/arc-standard/states.ts';
import { bucket, h1, h2, h3, type WeightSum } from './weight-sum.ts';

const CONTEXTS = 40;
/** In the rows of sums: not asked for yet. */
const UNKNOWN = -0x80000000;

/**
 * The features of LEFTARC and RIGHTARC in a state (Liu et al. 2015, Table 2, and with the labels of
 * given arcs). Two of three states of a search look the same to them as another did: the sums are kept
 * by all that they read.
 */
export class ArcFeatures {
  readonly #weights: WeightSum;
  #problem!: Problem;
  #states!: States;
  /** The state that was entered. */
  #state = 0;
  #wordsLeft = 0;
  readonly #places = new Int32Array(CONTEXTS);
  #isHashed = false;

  readonly #known = new KeyTable();
  /** Whether `#known` was asked for the state. */
  #isFound = false;
  /** By slot and action. */
  readonly #sums = new Int32Array(2 * KeyTable.SLOTS);

  constructor(weights: WeightSum) {
    this.#weights = weights;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem, states: States): void {
    this.#problem = problem;
    this.#states = states;
    this.#known.begin(12);
  }

  /** Speaks of a state from now on. */
  enter(state: number, wordsLeft: number): void {
    this.#state = state;
    this.#wordsLeft = wordsLeft;
    this.#isHashed = false;
    this.#isFound = false;
  }

  /** Adds the weights of LEFTARC or RIGHTARC. */
  add(action: number): void {
    const weights = this.#weights;
    if (weights.collected !== null) {
      this.#sum(action);
      return;
    }
    if (!this.#isFound) this.#find();
    const at = 2 * this.#known.slot + action;
    if (this.#sums[at] === UNKNOWN) {
      const before = weights.sum;
      this.#sum(action);
      this.#sums[at] = weights.sum - before;
    } else {
      weights.sum += this.#sums[at];
    }
  }

  #find(): void {
    const state = this.#state;
    const { data, nothing } = this.#states;
    const second = data[state + Field.Below];
    const s2 =
      data[state + Field.Depth] > 2 ? data[data[second + Field.Below] + Field.Top] : nothing;
    const { key } = this.#known;
    key[0] = data[state + Field.Top] + 1;
    key[1] = data[state + Field.Left1];
    key[2] = data[state + Field.Right1];
    key[3] = data[state + Field.Left2];
    key[4] = data[second + Field.Top];
    key[5] = data[second + Field.Left1];
    key[6] = data[second + Field.Right1];
    key[7] = data[second + Field.Right2];
    key[8] =
      tagOf(data[state + Field.Right2]) |
      (tagOf(data[second + Field.Left2]) << 8) |
      (tagOf(s2) << 16) |
      (data[state + Field.Tag1] << 24);
    key[9] = valency(data, state) | (valency(data, second) << 16);
    key[10] =
      bucket(this.#wordsLeft) |
      (bucket(data[state + Field.Span]) << 3) |
      (bucket(data[second + Field.Span]) << 6);
    key[11] = data[state + Field.Word1];
    if (!this.#known.find()) {
      this.#sums[2 * this.#known.slot] = UNKNOWN;
      this.#sums[2 * this.#known.slot + 1] = UNKNOWN;
    }
    this.#isFound = true;
  }

  #sum(action: number): void {
    if (!this.#isHashed) this.#hash();
    this.#weights.addAll(this.#places, 0, CONTEXTS, action);
    this.#addLabels(action);
  }

  /** What the label says, where the arc has one. */
  #addLabels(action: number): void {
    const { data } = this.#states;
    const problem = this.#problem;
    const weights = this.#weights;
    const second = data[this.#state + Field.Below];
    const head = action === LEFTARC ? this.#state : second;
    const headNode = data[head + Field.Top];
    const dependentNode = data[(action === LEFTARC ? second : this.#state) + Field.Top];
    const label = problem.label[wordOf(dependentNode)];
    if (label === 0) return;
    const near = data[head + (action === LEFTARC ? Field.Left1 : Field.Right1)];
    const far = data[head + (action === LEFTARC ? Field.Left2 : Field.Right2)];
    const nearLabel = problem.label[wordOf(near)];
    const hp = tagOf(headNode);
    const dp = tagOf(dependentNode);
    weights.add(h3(111, label, hp, dp), action);
    weights.add(h2(112, label, problem.word[wordOf(headNode)]), action);
    weights.add(h2(113, label, problem.word[wordOf(dependentNode)]), action);
    weights.add(h3(114, label, nearLabel, hp), action);
    weights.add(h3(115, label, nearLabel, problem.label[wordOf(far)]), action);
    weights.add(h3(116, label, nearLabel, dp), action);
    weights.add(h2(117, label, nearLabel), action);
  }

  #hash(): void {
    const state = this.#state;
    const { data, nothing } = this.#states;
    const { word, wordClass } = this.#problem;
    const second = data[state + Field.Below];
    const s0 = data[state + Field.Top];
    const s1 = data[second + Field.Top];
    const s2 =
      data[state + Field.Depth] > 2 ? data[data[second + Field.Below] + Field.Top] : nothing;
    const s0w = word[wordOf(s0)];
    const s0c = wordClass[wordOf(s0)];
    const s0p = tagOf(s0);
    const s1w = word[wordOf(s1)];
    const s1c = wordClass[wordOf(s1)];
    const s1p = tagOf(s1);
    const s2p = tagOf(s2);
    const s0l1 = data[state + Field.Left1];
    const s0r1 = data[state + Field.Right1];
    const s1l1 = data[second + Field.Left1];
    const s1r1 = data[second + Field.Right1];
    const s0l1p = tagOf(s0l1);
    const s0r1p = tagOf(s0r1);
    const s1l1p = tagOf(s1l1);
    const s1r1p = tagOf(s1r1);
    const valency0 = valency(data, state);
    const valency1 = valency(data, second);
    const w1 = data[state + Field.Word1];
    const p1 = data[state + Field.Tag1];
    const left = bucket(this.#wordsLeft);
    const given = this.#givenBits(s0, s1);
    const c = this.#places;
    let k = 0;
    c[k++] = h2(71, s0p, s1p);
    c[k++] = h2(72, s0w, s1w);
    c[k++] = h2(73, s0w, s1p);
    c[k++] = h2(74, s0p, s1w);
    c[k++] = h1(75, s0w);
    c[k++] = h1(76, s1w);
    c[k++] = h1(77, s0p);
    c[k++] = h1(78, s1p);
    c[k++] = h3(79, s0p, s1p, s0l1p);
    c[k++] = h3(80, s0p, s1p, s0r1p);
    c[k++] = h3(81, s0p, s1p, s1l1p);
    c[k++] = h3(82, s0p, s1p, s1r1p);
    c[k++] = h3(83, s0p, s1p, s2p);
    c[k++] = h3(84, s0p, s1p, valency0);
    c[k++] = h3(85, s0p, s1p, valency1);
    c[k++] = h2(86, s0w, valency0);
    c[k++] = h2(87, s1w, valency1);
    c[k++] = h3(88, s0p, s1p, left);
    c[k++] = h3(89, s0p, s1p, bucket(data[state + Field.Span]));
    c[k++] = h3(90, s0p, s1p, bucket(data[second + Field.Span]));
    c[k++] = h2(91, s0w, word[wordOf(s0l1)]);
    c[k++] = h2(92, s0w, word[wordOf(s0r1)]);
    c[k++] = h2(93, s1w, word[wordOf(s1l1)]);
    c[k++] = h2(94, s1w, word[wordOf(s1r1)]);
    c[k++] = h3(95, s0p, s0l1p, tagOf(data[state + Field.Left2]));
    c[k++] = h3(96, s0p, s0r1p, tagOf(data[state + Field.Right2]));
    c[k++] = h3(97, s1p, s1l1p, tagOf(data[second + Field.Left2]));
    c[k++] = h3(98, s1p, s1r1p, tagOf(data[second + Field.Right2]));
    c[k++] = h2(99, s0p, word[wordOf(s0l1)]);
    c[k++] = h2(100, s1p, word[wordOf(s1r1)]);
    c[k++] = h3(101, s0w, s1p, s0l1p);
    c[k++] = h3(102, s0p, s1w, s1r1p);
    c[k++] = h3(103, s0p, s1p, p1);
    c[k++] = h3(104, s0p, s1p, w1);
    c[k++] = h3(105, s0p, s1p, given);
    c[k++] = h2(106, given, left);
    c[k++] = h3(107, s0w, s1w, s2p);
    c[k++] = h2(108, s0c, s1c);
    c[k++] = h2(109, s0c, s1p);
    c[k++] = h2(110, s0p, s1c);
    for (let i = 0; i < k; i++) c[i] = this.#weights.placeOf(c[i]);
    this.#isHashed = true;
  }

  /** Whether arcs are given at all, and whether the two top words have a given head. */
  #givenBits(s0: number, s1: number): number {
    const { head, hasArcs } = this.#problem;
    if (!hasArcs) return 0;
    return 1 + (head[wordOf(s0)] === NO_WORD ? 2 : 0) + (head[wordOf(s1)] === NO_WORD ? 4 : 0);
  }
}

/** How many dependents the top of a state's stack has on each side. */
function valency(data: Int32Array, state: number): number {
  return data[state + Field.LeftValency] * 8 + data[state + Field.RightValency];
}
