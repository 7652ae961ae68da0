import { NO_WORD, type Problem } from '../../constraints/problem.ts';
import { mix, spread } from '../../model/hash.ts';
import { Field, LEFTARC, tagOf, wordOf, type States } from './states.ts';

/** Where the given head of a word that would be shifted is. */
const enum HeadAt {
  Unknown = 0,
  IsRoot = 1,
  Top = 2,
  Second = 3,
  Deeper = 4,
  Buffer = 5,
}

/** How a word that would be shifted is related, by given arcs, to the top of the stack. */
const enum Kinship {
  None = 0,
  HeadOfTop = 1,
  DependentOfTop = 2,
  Sibling = 3,
}

const MAX_CONTEXTS = 64;

/**
 * The features of an action in a state (Liu et al. 2015, Table 2, with SHIFT seeing the word that it
 * would shift, and with lookahead over given arcs as in the authors' later system), hashed.
 *
 * What the state says, a *context*, is hashed once for all its actions (`enter`); `shift` and `arc`
 * combine each context with the action's own key. They fill `indices` with places in a table of
 * 2^bits weights and return how many there are.
 */
export class Features {
  indices = new Int32Array(MAX_CONTEXTS);

  readonly #shiftRight: number;
  #problem!: Problem;
  #states!: States;
  #state = 0;
  #count = 0;

  // Contexts of SHIFT, by the part of the shifted word that they are paired with; contexts of arcs.
  readonly #withWord = new Int32Array(MAX_CONTEXTS);
  readonly #withTag = new Int32Array(MAX_CONTEXTS);
  readonly #withCasing = new Int32Array(MAX_CONTEXTS);
  readonly #withArc = new Int32Array(MAX_CONTEXTS);
  #wordContexts = 0;
  #tagContexts = 0;
  #casingContexts = 0;
  #arcContexts = 0;

  // For each word of the problem, what does not change while it is searched.
  #likelyTag = new Int32Array(0);
  #tagKin = new Int32Array(0);
  #labelKin = new Int32Array(0);
  #weight = new Int32Array(0);

  constructor(bits: number) {
    this.#shiftRight = 32 - bits;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem, states: States): void {
    this.#problem = problem;
    this.#states = states;
    const n = problem.size;
    this.indices = new Int32Array(2 * MAX_CONTEXTS + 16 * n);
    this.#likelyTag = new Int32Array(n + 1);
    this.#tagKin = new Int32Array(n + 1);
    this.#labelKin = new Int32Array(n + 1);
    this.#weight = new Int32Array(n + 1);
    for (let w = 0; w < n; w++) {
      this.#likelyTag[w] = problem.likelyTag(w);
      this.#tagKin[w] = spread(this.#likelyTag[w]);
      this.#labelKin[w] = spread(problem.label[w] + 1000);
      for (let a = w; a !== NO_WORD; a = problem.head[a]) this.#weight[a]++;
    }
  }

