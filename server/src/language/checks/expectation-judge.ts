import type { Constraints } from '../meaning/constraints.ts';
import type { Range, TextEdit } from '../tree/diagnostic.ts';
import { expectationsOf, type BagNode } from '../tree/syntax.ts';

/**
 * If a bag has more lines of `expect:` than this, fixes are not tried, since each trial judges
 * every line again.
 */
export const mostLines = 50;

/** Decides whether a sentence can be made from the words of a bag under its constraints. */
export interface ExpectationJudge {
  readonly bag: BagNode;
  readonly constraints: Constraints;
  /** The words of the bag, each split at its spaces. Only quoted phrases have several parts. */
  readonly parts: readonly (readonly string[])[];
  /**
   * All ways to choose from the alternatives and optional words. Each lists the places in the bag
   * of all words that it uses.
   */
  readonly selections: readonly (readonly number[])[];
  /** The forms that lines of `deps:` and `order:` name, even if `words:` lacks them. */
  readonly named: ReadonlySet<string>;
  /**
   * Whether fixes that are slow to find are still offered. After many diagnostics, they are not.
   */
  readonly maySearch: boolean;
  /**
   * Whether a sentence is possible, perhaps after some words are removed and added.
   *
   * @param text the sentence as the author wrote it
   * @param without the places of the words to remove
   * @param added the forms of the words to add, which the bag must not have yet
   */
  isPossible(text: string, without?: readonly number[], added?: readonly string[]): boolean;
  /** How often training has seen a form; 0 without a model. */
  timesSeen(form: string): number;
  /**
   * A judge of the bag after edits of its text. Null if errors make it unclear which words the bag
   * then has.
   */
  changed(edits: readonly TextEdit[]): ExpectationJudge | null;
}

/**
 * Whether edits make the expected sentence on a line possible without making another expected
 * sentence impossible.
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
