import { NO_WORD, type Problem } from '../../constraints/problem.ts';
import { NONE } from '../../model/lexicon.ts';
import { spread } from '../../model/hash.ts';
import { Field, LEFTARC, nodeOf, tagOf, wordOf, type States } from './states.ts';
import type { WeightTable } from './scoring.ts';
import { SumCache } from './sum-cache.ts';
import type { ScoreRow, WordScores } from './word-scores.ts';

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

/** Contexts that a word with a given head gives to its head and its siblings. */
const enum Kin {
  PlacedDependentTag,
  PlacedDependentWord,
  ComingDependentTag,
  ComingDependentWord,
  SiblingTag,
  SiblingWord,
  SiblingWeight,
  SiblingHead,
  SiblingForm,
  Size,
}

const MAX_CONTEXTS = 64;

/** Scores of a language model, in thousandths of a nat, are told apart in steps of so many, to a last. */
const SCORE_STEP = 400;
const LAST_SCORE_STEP = 40;

/**
 * The features of an action in a state (Liu et al. 2015, Table 2, with SHIFT seeing the word that it
 * would shift, with lookahead over given arcs as in the authors' later system, and with a language
 * model's scores in steps, alone and in pairs), hashed into a table of 2^n weights.
 *
 * What the state says, a *context*, is hashed once for all its actions, what the given arcs
 * say of a word once for all states (`begin`); `shift` and `arc` combine each context with the action's
 * own key, and return the sum of the features' weights. The table is larger than the processor's inner
 * caches, so its look-ups are most of the search's time: a context chooses a line of the cache, and a
 * tag or an arc only the place in it, so that the actions of a state, and the states that share a
 * context, look at the same few lines.
 */
export class Features {
  /** The state that was entered. */
  state = 0;
  /**
   * What the language model adds to SHIFT beside its features: how much likelier the word is after the
   * words before it than anywhere, in thousandths of a nat; with the sentence's end after the last
   * word. Set by `shift` where there is a language model.
   */
  evidence = 0;
  /** Where set, `shift` and `arc` add the places of their weights to it: for training. */
  collected: number[] | null = null;

  readonly #weights: WeightTable;
  readonly #shiftRight: number;
  readonly #scores: WordScores | null;
  #problem!: Problem;
  #states!: States;
  #sum = 0;

  // The language model's scores of all words in the state, by the length of the n-gram.
  #ngramScores!: ScoreRow;
  #trigramScores!: ScoreRow;
  #bigramScores!: ScoreRow;
  #unigramScores!: ScoreRow;
  #isLastWord = false;
  #ngramScore = 0;

  #isShiftHashed = false;
  #isArcHashed = false;

  // What `shift` last summed in this state for a word, whatever its tag.
  #summedWord = NO_WORD;
  #wordSum = 0;

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
  /** What a word says of its head and its siblings: contexts by `Kin`. */
  #kin = new Int32Array(0);
  /** Masks of a word's given dependents, and of those of its head: what its lookahead speaks of. */
  #kinMask = new Int32Array(0);
  readonly #lookaheads = new SumCache();

  /** @param scores of the language model that the weights were learned with, if any */
  constructor(weights: WeightTable, scores: WordScores | null) {
    this.#weights = weights;
    this.#shiftRight = 32 - Math.log2(weights.length);
    this.#scores = scores;
  }

