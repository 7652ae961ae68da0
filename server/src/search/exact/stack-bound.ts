import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { valency, DEEPEST } from '../../scoring/contexts.ts';
import { KinScores } from '../../scoring/arc-standard/kin-scores.ts';
import type { Scoring } from '../../scoring/scoring.ts';
import { ShiftValue } from '../../scoring/arc-standard/shift-templates.ts';
import type { Stop } from '../../util/stop.ts';
import { ShiftTerm, type ShiftTerms } from './shift-terms.ts';
import { LOWEST } from './terms.ts';

/**
 * At most this many states are tried to bound the score that the given arcs add to a SHIFT
 * (`KinScores`). If more are needed, no bound is computed.
 */
const MOST_KIN = 200_000;

/** Two words at the top of a stack, and the highest score that such a stack can add to a SHIFT. */
export interface OnStack {
  /** A mask of the two words. */
  readonly words: number;
  readonly score: number;
}

/**
 * Upper bounds of the score that the stack adds to a SHIFT. There are too many stacks to try them
 * all. But a template reads only the two top words, alone or with one further fact, such as the
 * number of the top word's dependents. So all combinations of these are tried.
 */
export class StackBound {
  readonly #terms: ShiftTerms;
  readonly #kin: KinScores;
  #problem!: Problem;

  /**
   * @param terms made with the same scoring. Before each call of `score`, the caller must set their
   *   problem (`ShiftTerms.begin`)
   */
  constructor({ weights, leftOut }: Scoring, terms: ShiftTerms) {
    this.#terms = terms;
    this.#kin = new KinScores(weights, leftOut);
  }

  /**
   * @returns for each shifted variant and last variant of the string (`variantCount` if there is
   *   none): the bounds for each pair of words on top of the stack, the highest first. Null after a
   *   stop, or if there are too many states to try (`MOST_KIN`)
   */
  score(problem: Problem, stop: Stop): readonly (readonly OnStack[])[] | null {
    this.#problem = problem;
    const { variantCount: none, variantWord } = problem;
    const radix = none + 1;
    const terms = this.#terms;
    const ofKin = this.#scoreKin(stop);
    if (ofKin === null) return null;
    const stacks = Array.from({ length: none * radix }, (): OnStack[] => []);
    for (let variant = 0; variant < none; variant++) {
      terms.variant = variant;
      const own = 1 << variantWord[variant];
      for (let first = 0; first <= none; first++) {
        if (stop.requested) return null;
        const words = first === none ? 0 : 1 << variantWord[first];
        if (words & own) continue;
        terms.readStack(first, none);
        const sides = this.#scoreSides(variant, first);
        const valencies = this.#scoreValencies(first);
        for (let second = 0; second <= none; second++) {
          const both = second === none ? words : words | (1 << variantWord[second]);
          if (second < none && (first === none || both === words || both & own)) continue;
          terms.readStack(first, second);
          const ofPair =
            terms.add(ShiftTerm.Pair) +
            terms.highestWithTag(ShiftTerm.SecondLeft, ShiftValue.S1l1t, both | own) +
            terms.highestWithTag(ShiftTerm.Third, ShiftValue.S2t, both | own) +
            terms.highestOf(ShiftTerm.Depth, ShiftValue.Depth, depthsOf(first, second, none)) +
            ofKin[variant * radix + first];
          const withSides = this.#highestSides(sides, both | own);
          for (let before = 0; before <= none; before++) {
            // The stack is empty only if no word has been shifted. Otherwise the last shifted word
            // is in the subtree of the top word.
            if ((before === none) !== (first === none)) continue;
            if (before < none) {
              const bit = 1 << variantWord[before];
              if (bit & own || (before !== first && bit & both)) continue;
            }
            terms.readString([before, none, none]);
            const scores = before === first ? withSides.fresh : withSides.worn;
            const [withoutLeft, withLeft] = valencies[before];
            const ofItems = Math.max(scores[0] + withoutLeft, scores[1] + withLeft);
            const score = ofPair + terms.add(ShiftTerm.PairLast) + ofItems;
            stacks[variant * radix + before].push({ words: both, score });
          }
        }
      }
    }
    for (const some of stacks) {
      if (stop.requested) return null;
      some.sort((a, b) => b.score - a.score);
    }
    return stacks;
  }

