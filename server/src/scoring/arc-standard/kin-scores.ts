import { NONE } from '../../model/lexicon.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { spread } from '../../util/hash.ts';
import { bucket, contextOf, seedBase } from '../contexts.ts';
import { FeatureSum, type FeatureObserver, type WeightTable } from '../feature-sum.ts';
import { MemoTable, slotBits } from '../memo-table.ts';
import { HeadAt, KinSection, Kinship, kinTemplates, KinValue, Placed } from './kin-templates.ts';

const { starts } = kinTemplates;
/** `contextOf` hashes `KinValue.HeadKey` with this base. */
const HEAD_KEY_BASE = seedBase(132);
/** `contextOf` hashes `KinValue.Related` with this base. */
const RELATED_BASE = seedBase(160);
/**
 * Hash values for a sibling with a smaller, an equally large, or a larger subtree than the word to
 * shift.
 */
const heavierKeys = [1, 2, 3].map(spread);
/** Added to a label before it is hashed, so that labels and tags have different hashes. */
const FIRST_LABEL = 1000;

/** The part of a parser state that the templates read. */
export interface KinState {
  /** From index `buffer` on: the bit mask of the words that are not shifted yet. */
  readonly data: Int32Array;
  readonly buffer: number;
  /** The top of the stack, as a variant (a word in one form, with one tag). */
  readonly top: number;
  /** The word below the top of the stack: a word, not a variant. */
  readonly second: number;
}

/**
 * Scores how well a word to shift fits the given arcs. Sums are memoised, since the templates read
 * only a few values of a state.
 */
export class KinScores {
  readonly #sum: FeatureSum;
  readonly #values = kinTemplates.newValues();
  #problem!: Problem;
  #state!: KinState;

  // These arrays are indexed by word of the problem.
  #tag = new Int32Array(0);
  #word = new Int32Array(0);
  #tagHash = new Int32Array(0);
  #labelHash = new Int32Array(0);
  /** The number of words in the word's subtree, by the given arcs. */
  #weight = new Int32Array(0);
  /**
   * For each word, a bit mask of its given dependents and siblings. Templates read which of these
   * words are not shifted yet.
   */
  #kinMask = new Int32Array(0);

  readonly #memo = new MemoTable();
  /**
   * Memoised sums, indexed by slot and by the variant's position among the variants of its word.
   */
  #sums = new Int32Array(0);
  #rowLength = 0;
  /** The index in `#sums` of the first variant of the entered word. */
  #row = 0;

  constructor(weights: WeightTable, leftOut: ReadonlySet<string>) {
    this.#sum = new FeatureSum(weights, kinTemplates, leftOut);
  }

  set observer(observer: FeatureObserver | null) {
    this.#sum.observer = observer;
  }

