import { MemoTable } from './memo-table.ts';

/** Slots, as a power of two: in search, and while weights change, when all sums are forgotten often. */
const SLOT_BITS = 14;
const FEW_SLOT_BITS = 9;

/** Sums by a key of a few integers. */
export class KeyedSums {
  readonly memo = new MemoTable();
  sums = new Int32Array(0);

  /**
   * Forgets all sums.
   *
   * @param keyLength as of `MemoTable.begin`
   * @param isLearning whether the weights change, and all sums are forgotten, again and again
   */
  begin(keyLength: number, isLearning: boolean): void {
    this.memo.begin(keyLength, isLearning ? FEW_SLOT_BITS : SLOT_BITS);
    if (this.sums.length < this.memo.slots) this.sums = new Int32Array(this.memo.slots);
  }
}
