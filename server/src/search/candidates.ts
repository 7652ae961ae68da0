/**
 * The best of the candidates that are offered: a heap of at most `width`, the worst at its root. A
 * candidate is two integers that mean something to the caller. `offer()` does not allocate.
 */
export class Candidates {
  size = 0;
  #width = 0;
  /** How many were offered since `begin`. */
  offered = 0;
  #score = new Int32Array(0);
  #parent = new Int32Array(0);
  #action = new Int32Array(0);
  #order = new Int32Array(0);

  /** Forgets all candidates. */
  begin(width: number): void {
    this.size = 0;
    this.offered = 0;
    this.#width = width;
    if (this.#score.length >= width) return;
    this.#score = new Int32Array(width);
    this.#parent = new Int32Array(width);
    this.#action = new Int32Array(width);
    this.#order = new Int32Array(width);
  }

  /** Of two candidates with the same score the one offered first is the better. */
  offer(score: number, parent: number, action: number): void {
    const order = this.offered++;
    if (this.size < this.#width) {
      let at = this.size++;
      while (at > 0) {
        const above = (at - 1) >>> 1;
        if (!this.#isWorse(score, order, above)) break;
        this.#move(above, at);
        at = above;
      }
      this.#place(at, score, parent, action, order);
    } else if (score > this.#score[0]) {
      this.#sink(score, parent, action, order);
    }
  }

  /** The worst of those that are left: there must be one. */
  get score(): number {
    return this.#score[0];
  }
  get parent(): number {
    return this.#parent[0];
  }
  get action(): number {
    return this.#action[0];
  }

  removeWorst(): void {
    const last = --this.size;
    this.#sink(this.#score[last], this.#parent[last], this.#action[last], this.#order[last]);
  }

  /** Puts a candidate in the place of the worst, and restores the heap. */
  #sink(score: number, parent: number, action: number, order: number): void {
    const count = this.size;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      const right = child + 1;
      if (right < count && this.#isWorse(this.#score[right], this.#order[right], child)) {
        child = right;
      }
      if (this.#isWorse(score, order, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#place(at, score, parent, action, order);
  }

  #isWorse(score: number, order: number, than: number): boolean {
    const other = this.#score[than];
    return score < other || (score === other && order > this.#order[than]);
  }

  #move(from: number, to: number): void {
    this.#score[to] = this.#score[from];
    this.#parent[to] = this.#parent[from];
    this.#action[to] = this.#action[from];
    this.#order[to] = this.#order[from];
  }

  #place(at: number, score: number, parent: number, action: number, order: number): void {
    this.#score[at] = score;
    this.#parent[at] = parent;
    this.#action[at] = action;
    this.#order[at] = order;
  }
}
