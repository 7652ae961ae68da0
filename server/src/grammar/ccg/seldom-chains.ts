import { CategoryDictionary, type DictionaryColumns } from './dictionary.ts';
import type { Grammar } from './grammar.ts';
import { unaryRule } from './rules.ts';

/**
 * A chain of unary rules is seldom right for a word if training applied the chain to less than this
 * share of the word's occurrences with the chain's first category.
 */
const SELDOM = 1e-3;
/** The same limit for phrases of several words. */
const SELDOM_OF_PHRASES = 3e-4;
/**
 * The strength of smoothing. Training applied a chain to a share of the occurrences of a word, of a
 * tag, or of phrases. This share is computed as if there were this many more occurrences, with the
 * share of a larger group: of the word's tag, of all words, or of words and phrases together.
 */
const SMOOTHING = 5;
/** The limit on the cached results of `seldomOf`. */
const MOST_KEPT = 1 << 14;

/**
 * Says which chains of unary rules are seldom right for a word, or for any phrase of several words.
 * Most rules fit few words: _myself_ is often a modifier by itself, and _she_ never is.
 */
export class SeldomChains {
  readonly #grammar: Grammar;
  readonly #dictionary: CategoryDictionary;
  readonly #chains: CategoryDictionary;
  /**
   * Indexed by chain: how often training applied the chain to a word, divided by the number of
   * words with the chain's first category.
   */
  readonly #shares: Float64Array;
  /** Indexed by chain: 1 if its last rule is type-raising. Such a chain is right for any word. */
  readonly #isRaising: Uint8Array;
  /** Indexed by chain: 1 if the chain is seldom right for a phrase of several words. */
  readonly #seldomOfPhrases: Uint8Array;
  readonly #known = new Map<string, Uint8Array>();

  /**
   * @param chains how often each chain was seen with a word and a tag, in the columns of a
   *   dictionary. Their entries are not lexical entries: `c + 1` stands for chain `c`
   */
  constructor(grammar: Grammar, dictionary: CategoryDictionary, chains: DictionaryColumns) {
    this.#grammar = grammar;
    this.#dictionary = dictionary;
    this.#chains = new CategoryDictionary(chains);
    const { entryCategory, entryCount, chains: rows, chainCount, binaryCount } = grammar.columns;
    const words = new Float64Array(grammar.size + 1);
    entryCategory.forEach((category, i) => (words[category] += entryCount[i]));
    const ofWords = new Float64Array(chainCount.length);
    chains.tagEntry.forEach((entry, row) => (ofWords[entry - 1] += chains.tagCount[row]));
    this.#shares = ofWords.map((count, chain) => count && count / words[rows[3 * chain]]);
    this.#isRaising = Uint8Array.from(chainCount, (_, chain) => {
      const [first, between, last] = rows.subarray(3 * chain, 3 * chain + 3);
      const [from, to] = [between === 0 ? first : between, last].map((id) =>
        grammar.categoryOf(id),
      );
      return Number(unaryRule(from, to) === 'T');
    });
    const phrases = new Float64Array(grammar.size + 1);
    grammar.ruleResult.forEach((category, rule) => (phrases[category] += binaryCount[rule]));
    this.#seldomOfPhrases = Uint8Array.from(chainCount, (count, chain) => {
      if (this.#isRaising[chain] === 1) return 0;
      const category = rows[3 * chain];
      const share = count / Math.max(1, words[category] + phrases[category]);
      const ofPhrases = smoothed(count - ofWords[chain], phrases[category], share);
      return Number(ofPhrases < SELDOM_OF_PHRASES);
    });
  }

  /**
   * For each chain after a category: returns 1 if the chain is seldom right for a word with a tag,
   * otherwise 0. The first chain is `Grammar.chainStart[category]`.
   *
   * @param word the id of the word in the lexicon
   */
  seldomOf(word: number, tag: number, category: number): Uint8Array {
    const key = `${word} ${tag} ${category}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#known.size >= MOST_KEPT) this.#known.clear();
      known = this.#decide(word, tag, category);
      this.#known.set(key, known);
    }
    return known;
  }

  isSeldomOfPhrases(chain: number): boolean {
    return this.#seldomOfPhrases[chain] === 1;
  }

  #decide(word: number, tag: number, category: number): Uint8Array {
    const { chainStart } = this.#grammar;
    const ofTag = this.#chains.countsOfTag(tag);
    const ofWord = this.#chains.countsOfWord(word, tag);
    const tagTotal = this.#sumOf(this.#dictionary.countsOfTag(tag), category);
    const wordTotal = this.#sumOf(this.#dictionary.countsOfWord(word, tag), category);
    const start = chainStart[category];
    return Uint8Array.from({ length: chainStart[category + 1] - start }, (_, i) => {
      const chain = start + i;
      if (this.#isRaising[chain] === 1) return 0;
      const share = smoothed(ofTag.get(chain + 1), tagTotal, this.#shares[chain]);
      return Number(smoothed(ofWord.get(chain + 1), wordTotal, share) < SELDOM);
    });
  }

  #sumOf(counts: ReadonlyMap<number, number>, category: number): number {
    let sum = 0;
    for (const [entry, count] of counts) {
      if (this.#grammar.entryCategory[entry] === category) sum += count;
    }
    return sum;
  }
}

function smoothed(count = 0, total: number, share: number): number {
  return (count + SMOOTHING * share) / (total + SMOOTHING);
}