  /** Prepares for the states of one problem. */
  begin(problem: Problem, states: States): void {
    this.#problem = problem;
    this.#states = states;
    const n = problem.size;
    this.#likelyTag = new Int32Array(n + 1);
    this.#tagKin = new Int32Array(n + 1);
    this.#labelKin = new Int32Array(n + 1);
    this.#weight = new Int32Array(n + 1);
    this.#kin = new Int32Array(n * Kin.Size);
    const { maskLength, dependentMask } = problem;
    this.#kinMask = dependentMask.slice();
    this.#lookaheads.begin(2 + maskLength);
    for (let w = 0; w < n; w++) {
      this.#likelyTag[w] = problem.likelyTag(w);
      this.#tagKin[w] = spread(this.#likelyTag[w]);
      this.#labelKin[w] = spread(problem.label[w] + 1000);
      for (let a = w; a !== NO_WORD; a = problem.head[a]) this.#weight[a]++;
    }
    for (let w = 0; w < n; w++) {
      const head = problem.head[w];
      if (head === NO_WORD) continue;
      for (let i = 0; i < maskLength; i++) {
        this.#kinMask[w * maskLength + i] |= dependentMask[head * maskLength + i];
      }
      const kin = w * Kin.Size;
      const word = problem.word[w];
      const label = problem.label[w];
      const tag = this.#likelyTag[w];
      this.#kin[kin + Kin.PlacedDependentTag] = h3(141, 1, label, tag);
      this.#kin[kin + Kin.PlacedDependentWord] = h3(142, 1, label, word);
      this.#kin[kin + Kin.ComingDependentTag] = h3(141, 2, label, tag);
      this.#kin[kin + Kin.ComingDependentWord] = h3(142, 2, label, word);
      this.#kin[kin + Kin.SiblingTag] = h2(171, label, tag);
      this.#kin[kin + Kin.SiblingWord] = h2(172, label, word);
      this.#kin[kin + Kin.SiblingWeight] = h1(173, label);
      this.#kin[kin + Kin.SiblingHead] = h2(174, label, this.#likelyTag[head]);
      this.#kin[kin + Kin.SiblingForm] = h1(175, word);
    }
    if (this.#scores !== null) this.#unigramScores = this.#scores.alone();
  }

  /** Speaks of a state from now on: `shift` and `arc` hash its contexts once, when they are asked for. */
  enter(state: number): void {
    this.state = state;
    this.#summedWord = NO_WORD;
    this.#isShiftHashed = false;
    this.#isArcHashed = false;
  }

  #hashShiftContexts(): void {
    const { state } = this;
    const { data, nothing } = this.#states;
    const { word } = this.#problem;
    const second = data[state + Field.Below];
    const depth = data[state + Field.Depth];
    const s0 = data[state + Field.Top];
    const s1 = depth > 1 ? data[second + Field.Top] : nothing;
    const s2 = depth > 2 ? data[data[second + Field.Below] + Field.Top] : nothing;
    const s0w = word[wordOf(s0)];
    const s0p = tagOf(s0);
    const s1w = word[wordOf(s1)];
    const s1p = tagOf(s1);
    const s2p = tagOf(s2);
    const s0l1p = tagOf(data[state + Field.Left1]);
    const s0r1p = tagOf(data[state + Field.Right1]);
    const s1l1p = tagOf(data[second + Field.Left1]);
    const valency0 = data[state + Field.LeftValency] * 8 + data[state + Field.RightValency];
    const w1 = data[state + Field.Word1];
    const w2 = data[state + Field.Word2];
    const w3 = data[state + Field.Word3];
    const p1 = data[state + Field.Tag1];
    const p2 = data[state + Field.Tag2];
    const p3 = data[state + Field.Tag3];
    const wordsLeft = this.#wordsLeft();
    const left = bucket(wordsLeft);
    this.#isLastWord = wordsLeft === 1;
    if (this.#scores !== null) this.#enterContext(this.#scores, data[state + Field.Context]);

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
    c[k++] = h2(12, s0p, s0r1p);
    c[k++] = h1(13, w2);
    c[k++] = h3(14, w1, w2, w3);
    c[k++] = h1(15, left);
    c[k++] = h2(16, s0p, valency0);
    this.#wordContexts = k;
    this.#placeAll(c, k);

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
    c[k++] = h2(47, s0p, s0l1p);
    c[k++] = h2(48, s0p, s0r1p);
    c[k++] = h3(49, s0p, s1p, s1l1p);
    c[k++] = h3(50, s0p, s1p, s0r1p);
    c[k++] = h3(51, s0p, s1p, s2p);
    c[k++] = h2(52, p1, left);
    c[k++] = h2(53, Math.min(depth, 5), s0p);
    c[k++] = h3(54, s0p, s0l1p, s0r1p);
    c[k++] = h3(55, s0p, s1p, w1);
    c[k++] = h2(56, w2, p1);
    this.#tagContexts = k;
    this.#placeAll(c, k);

    c = this.#withCasing;
    k = 0;
    c[k++] = h1(61, w1);
    c[k++] = h1(62, p1);
    c[k++] = h2(63, p1, p2);
    this.#casingContexts = k;
    this.#placeAll(c, k);
    this.#isShiftHashed = true;
  }

  #hashArcContexts(): void {
    const { state } = this;
    const { data, nothing } = this.#states;
    const { word } = this.#problem;
    const second = data[state + Field.Below];
    const s0 = data[state + Field.Top];
    const s1 = data[second + Field.Top];
    const s2 =
      data[state + Field.Depth] > 2 ? data[data[second + Field.Below] + Field.Top] : nothing;
    const s0w = word[wordOf(s0)];
    const s0p = tagOf(s0);
    const s1w = word[wordOf(s1)];
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
    const valency0 = data[state + Field.LeftValency] * 8 + data[state + Field.RightValency];
    const valency1 = data[second + Field.LeftValency] * 8 + data[second + Field.RightValency];
    const w1 = data[state + Field.Word1];
    const p1 = data[state + Field.Tag1];
    const left = bucket(this.#wordsLeft());
    const given = this.#givenBits(s0, s1);
    const c = this.#withArc;
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
    this.#arcContexts = k;
    this.#placeAll(c, k);
    this.#isArcHashed = true;
  }

  /** The score of SHIFT of a node. */
  shift(node: number): number {
    if (!this.#isShiftHashed) this.#hashShiftContexts();
    const problem = this.#problem;
    const t = wordOf(node);
    const wordKey = this.#wordKey(problem.word[t]);
    const tagKey = tagOf(node);
    // A word's tags are asked for one after the other.
    if (t !== this.#summedWord || this.collected !== null) {
      this.#sum = 0;
      this.#shiftWord(t, wordKey);
      this.#summedWord = t;
      this.#wordSum = this.#sum;
    }
    this.#sum = this.#wordSum;
    this.#pair(this.#withTag, 0, this.#tagContexts, tagKey);
    this.#add(h1(65, wordKey), tagKey);
    if (problem.hasArcs) this.#lookahead(t, tagKey);
    if (this.#scores !== null) this.#add(h1(204, step(this.#ngramScore)), tagKey);
    return this.#sum;
  }

  /** What does not depend on the tag that a word would be shifted with. */
  #shiftWord(t: number, wordKey: number): void {
    const problem = this.#problem;
    // The string so far continues with a phrase's first word; the tree's words are its last.
    const firstKey = this.#wordKey(problem.surface[problem.surfaceStart[t]]);
    this.#pair(this.#withWord, 0, 6, firstKey);
    this.#pair(this.#withWord, 6, this.#wordContexts, wordKey);
    this.#pair(this.#withCasing, 0, this.#casingContexts, problem.casing[t]);
    if (problem.hasArcs) this.#lookahead(t, NONE);
    if (this.#scores !== null) this.#fluency(this.#scores, t);
  }

  /** The score of LEFTARC or RIGHTARC. */
  arc(action: number): number {
    if (!this.#isArcHashed) this.#hashArcContexts();
    this.#sum = 0;
    this.#pair(this.#withArc, 0, this.#arcContexts, action);
    const { data } = this.#states;
    const problem = this.#problem;
    const second = data[this.state + Field.Below];
    const head = action === LEFTARC ? this.state : second;
    const headNode = data[head + Field.Top];
    const dependentNode = data[(action === LEFTARC ? second : this.state) + Field.Top];
    const label = problem.label[wordOf(dependentNode)];
    if (label === 0) return this.#sum;
    const near = data[head + (action === LEFTARC ? Field.Left1 : Field.Right1)];
    const far = data[head + (action === LEFTARC ? Field.Left2 : Field.Right2)];
    const nearLabel = problem.label[wordOf(near)];
    const hp = tagOf(headNode);
    const dp = tagOf(dependentNode);
    this.#add(h3(111, label, hp, dp), action);
    this.#add(h2(112, label, problem.word[wordOf(headNode)]), action);
    this.#add(h2(113, label, problem.word[wordOf(dependentNode)]), action);
    this.#add(h3(114, label, nearLabel, hp), action);
    this.#add(h3(115, label, nearLabel, problem.label[wordOf(far)]), action);
    this.#add(h3(116, label, nearLabel, dp), action);
    this.#add(h2(117, label, nearLabel), action);
    return this.#sum;
  }

  #enterContext(scores: WordScores, context: number): void {
    const lastTwo = scores.truncate(context, 2);
    this.#ngramScores = scores.after(context);
    this.#trigramScores = scores.after(lastTwo);
    this.#bigramScores = scores.after(scores.truncate(lastTwo, 1));
  }

  /** What the language model says of a word that would be shifted. */
  #fluency(scores: WordScores, t: number): void {
    const context = this.#states.data[this.state + Field.Context];
    const ngram = scores.score(this.#ngramScores, t) + scores.inside(context, t);
    const unigram = scores.score(this.#unigramScores, t);
    const ngramStep = step(ngram);
    const trigramStep = step(scores.score(this.#trigramScores, t));
    const bigramStep = step(scores.score(this.#bigramScores, t));
    const unigramStep = step(unigram);
    this.#ngramScore = ngram;
    this.evidence = ngram - unigram;
    this.#add(h2(201, ngramStep, this.#problem.hasArcs ? 1 : 0), 0);
    this.#add(h1(202, trigramStep), 0);
    this.#add(h1(203, bigramStep), 0);
    this.#add(h2(205, ngramStep, unigramStep), 0);
    this.#add(h2(206, bigramStep, unigramStep), 0);
    if (!this.#isLastWord) return;
    const end = scores.end(context, t);
    this.evidence += end;
    this.#add(h1(207, step(end)), 0);
  }

  /**
   * What the given arcs say of a word that would be shifted: with a tag, or with NONE whatever its tag.
   * Of all that a state holds it depends on little, so that most of it was summed in another state.
   */
  #lookahead(t: number, tag: number): void {
    const { data } = this.#states;
    const { state } = this;
    const { head, word, maskLength } = this.#problem;
    const headAt = this.#headAt(t, head[t]);
    if (this.collected === null) {
      const { key } = this.#lookaheads;
      key[0] = 1 + 8 * nodeOf(t, tag) + headAt;
      key[1] = data[state + Field.Top];
      for (let i = 0; i < maskLength; i++) {
        key[2 + i] = data[state + Field.Masks + i] & this.#kinMask[t * maskLength + i];
      }
      if (this.#lookaheads.find()) {
        this.#sum += this.#lookaheads.sum;
        return;
      }
    }
    const before = this.#sum;
    if (tag === NONE) this.#lookaheadOfWord(t, headAt, this.#wordKey(word[t]));
    else this.#lookaheadOfTag(t, headAt, tag);
    if (this.collected === null) this.#lookaheads.store(this.#sum - before);
  }

  /** What the given arcs say of a word that would be shifted with a tag. */
  #lookaheadOfTag(t: number, headAt: HeadAt, tagKey: number): void {
    const problem = this.#problem;
    const kin = this.#kin;
    const { state } = this;
    const head = problem.head[t];
    const headTag = head === NO_WORD ? 0 : this.#likelyTag[head];
    const place = h2(131, headAt, problem.label[t]);
    this.#add(place, tagKey);
    this.#add(h2(133, place, headTag), tagKey);
    this.#add(h2(134, place, head === NO_WORD ? 0 : problem.word[head]), tagKey);
    this.#add(h2(137, place, bucket(this.#weight[t])), tagKey);

    let placedTags = 0;
    let placedLabels = 0;
    let comingTags = 0;
    let comingLabels = 0;
    for (let i = problem.dependentStart[t]; i < problem.dependentStart[t + 1]; i++) {
      const d = problem.dependents[i];
      const at = d * Kin.Size;
      if (this.#states.isInBuffer(state, d)) {
        comingTags += this.#tagKin[d];
        comingLabels += this.#labelKin[d];
        this.#add(kin[at + Kin.ComingDependentTag], tagKey);
        this.#add(kin[at + Kin.ComingDependentWord], tagKey);
      } else {
        placedTags += this.#tagKin[d];
        placedLabels += this.#labelKin[d];
        this.#add(kin[at + Kin.PlacedDependentTag], tagKey);
        this.#add(kin[at + Kin.PlacedDependentWord], tagKey);
      }
    }
    this.#add(h2(151, placedTags, comingTags), tagKey);
    this.#add(h2(152, placedLabels, comingLabels), tagKey);
    this.#add(h1(153, placedTags), tagKey);
    this.#add(h1(154, comingTags), tagKey);

    const top = wordOf(this.#states.data[state + Field.Top]);
    const related = this.#related(t, top);
    this.#add(h2(161, related, tagOf(this.#states.data[state + Field.Top])), tagKey);
    this.#add(h2(162, related, problem.word[top]), tagKey);

    if (head === NO_WORD) return;
    placedTags = placedLabels = comingTags = comingLabels = 0;
    for (let i = problem.dependentStart[head]; i < problem.dependentStart[head + 1]; i++) {
      const s = problem.dependents[i];
      if (s === t) continue;
      if (!this.#states.isInBuffer(state, s)) {
        placedTags += this.#tagKin[s];
        placedLabels += this.#labelKin[s];
        continue;
      }
      comingTags += this.#tagKin[s];
      comingLabels += this.#labelKin[s];
      const at = s * Kin.Size;
      const heavier = heavierKeys[1 + Math.sign(this.#weight[s] - this.#weight[t])];
      this.#add(place ^ kin[at + Kin.SiblingTag], tagKey);
      this.#add(place ^ kin[at + Kin.SiblingWord], tagKey);
      this.#add(place ^ kin[at + Kin.SiblingWeight] ^ heavier, tagKey);
      this.#add(place ^ kin[at + Kin.SiblingHead], tagKey);
    }
    this.#add(h3(181, placedTags, comingTags, place), tagKey);
    this.#add(h3(182, placedLabels, comingLabels, place), tagKey);
    this.#add(h3(183, comingLabels, place, headTag), tagKey);
    this.#add(h3(184, placedLabels, place, headTag), tagKey);
    this.#add(h3(186, comingTags, place, headTag), tagKey);
    this.#add(h3(187, placedTags, place, headTag), tagKey);
  }

  /** What the given arcs say of a word that would be shifted, whatever its tag. */
  #lookaheadOfWord(t: number, headAt: HeadAt, wordKey: number): void {
    const problem = this.#problem;
    const kin = this.#kin;
    const { state } = this;
    const head = problem.head[t];
    const headKey = h1(132, headAt);
    const place = h2(131, headAt, problem.label[t]);
    this.#add(place, wordKey);
    this.#add(h2(135, headAt, head === NO_WORD ? 0 : problem.word[head]), wordKey);
    this.#add(h2(136, headAt, head === NO_WORD ? 0 : this.#likelyTag[head]), wordKey);

    let placedLabels = 0;
    let comingLabels = 0;
    for (let i = problem.dependentStart[t]; i < problem.dependentStart[t + 1]; i++) {
      const d = problem.dependents[i];
      const at = d * Kin.Size;
      if (this.#states.isInBuffer(state, d)) {
        comingLabels += this.#labelKin[d];
        this.#add(kin[at + Kin.ComingDependentTag], wordKey);
        this.#add(kin[at + Kin.ComingDependentWord], wordKey);
      } else {
        placedLabels += this.#labelKin[d];
        this.#add(kin[at + Kin.PlacedDependentTag], wordKey);
        this.#add(kin[at + Kin.PlacedDependentWord], wordKey);
      }
    }
    this.#add(h1(155, placedLabels), wordKey);
    this.#add(h1(156, comingLabels), wordKey);

    const topNode = this.#states.data[state + Field.Top];
    const related = this.#related(t, wordOf(topNode));
    this.#add(h2(161, related, tagOf(topNode)), wordKey);
    this.#add(related, wordKey);

    if (head === NO_WORD) return;
    comingLabels = 0;
    for (let i = problem.dependentStart[head]; i < problem.dependentStart[head + 1]; i++) {
      const s = problem.dependents[i];
      if (s === t || !this.#states.isInBuffer(state, s)) continue;
      comingLabels += this.#labelKin[s];
      const at = s * Kin.Size;
      this.#add(place ^ kin[at + Kin.SiblingTag], wordKey);
      this.#add(headKey ^ kin[at + Kin.SiblingForm], wordKey);
    }
    this.#add(h2(185, comingLabels, place), wordKey);
  }

  #headAt(t: number, head: number): HeadAt {
    if (head === NO_WORD) return t === this.#problem.root ? HeadAt.IsRoot : HeadAt.Unknown;
    if (this.#states.isInBuffer(this.state, head)) return HeadAt.Buffer;
    const { data } = this.#states;
    if (wordOf(data[this.state + Field.Top]) === head) return HeadAt.Top;
    const second = data[this.state + Field.Below];
    return wordOf(data[second + Field.Top]) === head ? HeadAt.Second : HeadAt.Deeper;
  }

  /** How a word that would be shifted is related to the top of the stack, with both labels. */
  #related(t: number, top: number): number {
    const { label } = this.#problem;
    return h3(160, this.#kinship(t, top), label[t], label[top]);
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
      left += bitCount(data[this.state + Field.Masks + i]);
    }
    return left;
  }

  /** The places of contexts in the table, before a key is mixed in. */
  #placeAll(contexts: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      contexts[i] = placeOf(contexts[i], this.#shiftRight);
    }
  }

  #wordKey(word: number): number {
    return spread(word) >>> this.#shiftRight;
  }

  #pair(places: Int32Array, from: number, to: number, key: number): void {
    const weights = this.#weights;
    let sum = 0;
    for (let i = from; i < to; i++) sum += weights[places[i] ^ key];
    this.#sum += sum;
    if (this.collected === null) return;
    for (let i = from; i < to; i++) this.collected.push(places[i] ^ key);
  }

  #add(context: number, key: number): void {
    const place = placeOf(context, this.#shiftRight) ^ key;
    this.#sum += this.#weights[place];
    if (this.collected !== null) this.collected.push(place);
  }
}

// Multilinear hashes: the multiplications do not wait for each other. One seed a template keeps equal
// values of different templates apart.

function h1(seed: number, a: number): number {
  return (Math.imul(seed, 0x632be5ab) + Math.imul(a, 0x85ebca6b)) | 0;
}

function h2(seed: number, a: number, b: number): number {
  return (h1(seed, a) + Math.imul(b, 0xc2b2ae35)) | 0;
}

function h3(seed: number, a: number, b: number, c: number): number {
  return (h2(seed, a, b) + Math.imul(c, 0x27d4eb2f)) | 0;
}

/** The upper bits of a context, well mixed, choose a place. */
function placeOf(context: number, shiftRight: number): number {
  return Math.imul(context ^ (context >>> 15), 0x9e3779b1) >>> shiftRight;
}

/** Whether a sibling's tree is lighter than a word's, as heavy, or heavier. */
const heavierKeys = [1, 2, 3].map(spread);

function step(score: number): number {
  return Math.min(LAST_SCORE_STEP, Math.floor(-score / SCORE_STEP));
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
