/**
 * Ranges of at most this many candidates are sorted by insertion. Longer ranges are partitioned
 * first.
 */
const SHORT = 12;
const LOWEST_SCORE = -0x80000000;

/**
 * Keeps the `width` best candidates of a stream. It holds up to `2 * width` candidates. When it is
 * full, it drops the worse half and raises the threshold for later candidates.
 *
 * `offer()` is called for every action of a search, so it does not allocate. A heap would be
 * slower, since each move of a candidate would touch all four arrays.
 */
export class Candidates {
  size = 0;
  offered = 0;
  // Indexed by candidate; after `sort`, the best is first. The caller defines what parent and
  // action mean.
  score = new Int32Array(0);
  parent = new Int32Array(0);
  action = new Int32Array(0);
  /** Indexed by candidate: how many candidates were offered before it. */
  #order = new Int32Array(0);
  #width = 0;
  #room = 0;
  /**
   * At least `width` offered candidates score this much or more, so a later candidate must score
   * more.
   */
  #threshold = LOWEST_SCORE;

  begin(width: number): void {
    this.size = 0;
    this.offered = 0;
    this.#width = width;
    this.#room = 2 * width;
    this.#threshold = LOWEST_SCORE;
    if (this.score.length >= this.#room) return;
    this.score = new Int32Array(this.#room);
    this.parent = new Int32Array(this.#room);
    this.action = new Int32Array(this.#room);
    this.#order = new Int32Array(this.#room);
  }

  /**
   * Adds a candidate, unless `width` better ones are known. Between equal scores, the earlier
   * candidate is better.
   */
  offer(score: number, parent: number, action: number): void {
    const order = this.offered++;
    if (score <= this.#threshold) return;
    if (this.size === this.#room) this.#cut();
    const at = this.size++;
    this.score[at] = score;
    this.parent[at] = parent;
    this.action[at] = action;
    this.#order[at] = order;
  }

  /** Keeps only the `width` best candidates, the best first. */
  sort(): void {
    if (this.size > this.#width) this.#cut();
    this.#sort(0, this.size - 1);
  }

  /** Keeps only the `width` best candidates, unsorted (quickselect, Hoare 1961). */
  #cut(): void {
    const last = this.#width - 1;
    let low = 0;
    let high = this.size - 1;
    while (low < high) {
      const end = this.#partition(low, high);
      if (last <= end) high = end;
      else low = end + 1;
    }
    this.size = this.#width;
    // Quickselect has put the worst of the kept candidates last.
    this.#threshold = this.score[last];
  }

  #sort(low: number, high: number): void {
    while (high - low >= SHORT) {
      const end = this.#partition(low, high);
      this.#sort(low, end);
      low = end + 1;
    }
    for (let i = low + 1; i <= high; i++) {
      for (let at = i; at > low && this.#isBetter(at, this.score[at - 1], this.#order[at - 1]);) {
        this.#swap(at, --at);
      }
    }
  }

  /**
   * Divides a range in two (Hoare): the candidates that are better than its middle candidate come
   * first.
   *
   * @returns the index of the last candidate of the better part
   */
  #partition(low: number, high: number): number {
    const middle = (low + high) >>> 1;
    const score = this.score[middle];
    const order = this.#order[middle];
    let i = low - 1;
    let j = high + 1;
    for (;;) {
      do i++;
      while (this.#isBetter(i, score, order));
      do j--;
      while (this.#isWorse(j, score, order));
      if (i >= j) return j;
      this.#swap(i, j);
    }
  }

  #isBetter(at: number, score: number, order: number): boolean {
    const own = this.score[at];
    return own > score || (own === score && this.#order[at] < order);
  }

  #isWorse(at: number, score: number, order: number): boolean {
    const own = this.score[at];
    return own < score || (own === score && this.#order[at] > order);
  }

  #swap(one: number, other: number): void {
    swap(this.score, one, other);
    swap(this.parent, one, other);
    swap(this.action, one, other);
    swap(this.#order, one, other);
  }
}

function swap(column: Int32Array, one: number, other: number): void {
  const value = column[one];
  column[one] = column[other];
  column[other] = value;
}
