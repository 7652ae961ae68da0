import { NO_WORD, type Problem } from '../problem/problem.ts';
import { spread } from '../util/hash.ts';
import { NONE } from '../model/lexicon.ts';
import { KeyTable } from './key-table.ts';
import { Field, nodeOf, tagOf, wordOf, type States } from '../search/arc-standard/states.ts';
import { bucket, h1, h2, h3, type WeightSum } from './weight-sum.ts';

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

/** Whether a sibling's tree is lighter than a word's, as heavy, or heavier. */
const heavierKeys = [1, 2, 3].map(spread);

/**
 * The features of what the given arcs say of a word that would be shifted: of its head, its dependents
 * and its siblings, placed or still to come (the lookahead of Liu et al. 2015, Section 3, and of the
 * authors' later system). What they say of a word alone is hashed once a problem.
 */
export class Lookahead {
  readonly #weights: WeightSum;
  #problem!: Problem;
  #states!: States;
  /** The state that was entered. */
  #state = 0;

  // For each word of the problem, what does not change while it is searched.
  #likelyTag = new Int32Array(0);
  #tagKin = new Int32Array(0);
  #labelKin = new Int32Array(0);
  /** How many words the given tree under a word holds. */
  #weight = new Int32Array(0);
  /** What a word says of its head and its siblings: contexts by `Kin`. */
  #kin = new Int32Array(0);
  /** Masks of a word's given dependents, and of those of its head: what its features speak of. */
  #kinMask = new Int32Array(0);

  /**
   * Of all that a state holds the features depend on little: most of them were summed in another state,
   * and are kept by that little.
   */
  readonly #known = new KeyTable();
  readonly #sums = new Int32Array(KeyTable.SLOTS);

