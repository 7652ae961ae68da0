const NO_THRESHOLD = -Infinity;

/**
 * A priority queue of the joins that a search may make next: a binary heap of items. An item is an
 * index into arrays with the fields of its join. So pushing and popping do not allocate.
 *
 * The search pops only a limited number of items. So the queue holds at most twice this number, and
 * drops the worse half when it is full. The library heap-js, which stores objects, takes more than
 * twice the time (docs/decisions.md).
 */
export class Agenda {
  size = 0;
  // The fields of the item that `pop` took off last.
  sum = 0;
  left = 0;
  right = 0;
  join = 0;

  // The heap of items. Then the fields of the joins, indexed by item.
  #heap = new Int32Array(0);
  #scores = new Float64Array(0);
  #sums = new Int32Array(0);
  #lefts = new Int32Array(0);
  #rights = new Int32Array(0);
  #joins = new Int32Array(0);
  #orders = new Float64Array(0);
  /** The first `#freeCount` elements are the unused items. */
  #free = new Int32Array(0);
  #freeCount = 0;
  #pushed = 0;
  #most = 0;
  /**
   * At least `#most` of the earlier items score this much or more, so a later item must score more.
   */
  #threshold = NO_THRESHOLD;
  isCut = false;

  /** @param most how many of the best items remain when the queue makes room */
  begin(most: number): void {
    this.size = 0;
    this.isCut = false;
    this.#pushed = 0;
    this.#most = most;
    this.#threshold = NO_THRESHOLD;
    this.#freeCount = this.#heap.length;
    for (let i = 0; i < this.#freeCount; i++) this.#free[i] = i;
  }

  /**
   * Items with equal scores are popped in the order in which they were pushed.
   *
   * @param score the priority
   * @param sum the sum of scores of the edge that the join makes
   */
  push(score: number, sum: number, left: number, right: number, join: number): void {
    const order = this.#pushed++;
    if (score <= this.#threshold) return;
    if (this.size >= 2 * this.#most) {
      this.#cut();
      if (score <= this.#threshold) return;
    }
    if (this.#freeCount === 0) this.#grow();
    const item = this.#free[--this.#freeCount];
    this.#scores[item] = score;
    this.#orders[item] = order;
    this.#sums[item] = sum;
    this.#lefts[item] = left;
    this.#rights[item] = right;
    this.#joins[item] = join;
    this.#rise(this.size++, item);
  }

  /** Takes the best item off. The queue must not be empty. */
  pop(): void {
    const heap = this.#heap;
    const item = heap[0];
    this.sum = this.#sums[item];
    this.left = this.#lefts[item];
    this.right = this.#rights[item];
    this.join = this.#joins[item];
    this.#free[this.#freeCount++] = item;
    const last = heap[--this.size];
    if (this.size > 0) this.#sink(0, last);
  }

  /** Pushes the last popped item again, with another score. */
  putBack(score: number, sum: number): void {
    this.push(score, sum, this.left, this.right, this.join);
  }

  /** The queue must not be empty. */
  get best(): number {
    return this.#scores[this.#heap[0]];
  }

  rescore(scoreOf: (sum: number, left: number, right: number) => number): void {
    for (let place = 0; place < this.size; place++) {
      const item = this.#heap[place];
      this.#scores[item] = scoreOf(this.#sums[item], this.#lefts[item], this.#rights[item]);
    }
    this.#order();
    this.#threshold = NO_THRESHOLD;
  }

  #cut(): void {
    const kept = this.#most;
    const worst = this.#select(kept - 1);
    for (let i = kept; i < this.size; i++) this.#free[this.#freeCount++] = this.#heap[i];
    this.size = kept;
    this.#order();
    this.#threshold = this.#scores[worst];
    this.isCut = true;
  }

  /**
   * Moves the best `place + 1` items to the front of the heap's array, and the worst of these to
   * index `place` (Hoare's quickselect). A full sort takes several times as long.
   *
   * @returns the item at `place`
   */
  #select(place: number): number {
    const heap = this.#heap;
    let low = 0;
    let high = this.size - 1;
    while (low < high) {
      const pivot = heap[(low + high) >>> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (this.#isBefore(heap[i], pivot)) i++;
        while (this.#isBefore(pivot, heap[j])) j--;
        if (i > j) break;
        const item = heap[i];
        heap[i++] = heap[j];
        heap[j--] = item;
      }
      if (place <= j) high = j;
      else if (place >= i) low = i;
      else break;
    }
    return heap[place];
  }

  /** Restores the order of the heap. */
  #order(): void {
    for (let place = (this.size >>> 1) - 1; place >= 0; place--) {
      this.#sink(place, this.#heap[place]);
    }
  }

  #isBefore(one: number, other: number): boolean {
    const a = this.#scores[one];
    const b = this.#scores[other];
    return a > b || (a === b && this.#orders[one] < this.#orders[other]);
  }

  #rise(place: number, item: number): void {
    const heap = this.#heap;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      if (!this.#isBefore(item, heap[above])) break;
      heap[place] = heap[above];
      place = above;
    }
    heap[place] = item;
  }

  #sink(place: number, item: number): void {
    const heap = this.#heap;
    const { size } = this;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= size) break;
      if (below + 1 < size && this.#isBefore(heap[below + 1], heap[below])) below++;
      if (!this.#isBefore(heap[below], item)) break;
      heap[place] = heap[below];
      place = below;
    }
    heap[place] = item;
  }

  #grow(): void {
    const before = this.#heap.length;
    const length = Math.max(1 << 10, 2 * before);
    this.#heap = copied(this.#heap, new Int32Array(length));
    this.#scores = copied(this.#scores, new Float64Array(length));
    this.#orders = copied(this.#orders, new Float64Array(length));
    this.#sums = copied(this.#sums, new Int32Array(length));
    this.#lefts = copied(this.#lefts, new Int32Array(length));
    this.#rights = copied(this.#rights, new Int32Array(length));
    this.#joins = copied(this.#joins, new Int32Array(length));
    this.#free = new Int32Array(length);
    for (let item = before; item < length; item++) this.#free[this.#freeCount++] = item;
  }
}

function copied<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
