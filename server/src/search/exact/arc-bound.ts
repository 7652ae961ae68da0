import { NONE } from '../../model/lexicon.ts';
import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { arcTemplates, ArcValue } from '../../scoring/arc-standard/arc-templates.ts';
import { bucket, valency } from '../../scoring/contexts.ts';
import { FeatureSum } from '../../scoring/feature-sum.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import type { Stop } from '../../util/stop.ts';
import { ArcStandardField, LEFTARC, RIGHTARC } from '../../scoring/arc-standard/records.ts';
import type { ArcStandardStates } from '../arc-standard/states.ts';
import { isFree } from '../given-arcs.ts';
import { LOWEST, mostOf, termsOf, type KeyOf, type Term, type TermValues } from './terms.ts';

const s0 = [ArcValue.S0w, ArcValue.S0t, ArcValue.S0c];
const s1 = [ArcValue.S1w, ArcValue.S1t, ArcValue.S1c];
const pair = [...s0, ...s1, ArcValue.Given];

/**
 * Indices of feature values that describe the dependents of a word on one side. `word` and `tag`
 * are of the outermost dependent, `second` is the tag of the second outermost.
 */
interface SideValues {
  readonly word: number;
  readonly tag: number;
  readonly second: number;
}

const sides: readonly SideValues[] = [
  { word: ArcValue.S0l1w, tag: ArcValue.S0l1t, second: ArcValue.S0l2t },
  { word: ArcValue.S0r1w, tag: ArcValue.S0r1t, second: ArcValue.S0r2t },
  { word: ArcValue.S1l1w, tag: ArcValue.S1l1t, second: ArcValue.S1l2t },
  { word: ArcValue.S1r1w, tag: ArcValue.S1r1t, second: ArcValue.S1r2t },
];

const labelled = [
  ...pair,
  ArcValue.Label,
  ArcValue.HeadWord,
  ArcValue.HeadTag,
  ArcValue.DependentWord,
  ArcValue.DependentTag,
  ArcValue.NearLabel,
  ArcValue.FarLabel,
];

/** The terms of the bound. A term is a group of templates that read the same values. */
const enum TermOf {
  Pair,
  Labelled,
  Third,
  Last,
  Left,
  Valency0,
  Valency1,
  Span0,
  Span1,
  /** The first of the terms for `sides`. Each side has two terms. */
  Sides,
}

/**
 * Ranges of sections of `arcTemplates`, end exclusive. The first section is for all arcs, the
 * second for labelled arcs.
 */
const EVERY_ARC = [0, 1] as const;
const WITH_LABEL = [1, 2] as const;

/** Indexed by `TermOf`: the values and the sections of the term's templates. */
const termValues: readonly TermValues[] = [
  { values: pair, sections: EVERY_ARC },
  { values: labelled, sections: WITH_LABEL },
  ...[
    [...pair, ArcValue.S2t],
    [...pair, ArcValue.W1, ArcValue.T1],
    [...pair, ArcValue.Left],
    [...pair, ArcValue.S0v],
    [...pair, ArcValue.S1v],
    [...pair, ArcValue.S0Span],
    [...pair, ArcValue.S1Span],
    ...sides.flatMap(({ word, tag, second }, side) => [
      [...pair, word, tag],
      [...(side < 2 ? s0 : s1), word, tag, second],
    ]),
  ].map((values) => ({ values, sections: EVERY_ARC })),
];

/**
 * An upper bound of the total score of the arcs that are still to be built. Each word on the stack
 * and in the buffer, except the root, still gets an arc from its head. The bound adds up the
 * highest scores of these arcs, over all possible heads and states.
 *
 * There are too many states to try them all. So the bound tries every pair of words that an arc may
 * join, with all combinations of values that one template reads: for example, the pair and the
 * third word of the stack.
 */
export class ArcBound {
  readonly #sum: FeatureSum;
  readonly #terms: readonly Term[];
  readonly #others: number;
  readonly #values = arcTemplates.newValues();
  #problem!: Problem;
  #states!: ArcStandardStates;

  /**
   * The highest scores of LEFTARC and of RIGHTARC, with a row for each head and a column for each
   * dependent. Rows and columns are numbered by slots. A word on the stack has the slot of its
   * variant. A word in the buffer may still be shifted as any of its variants, so it has a slot of
   * its own.
   */
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #slots = 0;

  /**
   * Parallel arrays for the words of the current state: first the stack from its top, then the
   * buffer. `#hasLeft` has 1 if a word of the stack has a left dependent.
   */
  #slotOf = new Int32Array(0);
  #wordOf = new Int32Array(0);
  #hasLeft = new Uint8Array(0);