  begin(problem: Problem): void {
    this.#problem = problem;
    const { size, maskLength, dependentMask, variantStart } = problem;
    this.#tag = new Int32Array(size + 1);
    this.#word = new Int32Array(size + 1);
    this.#tagHash = new Int32Array(size + 1);
    this.#labelHash = new Int32Array(size + 1);
    this.#weight = new Int32Array(size + 1);
    this.#kinMask = dependentMask.slice();
    this.#rowLength = 1;
    for (let w = 0; w < size; w++) {
      this.#rowLength = Math.max(this.#rowLength, variantStart[w + 1] - variantStart[w]);
      this.#tag[w] = problem.likelyTag(w);
      this.#word[w] = problem.wordId[problem.likelyForm(w)];
      this.#tagHash[w] = spread(this.#tag[w]);
      this.#labelHash[w] = spread(problem.label[w] + FIRST_LABEL);
      for (let a = w; a !== NO_WORD; a = problem.head[a]) this.#weight[a]++;
    }
    for (let w = 0; w < size; w++) {
      const head = problem.head[w];
      if (head === NO_WORD) continue;
      for (let i = 0; i < maskLength; i++) {
        this.#kinMask[w * maskLength + i] |= dependentMask[head * maskLength + i];
      }
    }
    this.#memo.begin(3 + maskLength, slotBits(this.#rowLength));
    const length = (this.#memo.slots + 1) * this.#rowLength;
    if (this.#sums.length !== length) this.#sums = new Int32Array(length);
  }

  /** Sets the state for the next scores. */
  enter(state: KinState): void {
    this.#state = state;
  }

  /**
   * Sets the word to shift for the next scores.
   *
   * @param variant the only variant to sum if there is an observer. Without an observer, all
   *   variants of the word are summed
   */
  enterWord(t: number, variant: number): void {
    const { head, variantStart, maskLength } = this.#problem;
    const { data, buffer, top } = this.#state;
    const headAt = this.#headAt(t, head[t]);
    const memo = this.#memo;
    if (this.#sum.observer === null) {
      const { key } = memo;
      key[0] = 1 + t;
      key[1] = headAt;
      key[2] = top;
      for (let i = 0; i < maskLength; i++) {
        key[3 + i] = data[buffer + i] & this.#kinMask[t * maskLength + i];
      }
      const isKnown = memo.find();
      this.#row = memo.slot * this.#rowLength;
      if (isKnown) return;
    } else {
      this.#row = memo.slots * this.#rowLength;
    }
    const first = variantStart[t];
    const isObserved = this.#sum.observer !== null;
    const from = isObserved ? variant : first;
    const to = isObserved ? variant + 1 : variantStart[t + 1];
    this.#readPlace(t, headAt);
    const ofWord = this.#sumWord(t);
    for (let v = from; v < to; v++) {
      this.#sums[this.#row + v - first] = ofWord + this.#sumTag(t, v);
    }
  }

  /** Returns the sum of the weights for SHIFT of a variant. `t` must be the entered word. */
  score(t: number, variant: number): number {
    return this.#sums[this.#row + variant - this.#problem.variantStart[t]];
  }

  /**
   * Reads the values that depend on the word, on where its head is, and on the top of the stack.
   */
  #readPlace(t: number, headAt: HeadAt): void {
    const { head, label, variantWord, variantForm, variantTag, wordId } = this.#problem;
    const values = this.#values;
    const ofHead = head[t];
    values[KinValue.HeadAt] = headAt;
    values[KinValue.Label] = label[t];
    values[KinValue.Place] = this.#sum.context(values, starts[KinSection.TagPlace]);
    values[KinValue.HeadKey] = contextOf(HEAD_KEY_BASE, headAt, 0, 0);
    values[KinValue.HeadWord] = ofHead === NO_WORD ? NONE : this.#word[ofHead];
    values[KinValue.HeadTag] = ofHead === NO_WORD ? NONE : this.#tag[ofHead];
    values[KinValue.Weight] = bucket(this.#weight[t]);
    const { top } = this.#state;
    const topWord = variantWord[top];
    values[KinValue.Kinship] = this.#kinship(t, topWord);
    values[KinValue.TopLabel] = label[topWord];
    values[KinValue.Related] = contextOf(
      RELATED_BASE,
      values[KinValue.Kinship],
      label[t],
      label[topWord],
    );
    values[KinValue.TopTag] = variantTag[top];
    values[KinValue.TopWord] = wordId[variantForm[top]];
  }

  /** Sums the templates with the word as key. */
  #sumWord(t: number): number {
    const sum = this.#sum;
    const { head, dependentStart, dependents } = this.#problem;
    const key = sum.wordKey(this.#word[t]);
    sum.sum = 0;
    this.#add(KinSection.WordPlace, key);
    this.#forgetSets();
    for (let i = dependentStart[t]; i < dependentStart[t + 1]; i++) {
      this.#readDependent(dependents[i]);
      this.#add(KinSection.WordDependent, key);
    }
    this.#add(KinSection.WordState, key);
    const ofHead = head[t];
    if (ofHead === NO_WORD) return sum.sum;
    this.#forgetSets();
    for (let i = dependentStart[ofHead]; i < dependentStart[ofHead + 1]; i++) {
      const sibling = dependents[i];
      if (sibling === t || !this.#isToCome(sibling)) continue;
      this.#readSibling(t, sibling);
      this.#add(KinSection.WordSibling, key);
    }
    this.#add(KinSection.WordSiblings, key);
    return sum.sum;
  }

  /** Sums the templates with the tag as key. */
  #sumTag(t: number, variant: number): number {
    const sum = this.#sum;
    const { head, dependentStart, dependents, variantTag } = this.#problem;
    const key = variantTag[variant];
    sum.sum = 0;
    this.#add(KinSection.TagPlace, key);
    this.#forgetSets();
    for (let i = dependentStart[t]; i < dependentStart[t + 1]; i++) {
      this.#readDependent(dependents[i]);
      this.#add(KinSection.TagDependent, key);
    }
    this.#add(KinSection.TagState, key);
    const ofHead = head[t];
    if (ofHead === NO_WORD) return sum.sum;
    this.#forgetSets();
    for (let i = dependentStart[ofHead]; i < dependentStart[ofHead + 1]; i++) {
      const sibling = dependents[i];
      if (sibling === t) continue;
      this.#readSibling(t, sibling);
      if (this.#isToCome(sibling)) this.#add(KinSection.TagSibling, key);
    }
    this.#add(KinSection.TagSiblings, key);
    return sum.sum;
  }

  #add(part: KinSection, key: number): void {
    this.#sum.add(this.#values, starts[part], starts[part + 1], key);
  }

  #forgetSets(): void {
    const values = this.#values;
    values[KinValue.PlacedTags] = 0;
    values[KinValue.PlacedLabels] = 0;
    values[KinValue.ComingTags] = 0;
    values[KinValue.ComingLabels] = 0;
  }

  /** Adds a word's tag and label to the values for shifted words or for words to come. */
  #addToSets(w: number): void {
    const values = this.#values;
    if (this.#isToCome(w)) {
      values[KinValue.ComingTags] += this.#tagHash[w];
      values[KinValue.ComingLabels] += this.#labelHash[w];
    } else {
      values[KinValue.PlacedTags] += this.#tagHash[w];
      values[KinValue.PlacedLabels] += this.#labelHash[w];
    }
  }

