import { mix, spread } from '../../util/hash.ts';
import type { Category } from './category.ts';
import type { Grammar } from './grammar.ts';

/** A tag and a lexical entry of the grammar. */
export interface LikelyUse {
  readonly tag: number;
  readonly entry: number;
  /** More than 0. The probabilities of a word's uses need not add up to 1. */
  readonly probability: number;
}

/** `word` and `wordClass` are ids of a lexicon. */
export interface BagToken {
  readonly form: string;
  readonly word: number;
  readonly wordClass: number;
  /** The uses that the bag and the dictionary allow, the likeliest first. */
  readonly uses: readonly LikelyUse[];
}

const PLACE_BITS = 19;
/** The number of weights. Each takes one byte. */
export const WEIGHT_COUNT = 1 << PLACE_BITS;
const PLACE_MASK = WEIGHT_COUNT - 1;

/**
 * The kinds of facts about a word or about the other words of its bag. A feature is the hash of a
 * fact and of the entry or tag of a use.
 */
const enum Read {
  Nothing,
  Word,
  Class,
  Suffix2,
  Suffix3,
  Shape,
  Size,
  OtherWord,
  OtherClass,
  OtherTag,
  OtherCategory,
  Several,
  Balance,
  WordBalance,
  BalanceAfter,
  Prior,
}
const seeds = Array.from({ length: 32 }, (_, read) => spread(0x5a000 + read));

/**
 * The atoms that features count. In a derivation, the words supply each atom as often as they take
 * it, except for the sentence's own atom (count invariance; van Benthem 1986). So the other words
 * of a bag show which atoms a word must supply or take.
 */
const enum Counted {
  Sentence,
  /** N and NP, counted together since unary rules turn N into NP. */
  Noun,
  Preposition,
}
const COUNTED = 3;
/**
 * Expected counts are integers, in sixteenths. Sums of fractions would have rounding errors that
 * depend on the order of the words.
 */
const PARTS = 16;
const MOST_BALANCE = 5;

/** A feature reads how many other words share a fact, up to this number. */
const SEVERAL = 4;
/**
 * Bags are classed by size: 1 to 3 words, 4 to 6 words, and so on. Class MOST_SIZE has all larger
 * bags.
 */
const WORDS_A_SIZE = 3;
const MOST_SIZE = 12;
/**
 * A feature reads how much less likely a use is than the word's likeliest use, in steps of half a
 * nat.
 */
const PRIORS_PER_NAT = 2;
const MOST_PRIOR = 20;

/**
 * Computes features for each use of each word of a bag. A feature is an index into a table of
 * weights. Features read the other words of the bag, too, but not their order.
 */
export class SupertaggerFeatures {
  readonly #grammar: Grammar;
  /**
   * Indexed by entry, then by counted atom: how often the entry supplies the atom minus how often
   * it takes the atom.
   */
  readonly #gives: Int8Array;

