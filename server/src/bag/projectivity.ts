/**
 * Decides whether some projective tree over a sentence contains all given arcs. Words are numbered
 * from 0, as in the bag.
 */

/** The artificial root, the head of the sentence's root. It stands before the first word. */
export const ROOT = -1;

export interface GivenArc {
  /** A word, or ROOT. */
  readonly head: number;
  readonly dependent: number;
}

/**
 * The forms that a word may have. A form is a list of parts, which stand together in a sentence.
 * Only a lemma has several forms, of one part each.
 */
export type PossibleForms = readonly (readonly string[])[];

/** Two given arcs, by index. No projective tree over the sentence contains both. */
export interface Clash {
  /**
   * `crosses`: the arcs cross; the lower index comes first. `covers`: the head of the first arc is
   * the dependent of the second, and the first arc passes over the head of the second.
   */
  readonly kind: 'crosses' | 'covers';
  readonly arcs: readonly [number, number];
}

export interface Crossings {
  /**
   * The clashes in one way of matching the words with the sentence. Every other way has clashes,
   * too.
   */
  readonly clashes: readonly Clash[];
  /** Indices of given arcs. Without these arcs, the sentence would be possible. */
  readonly leaveOut: readonly number[];
  /** Whether words repeat, so that there are several ways of matching. */
  readonly repeats: boolean;
}

/** The search steps that are left for all sentences of a bag. */
export interface StepBudget {
  steps: number;
}

/**
 * The limit for one sentence. This many steps take a few milliseconds. If no word repeats, a few
 * hundred steps are enough.
 */
const stepsPerSentence = 10_000;

/**
 * Finds given arcs that make a sentence impossible.
 *
 * Two arcs A and B clash if they cross. They also clash if the head of A is the dependent of B, and
 * A passes over the head of B. A given root counts as an arc from ROOT. If no two arcs of a forest
 * clash, some projective tree over the sentence contains all the arcs. In this tree, a word without
 * a given head can depend on the head of the innermost arc above the word, or on the root if there
 * is no such arc.
 *
 * The search matches the words with the sentence from left to right. It tries to leave out no arc,
 * then one arc, and so on (iterative deepening). So it leaves out as few arcs as possible. If it
 * runs out of steps, it repeatedly leaves out the arc with the most clashes.
 *
 * @param words indexed by word of the bag
 * @param tokens the sentence; it contains the parts of one form of each word
 * @returns null if the sentence is possible, if the words cannot be matched with it, or if the
 *   search runs out of steps before it knows whether the sentence is possible
 */
export function findCrossings(
  words: readonly PossibleForms[],
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

/** Returns the parts of the first form that stands at index `token`; null if none stands there. */
export function formAt(
  forms: PossibleForms,
  tokens: readonly string[],
  token: number,
): readonly string[] | null {
  return forms.find((parts) => parts.every((part, i) => tokens[token + i] === part)) ?? null;
}

/** Returns the same text for words with the same forms. */
export function textOfForms(forms: PossibleForms): string {
  return forms.map((parts) => parts.join(' ')).join('\t');
}

/** Repeatedly leaves out the arc with the most clashes. Returns the indices of these arcs. */
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
  readonly #words: readonly PossibleForms[];
  readonly #arcs: readonly GivenArc[];
  readonly #tokens: readonly string[];
  readonly #budget: StepBudget;
  /** Indexed by token: the words with a form that begins with this token. */
  readonly #byToken = new Map<string, number[]>();
  /**
   * Indexed by word: equal for interchangeable words (leaves under the same head, with the same
   * forms). At each token, the search tries only one of them.
   */
  readonly #twins: readonly string[];
  readonly #arcsAt: readonly number[][];
  /** Indexed by word: its position in the sentence, from 1; 0 while it is not matched. */
  readonly #position: Int32Array;
  #kept: readonly number[] = [];
  #leftOut: readonly number[] = [];
  #steps = 0;

  constructor(
    words: readonly PossibleForms[],
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
    this.#twins = words.map((forms, word) =>
      heads.has(word) ? `${word}` : `${textOfForms(forms)} under ${head.get(word) ?? 'any'}`,
    );
    words.forEach((forms, word) => {
      for (const [first] of forms) {
        const found = this.#byToken.get(first);
        if (found) found.push(word);
        else this.#byToken.set(first, [word]);
      }
    });
    this.#arcsAt = words.map(() => []);
    arcs.forEach(({ head, dependent }, arc) => {
      this.#arcsAt[dependent].push(arc);
      if (head !== ROOT) this.#arcsAt[head].push(arc);
    });
    this.#position = new Int32Array(words.length);
  }

  /** Whether two words can begin with the same part and are not interchangeable. */
  get repeats(): boolean {
    return [...this.#byToken.values()].some(
      (words) => new Set(words.map((word) => this.#twins[word])).size > 1,
    );
  }

  get leftOut(): readonly number[] {
    return this.#leftOut;
  }

  /** Searches for a match of all words that leaves out at most `most` arcs. */
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

  /** Lists the clashes in the last match. Clashes of left-out arcs are included. */
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

  /** Matches the tokens from index `token` on, and leaves out at most `most` further arcs. */
  #place(token: number, position: number, most: number): boolean {
    if (token === this.#tokens.length) return position > this.#words.length;
    const tried = new Set<string>();
    for (const word of this.#byToken.get(this.#tokens[token]) ?? []) {
      if (this.#position[word] > 0 || tried.has(this.#twins[word])) continue;
      const parts = formAt(this.#words[word], this.#tokens, token);
      if (parts === null) continue;
      tried.add(this.#twins[word]);
      this.#position[word] = position;
      if (this.#judge(word, 0, token + parts.length, position + 1, most)) return true;
      this.#position[word] = 0;
    }
    return false;
  }

  /**
   * Decides which arcs between a newly matched word and other matched words to keep. Then matches
   * the next word.
   *
   * @param from an index in the word's arcs; the arcs before it are already decided
   */
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
    // The arcs cross if they share no end, and exactly one end of `other` lies between the ends of
    // `one`.
    return this.#between(one, first) !== this.#between(one, last) && !this.#meet(one, other);
  }

  /** See `Clash.kind`. */
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

  #between({ head, dependent }: GivenArc, position: number): boolean {
    const [first, last] = [this.#positionOf(head), this.#positionOf(dependent)];
    return first < last ? first < position && position < last : last < position && position < first;
  }

  #positionOf(word: number): number {
    return word === ROOT ? 0 : this.#position[word];
  }
}
