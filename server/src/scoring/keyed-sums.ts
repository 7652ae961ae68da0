import { MemoTable } from './memo-table.ts';

/** Sums by a key of a few integers. */
export class KeyedSums {
  readonly memo = new MemoTable();
  sums = new Int32Array(0);

  /** Forgets all sums; as of `MemoTable.begin`. */
  begin(keyLength: number, bits: number): void {
    this.memo.begin(keyLength, bits);
    if (this.sums.length < this.memo.slots) this.sums = new Int32Array(this.memo.slots);
  }
}