  /**
   * Scores the templates that read the leftmost and rightmost dependents of the top word.
   *
   * @returns two arrays, indexed by rightmost dependent: the scores without left dependents, and
   *   the highest scores over all leftmost dependents
   */
  #scoreSides(variant: number, first: number): readonly [Int32Array, Int32Array] {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const terms = this.#terms;
    const { values } = terms;
    const sides = [new Int32Array(none + 1), new Int32Array(none + 1)] as const;
    const isTaken = (word: number): boolean =>
      word === variantWord[variant] || word === variantWord[first];
    for (let right = 0; right <= none; right++) {
      values[ShiftValue.S0r1t] = variantTag[right];
      values[ShiftValue.S0l1t] = variantTag[none];
      sides[0][right] = terms.add(ShiftTerm.Sides);
      sides[1][right] = LOWEST;
      for (let left = 0; left < none; left++) {
        if (isTaken(variantWord[left]) || variantWord[left] === variantWord[right]) continue;
        values[ShiftValue.S0l1t] = variantTag[left];
        sides[1][right] = Math.max(sides[1][right], terms.add(ShiftTerm.Sides));
      }
    }
    return sides;
  }

  /**
   * Completes the sums of `#scoreSides`: adds the scores of the templates that read the two top
   * words and the rightmost dependent of the top word.
   *
   * @param taken a mask of words that cannot be the rightmost dependent
   * @returns two pairs of highest sums: `fresh` for a top word without right dependents, `worn` for
   *   a top word with some. In each pair, the first sum is for a top word without left dependents,
   *   and the second for a top word with some
   */
  #highestSides(
    sides: readonly [Int32Array, Int32Array],
    taken: number,
  ): { readonly fresh: readonly number[]; readonly worn: readonly number[] } {
    const { variantCount: none, variantTag, variantWord } = this.#problem;
    const terms = this.#terms;
    const { values } = terms;
    values[ShiftValue.S0r1t] = variantTag[none];
    const alone = terms.add(ShiftTerm.PairRight);
    const worn = [LOWEST, LOWEST];
    for (let right = 0; right < none; right++) {
      if (taken & (1 << variantWord[right])) continue;
      values[ShiftValue.S0r1t] = variantTag[right];
      const sum = terms.add(ShiftTerm.PairRight);
      for (const i of [0, 1]) worn[i] = Math.max(worn[i], sum + sides[i][right]);
    }
    return { fresh: sides.map((side) => side[none] + alone), worn };
  }

  /**
   * Scores the number of dependents of the top word on each side.
   *
   * @returns indexed by last variant of the string: the highest scores without and with left
   *   dependents
   */
  #scoreValencies(first: number): readonly (readonly [number, number])[] {
    const { variantCount: none } = this.#problem;
    const terms = this.#terms;
    return Array.from({ length: none + 1 }, (_, before) => {
      terms.readString([before, none, none]);
      // Words after the top word belong to its right dependents. So it has right dependents, unless
      // it is the last word of the string.
      const hasRight = before !== first;
      return [this.#highestValency(false, hasRight), this.#highestValency(true, hasRight)] as const;
    });
  }

  #highestValency(hasLeft: boolean, hasRight: boolean): number {
    const most = Math.max(0, this.#problem.size - 2);
    const terms = this.#terms;
    const { values } = terms;
    let highest = LOWEST;
    for (let left = hasLeft ? 1 : 0; left <= (hasLeft ? most : 0); left++) {
      for (let right = hasRight ? 1 : 0; right <= (hasRight ? most - left : 0); right++) {
        values[ShiftValue.S0v] = valency(left, right);
        highest = Math.max(highest, terms.add(ShiftTerm.Valency));
      }
    }
    return highest;
  }

  /**
   * Bounds the score that the features of given arcs add, for each shifted variant and top word.
   * Null after a stop, or if more than `MOST_KIN` states are needed.
   */
  #scoreKin(stop: Stop): Int32Array | null {
    const { size, variantCount: none, variantWord, variantStart } = this.#problem;
    const { head, dependentMask, hasArcs } = this.#problem;
    const radix = none + 1;
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
        // The given head, dependents and siblings of `word` may still be in the buffer, so all
        // subsets of them are tried.
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
}

function depthsOf(first: number, second: number, none: number): readonly number[] {
  if (first === none) return [0];
  return second === none ? [1] : Array.from({ length: DEEPEST - 1 }, (_, i) => i + 2);
}