  #tokens: readonly BagToken[] = [];
  /** Keyed by the hash of a fact: the number of words with this fact. */
  readonly #shown = new Map<number, number>();
  #expected = new Int32Array(0);
  readonly #sums = new Int32Array(COUNTED);
  /** Hashes of facts. Each makes one feature for each use. */
  readonly #read: number[] = [];
  /** The facts that the current word itself adds to `#shown`. */
  readonly #own = new Set<number>();
  #places = new Int32Array(1 << 12);

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#gives = new Int8Array(COUNTED * grammar.entryCategory.length);
    for (let entry = 1; entry < grammar.entryCategory.length; entry++) {
      count(grammar.categoryOf(grammar.entryCategory[entry]), 1, (atom, times) => {
        this.#gives[COUNTED * entry + atom] += times;
      });
    }
  }

  begin(tokens: readonly BagToken[]): void {
    this.#tokens = tokens;
    this.#shown.clear();
    this.#sums.fill(0);
    this.#expected = new Int32Array(COUNTED * tokens.length);
    tokens.forEach((token, i) => {
      for (const shown of this.#shownBy(token)) {
        this.#shown.set(shown, (this.#shown.get(shown) ?? 0) + 1);
      }
      for (let atom = 0; atom < COUNTED; atom++) {
        const expected = this.#expectedOf(token, atom);
        this.#expected[COUNTED * i + atom] = expected;
        this.#sums[atom] += expected;
      }
    });
  }

  /**
   * Returns the features of the uses of the word at `index`, use by use. Each use has the same
   * number of features.
   *
   * @returns working memory, overwritten by the next call
   */
  placesOf(index: number): Int32Array {
    const token = this.#tokens[index];
    const { wordClass, uses } = token;
    const read = this.#read;
    read.length = 0;
    this.#readWord(token);
    this.#own.clear();
    for (const shown of this.#shownBy(token)) this.#own.add(shown);
    for (const [shown, times] of this.#shown) {
      const others = times - (this.#own.has(shown) ? 1 : 0);
      if (others === 0) continue;
      read.push(shown);
      if (others > 1) read.push(mix(mix(seeds[Read.Several], Math.min(SEVERAL, others)), shown));
    }
    const balances: number[] = [];
    for (let atom = 0; atom < COUNTED; atom++) {
      const others = this.#sums[atom] - this.#expected[COUNTED * index + atom];
      balances.push(others);
      const rounded = bounded(Math.round(others / PARTS));
      const balance = mix(mix(seeds[Read.Balance], atom), rounded);
      read.push(balance, mix(mix(seeds[Read.WordBalance], wordClass), balance));
    }
    const perUse = read.length + COUNTED + 2;
    if (this.#places.length < perUse * uses.length) {
      this.#places = new Int32Array(2 * perUse * uses.length);
    }
    const places = this.#places;
    const most = Math.log(likeliestOf(token).probability);
    let at = 0;
    for (const { tag, entry, probability } of uses) {
      const key = spread(entry);
      for (const hash of read) places[at++] = mix(hash, key) & PLACE_MASK;
      for (let atom = 0; atom < COUNTED; atom++) {
        const after = Math.round(balances[atom] / PARTS) + this.#gives[COUNTED * entry + atom];
        const balance = mix(mix(seeds[Read.BalanceAfter], atom), bounded(after));
        places[at++] = mix(balance, spread(tag)) & PLACE_MASK;
      }
      places[at++] = mix(mix(seeds[Read.Nothing], key), tag) & PLACE_MASK;
      const prior = Math.min(
        MOST_PRIOR,
        Math.round(PRIORS_PER_NAT * (most - Math.log(probability))),
      );
      places[at++] = mix(mix(seeds[Read.Prior], prior), spread(tag)) & PLACE_MASK;
    }
    return places.subarray(0, at);
  }

  #readWord({ form, word, wordClass }: BagToken): void {
    const text = form.toLowerCase();
    this.#read.push(
      mix(seeds[Read.Word], word),
      mix(seeds[Read.Class], wordClass),
      mix(seeds[Read.Suffix2], hashOf(text.slice(-2))),
      mix(seeds[Read.Suffix3], hashOf(text.slice(-3))),
      mix(seeds[Read.Shape], shapeOf(form)),
      mix(seeds[Read.Size], Math.min(MOST_SIZE, Math.ceil(this.#tokens.length / WORDS_A_SIZE))),
    );
  }

  /** The facts about a word that the features of other words read. */
  #shownBy(token: BagToken): number[] {
    const { word, wordClass } = token;
    const { tag, entry } = likeliestOf(token);
    return [
      mix(seeds[Read.OtherWord], word),
      mix(seeds[Read.OtherClass], wordClass),
      mix(seeds[Read.OtherTag], tag),
      mix(seeds[Read.OtherCategory], this.#grammar.entryCategory[entry]),
    ];
  }

  /**
   * How often a word supplies an atom minus how often the word takes the atom: the expected value
   * over its uses, in sixteenths.
   */
  #expectedOf({ uses }: BagToken, atom: number): number {
    let sum = 0;
    let total = 0;
    for (const { entry, probability } of uses) {
      sum += probability * this.#gives[COUNTED * entry + atom];
      total += probability;
    }
    return total > 0 ? Math.round((PARTS * sum) / total) : 0;
  }
}

/**
 * Stands for the likeliest use of a word without uses. Words have none if the lexicon has no tags.
 */
const noUse: LikelyUse = { tag: 0, entry: 0, probability: 1 };

function likeliestOf({ uses }: BagToken): LikelyUse {
  return uses.at(0) ?? noUse;
}

/**
 * Calls `found` with each counted atom of a category: with `times` if the category supplies the
 * atom, with `-times` if it takes the atom.
 */
function count(
  category: Category,
  times: number,
  found: (atom: Counted, times: number) => void,
): void {
  if (category.kind === 'functor') {
    count(category.result, times, found);
    count(category.argument, -times, found);
  } else if (category.kind === 'atom') {
    const { name } = category;
    if (name === 'S') found(Counted.Sentence, times);
    else if (name === 'N' || name === 'NP') found(Counted.Noun, times);
    else if (name === 'PP') found(Counted.Preposition, times);
  }
}

function bounded(balance: number): number {
  return Math.max(-MOST_BALANCE, Math.min(MOST_BALANCE, balance));
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = mix(hash, spread(text.charCodeAt(i)));
  return hash;
}

const shapes = [/^\p{Lu}/u, /\p{Lu}$/u, /\p{Ll}/u, /\d/, /-/, /['’]/];

function shapeOf(form: string): number {
  return shapes.reduce((shape, test, i) => shape | (test.test(form) ? 1 << i : 0), 0);
}
