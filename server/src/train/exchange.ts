/**
 * Divides words into classes so that a bigram model over the classes gives a text the highest
 * likelihood. One by one, each word moves to its best class, until few words move (Kneser & Ney
 * 1993; Martin, Liermann & Ney 1998, Section 3).
 *
 * @param text word ids
 * @param words the number of ids
 * @param fixed each id below this number keeps a class of its own. All other ids are divided into
 *   `classes` classes; they should be in order of falling frequency
 * @returns indexed by word id: its class; the classes of fixed words come first
 */
export function exchange(
  text: Int32Array,
  words: number,
  fixed: number,
  classes: number,
): Int32Array {
  const state = new Exchange(text, words, fixed, classes);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = 0;
    for (let word = fixed; word < words; word++) if (state.move(word)) moved++;
    if (moved < words * FEW) break;
  }
  return state.classOf;
}

const MAX_ROUNDS = 20;
/** Another round follows only if at least this share of the words moved. */
const FEW = 1 / 500;
/** Smaller gains of log-likelihood do not count: they may come from rounding. */
const LEAST_GAIN = 1e-9;

/**
 * The different words that follow (or precede) word `w` are word[start[w]]…word[start[w + 1]−1]. At
 * the same indices, `count` says how often each of them follows (or precedes) `w`.
 */
interface Neighbours {
  readonly start: Int32Array;
  readonly word: Int32Array;
  readonly count: Int32Array;
}

/**
 * Counts the neighbours of one word by class. Most classes have the count 0. The others are listed
 * in the first `size` elements of `#listed`.
 */
class ClassCounts {
  readonly count: Int32Array;
  readonly #listed: Int32Array;
  size = 0;

  constructor(classes: number) {
    this.count = new Int32Array(classes);
    this.#listed = new Int32Array(classes);
  }

  at(i: number): number {
    return this.#listed[i];
  }

  add(id: number, count: number): void {
    if (this.count[id] === 0) this.#listed[this.size++] = id;
    this.count[id] += count;
  }

  clear(): void {
    for (let i = 0; i < this.size; i++) this.count[this.#listed[i]] = 0;
    this.size = 0;
  }
}

class Exchange {
  readonly classOf: Int32Array;
  readonly #fixed: number;
  /** Includes the classes of fixed words. */
  readonly #size: number;
  readonly #following: Neighbours;
  readonly #preceding: Neighbours;
  readonly #wordCount: Int32Array;
  readonly #classCount: Int32Array;
  /** How often class b follows class a: `#follows[a * size + b]` and `#precedes[b * size + a]`. */
  readonly #follows: Int32Array;
  readonly #precedes: Int32Array;
  /** Indexed by n: n log n. The log-likelihood is a sum of these terms. */
  readonly #nLogN: Float64Array;
  readonly #right: ClassCounts;
  readonly #left: ClassCounts;

  constructor(text: Int32Array, words: number, fixed: number, classes: number) {
    const size = fixed + classes;
    this.#fixed = fixed;
    this.#size = size;
    this.#nLogN = Float64Array.from({ length: text.length + 1 }, (_, n) =>
      n === 0 ? 0 : n * Math.log(n),
    );
    this.#wordCount = new Int32Array(words);
    for (const word of text) this.#wordCount[word]++;
    this.#following = neighbours(text, words, 1);
    this.#preceding = neighbours(text, words, -1);
    this.classOf = Int32Array.from({ length: words }, (_, word) =>
      word < fixed ? word : fixed + ((word - fixed) % classes),
    );
    this.#classCount = new Int32Array(size);
    this.#follows = new Int32Array(size * size);
    this.#precedes = new Int32Array(size * size);
    this.#right = new ClassCounts(size);
    this.#left = new ClassCounts(size);
    const { start, word, count } = this.#following;
    for (let w = 0; w < words; w++) {
      const a = this.classOf[w];
      this.#classCount[a] += this.#wordCount[w];
      for (let e = start[w]; e < start[w + 1]; e++) {
        const b = this.classOf[word[e]];
        this.#follows[a * size + b] += count[e];
        this.#precedes[b * size + a] += count[e];
      }
    }
  }