  #readDependent(d: number): void {
    const values = this.#values;
    values[KinValue.DependentPlaced] = this.#isToCome(d) ? Placed.No : Placed.Yes;
    values[KinValue.DependentLabel] = this.#problem.label[d];
    values[KinValue.DependentTag] = this.#tag[d];
    values[KinValue.DependentWord] = this.#word[d];
    this.#addToSets(d);
  }

  #readSibling(t: number, s: number): void {
    const values = this.#values;
    values[KinValue.SiblingLabel] = this.#problem.label[s];
    values[KinValue.SiblingTag] = this.#tag[s];
    values[KinValue.SiblingWord] = this.#word[s];
    values[KinValue.Heavier] =
      values[KinValue.Place] ^ heavierKeys[1 + Math.sign(this.#weight[s] - this.#weight[t])];
    this.#addToSets(s);
  }

  #isToCome(w: number): boolean {
    const { data, buffer } = this.#state;
    return ((data[buffer + (w >>> 5)] >>> (w & 31)) & 1) === 1;
  }

  #headAt(t: number, head: number): HeadAt {
    if (head === NO_WORD) return t === this.#problem.root ? HeadAt.IsRoot : HeadAt.Unknown;
    if (this.#isToCome(head)) return HeadAt.Buffer;
    const { top, second } = this.#state;
    if (this.#problem.variantWord[top] === head) return HeadAt.Top;
    return second === head ? HeadAt.Second : HeadAt.Deeper;
  }

  #kinship(t: number, top: number): Kinship {
    const { head, size } = this.#problem;
    if (top === size) return Kinship.None;
    if (head[top] === t) return Kinship.HeadOfTop;
    if (head[t] === top) return Kinship.DependentOfTop;
    return head[t] !== NO_WORD && head[t] === head[top] ? Kinship.Sibling : Kinship.None;
  }
}
