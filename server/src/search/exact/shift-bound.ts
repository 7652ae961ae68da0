import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { bucket, valency } from '../../scoring/contexts.ts';
import { FeatureSum } from '../../scoring/feature-sum.ts';
import { Fluency } from '../../scoring/fluency.ts';
import { KinFeatures } from '../../scoring/kin.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { shiftTemplates, ShiftValue } from '../../scoring/shift.ts';
import { bitCount } from '../../util/bits.ts';
import type { Stop } from '../../util/stop.ts';
import { DEEPEST } from '../arc-standard/action-scores.ts';
import { Field, FIRST_SHIFT, NO_STATE, type States } from '../arc-standard/states.ts';
import { highestWeight, LOWEST, termsOf, type KeyOf, type Term } from './terms.ts';

const top = [ShiftValue.S0w, ShiftValue.S0t, ShiftValue.S0c];
const pair = [...top, ShiftValue.S1w, ShiftValue.S1t, ShiftValue.S1c];
const last = [ShiftValue.W1, ShiftValue.T1, ShiftValue.C1];
const lastTwo = [...last, ShiftValue.W2, ShiftValue.T2];

/** The terms, in the order in which they are made. */
const enum TermOf {
  Own,
  Last,
  LastTwo,
  LastThree,
  Left,
  Pair,
  PairLast,
  Sides,
  PairRight,
  Valency,
  SecondLeft,
  Third,
  Depth,
}

const readable: readonly (readonly number[])[] = [
  [ShiftValue.OwnWord],
  last,
  lastTwo,
  [...lastTwo, ShiftValue.W3, ShiftValue.T3],
  [...last, ShiftValue.Left],
  pair,
  [...pair, ...last],
  [...top, ShiftValue.S0l1t, ShiftValue.S0r1t],
  [...pair, ShiftValue.S0r1t],
  [...top, ShiftValue.S0v, ...last],
  [...pair, ShiftValue.S1l1t],
  [...pair, ShiftValue.S2t],
  [...top, ShiftValue.Depth],
];

/** Words that a string ends in, which its rest is bounded by: as many as memory allows. */
const LONGEST_TAIL = 3;
/** 32 MB. */
const MOST_CELLS = 1 << 23;
/** What stands on a stack is enumerated by four variants at a time. */
const MOST_VARIANTS = 48;
/** States in which what is given of a word's kin is asked for. */
const MOST_KIN = 200_000;
/** Buckets of how many words are left. */
const BUCKETS = 5;

/**
 * An upper bound of the words that are still to be shifted: the best order of them by all that is read of the
 * string and of the language model, with the best that the stack can add to each step, whatever it is.
 *
 * The order is found for every set of words to come and every tail of the string before them, by dynamic
 * programming (Held & Karp 1962): it is exact but for the stack, and for words before the tail. What a stack may
 * be is enumerated by what templates read together: two words of those that are placed, and either the
 * dependents of the top, its valency, or one word more.
 */
export class ShiftBound {
  readonly #sum: FeatureSum;
  readonly #terms: readonly Term[];
  readonly #others: number;
  readonly #fluency: Fluency | null;
  readonly #kin: KinFeatures;
  readonly #values = shiftTemplates.newValues();
  #problem!: Problem;
  #states!: States;
  /** Which variant's keys are asked for. */
  #variant = 0;
  readonly #keyOf: KeyOf;

  /** How many words a tail has. It is numbered by their variants, the last one the lowest digit, of `#radix`. */
  #tail = 0;
  #radix = 0;
  /** By set of words to come and tail. */
  #rest = new Int32Array(0);
  #tails = 0;

  readonly #mostCells: number;

