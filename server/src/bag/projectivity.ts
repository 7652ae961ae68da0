/**
 * Whether a sentence can have the given arcs and yet no crossing ones. Words are numbered from 0 as in
 * the bag.
 */

/** Stands before the first word of a sentence, as the head of its head. */
export const ROOT = -1;

export interface GivenArc {
  /** A word, or ROOT. */
  readonly head: number;
  readonly dependent: number;
}

/** Two arcs, by their places among those given, that no projective tree over a sentence holds. */
export interface Clash {
  /** They cross, the earlier first; or the first covers the head of the second, which leads to its own head. */
  readonly kind: 'crosses' | 'covers';
  readonly arcs: readonly [number, number];
}

export interface Crossings {
  /** In one way of matching the sentence with the words; there is none without any. */
  readonly clashes: readonly Clash[];
  /** Arcs, by their places among those given, without which the sentence can come out. */
  readonly leaveOut: readonly number[];
  /** Whether words repeat, so that there are other ways, which have clashes too. */
  readonly repeats: boolean;
}

/** Steps of the search that may still be taken, shared by the sentences of a bag. */
export interface StepBudget {
  steps: number;
}

/** For one sentence: some milliseconds. If no word repeats, a few hundred steps decide. */
const stepsPerSentence = 10_000;

/**
 * Finds out whether arcs keep a sentence from coming out.
 *
 * A projective tree that holds a forest exists for an order of the words if and only if no two of the
 * forest's arcs clash (the arc from ROOT to a given root included): an arc may not cross another, and
 * it may not cover the head of its own head. What then has no head and stands under an arc can depend
 * on that arc's head, and the rest on the root.
 *
 * The search matches words with the sentence from left to right and leaves out arcs as they clash, at
 * most none first, then at most one, and so on (iterative deepening), so what it leaves out is as
 * little as can be. If it runs out of steps, the arcs to leave out are chosen one by one, each the one
 * that clashes most.
 *
 * @param words the parts of each word of the bag, which stand together
 * @param tokens the sentence, a permutation of all parts
 * @returns null where the sentence can come out, where its words cannot be matched at all, and where
 *   the search runs out of steps before it knows
 */
export function findCrossings(
  words: readonly (readonly string[])[],
  arcs: readonly GivenArc[],
  tokens: readonly string[],
  budget: StepBudget,
): Crossings | null {
  if (arcs.length < 2 || budget.steps <= 0) return null;
  const search = new CrossingSearch(words, arcs, tokens, budget);
  if (search.run(0) !== 'fails' || search.run(arcs.length) !== 'matches') return null;
  let clashes = search.clashes();
  let leaveOut = greedy(clashes);
  for (let most = 1; most < leaveOut.length; most++) {
    const outcome = search.run(most);
    if (outcome === 'unknown') break;
    if (outcome === 'fails') continue;
    clashes = search.clashes();
    leaveOut = search.leftOut;
  }
  return { clashes, leaveOut, repeats: search.repeats };
}

/** Leaves out the arc that clashes most until none does. */
function greedy(clashes: readonly Clash[]): readonly number[] {
  const leaveOut: number[] = [];
  let left = clashes;
  while (left.length > 0) {
    const counts = new Map<number, number>();
    for (const arc of left.flatMap(({ arcs }) => arcs)) {
      counts.set(arc, (counts.get(arc) ?? 0) + 1);
    }
    const [[worst]] = [...counts].sort(([, a], [, b]) => b - a);
    leaveOut.push(worst);
    left = left.filter(({ arcs }) => !arcs.includes(worst));
  }
  return leaveOut;
}

class CrossingSearch {
  readonly #words: readonly (readonly string[])[];
  readonly #arcs: readonly GivenArc[];
  readonly #tokens: readonly string[];
  readonly #budget: StepBudget;
  /** Words by their first part. */
  readonly #byToken = new Map<string, number[]>();
  /** The same of words that can stand for each other, of which one is tried: leaves under one head. */
  readonly #twins: readonly string[];
  readonly #arcsAt: readonly number[][];
  /** Where each word stands, from 1; 0 while it is not placed. */
  readonly #position: Int32Array;
  #kept: readonly number[] = [];
  #leftOut: readonly number[] = [];
  #steps = 0;