  /** Returns whether the class of the word changed. */
  move(word: number): boolean {
    const old = this.classOf[word];
    const withItself = this.#countNeighbours(word);
    this.#add(word, old, withItself, -1);
    let best = old;
    let bestGain = -Infinity;
    for (let id = this.#fixed; id < this.#size; id++) {
      const gain = this.#gain(word, id, withItself);
      if (gain <= bestGain + LEAST_GAIN) continue;
      bestGain = gain;
      best = id;
    }
    this.#add(word, best, withItself, 1);
    this.#right.clear();
    this.#left.clear();
    this.classOf[word] = best;
    return best !== old;
  }

  /**
   * Counts the right and left neighbours of a word by class, in `#right` and `#left`. Does not
   * count a neighbour that is the same word. Returns how often the word follows itself.
   */
  #countNeighbours(word: number): number {
    let withItself = 0;
    const following = this.#following;
    for (let e = following.start[word]; e < following.start[word + 1]; e++) {
      const next = following.word[e];
      if (next === word) withItself += following.count[e];
      else this.#right.add(this.classOf[next], following.count[e]);
    }
    const preceding = this.#preceding;
    for (let e = preceding.start[word]; e < preceding.start[word + 1]; e++) {
      const before = preceding.word[e];
      if (before !== word) this.#left.add(this.classOf[before], preceding.count[e]);
    }
    return withItself;
  }

  /** Returns the gain of log-likelihood if a word without a class joins class `id`. */
  #gain(word: number, id: number, withItself: number): number {
    const nLogN = this.#nLogN;
    const right = this.#right;
    const left = this.#left;
    const row = id * this.#size;
    const members = this.#classCount[id];
    let gain = 2 * (nLogN[members] - nLogN[members + this.#wordCount[word]]);
    for (let i = 0; i < right.size; i++) {
      const other = right.at(i);
      if (other === id) continue;
      const n = this.#follows[row + other];
      gain += nLogN[n + right.count[other]] - nLogN[n];
    }
    for (let i = 0; i < left.size; i++) {
      const other = left.at(i);
      if (other === id) continue;
      const n = this.#precedes[row + other];
      gain += nLogN[n + left.count[other]] - nLogN[n];
    }
    const own = this.#follows[row + id];
    return gain + nLogN[own + left.count[id] + right.count[id] + withItself] - nLogN[own];
  }

  /** Adds a word's counts to class `id` (`sign` 1), or subtracts them (`sign` -1). */
  #add(word: number, id: number, withItself: number, sign: 1 | -1): void {
    const size = this.#size;
    const right = this.#right;
    const left = this.#left;
    this.#classCount[id] += sign * this.#wordCount[word];
    for (let i = 0; i < right.size; i++) {
      const other = right.at(i);
      this.#follows[id * size + other] += sign * right.count[other];
      this.#precedes[other * size + id] += sign * right.count[other];
    }
    for (let i = 0; i < left.size; i++) {
      const other = left.at(i);
      this.#follows[other * size + id] += sign * left.count[other];
      this.#precedes[id * size + other] += sign * left.count[other];
    }
    this.#follows[id * size + id] += sign * withItself;
    this.#precedes[id * size + id] += sign * withItself;
  }
}

/** @param step 1 for the words that follow, −1 for the words that precede */
function neighbours(text: Int32Array, words: number, step: 1 | -1): Neighbours {
  const pairs = new Float64Array(Math.max(0, text.length - 1));
  for (let i = 0; i + 1 < text.length; i++) {
    const [word, other] = step === 1 ? [text[i], text[i + 1]] : [text[i + 1], text[i]];
    pairs[i] = word * words + other;
  }
  pairs.sort();
  const start = new Int32Array(words + 1);
  const word: number[] = [];
  const count: number[] = [];
  pairs.forEach((pair, i) => {
    if (i > 0 && pair === pairs[i - 1]) {
      count[count.length - 1]++;
      return;
    }
    word.push(pair % words);
    count.push(1);
    start[Math.floor(pair / words) + 1]++;
  });
  for (let w = 0; w < words; w++) start[w + 1] += start[w];
  return { start, word: Int32Array.from(word), count: Int32Array.from(count) };
}