  /** @param mostCells what its table may hold: with fewer cells the tails are shorter */
  constructor({ weights, leftOut, fluency }: Scoring, mostCells = MOST_CELLS) {
    this.#mostCells = mostCells;
    this.#sum = new FeatureSum(weights, shiftTemplates, leftOut);
    this.#kin = new KinFeatures(weights, leftOut);
    this.#fluency = fluency === null ? null : new Fluency(weights, fluency, leftOut);
    const { terms, others } = termsOf(this.#sum, shiftTemplates, readable);
    this.#terms = terms;
    this.#others = others === 0 ? 0 : others * highestWeight(weights);
    const keys = shiftTemplates.templates.map(({ name }) => name.slice(0, name.indexOf(' ')));
    this.#keyOf = (template) => this.#keyNamed(keys[template]);
  }

  /** Prepares for the states of a problem. @returns false if it is too large, or was asked to stop before its end */
  begin(problem: Problem, states: States, stop: Stop): boolean {
    this.#problem = problem;
    this.#states = states;
    const { size, variantCount, maskLength } = problem;
    if (maskLength > 1 || variantCount > MOST_VARIANTS || size > 20) return false;
    this.#radix = variantCount + 1;
    this.#tail = LONGEST_TAIL;
    while (this.#tail > 1 && 2 ** size * this.#radix ** this.#tail > this.#mostCells) this.#tail--;
    this.#tails = this.#radix ** this.#tail;
    if (2 ** size * this.#tails > this.#mostCells) return false;
    const onStack = this.#scoreStacks(stop);
    if (onStack === null) return false;
    const strings = this.#scoreStrings(stop);
    return strings !== null && this.#orderRest(onStack, strings, stop);
  }

  /** At most so much do the words add that are shifted after a state; `LOWEST` where they cannot be. */
  of(state: number): number {
    const { data } = this.#states;
    let tail = 0;
    let found = 0;
    let digit = 1;
    for (let at = state; found < this.#tail; at = data[at + Field.Parent]) {
      if (data[at + Field.Parent] === NO_STATE) {
        for (; found < this.#tail; found++, digit *= this.#radix) tail += digit * (this.#radix - 1);
        break;
      }
      const action = data[at + Field.Action];
      if (action < FIRST_SHIFT) continue;
      tail += digit * (action - FIRST_SHIFT);
      digit *= this.#radix;
      found++;
    }
    return this.#rest[data[state + Field.Masks] * this.#tails + tail];
  }

  /**
   * The best order of every set of words behind every tail.
   *
   * @param onStack by variant and the last one before it: what the stack adds, best first
   */
  #orderRest(onStack: readonly (readonly OnStack[])[], strings: Strings, stop: Stop): boolean {
    const { size, variantCount: none, variantWord, twinBefore } = this.#problem;
    const radix = this.#radix;
    const tails = this.#tails;
    const all = 2 ** size - 1;
    const cells = 2 ** size * tails;
    if (this.#rest.length < cells) this.#rest = new Int32Array(cells);
    const rest = this.#rest;
    rest.fill(0, 0, tails);
    const highTail = tails / radix;
    const bestOnStack = new Int32Array(none * radix);
    for (let toCome = 1; toCome <= all; toCome++) {
      if (stop.requested) return false;
      const placed = all & ~toCome;
      const next: number[] = [];
      for (let variant = 0; variant < none; variant++) {
        const word = variantWord[variant];
        if ((toCome & (1 << word)) === 0) continue;
        const twin = twinBefore[word];
        if (twin !== NO_WORD && (toCome & (1 << twin)) !== 0) continue;
        next.push(variant);
        for (let before = 0; before <= none; before++) {
          const stacks = onStack[variant * radix + before];
          const best = stacks.find(({ words }) => (words & ~placed) === 0);
          bestOnStack[variant * radix + before] = best?.score ?? LOWEST;
        }
      }
      const isLast = (toCome & (toCome - 1)) === 0;
      const ofStrings = isLast ? strings.last : strings.inner;
      const left = bucket(bitCount(toCome));
      const row = toCome * tails;
      for (const tail of this.#tailsOver(placed)) {
        const before = tail % radix;
        let best = LOWEST;
        for (const variant of next) {
          const after = (tail % highTail) * radix + variant;
          const behind = (toCome & ~(1 << variantWord[variant])) * tails + after;
          const score =
            ofStrings[tail * none + variant] +
            strings.left[(before * none + variant) * BUCKETS + left] +
            bestOnStack[variant * radix + before] +
            rest[behind];
          if (score > best) best = score;
        }
        rest[row + tail] = best;
      }
    }
    return true;
  }

  /** The tails of the strings of a set of words. */
  #tailsOver(placed: number): number[] {
    const { variantCount: none, variantWord } = this.#problem;
    const radix = this.#radix;
    let tails = [{ tail: 0, left: placed }];
    for (let i = 0, digit = 1; i < this.#tail; i++, digit *= radix) {
      tails = tails.flatMap(({ tail, left }) => {
        if (left === 0) return [{ tail: tail + digit * none, left }];
        const longer: { tail: number; left: number }[] = [];
        for (let variant = 0; variant < none; variant++) {
          const bit = 1 << variantWord[variant];
          if (left & bit) longer.push({ tail: tail + digit * variant, left: left & ~bit });
        }
        return longer;
      });
    }
    return tails.map(({ tail }) => tail);
  }

  /** What the string before a variant adds, by tail and variant. */
  #scoreStrings(stop: Stop): Strings | null {
    const { variantCount: none, variantForm, variantWord, size } = this.#problem;
    const radix = this.#radix;
    const fluency = this.#scoreFluency(stop);
    if (fluency === null) return null;
    const values = this.#values;
    const inner = new Int32Array(this.#tails * none).fill(LOWEST);
    const final = new Int32Array(this.#tails * none).fill(LOWEST);
    const left = new Int32Array(radix * none * BUCKETS);
    const areOther = (one: number, other: number): boolean =>
      one === none || other === none || variantWord[one] !== variantWord[other];
    const ofOne = new Int32Array(none);
    const ofTwo = new Int32Array(none);
    for (let first = 0; first <= none; first++) {
      if (stop.requested) return null;
      this.#readString([first, none, none]);
      for (let variant = 0; variant < none; variant++) {
        this.#variant = variant;
        values[ShiftValue.OwnWord] = this.#keyNamed('word');
        ofOne[variant] = this.#add(TermOf.Own) + this.#add(TermOf.Last) + this.#others;
        for (let words = 1; words <= size; words++) {
          values[ShiftValue.Left] = bucket(words);
          left[(first * none + variant) * BUCKETS + bucket(words)] = this.#add(TermOf.Left);
        }
      }
      for (let second = 0; second <= none; second++) {
        // Nothing is before the first word but nothing.
        if (!areOther(first, second) || (first === none && second < none)) continue;
        this.#readString([first, second, none]);
        for (let variant = 0; variant < none; variant++) {
          this.#variant = variant;
          ofTwo[variant] = ofOne[variant] + this.#add(TermOf.LastTwo);
        }
        for (let third = 0; third <= none; third++) {
          if (!areOther(first, third) || !areOther(second, third)) continue;
          if (second === none && third < none) continue;
          this.#readString([first, second, third]);
          const tail = (first + radix * (second + radix * third)) % this.#tails;
          const ofLm = fluency.rowOf(variantForm[first], variantForm[second], variantForm[third]);
          for (let variant = 0; variant < none; variant++) {
            this.#variant = variant;
            const at = tail * none + variant;
            const sum = ofTwo[variant] + this.#add(TermOf.LastThree);
            inner[at] = Math.max(inner[at], sum + fluency.inner[ofLm + variant]);
            final[at] = Math.max(final[at], sum + fluency.last[ofLm + variant]);
          }
        }
      }
    }
    return { inner, last: final, left };
  }

  /** What the language model adds at most, by the last three words before a variant: in all its contexts. */
  #scoreFluency(stop: Stop): FluencyRows | null {
    const { size: noForm, variantCount: none, variantForm } = this.#problem;
    const { variantWord } = this.#problem;
    const radix = noForm + 1;
    const fluency = this.#fluency;
    const rowOf = (first: number, second: number, third: number): number =>
      (first + radix * (second + radix * third)) * none;
    const cells = fluency === null ? 0 : radix ** 3 * none;
    const rows = {
      inner: new Int32Array(cells).fill(LOWEST),
      last: new Int32Array(cells).fill(LOWEST),
      rowOf: fluency === null ? () => 0 : rowOf,
    };
    if (fluency === null) {
      rows.inner = new Int32Array(none);
      rows.last = new Int32Array(none);
      return rows;
    }
    fluency.begin(this.#problem);
    // Contexts that strings end in, each with the last three words.
    const seen = new Set<string>();
    const open: { readonly tail: readonly [number, number, number]; readonly context: number }[] =
      [];
    const meet = (tail: readonly [number, number, number], context: number): void => {
      const key = `${tail.join()} ${context}`;
      if (seen.has(key)) return;
      seen.add(key);
      open.push({ tail, context });
    };
    meet([noForm, noForm, noForm], fluency.start);
    for (const [i, { tail, context }] of open.entries()) {
      if ((i & 63) === 0 && stop.requested) return null;
      const row = rowOf(...tail);
      for (const [scores, isLast] of [
        [rows.inner, false],
        [rows.last, true],
      ] as const) {
        fluency.enter(context, isLast);
        for (let variant = 0; variant < none; variant++) {
          if (tail.includes(variantWord[variant])) continue;
          scores[row + variant] = Math.max(scores[row + variant], fluency.score(variant));
        }
      }
      for (let variant = 0; variant < none; variant++) {
        const form = variantForm[variant];
        if (tail.includes(form)) continue;
        meet([form, tail[0], tail[1]], fluency.advance(context, form));
      }
    }
    return rows;
  }

  /**
   * What the stack adds at most to the shift of a variant, by that and the last one before it: for every pair of
   * the two top words, best first. Null if it was asked to stop, or given arcs make it too much.
   */
  #scoreStacks(stop: Stop): readonly (readonly OnStack[])[] | null {
    const { variantCount: none, variantWord } = this.#problem;
    const radix = this.#radix;
    const ofKin = this.#scoreKin(stop);
    if (ofKin === null) return null;
    const stacks = Array.from({ length: none * radix }, (): OnStack[] => []);
    for (let variant = 0; variant < none; variant++) {
      if (stop.requested) return null;
      this.#variant = variant;
      const own = 1 << variantWord[variant];
      for (let first = 0; first <= none; first++) {
        const words = first === none ? 0 : 1 << variantWord[first];
        if (words & own) continue;
        this.#readStack(first, none);
        const sides = this.#scoreSides(variant, first);
        const valencies = this.#scoreValencies(first);
        for (let second = 0; second <= none; second++) {
          const both = second === none ? words : words | (1 << variantWord[second]);
          if (second < none && (first === none || both === words || both & own)) continue;
          this.#readStack(first, second);
          const ofPair =
            this.#add(TermOf.Pair) +
            this.#highestTag(TermOf.SecondLeft, ShiftValue.S1l1t, both | own) +
            this.#highestTag(TermOf.Third, ShiftValue.S2t, both | own) +
            this.#highestOf(TermOf.Depth, ShiftValue.Depth, depthsOf(first, second, none)) +
            ofKin[variant * radix + first];
          const withSides = this.#highestSides(sides, both | own);
          for (let before = 0; before <= none; before++) {
            // Without words there is no stack; the last word is under the top, whatever is.
            if ((before === none) !== (first === none)) continue;
            if (before < none) {
              const bit = 1 << variantWord[before];
              if (bit & own || (before !== first && bit & both)) continue;
            }
            this.#readString([before, none, none]);
            const scores = before === first ? withSides.fresh : withSides.worn;
            const [withoutLeft, withLeft] = valencies[before];
            const ofItems = Math.max(scores[0] + withoutLeft, scores[1] + withLeft);
            const score = ofPair + this.#add(TermOf.PairLast) + ofItems;
            stacks[variant * radix + before].push({ words: both, score });
          }
        }
      }
    }
    for (const some of stacks) some.sort((a, b) => b.score - a.score);
    return stacks;
  }

  /** What the dependents of the top add, by its rightmost one: where it has none to the left, and where it has. */
  #scoreSides(variant: number, first: number): readonly [Int32Array, Int32Array] {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const values = this.#values;
    const sides = [new Int32Array(none + 1), new Int32Array(none + 1)] as const;
    const isTaken = (word: number): boolean =>
      word === variantWord[variant] || word === variantWord[first];
    for (let right = 0; right <= none; right++) {
      values[ShiftValue.S0r1t] = variantTag[right];
      values[ShiftValue.S0l1t] = variantTag[none];
      sides[0][right] = this.#add(TermOf.Sides);
      sides[1][right] = LOWEST;
      for (let left = 0; left < none; left++) {
        if (isTaken(variantWord[left]) || variantWord[left] === variantWord[right]) continue;
        values[ShiftValue.S0l1t] = variantTag[left];
        sides[1][right] = Math.max(sides[1][right], this.#add(TermOf.Sides));
      }
    }
    return sides;
  }

  /** The same with what is read of the rightmost dependent and the second word: without one, and with the best. */
  #highestSides(
    sides: readonly [Int32Array, Int32Array],
    taken: number,
  ): { readonly fresh: readonly number[]; readonly worn: readonly number[] } {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const values = this.#values;
    values[ShiftValue.S0r1t] = variantTag[none];
    const alone = this.#add(TermOf.PairRight);
    const worn = [LOWEST, LOWEST];
    for (let right = 0; right < none; right++) {
      if (taken & (1 << variantWord[right])) continue;
      values[ShiftValue.S0r1t] = variantTag[right];
      const sum = this.#add(TermOf.PairRight);
      for (const i of [0, 1]) worn[i] = Math.max(worn[i], sum + sides[i][right]);
    }
    return { fresh: sides.map((side) => side[none] + alone), worn };
  }

  /** What the valency of a top adds at most, by the last word: without a dependent to the left, and with. */
  #scoreValencies(first: number): readonly (readonly [number, number])[] {
    const { variantCount: none } = this.#problem;
    return Array.from({ length: none + 1 }, (_, before) => {
      this.#readString([before, none, none]);
      // What was placed behind the top is under it.
      const hasRight = before !== first;
      return [this.#highestValency(false, hasRight), this.#highestValency(true, hasRight)] as const;
    });
  }

  #highestValency(hasLeft: boolean, hasRight: boolean): number {
    const most = Math.max(0, this.#problem.size - 2);
    const values = this.#values;
    let highest = LOWEST;
    for (let left = hasLeft ? 1 : 0; left <= (hasLeft ? most : 0); left++) {
      for (let right = hasRight ? 1 : 0; right <= (hasRight ? most - left : 0); right++) {
        values[ShiftValue.S0v] = valency(left, right);
        highest = Math.max(highest, this.#add(TermOf.Valency));
      }
    }
    return highest;
  }

  /** What given arcs add at most, by variant and top of the stack. Null if it was asked to stop, or is too much. */
  #scoreKin(stop: Stop): Int32Array | null {
    const { size, variantCount: none, variantWord, variantStart } = this.#problem;
    const { head, dependentMask, hasArcs } = this.#problem;
    const radix = this.#radix;
    const highest = new Int32Array(none * radix).fill(hasArcs ? LOWEST : 0);
    if (!hasArcs) return highest;
    const kin = this.#kin;
    kin.begin(this.#problem);
    const state = { data: new Int32Array(1), buffer: 0, top: none, second: size };
    let asked = 0;
    for (let word = 0; word < size; word++) {
      const own = 1 << word;
      const ofHead = head[word];
      const others =
        (dependentMask[word] | (ofHead === NO_WORD ? 0 : dependentMask[ofHead] | (1 << ofHead))) &
        ~own;
      for (let first = 0; first <= none; first++) {
        if (variantWord[first] === word) continue;
        const onStack = first === none ? 0 : 1 << variantWord[first];
        // Every subset of the others that may be still to come.
        for (let toCome = others; ; toCome = (toCome - 1) & others) {
          if ((toCome & onStack) === 0) {
            if (++asked > MOST_KIN || ((asked & 255) === 0 && stop.requested)) return null;
            state.data[0] = toCome | own;
            state.top = first;
            for (const second of ofHead === NO_WORD ? [size] : [size, ofHead]) {
              state.second = second;
              kin.enter(state);
              kin.enterWord(word, variantStart[word]);
              for (let variant = variantStart[word]; variant < variantStart[word + 1]; variant++) {
                const at = variant * radix + first;
                highest[at] = Math.max(highest[at], kin.score(word, variant));
              }
            }
          }
          if (toCome === 0) break;
        }
      }
    }
    return highest;
  }

  #add(term: TermOf): number {
    return this.#terms[term].sum(this.#values, this.#keyOf);
  }

  /** The highest sum of a term that reads the tag of a word besides, or that there is none. */
  #highestTag(term: TermOf, value: ShiftValue, taken: number): number {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const tags = [variantTag[none]];
    for (let variant = 0; variant < none; variant++) {
      if ((taken & (1 << variantWord[variant])) === 0) tags.push(variantTag[variant]);
    }
    return this.#highestOf(term, value, tags);
  }

  #highestOf(term: TermOf, value: ShiftValue, all: readonly number[]): number {
    let highest = LOWEST;
    for (const one of all) {
      this.#values[value] = one;
      highest = Math.max(highest, this.#add(term));
    }
    return highest;
  }

  #readStack(first: number, second: number): void {
    const { variantForm, variantTag, wordId, wordClass } = this.#problem;
    const values = this.#values;
    values[ShiftValue.S0w] = wordId[variantForm[first]];
    values[ShiftValue.S0t] = variantTag[first];
    values[ShiftValue.S0c] = wordClass[variantForm[first]];
    values[ShiftValue.S1w] = wordId[variantForm[second]];
    values[ShiftValue.S1t] = variantTag[second];
    values[ShiftValue.S1c] = wordClass[variantForm[second]];
  }

