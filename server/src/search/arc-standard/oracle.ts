import { NO_WORD, type Problem } from '../../problem/problem.ts';
import { FIRST_SHIFT, LEFTARC, RIGHTARC } from '../../scoring/arc-standard/records.ts';

/** A sentence. The arrays are parallel, in surface order. */
export interface Reference {
  /** Numbered as in the problem. */
  readonly words: readonly number[];
  readonly variants: readonly number[];
  /** The position of each word's head, from 1; 0 for the root. The tree must be projective. */
  readonly heads: readonly number[];
}

/**
 * Lists the actions of a tree's only legal derivation. A word gets all its right dependents before
 * its left ones, and on each side the nearest dependent first.
 */
export function derivationOf({ variants, heads }: Pick<Reference, 'variants' | 'heads'>): number[] {
  const left: number[][] = variants.map(() => []);
  const right: number[][] = variants.map(() => []);
  let root = 0;
  heads.forEach((head, i) => {
    if (head === 0) root = i;
    else (i < head - 1 ? left : right)[head - 1].push(i);
  });
  const actions: number[] = [];
  const derive = (i: number): void => {
    left[i].forEach(derive);
    actions.push(FIRST_SHIFT + variants[i]);
    for (const dependent of right[i]) {
      derive(dependent);
      actions.push(RIGHTARC);
    }
    left[i].forEach(() => actions.push(LEFTARC));
  };
  derive(root);
  return actions;
}

/**
 * Renames interchangeable words, so that they come in the order in which they may be shifted. For
 * example, the first `the` of the sentence becomes the problem's first `the`.
 */
export function orderTwins(problem: Problem, words: readonly number[]): number[] {
  const first = (word: number): number => {
    for (; problem.twinBefore[word] !== NO_WORD; word = problem.twinBefore[word]);
    return word;
  };
  const next = new Map<number, number>();
  problem.twinBefore.forEach((before, word) => before !== NO_WORD && next.set(before, word));
  const unused = new Map<number, number>();
  return words.map((word) => {
    const kind = first(word);
    const chosen = unused.get(kind) ?? kind;
    unused.set(kind, next.get(chosen) ?? NO_WORD);
    return chosen;
  });
}