  constructor({ weights, leftOut }: Scoring) {
    this.#sum = new FeatureSum(weights, arcTemplates, leftOut);
    const { terms, others } = termsOf(this.#sum, arcTemplates, termValues);
    this.#terms = terms;
    this.#others = mostOf(others, weights);
  }

  /** @returns false after a stop */
  begin(problem: Problem, states: ArcStandardStates, stop: Stop): boolean {
    this.#problem = problem;
    this.#states = states;
    const { size, variantCount, variantWord } = problem;
    const slots = variantCount + size;
    this.#slots = slots;
    this.#left = new Int32Array(slots * slots).fill(LOWEST);
    this.#right = new Int32Array(slots * slots).fill(LOWEST);
    this.#slotOf = new Int32Array(size);
    this.#wordOf = new Int32Array(size);
    this.#hasLeft = new Uint8Array(size);
    const second = this.#bestSecond(stop);
    for (let head = 0; head < variantCount; head++) {
      if (stop.requested) return false;
      for (let dependent = 0; dependent < variantCount; dependent++) {
        if (!this.#mayDepend(variantWord[dependent], variantWord[head])) continue;
        const left = this.#highest(head, dependent, LEFTARC, second);
        const right = this.#highest(dependent, head, RIGHTARC, second);
        for (const h of [head, variantCount + variantWord[head]]) {
          for (const d of [dependent, variantCount + variantWord[dependent]]) {
            const at = h * slots + d;
            this.#left[at] = Math.max(this.#left[at], left);
            this.#right[at] = Math.max(this.#right[at], right);
          }
        }
      }
    }
    return true;
  }

  /**
   * Returns an upper bound of the score of all arcs that a state still lacks; `LOWEST` if they
   * cannot be built.
   */
  of(state: number): number {
    const { data } = this.#states;
    const { root, variantWord, variantCount, maskLength, head } = this.#problem;
    const slotOf = this.#slotOf;
    const wordOf = this.#wordOf;
    const depth = data[state + ArcStandardField.Depth];
    let count = 0;
    for (let at = state; count < depth; at = data[at + ArcStandardField.Below]) {
      slotOf[count] = data[at + ArcStandardField.Top];
      wordOf[count] = variantWord[data[at + ArcStandardField.Top]];
      this.#hasLeft[count++] = data[at + ArcStandardField.LeftValency] > 0 ? 1 : 0;
    }
    for (let i = 0; i < maskLength; i++) {
      for (let bits = data[state + ArcStandardField.Masks + i]; bits !== 0; bits &= bits - 1) {
        const word = 32 * i + 31 - Math.clz32(bits & -bits);
        slotOf[count] = variantCount + word;
        wordOf[count++] = word;
      }
    }
    let sum = 0;
    let roots = 0;
    let least = -LOWEST;
    for (let i = 0; i < count; i++) {
      const best = this.#bestArc(i, depth, count);
      const word = wordOf[i];
      const mayBeRoot = root === NO_WORD ? head[word] === NO_WORD : word === root;
      if (best > LOWEST) {
        sum += best;
        if (mayBeRoot && best < least) least = best;
      } else if (mayBeRoot) roots++;
      else return LOWEST;
    }
    if (roots > 1) return LOWEST;
    if (roots === 1) return sum;
    return least === -LOWEST ? LOWEST : sum - least;
  }

  /**
   * Returns the highest score of the arc to a word, over all heads that are still possible. Words
   * on the stack stand to the left of words in the buffer, and words in the buffer may get any
   * order. A head that has a left dependent gets no more right dependents.
   */
  #bestArc(dependent: number, depth: number, count: number): number {
    const slotOf = this.#slotOf;
    const slots = this.#slots;
    const own = slotOf[dependent];
    const isOnStack = dependent < depth;
    let best = LOWEST;
    for (let head = 0; head < count; head++) {
      if (head === dependent) continue;
      const at = slotOf[head] * slots + own;
      const isHeadOnStack = head < depth;
      // On the stack, a lower index is nearer to the top, and so further to the right in the
      // sentence.
      const mayBeLeft = isOnStack && (!isHeadOnStack || head < dependent);
      const mayBeRight = isHeadOnStack && (!isOnStack || head > dependent);
      const isOpen = !isOnStack && !isHeadOnStack;
      if ((mayBeLeft || isOpen) && this.#left[at] > best) best = this.#left[at];
      if (isOpen || (mayBeRight && this.#hasLeft[head] === 0)) {
        if (this.#right[at] > best) best = this.#right[at];
      }
    }
    return best;
  }

  #mayDepend(word: number, on: number): boolean {
    return word !== on && (this.#problem.head[word] === on || isFree(this.#problem, word));
  }

  /**
   * Sums the terms that read a word and its two outermost dependents on one side.
   *
   * @returns two sums for each action, side, word and outermost dependent. The first sum is for a
   *   word without another dependent on this side. The second is the highest sum over all words
   *   that may be the second outermost dependent
   */
  #bestSecond(stop: Stop): Int32Array {
    const { variantCount: none, variantWord, variantTag } = this.#problem;
    const values = this.#values;
    const best = new Int32Array(2 * sides.length * none * (none + 1) * 2).fill(LOWEST);
    let at = 0;
    for (const action of [LEFTARC, RIGHTARC]) {
      for (const [side, { second }] of sides.entries()) {
        const term = this.#terms[TermOf.Sides + 2 * side + 1];
        for (let own = 0; own < none && !stop.requested; own++) {
          this.#read(side < 2 ? own : none, side < 2 ? none : own);
          for (let first = 0; first <= none; first++, at += 2) {
            this.#readSide(side, first);
            values[second] = NONE;
            best[at] = term.sum(values, () => action);
            for (let other = 0; other < none; other++) {
              if (variantWord[other] === variantWord[first]) continue;
              values[second] = variantTag[other];
              best[at + 1] = Math.max(
                best[at + 1],
                term.sum(values, () => action),
              );
            }
          }
        }
      }
    }
    return best;
  }

  /**
   * Returns the highest score of an action if `top` and `below` are the two top variants of the
   * stack.
   */
  #highest(top: number, below: number, action: number, second: Int32Array): number {
    const { size, variantCount: none, variantWord, variantTag, variantForm } = this.#problem;
    const { wordId } = this.#problem;
    const values = this.#values;
    const terms = this.#terms;
    const keyOf: KeyOf = () => action;
    const isOther = (variant: number): boolean =>
      variantWord[variant] !== variantWord[top] && variantWord[variant] !== variantWord[below];
    this.#read(top, below);
    let third = LOWEST;
    let last = LOWEST;
    for (let variant = 0; variant <= none; variant++) {
      if (variant < none && !isOther(variant)) continue;
      values[ArcValue.S2t] = variantTag[variant];
      third = Math.max(third, terms[TermOf.Third].sum(values, keyOf));
      if (variant === none) continue;
      values[ArcValue.W1] = wordId[variantForm[variant]];
      values[ArcValue.T1] = variantTag[variant];
      last = Math.max(last, terms[TermOf.Last].sum(values, keyOf));
    }
    // The last word of the string is the top word itself, unless the top word has right dependents.
    values[ArcValue.W1] = wordId[variantForm[top]];
    values[ArcValue.T1] = variantTag[top];
    const lastIsTop = terms[TermOf.Last].sum(values, keyOf);
    let left = LOWEST;
    for (let words = 0; words <= size - 2; words++) {
      values[ArcValue.Left] = bucket(words);
      left = Math.max(left, terms[TermOf.Left].sum(values, keyOf));
    }
    const ofTop = this.#highestItem(top, below, action, 0, second, [lastIsTop, last]);
    const ofBelow = this.#highestItem(top, below, action, 2, second, [0, 0]);
    const ofPair = terms[TermOf.Pair].sum(values, keyOf);
    return (
      ofPair +
      third +
      left +
      ofTop +
      ofBelow +
      this.#highestLabelled(top, below, action) +
      this.#others
    );
  }

  /**
   * Returns the highest sum of the terms that describe one of the two top words: its dependents on
   * each side, their number, and the size of its subtree.
   *
   * @param firstSide the index in `sides` of the word's left side: 0 for `top`, 2 for `below`
   * @param ofRight added scores: the first if the word has no right dependents, the second if it
   *   has some
   */
  #highestItem(
    top: number,
    below: number,
    action: number,
    firstSide: number,
    second: Int32Array,
    ofRight: readonly [number, number],
  ): number {
    const { size } = this.#problem;
    const values = this.#values;
    const isTop = firstSide === 0;
    const keyOf: KeyOf = () => action;
    const left = this.#highestSides(top, below, action, firstSide, second);
    const right = this.#highestSides(top, below, action, firstSide + 1, second);
    const spanTerm = this.#terms[isTop ? TermOf.Span0 : TermOf.Span1];
    const valencyTerm = this.#terms[isTop ? TermOf.Valency0 : TermOf.Valency1];
    // The head of a RIGHTARC has no left dependents yet.
    const mostLeft = action === RIGHTARC && !isTop ? 0 : size - 2;
    const most = size - 2;
    /**
     * Indexed by a number of words: the highest sum of `spanTerm` over all subtrees with at least
     * this many words.
     */
    const spans = new Int32Array(size + 1).fill(LOWEST);
    for (let span = size - 1; span > 0; span--) {
      values[isTop ? ArcValue.S0Span : ArcValue.S1Span] = bucket(span);
      spans[span] = Math.max(spans[span + 1], spanTerm.sum(values, keyOf));
    }
    values[isTop ? ArcValue.S0Span : ArcValue.S1Span] = bucket(1);
    const alone = spanTerm.sum(values, keyOf);
    let highest = LOWEST;
    for (let lefts = 0; lefts <= mostLeft; lefts++) {
      for (let rights = 0; lefts + rights <= most; rights++) {
        values[isTop ? ArcValue.S0v : ArcValue.S1v] = valency(lefts, rights);
        const sum =
          left[Math.min(2, lefts)] +
          right[Math.min(2, rights)] +
          ofRight[Math.min(1, rights)] +
          valencyTerm.sum(values, keyOf) +
          (lefts + rights === 0 ? alone : spans[1 + lefts + rights]);
        highest = Math.max(highest, sum);
      }
    }
    return highest;
  }

  /**
   * Returns the highest sums of the two terms that read the dependents of `top` or `below` on one
   * side.
   *
   * @param side an index in `sides`: 0 and 1 are the left and the right side of `top`, 2 and 3
   *   those of `below`
   * @param second the result of `#bestSecond`
   * @returns three sums: for no dependents on this side, for one, and for several
   */
  #highestSides(
    top: number,
    below: number,
    action: number,
    side: number,
    second: Int32Array,
  ): readonly number[] {
    const { variantCount: none, variantWord } = this.#problem;
    const term = this.#terms[TermOf.Sides + 2 * side];
    const own = side < 2 ? top : below;
    const row = 2 * (((action - LEFTARC) * sides.length + side) * none + own) * (none + 1);
    const highest = [LOWEST, LOWEST, LOWEST];
    for (let first = 0; first <= none; first++) {
      if (first < none) {
        const word = variantWord[first];
        if (word === variantWord[top] || word === variantWord[below]) continue;
        if (!this.#mayDepend(word, variantWord[own])) continue;
      }
      this.#readSide(side, first);
      const sum = term.sum(this.#values, () => action);
      const alone = sum + second[row + 2 * first];
      if (first === none) highest[0] = alone;
      else {
        highest[1] = Math.max(highest[1], alone);
        highest[2] = Math.max(highest[2], sum + second[row + 2 * first + 1]);
      }
    }
    return highest;
  }

  /**
   * Returns the highest sum of the templates that read the label of the arc; 0 if the label is not
   * given. These templates also read the labels of the dependents that the head already has on the
   * same side. So all labels of the problem are tried for these dependents.
   */
  #highestLabelled(top: number, below: number, action: number): number {
    const { label, variantWord, size } = this.#problem;
    const values = this.#values;
    const isLeft = action === LEFTARC;
    const own = label[variantWord[isLeft ? below : top]];
    if (own === NONE) return 0;
    values[ArcValue.Label] = own;
    values[ArcValue.HeadWord] = values[isLeft ? ArcValue.S0w : ArcValue.S1w];
    values[ArcValue.HeadTag] = values[isLeft ? ArcValue.S0t : ArcValue.S1t];
    values[ArcValue.DependentWord] = values[isLeft ? ArcValue.S1w : ArcValue.S0w];
    values[ArcValue.DependentTag] = values[isLeft ? ArcValue.S1t : ArcValue.S0t];
    const labels = [...new Set([NONE, ...label.subarray(0, size)])];
    let highest = LOWEST;
    for (const near of labels) {
      for (const far of labels) {
        values[ArcValue.NearLabel] = near;
        values[ArcValue.FarLabel] = far;
        const sum = this.#terms[TermOf.Labelled].sum(values, () => action);
        highest = Math.max(highest, sum);
      }
    }
    return highest;
  }

  #read(top: number, below: number): void {
    const { variantForm, variantTag, variantWord, wordId, wordClass } = this.#problem;
    const { hasArcs, head } = this.#problem;
    const values = this.#values;
    values[ArcValue.S0w] = wordId[variantForm[top]];
    values[ArcValue.S0t] = variantTag[top];
    values[ArcValue.S0c] = wordClass[variantForm[top]];
    values[ArcValue.S1w] = wordId[variantForm[below]];
    values[ArcValue.S1t] = variantTag[below];
    values[ArcValue.S1c] = wordClass[variantForm[below]];
    const isOpen = (variant: number): boolean => head[variantWord[variant]] === NO_WORD;
    values[ArcValue.Given] = hasArcs ? 1 + (isOpen(top) ? 2 : 0) + (isOpen(below) ? 4 : 0) : 0;
  }

  #readSide(side: number, first: number): void {
    const { variantForm, variantTag, wordId } = this.#problem;
    const { word, tag } = sides[side];
    this.#values[word] = wordId[variantForm[first]];
    this.#values[tag] = variantTag[first];
  }
}