  /** Reads the end of a string: variants, the last one first, and its surface words. */
  #readString(variants: readonly [number, number, number]): void {
    const {
      variantCount: none,
      variantForm,
      variantTag,
      surface,
      surfaceClass,
      surfaceStart,
    } = this.#problem;
    const values = this.#values;
    const words: number[] = [];
    values[ShiftValue.C1] = 0;
    for (const [i, variant] of variants.entries()) {
      values[ShiftValue.T1 + i] = variantTag[variant];
      if (variant === none) continue;
      const form = variantForm[variant];
      const end = surfaceStart[form + 1];
      if (i === 0) values[ShiftValue.C1] = surfaceClass[end - 1];
      for (let at = end - 1; at >= surfaceStart[form]; at--) words.push(surface[at]);
    }
    for (let i = 0; i < 3; i++) values[ShiftValue.W1 + i] = words.at(i) ?? 0;
  }

  /** What a section is paired with (`Section.key`), of the variant that is asked for. */
  #keyNamed(key: string): number {
    const { variantForm, variantTag, surface, surfaceStart, wordId, wordClass, casing } =
      this.#problem;
    const form = variantForm[this.#variant];
    if (key === 'first') return this.#sum.wordKey(surface[surfaceStart[form]]);
    if (key === 'word') return this.#sum.wordKey(wordId[form]);
    if (key === 'casing') return casing[form];
    if (key === 'class') return wordClass[form];
    return variantTag[this.#variant];
  }
}

/** What the two top words of a stack add at most. */
interface OnStack {
  /** Which two they are: a mask. */
  readonly words: number;
  readonly score: number;
}

/** What a string adds, by tail and variant. */
interface Strings {
  readonly inner: Int32Array;
  /** Where the sentence ends behind the variant. */
  readonly last: Int32Array;
  /** By last word, variant and the bucket of how many words are left. */
  readonly left: Int32Array;
}

interface FluencyRows {
  /** From `rowOf` on by variant. */
  readonly inner: Int32Array;
  readonly last: Int32Array;
  /** Of three forms, the last one first; the number behind the forms stands for none. */
  rowOf(first: number, second: number, third: number): number;
}

/** How deep a stack may be, by its two top words. */
function depthsOf(first: number, second: number, none: number): readonly number[] {
  if (first === none) return [0];
  return second === none ? [1] : Array.from({ length: DEEPEST - 1 }, (_, i) => i + 2);
}
