import { Random } from '../util/random.ts';
import type { Bag } from './bag.ts';
import { canonicalOrder } from './canonical.ts';

/** A bag after all choices are made: each choice uses one word, or none if it is optional. */
export interface Selection {
  /**
   * The bag of the used words, without choices. An arc or an order constraint remains if all its
   * words are used. A chunk loses its unused words.
   */
  readonly bag: Bag;
  /** Indexed by word of the new bag: the word's place in the original bag. */
  readonly places: readonly number[];
}

/** The limit on the examined selections of a bag. More selections would take minutes. */
export const MOST_SELECTIONS = 4096;

/** Counts the selections of a bag, including a selection that uses no word. */
export function countSelections({ choices }: Pick<Bag, 'choices'>): number {
  return choices.reduce((count, choice) => count * optionsOf(choice), 1);
}

/**
 * Yields all selections of a bag, except a selection that uses no word. The options of a choice are
 * its words, in order. The last option of an optional choice is to use no word. The option of the
 * first choice changes most slowly.
 */
export function* selectionsOf(bag: Bag): Generator<Selection> {
  const selector = new Selector(bag);
  const count = countSelections(bag);
  for (let index = 0; index < count; index++) {
    let rest = index;
    const options = bag.choices.map(() => 0);
    for (let i = options.length - 1; i >= 0; i--) {
      const radix = optionsOf(bag.choices[i]);
      options[i] = rest % radix;
      rest = Math.floor(rest / radix);
    }
    const selection = selector.select(options);
    if (selection !== null) yield selection;
  }
}

/**
 * Yields at most `MOST_SELECTIONS` selections. Their order does not depend on how the bag was
 * written. The first selection uses a word of every choice. Even the first few selections use each
 * option of a choice about equally often.
 */
export function* spreadSelections(bag: Bag): Generator<Selection> {
  const selector = new Selector(bag);
  const canonical = canonicalChoices(bag);
  const radices = canonical.map(({ options }) => options.length);
  for (const digits of countSelections(bag) <= MOST_SELECTIONS ? stride(radices) : draw(radices)) {
    const options = bag.choices.map(() => 0);
    digits.forEach((digit, i) => {
      options[canonical[i].choice] = canonical[i].options[digit];
    });
    const selection = selector.select(options);
    if (selection !== null) yield selection;
  }
}

/** Whether a bag has a selection that uses no word. */
export function hasEmptySelection({ words, choices }: Bag): boolean {
  const chosen = new Set(choices.flatMap((choice) => choice.words));
  return chosen.size === words.length && choices.every(({ optional }) => optional);
}

/** Counts the options of a choice. In an optional choice, using no word is one more option. */
function optionsOf({ words, optional }: Bag['choices'][number]): number {
  return words.length + (optional ? 1 : 0);
}

class Selector {
  readonly #bag: Bag;
  readonly #certain: readonly number[];

  constructor(bag: Bag) {
    this.#bag = bag;
    const chosen = new Set(bag.choices.flatMap(({ words }) => words));
    this.#certain = [...bag.words.keys()].filter((word) => !chosen.has(word));
  }