  constructor(
    words: readonly (readonly string[])[],
    arcs: readonly GivenArc[],
    tokens: readonly string[],
    budget: StepBudget,
  ) {
    this.#words = words;
    this.#arcs = arcs;
    this.#tokens = tokens;
    this.#budget = budget;
    const head = new Map(arcs.map((arc) => [arc.dependent, arc.head]));
    const heads = new Set(arcs.map((arc) => arc.head));
    this.#twins = words.map((parts, word) =>
      heads.has(word) ? `${word}` : `${parts.join(' ')} under ${head.get(word) ?? 'any'}`,
    );
    words.forEach(([first], word) => {
      const found = this.#byToken.get(first);
      if (found) found.push(word);
      else this.#byToken.set(first, [word]);
    });
    this.#arcsAt = words.map(() => []);
    arcs.forEach(({ head, dependent }, arc) => {
      this.#arcsAt[dependent].push(arc);
      if (head !== ROOT) this.#arcsAt[head].push(arc);
    });
    this.#position = new Int32Array(words.length);
  }

  /** Whether words that are not interchangeable have the same first part. */
  get repeats(): boolean {
    return [...this.#byToken.values()].some(
      (words) => new Set(words.map((word) => this.#twins[word])).size > 1,
    );
  }

  /** The arcs that the last match leaves out. */
  get leftOut(): readonly number[] {
    return this.#leftOut;
  }

  /** Searches for a match of all words that leaves out at most this number of arcs. */
  run(most: number): 'matches' | 'fails' | 'unknown' {
    this.#position.fill(0);
    this.#kept = [];
    this.#leftOut = [];
    this.#steps = Math.min(this.#budget.steps, stepsPerSentence);
    const steps = this.#steps;
    const matches = this.#place(0, 1, most);
    this.#budget.steps -= steps - Math.max(0, this.#steps);
    if (matches) return 'matches';
    return this.#steps < 0 ? 'unknown' : 'fails';
  }

  /** Every clash in the last match, with the arcs that it leaves out. */
  clashes(): Clash[] {
    const clashes: Clash[] = [];
    for (let a = 0; a < this.#arcs.length; a++) {
      for (let b = 0; b < a; b++) {
        const clash = this.#clash(a, b);
        if (clash) clashes.push(clash);
      }
    }
    return clashes;
  }

  /** Matches the tokens from a place on with words, leaving out at most this number of further arcs. */
  #place(token: number, position: number, most: number): boolean {
    if (token === this.#tokens.length) return position > this.#words.length;
    const tried = new Set<string>();
    for (const word of this.#byToken.get(this.#tokens[token]) ?? []) {
      const parts = this.#words[word];
      if (this.#position[word] > 0 || tried.has(this.#twins[word])) continue;
      if (!parts.every((part, i) => this.#tokens[token + i] === part)) continue;
      tried.add(this.#twins[word]);
      this.#position[word] = position;
      if (this.#judge(word, 0, token + parts.length, position + 1, most)) return true;
      this.#position[word] = 0;
    }
    return false;
  }

  /** Keeps or leaves out each arc whose second end is the last placed word, and continues. */
  #judge(word: number, from: number, token: number, position: number, most: number): boolean {
    if (--this.#steps < 0) return false;
    const arcs = this.#arcsAt[word];
    const at = arcs.findIndex((arc, i) => i >= from && this.#isPlaced(this.#arcs[arc]));
    if (at < 0) return this.#place(token, position, most);
    const arc = arcs[at];
    const kept = this.#kept;
    const leftOut = this.#leftOut;
    const clashing = kept.filter((other) => this.#clashes(arc, other));
    if (clashing.length <= most) {
      this.#kept = [...kept.filter((other) => !clashing.includes(other)), arc];
      this.#leftOut = [...leftOut, ...clashing];
      if (this.#judge(word, at + 1, token, position, most - clashing.length)) return true;
    }
    if (clashing.length > 0 && most > 0) {
      this.#kept = kept;
      this.#leftOut = [...leftOut, arc];
      if (this.#judge(word, at + 1, token, position, most - 1)) return true;
    }
    this.#kept = kept;
    this.#leftOut = leftOut;
    return false;
  }

  #isPlaced({ head, dependent }: GivenArc): boolean {
    return this.#position[dependent] > 0 && (head === ROOT || this.#position[head] > 0);
  }

  #clashes(a: number, b: number): boolean {
    return this.#cross(a, b) || this.#covers(a, b) || this.#covers(b, a);
  }

  #clash(a: number, b: number): Clash | null {
    if (this.#cross(a, b)) return { kind: 'crosses', arcs: [Math.min(a, b), Math.max(a, b)] };
    if (this.#covers(a, b)) return { kind: 'covers', arcs: [a, b] };
    if (this.#covers(b, a)) return { kind: 'covers', arcs: [b, a] };
    return null;
  }

  #cross(a: number, b: number): boolean {
    const [one, other] = [this.#arcs[a], this.#arcs[b]];
    const [first, last] = [this.#positionOf(other.head), this.#positionOf(other.dependent)];
    // No end of one is an end of the other, and just one lies between the other's.
    return this.#between(one, first) !== this.#between(one, last) && !this.#meet(one, other);
  }

  /** Whether an arc passes over the head of its own head, which another arc gives. */
  #covers(a: number, b: number): boolean {
    const [one, other] = [this.#arcs[a], this.#arcs[b]];
    return other.dependent === one.head && this.#between(one, this.#positionOf(other.head));
  }

  #meet(one: GivenArc, other: GivenArc): boolean {
    return (
      one.head === other.head ||
      one.head === other.dependent ||
      one.dependent === other.head ||
      one.dependent === other.dependent
    );
  }

  /** Whether a position lies between the ends of an arc. */
  #between({ head, dependent }: GivenArc, position: number): boolean {
    const [first, last] = [this.#positionOf(head), this.#positionOf(dependent)];
    return first < last ? first < position && position < last : last < position && position < first;
  }

  #positionOf(word: number): number {
    return word === ROOT ? 0 : this.#position[word];
  }
}
