import { grown } from '../util/grown.ts';

/**
 * The candidate arcs of one sentence. The words are 1…n, and 0 is the root. Arcs are numbered
 * 0…count−1 by modifier and then by head. One object serves many sentences.
 *
 * The chain 0 → 1 → 2 → … → n is always among the candidates, so that a projective tree exists.
 */
export class CandidateArcs {
  /** The number n of words. */
  length = 0;
  /** The number of arcs. */
  count = 0;
  /** Indexed by arc. Only the first `count` entries are valid. */
  heads = new Int32Array(0);
  /** Indexed by arc, like `heads`. */
  modifiers = new Int32Array(0);
  /** The arcs of modifier m are first[m]…first[m + 1]−1, for m in 1…n. */
  first = new Int32Array(2);
  /** Indexed by modifier · (n + 1) + head: the arc plus 1; 0 if the arc is no candidate. */
  #table = new Int32Array(0);

  /** Starts a sentence of n words, with the arcs of the chain. Call `seal` after the last `add`. */
  reset(n: number): void {
    const width = n + 1;
    this.length = n;
    this.count = 0;
    if (this.#table.length < width * width) this.#table = new Int32Array(2 * width * width);
    else this.#table.fill(0, 0, width * width);
    if (this.first.length < n + 2) this.first = new Int32Array(2 * (n + 2));
    for (let m = 1; m <= n; m++) this.add(m - 1, m);
  }

  /**
   * Adds an arc to the candidates. Arcs may be added in any order, and repeatedly.
   *
   * @param head 0…n
   * @param modifier 1…n, not the head
   */
  add(head: number, modifier: number): void {
    const n = this.length;
    if (head === modifier || head < 0 || head > n || modifier < 1 || modifier > n) {
      throw new RangeError(`No arc ${head} → ${modifier} in a sentence of ${n} words`);
    }
    const cell = modifier * (n + 1) + head;
    if (this.#table[cell] !== 0) return;
    this.#table[cell] = 1;
    this.count++;
  }

  /** Numbers the arcs. Before this call, the arrays and `find` are not valid. */
  seal(): void {
    const width = this.length + 1;
    if (this.heads.length < this.count) {
      this.heads = grown(this.heads, 2 * this.count);
      this.modifiers = grown(this.modifiers, 2 * this.count);
    }
    let arc = 0;
    this.first[0] = 0;
    for (let m = 1; m < width; m++) {
      this.first[m] = arc;
      for (let h = 0, cell = m * width; h < width; h++, cell++) {
        if (this.#table[cell] === 0) continue;
        this.heads[arc] = h;
        this.modifiers[arc] = m;
        this.#table[cell] = ++arc;
      }
    }
    this.first[width] = arc;
  }

  /** Returns the number of an arc; −1 if the arc is no candidate. */
  find(head: number, modifier: number): number {
    return this.#table[modifier * (this.length + 1) + head] - 1;
  }
}