  /**
   * @param options indexed by choice: the index of the used word in the choice, or the number of
   *   the choice's words if no word is used
   * @returns null if the selection uses no word at all
   */
  select(options: readonly number[]): Selection | null {
    const { choices } = this.#bag;
    const used = [...this.#certain];
    for (const [i, choice] of choices.entries()) {
      if (options[i] < choice.words.length) used.push(choice.words[options[i]]);
    }
    return used.length === 0 ? null : selected({ ...this.#bag, choices: [] }, used);
  }
}

/**
 * Decides the choice that contains a word, and removes the words that the choice does not use. So
 * the words behind the removed words move to earlier places. Arcs, order constraints and chunks are
 * treated as in `Selection.bag`.
 *
 * @param isUsed true: the choice uses `word`. False: the choice uses none of its words; a word that
 *   is in no choice is removed.
 */
export function withDecision(bag: Bag, word: number, isUsed: boolean): Bag {
  const decided = bag.choices.find(({ words }) => words.includes(word));
  const removed = new Set(decided?.words ?? [word]);
  if (isUsed) removed.delete(word);
  const used = [...bag.words.keys()].filter((one) => !removed.has(one));
  return selected({ ...bag, choices: bag.choices.filter((one) => one !== decided) }, used).bag;
}

/** Removes all words but the used words. The bag's choices must contain only used words. */
function selected(bag: Bag, used: readonly number[]): Selection {
  const places = used.toSorted((a, b) => a - b);
  const names = new Map(places.map((place, name) => [place, name]));
  const isUsed = (word: number): boolean => names.has(word);
  const rename = (word: number): number => names.get(word)!;
  return {
    places,
    bag: {
      words: places.map((place) => bag.words[place]),
      arcs: bag.arcs
        .filter(({ head, dependent }) => isUsed(head) && isUsed(dependent))
        .map(({ head, dependent, label }) => ({
          head: rename(head),
          dependent: rename(dependent),
          label,
        })),
      root: bag.root === null || !isUsed(bag.root) ? null : rename(bag.root),
      order: bag.order
        .filter(({ words }) => words.every(isUsed))
        .map(({ relation, words }) => ({ relation, words: words.map(rename) })),
      chunks: bag.chunks
        .map((chunk) => chunk.filter(isUsed).map((word) => rename(word)))
        .filter((chunk) => chunk.length > 1),
      choices: bag.choices.map(({ words, optional }) => ({ words: words.map(rename), optional })),
      ...(bag.grammar && { grammar: bag.grammar }),
    },
  };
}

/**
 * A choice, by its index, with its options in canonical order. Using no word is the last option.
 */
interface CanonicalChoice {
  readonly choice: number;
  readonly options: readonly number[];
}

function canonicalChoices(bag: Bag): CanonicalChoice[] {
  if (bag.choices.length === 0) return [];
  const ranks = new Int32Array(bag.words.length);
  canonicalOrder(bag).forEach((word, rank) => (ranks[word] = rank));
  const rankOf = (choice: number, option: number): number => {
    const { words } = bag.choices[choice];
    return option < words.length ? ranks[words[option]] : bag.words.length;
  };
  return bag.choices
    .map((one, choice) => {
      const options = Array.from({ length: optionsOf(one) }, (_, option) => option);
      return { choice, options: options.sort((a, b) => rankOf(choice, a) - rankOf(choice, b)) };
    })
    .sort((a, b) => rankOf(a.choice, a.options[0]) - rankOf(b.choice, b.options[0]));
}

/**
 * Yields all sequences of digits in which each digit is below its radix. A sequence stands for a
 * number from 0 to `count - 1`. The first number is 0. Each next number is about `0.618 * count`
 * higher (the golden ratio), modulo `count`. So even the first few numbers are spread evenly.
 */
function* stride(radices: readonly number[]): Generator<readonly number[]> {
  const count = radices.reduce((product, radix) => product * radix, 1);
  let step = Math.max(1, Math.round(count * 0.618));
  while (greatestCommonDivisor(step, count) > 1) step++;
  for (let i = 0; i < count; i++) {
    let rest = (i * step) % count;
    yield radices.map((radix) => {
      const digit = rest % radix;
      rest = Math.floor(rest / radix);
      return digit;
    });
  }
}

/**
 * Yields `MOST_SELECTIONS` distinct sequences of digits. The first sequence is all zeros, the
 * others are random.
 */
function* draw(radices: readonly number[]): Generator<readonly number[]> {
  const random = new Random(1);
  const drawn = new Set<string>();
  for (let digits = radices.map(() => 0); ; digits = radices.map((radix) => random.below(radix))) {
    const key = digits.join();
    if (drawn.has(key)) continue;
    drawn.add(key);
    yield digits;
    if (drawn.size === MOST_SELECTIONS) return;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
