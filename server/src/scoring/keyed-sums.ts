import { MemoTable } from './memo-table.ts';

/**
 * The number of slots, as a power of two: in search, and in training, which forgets all sums often.
 */
const SLOT_BITS = 14;
const FEW_SLOT_BITS = 9;

/** Sums by a key of a few integers. */
export class KeyedSums {
  readonly memo = new MemoTable();
  sums = new Int32Array(0);

  /**
   * Forgets all sums.
   *
   * @param keyLength as in `MemoTable.begin`
   * @param isLearning whether the weights change, so that all sums are forgotten often
   */
  begin(keyLength: number, isLearning: boolean): void {
    this.memo.begin(keyLength, isLearning ? FEW_SLOT_BITS : SLOT_BITS);
    if (this.sums.length < this.memo.slots) this.sums = new Int32Array(this.memo.slots);
  }
}
