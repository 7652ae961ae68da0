import { MemoTable, slotBits } from './memo-table.ts';
import { UNKNOWN } from './sum-memo.ts';

/** A table of memoised sums. A key of a few integers chooses the row. */
export class SumRows {
  /** The key of a row. Fill it before `enter`; its first integer must not be 0. */
  key = new Int32Array(0);
  readonly #memo = new MemoTable();
  #sums = new Int32Array(0);
  #columns = 0;
  #row = 0;

  /**
   * Forgets all rows.
   *
   * @param rows the expected number of rows
   */
  begin(keyLength: number, columns: number, rows = Infinity): void {
    const memo = this.#memo;
    const bits = Math.max(1, Math.ceil(Math.log2(rows)));
    memo.begin(keyLength, Math.min(bits, slotBits(columns)));
    this.key = memo.key;
    this.#columns = columns;
    if (this.#sums.length < memo.slots * columns) {
      this.#sums = new Int32Array(memo.slots * columns);
    }
  }

  /**
   * Makes the row of `key` the current row.
   *
   * @returns whether the row is new; a new row has no sums
   */
  enter(): boolean {
    const memo = this.#memo;
    const isKnown = memo.find();
    this.#row = memo.slot * this.#columns;
    if (isKnown) return false;
    this.#sums.fill(UNKNOWN, this.#row, this.#row + this.#columns);
    return true;
  }

  /** Returns UNKNOWN for a missing sum. */
  get(column: number): number {
    return this.#sums[this.#row + column];
  }

  /** Keeps a sum in the current row, and returns the sum. */
  set(column: number, sum: number): number {
    return (this.#sums[this.#row + column] = sum);
  }
}