  /** Hashes the contexts of a state; `shift` and `arc` then speak of it. */
  enter(state: number): void {
    this.#state = state;
    const { data, nothing } = this.#states;
    const { word } = this.#problem;
    const second = data[state + Field.Below];
    const third = data[second + Field.Below];
    const depth = data[state + Field.Depth];
    const s0 = data[state + Field.Top];
    const s1 = depth > 1 ? data[second + Field.Top] : nothing;
    const s2 = depth > 2 ? data[third + Field.Top] : nothing;
    const s0w = word[wordOf(s0)];
    const s0p = tagOf(s0);
    const s1w = word[wordOf(s1)];
    const s1p = tagOf(s1);
    const s2p = tagOf(s2);
    const s0l1 = data[state + Field.Left1];
    const s0l2 = data[state + Field.Left2];
    const s0r1 = data[state + Field.Right1];
    const s0r2 = data[state + Field.Right2];
    const s1l1 = data[second + Field.Left1];
    const s1l2 = data[second + Field.Left2];
    const s1r1 = data[second + Field.Right1];
    const s1r2 = data[second + Field.Right2];
    const valency0 = data[state + Field.LeftValency] * 8 + data[state + Field.RightValency];
    const valency1 = data[second + Field.LeftValency] * 8 + data[second + Field.RightValency];
    const w1 = data[state + Field.Word1];
    const w2 = data[state + Field.Word2];
    const w3 = data[state + Field.Word3];
    const p1 = data[state + Field.Tag1];
    const p2 = data[state + Field.Tag2];
    const p3 = data[state + Field.Tag3];
    const left = bucket(this.#wordsLeft());

    let c = this.#withWord;
    let k = 0;
    c[k++] = h1(1, 0);
    c[k++] = h1(2, w1);
    c[k++] = h1(3, p1);
    c[k++] = h2(4, w1, w2);
    c[k++] = h2(5, p1, p2);
    c[k++] = h2(6, w1, p2);
    c[k++] = h1(7, s0w);
    c[k++] = h1(8, s0p);
    c[k++] = h2(9, s0p, s1p);
    c[k++] = h1(10, s1w);
    c[k++] = h1(11, s1p);
    c[k++] = h2(12, s0p, tagOf(s0r1));
    c[k++] = h1(13, w2);
    c[k++] = h3(14, w1, w2, w3);
    c[k++] = h1(15, left);
    c[k++] = h2(16, s0p, valency0);
    this.#wordContexts = k;

    c = this.#withTag;
    k = 0;
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
    c[k++] = h2(47, s0p, tagOf(s0l1));
    c[k++] = h2(48, s0p, tagOf(s0r1));
    c[k++] = h3(49, s0p, s1p, tagOf(s1l1));
    c[k++] = h3(50, s0p, s1p, tagOf(s0r1));
    c[k++] = h3(51, s0p, s1p, s2p);
    c[k++] = h2(52, p1, left);
    c[k++] = h2(53, Math.min(depth, 5), s0p);
    c[k++] = h3(54, s0p, tagOf(s0l1), tagOf(s0r1));
    c[k++] = h3(55, s0p, s1p, w1);
    c[k++] = h2(56, w2, p1);
    this.#tagContexts = k;

    c = this.#withCasing;
    k = 0;
    c[k++] = h1(61, w1);
    c[k++] = h1(62, p1);
    c[k++] = h2(63, p1, p2);
    this.#casingContexts = k;

    c = this.#withArc;
    k = 0;
    if (depth > 1) {
      const given = this.#givenBits(s0, s1);
      c[k++] = h2(71, s0p, s1p);
      c[k++] = h2(72, s0w, s1w);
      c[k++] = h2(73, s0w, s1p);
      c[k++] = h2(74, s0p, s1w);
      c[k++] = h1(75, s0w);
      c[k++] = h1(76, s1w);
      c[k++] = h1(77, s0p);
      c[k++] = h1(78, s1p);
      c[k++] = h3(79, s0p, s1p, tagOf(s0l1));
      c[k++] = h3(80, s0p, s1p, tagOf(s0r1));
      c[k++] = h3(81, s0p, s1p, tagOf(s1l1));
      c[k++] = h3(82, s0p, s1p, tagOf(s1r1));
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
      c[k++] = h3(95, s0p, tagOf(s0l1), tagOf(s0l2));
      c[k++] = h3(96, s0p, tagOf(s0r1), tagOf(s0r2));
      c[k++] = h3(97, s1p, tagOf(s1l1), tagOf(s1l2));
      c[k++] = h3(98, s1p, tagOf(s1r1), tagOf(s1r2));
      c[k++] = h2(99, s0p, word[wordOf(s0l1)]);
      c[k++] = h2(100, s1p, word[wordOf(s1r1)]);
      c[k++] = h3(101, s0w, s1p, tagOf(s0l1));
      c[k++] = h3(102, s0p, s1w, tagOf(s1r1));
      c[k++] = h3(103, s0p, s1p, p1);
      c[k++] = h3(104, s0p, s1p, w1);
      c[k++] = h3(105, s0p, s1p, given);
      c[k++] = h2(106, given, left);
      c[k++] = h3(107, s0w, s1w, s2p);
    }
    this.#arcContexts = k;
  }

  /** The features of SHIFT of a node. */
  shift(node: number): number {
    const problem = this.#problem;
    const t = wordOf(node);
    const wordKey = spread(problem.word[t]);
    const firstKey = spread(problem.surface[problem.surfaceStart[t]]);
    const tagKey = spread(tagOf(node) + (1 << 24));
    this.#count = 0;
    // The string so far continues with a phrase's first word; the tree's words are its last.
    this.#pair(this.#withWord, 0, 6, firstKey);
    this.#pair(this.#withWord, 6, this.#wordContexts, wordKey);
    this.#pair(this.#withTag, 0, this.#tagContexts, tagKey);
    this.#pair(this.#withCasing, 0, this.#casingContexts, spread(problem.casing[t] + (2 << 24)));
    this.#add(h1(65, 0), mix(wordKey, tagKey));
    if (problem.hasArcs) this.#lookahead(t, wordKey, tagKey);
    return this.#count;
  }

  /** The features of LEFTARC or RIGHTARC. */
  arc(action: number): number {
    const key = spread(action + (3 << 24));
    this.#count = 0;
    this.#pair(this.#withArc, 0, this.#arcContexts, key);
    const { data } = this.#states;
    const problem = this.#problem;
    const second = data[this.#state + Field.Below];
    const head = action === LEFTARC ? this.#state : second;
    const headNode = data[head + Field.Top];
    const dependentNode = data[(action === LEFTARC ? second : this.#state) + Field.Top];
    const label = problem.label[wordOf(dependentNode)];
    if (label === 0) return this.#count;
    const near = data[head + (action === LEFTARC ? Field.Left1 : Field.Right1)];
    const far = data[head + (action === LEFTARC ? Field.Left2 : Field.Right2)];
    const nearLabel = problem.label[wordOf(near)];
    const hp = tagOf(headNode);
    const dp = tagOf(dependentNode);
    this.#add(h3(111, label, hp, dp), key);
    this.#add(h2(112, label, problem.word[wordOf(headNode)]), key);
    this.#add(h2(113, label, problem.word[wordOf(dependentNode)]), key);
    this.#add(h3(114, label, nearLabel, hp), key);
    this.#add(h3(115, label, nearLabel, problem.label[wordOf(far)]), key);
    this.#add(h3(116, label, nearLabel, dp), key);
    this.#add(h2(117, label, nearLabel), key);
    return this.#count;
  }

  /** What the given arcs say of a word that would be shifted. */
  #lookahead(t: number, wordKey: number, tagKey: number): void {
    const problem = this.#problem;
    const states = this.#states;
    const state = this.#state;
    const label = problem.label[t];
    const head = problem.head[t];
    const headAt = this.#headAt(t, head);
    const headWord = head === NO_WORD ? 0 : problem.word[head];
    const headTag = head === NO_WORD ? 0 : this.#likelyTag[head];
    const place = mix(spread(headAt + (4 << 24)), label);
    this.#add(h1(131, place), tagKey);
    this.#add(h1(132, place), wordKey);
    this.#add(h2(133, place, headTag), tagKey);
    this.#add(h2(134, place, headWord), tagKey);
    this.#add(h2(135, headAt, headWord), wordKey);
    this.#add(h2(136, headAt, headTag), wordKey);
    this.#add(h2(137, place, bucket(this.#weight[t])), tagKey);

    let placedTags = 0;
    let placedLabels = 0;
    let comingTags = 0;
    let comingLabels = 0;
    for (let i = problem.dependentStart[t]; i < problem.dependentStart[t + 1]; i++) {
      const d = problem.dependents[i];
      let side = 1;
      if (states.isInBuffer(state, d)) {
        comingTags += this.#tagKin[d];
        comingLabels += this.#labelKin[d];
        side = 2;
      } else {
        placedTags += this.#tagKin[d];
        placedLabels += this.#labelKin[d];
      }
      const kind = mix(spread(side + (5 << 24)), problem.label[d]);
      this.#add(h2(141, kind, this.#likelyTag[d]), tagKey);
      this.#add(h2(142, kind, this.#likelyTag[d]), wordKey);
      this.#add(h2(143, kind, problem.word[d]), tagKey);
      this.#add(h2(144, kind, problem.word[d]), wordKey);
    }
    this.#add(h2(151, placedTags, comingTags), tagKey);
    this.#add(h2(152, placedLabels, comingLabels), tagKey);
    this.#add(h1(153, placedTags), tagKey);
    this.#add(h1(154, comingTags), tagKey);
    this.#add(h1(155, placedLabels), wordKey);
    this.#add(h1(156, comingLabels), wordKey);

    const top = wordOf(states.data[state + Field.Top]);
    const topTag = tagOf(states.data[state + Field.Top]);
    const kinship = this.#kinship(t, top);
    const kin = h3(160, kinship, label, problem.label[top]);
    this.#add(h2(161, kin, topTag), tagKey);
    this.#add(h2(162, kin, problem.word[top]), tagKey);
    this.#add(h2(163, kin, topTag), wordKey);
    this.#add(h1(164, kin), wordKey);

    if (head === NO_WORD) return;
    placedTags = placedLabels = comingTags = comingLabels = 0;
    for (let i = problem.dependentStart[head]; i < problem.dependentStart[head + 1]; i++) {
      const s = problem.dependents[i];
      if (s === t) continue;
      if (!states.isInBuffer(state, s)) {
        placedTags += this.#tagKin[s];
        placedLabels += this.#labelKin[s];
        continue;
      }
      comingTags += this.#tagKin[s];
      comingLabels += this.#labelKin[s];
      const siblingLabel = problem.label[s];
      const heavier = Math.sign(this.#weight[s] - this.#weight[t]);
      this.#add(h3(171, place, siblingLabel, this.#likelyTag[s]), tagKey);
      this.#add(h3(172, place, siblingLabel, this.#likelyTag[s]), wordKey);
      this.#add(h3(173, place, siblingLabel, problem.word[s]), tagKey);
      this.#add(h3(174, place, siblingLabel, heavier), tagKey);
      this.#add(h3(175, place, siblingLabel, headTag), tagKey);
      this.#add(h2(176, headAt, problem.word[s]), wordKey);
    }
    this.#add(h3(181, placedTags, comingTags, place), tagKey);
    this.#add(h3(182, placedLabels, comingLabels, place), tagKey);
    this.#add(h3(183, comingLabels, place, headTag), tagKey);
    this.#add(h3(184, placedLabels, place, headTag), tagKey);
    this.#add(h2(185, comingLabels, place), wordKey);
    this.#add(h3(186, comingTags, place, headTag), tagKey);
    this.#add(h3(187, placedTags, place, headTag), tagKey);
  }

  #headAt(t: number, head: number): HeadAt {
    if (head === NO_WORD) return t === this.#problem.root ? HeadAt.IsRoot : HeadAt.Unknown;
    if (this.#states.isInBuffer(this.#state, head)) return HeadAt.Buffer;
    const { data } = this.#states;
    if (wordOf(data[this.#state + Field.Top]) === head) return HeadAt.Top;
    const second = data[this.#state + Field.Below];
    return wordOf(data[second + Field.Top]) === head ? HeadAt.Second : HeadAt.Deeper;
  }

  #kinship(t: number, top: number): Kinship {
    const { head, size } = this.#problem;
    if (top === size) return Kinship.None;
    if (head[top] === t) return Kinship.HeadOfTop;
    if (head[t] === top) return Kinship.DependentOfTop;
    return head[t] !== NO_WORD && head[t] === head[top] ? Kinship.Sibling : Kinship.None;
  }

  /** Whether arcs are given at all, and whether the two top words have a given head. */
  #givenBits(s0: number, s1: number): number {
    const { head, hasArcs } = this.#problem;
    if (!hasArcs) return 0;
    return 1 + (head[wordOf(s0)] === NO_WORD ? 2 : 0) + (head[wordOf(s1)] === NO_WORD ? 4 : 0);
  }

  #wordsLeft(): number {
    const { data, problem } = this.#states;
    let left = 0;
    for (let i = 0; i < problem.maskLength; i++) {
      left += bitCount(data[this.#state + Field.Masks + i]);
    }
    return left;
  }

  #pair(contexts: Int32Array, from: number, to: number, key: number): void {
    const { indices } = this;
    const shiftRight = this.#shiftRight;
    let count = this.#count;
    for (let i = from; i < to; i++) {
      indices[count++] = Math.imul(contexts[i] ^ key, 0x9e3779b1) >>> shiftRight;
    }
    this.#count = count;
  }

  #add(context: number, key: number): void {
    this.indices[this.#count++] = Math.imul(context ^ key, 0x9e3779b1) >>> this.#shiftRight;
  }
}

// One seed a template keeps equal values of different templates apart.
function h1(seed: number, a: number): number {
  return mix(mix(Math.imul(seed, 0x632be5ab), a), 1);
}

function h2(seed: number, a: number, b: number): number {
  return mix(mix(mix(Math.imul(seed, 0x632be5ab), a), b), 2);
}

function h3(seed: number, a: number, b: number, c: number): number {
  return mix(mix(mix(mix(Math.imul(seed, 0x632be5ab), a), b), c), 3);
}

/** Counts in five steps: 0, 1, 2, 3 to 5, more. */
function bucket(count: number): number {
  if (count <= 2) return count;
  return count <= 5 ? 3 : 4;
}

function bitCount(bits: number): number {
  let v = bits - ((bits >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