  constructor(weights: WeightSum) {
    this.#weights = weights;
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
    this.#known.begin(2 + maskLength);
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
      this.#hashKin(w, head);
    }
  }

  #hashKin(w: number, head: number): void {
    const kin = this.#kin;
    const at = w * Kin.Size;
    const word = this.#problem.word[w];
    const label = this.#problem.label[w];
    const tag = this.#likelyTag[w];
    kin[at + Kin.PlacedDependentTag] = h3(141, 1, label, tag);
    kin[at + Kin.PlacedDependentWord] = h3(142, 1, label, word);
    kin[at + Kin.ComingDependentTag] = h3(141, 2, label, tag);
    kin[at + Kin.ComingDependentWord] = h3(142, 2, label, word);
    kin[at + Kin.SiblingTag] = h2(171, label, tag);
    kin[at + Kin.SiblingWord] = h2(172, label, word);
    kin[at + Kin.SiblingWeight] = h1(173, label);
    kin[at + Kin.SiblingHead] = h2(174, label, this.#likelyTag[head]);
    kin[at + Kin.SiblingForm] = h1(175, word);
  }

  /** Speaks of a state from now on. */
  enter(state: number): void {
    this.#state = state;
  }

  /** Adds what does not depend on the tag that a word would be shifted with. */
  word(t: number): void {
    this.#add(t, NONE);
  }

  /** Adds what does. */
  tag(t: number, tag: number): void {
    this.#add(t, tag);
  }

  #add(t: number, tag: number): void {
    const { data } = this.#states;
    const { head, word, maskLength } = this.#problem;
    const weights = this.#weights;
    const headAt = this.#headAt(t, head[t]);
    if (weights.collected === null) {
      const { key } = this.#known;
      key[0] = 1 + 8 * nodeOf(t, tag) + headAt;
      key[1] = data[this.#state + Field.Top];
      for (let i = 0; i < maskLength; i++) {
        key[2 + i] = data[this.#state + Field.Masks + i] & this.#kinMask[t * maskLength + i];
      }
      if (this.#known.find()) {
        weights.sum += this.#sums[this.#known.slot];
        return;
      }
    }
    const before = weights.sum;
    if (tag === NONE) this.#addOfWord(t, headAt, weights.wordKey(word[t]));
    else this.#addOfTag(t, headAt, tag);
    if (weights.collected === null) this.#sums[this.#known.slot] = weights.sum - before;
  }

  #addOfTag(t: number, headAt: HeadAt, tagKey: number): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const kin = this.#kin;
    const state = this.#state;
    const head = problem.head[t];
    const headTag = head === NO_WORD ? 0 : this.#likelyTag[head];
    const place = h2(131, headAt, problem.label[t]);
    weights.add(place, tagKey);
    weights.add(h2(133, place, headTag), tagKey);
    weights.add(h2(134, place, head === NO_WORD ? 0 : problem.word[head]), tagKey);
    weights.add(h2(137, place, bucket(this.#weight[t])), tagKey);

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
        weights.add(kin[at + Kin.ComingDependentTag], tagKey);
        weights.add(kin[at + Kin.ComingDependentWord], tagKey);
      } else {
        placedTags += this.#tagKin[d];
        placedLabels += this.#labelKin[d];
        weights.add(kin[at + Kin.PlacedDependentTag], tagKey);
        weights.add(kin[at + Kin.PlacedDependentWord], tagKey);
      }
    }
    weights.add(h2(151, placedTags, comingTags), tagKey);
    weights.add(h2(152, placedLabels, comingLabels), tagKey);
    weights.add(h1(153, placedTags), tagKey);
    weights.add(h1(154, comingTags), tagKey);

    const top = wordOf(this.#states.data[state + Field.Top]);
    const related = this.#related(t, top);
    weights.add(h2(161, related, tagOf(this.#states.data[state + Field.Top])), tagKey);
    weights.add(h2(162, related, problem.word[top]), tagKey);

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
      weights.add(place ^ kin[at + Kin.SiblingTag], tagKey);
      weights.add(place ^ kin[at + Kin.SiblingWord], tagKey);
      weights.add(place ^ kin[at + Kin.SiblingWeight] ^ heavier, tagKey);
      weights.add(place ^ kin[at + Kin.SiblingHead], tagKey);
    }
    weights.add(h3(181, placedTags, comingTags, place), tagKey);
    weights.add(h3(182, placedLabels, comingLabels, place), tagKey);
    weights.add(h3(183, comingLabels, place, headTag), tagKey);
    weights.add(h3(184, placedLabels, place, headTag), tagKey);
    weights.add(h3(186, comingTags, place, headTag), tagKey);
    weights.add(h3(187, placedTags, place, headTag), tagKey);
  }

  #addOfWord(t: number, headAt: HeadAt, wordKey: number): void {
    const weights = this.#weights;
    const problem = this.#problem;
    const kin = this.#kin;
    const state = this.#state;
    const head = problem.head[t];
    const headKey = h1(132, headAt);
    const place = h2(131, headAt, problem.label[t]);
    weights.add(place, wordKey);
    weights.add(h2(135, headAt, head === NO_WORD ? 0 : problem.word[head]), wordKey);
    weights.add(h2(136, headAt, head === NO_WORD ? 0 : this.#likelyTag[head]), wordKey);

    let placedLabels = 0;
    let comingLabels = 0;
    for (let i = problem.dependentStart[t]; i < problem.dependentStart[t + 1]; i++) {
      const d = problem.dependents[i];
      const at = d * Kin.Size;
      if (this.#states.isInBuffer(state, d)) {
        comingLabels += this.#labelKin[d];
        weights.add(kin[at + Kin.ComingDependentTag], wordKey);
        weights.add(kin[at + Kin.ComingDependentWord], wordKey);
      } else {
        placedLabels += this.#labelKin[d];
        weights.add(kin[at + Kin.PlacedDependentTag], wordKey);
        weights.add(kin[at + Kin.PlacedDependentWord], wordKey);
      }
    }
    weights.add(h1(155, placedLabels), wordKey);
    weights.add(h1(156, comingLabels), wordKey);

    const topNode = this.#states.data[state + Field.Top];
    const related = this.#related(t, wordOf(topNode));
    weights.add(h2(161, related, tagOf(topNode)), wordKey);
    weights.add(related, wordKey);

    if (head === NO_WORD) return;
    comingLabels = 0;
    for (let i = problem.dependentStart[head]; i < problem.dependentStart[head + 1]; i++) {
      const s = problem.dependents[i];
      if (s === t || !this.#states.isInBuffer(state, s)) continue;
      comingLabels += this.#labelKin[s];
      const at = s * Kin.Size;
      weights.add(place ^ kin[at + Kin.SiblingTag], wordKey);
      weights.add(headKey ^ kin[at + Kin.SiblingForm], wordKey);
    }
    weights.add(h2(185, comingLabels, place), wordKey);
  }

  #headAt(t: number, head: number): HeadAt {
    if (head === NO_WORD) return t === this.#problem.root ? HeadAt.IsRoot : HeadAt.Unknown;
    if (this.#states.isInBuffer(this.#state, head)) return HeadAt.Buffer;
    const { data } = this.#states;
    if (wordOf(data[this.#state + Field.Top]) === head) return HeadAt.Top;
    const second = data[this.#state + Field.Below];
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
}
