import { MemoTable, slotBits } from './memo-table.ts';
import { UNKNOWN } from './sum-memo.ts';

/** Memoised sums by a key of a few integers, which chooses a row, and a column. */
export class SumRows {
  /** Fill it before `enter`. Its first integer is not 0. */
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

  /** Sets the row, by `key`. @returns whether it is new, without any sum */
  enter(): boolean {
    const memo = this.#memo;
    const isKnown = memo.find();
    this.#row = memo.slot * this.#columns;
    if (isKnown) return false;
    this.#sums.fill(UNKNOWN, this.#row, this.#row + this.#columns);
    return true;
  }

  /** The sum in a column; UNKNOWN if there is none. */
  get(column: number): number {
    return this.#sums[this.#row + column];
  }

  /** Keeps a sum, and returns it. */
  set(column: number, sum: number): number {
    return (this.#sums[this.#row + column] = sum);
  }
}
