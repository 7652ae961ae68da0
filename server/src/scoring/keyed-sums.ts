import { MemoTable } from './memo-table.ts';

/** The base-2 logarithm of the number of slots during a search. */
const SLOT_BITS = 14;
/**
 * The base-2 logarithm of the number of slots in training. Training often changes the weights and
 * then forgets the sums, so it needs few slots.
 */
const FEW_SLOT_BITS = 9;

/** Memoised sums. A key consists of a few integers. */
export class KeyedSums {
  readonly memo = new MemoTable();
  sums = new Int32Array(0);

  /**
   * Forgets all sums.
   *
   * @param isLearning whether the weights change, and the sums are therefore often forgotten
   */
  begin(keyLength: number, isLearning: boolean): void {
    this.memo.begin(keyLength, isLearning ? FEW_SLOT_BITS : SLOT_BITS);
    if (this.sums.length < this.memo.slots) this.sums = new Int32Array(this.memo.slots);
  }
}
