import type { Constraints } from '../meaning/constraints.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { expectationsOf, type BagNode } from '../tree/syntax.ts';

/** Fixes are tried only in bags with at most this many lines of `expect:`, since each try judges every line again. */
export const mostLines = 50;

/** The words of a bag, and a judge of sentences of these words. */
export interface ExpectationJudge {
  readonly bag: BagNode;
  readonly constraints: Constraints;
  /** The words of the bag, split at their spaces. */
  readonly parts: readonly (readonly string[])[];
  /** The places of the words that may be used together. */
  readonly selections: readonly (readonly number[])[];
  /** The forms of the words that statements name, which the bag may lack. */
  readonly named: ReadonlySet<string>;
  /** Whether fixes may take a search. */
  readonly maySearch: boolean;
  /**
   * Whether a sentence, as written, is possible in the bag or in a changed bag.
   *
   * @param without the places of the words that are taken from the bag
   * @param added the forms of the words that are added to the bag, all new
   */
  isPossible(text: string, without?: readonly number[], added?: readonly string[]): boolean;
  /** How often training has seen a form; 0 without a model. */
  timesSeen(form: string): number;
  /** A judge of the bag after edits; null if some of its words would be unknown. */
  changed(edits: readonly TextEdit[]): ExpectationJudge | null;
}

/**
 * Whether edits make the expectation on a line possible, and no other expectation impossible. False if the bag has too
 * many expectations to try.
 */
export function mends(line: Range, judge: ExpectationJudge, edits: readonly TextEdit[]): boolean {
  const before = expectationsOf(judge.bag);
  const changed = before.length > mostLines ? null : judge.changed(edits);
  if (changed === null) return false;
  const after = expectationsOf(changed.bag);
  const isPossible = (one: ExpectationJudge, { start, end }: Range): boolean =>
    one.isPossible(one.bag.text.slice(start, end));
  return (
    before.length === after.length &&
    after.every(
      (own, i) =>
        isPossible(changed, own) ||
        (before[i].start !== line.start && !isPossible(judge, before[i])),
    )
  );
}
