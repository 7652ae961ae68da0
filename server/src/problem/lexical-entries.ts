import type { Bag } from '../bag/bag.ts';
import { nearestCategory, parseCategory } from '../grammar/ccg/category.ts';
import type { CategoryDictionary, LikelyEntry } from '../grammar/ccg/dictionary.ts';
import { lexicalCategoriesOf, type Grammar } from '../grammar/ccg/grammar.ts';
import type { BagToken, LikelyUse } from '../grammar/ccg/supertagger-features.ts';
import type { Supertagger } from '../grammar/ccg/supertagger.ts';
import type { SeldomChains } from '../grammar/ccg/seldom-chains.ts';
import { NONE, type Lexicon } from '../model/lexicon.ts';

/** A use of a word: a tag, and a lexical entry of the grammar (a category with its modes). */
export interface LexicalUse {
  readonly tag: number;
  readonly entry: number;
  /**
   * The log-probability of the word's likeliest use minus the log-probability of this use, in half
   * nats; at most `MOST_COST`.
   */
  readonly cost: number;
}

/** The uses of a bag's words that a search tries. */
export interface TriedUses {
  /** Indexed by word: its uses, the likeliest first. */
  readonly ofWords: readonly (readonly LexicalUse[])[];
  /** How many uses are left out because the bag has too many. */
  readonly untried: number;
}

/** A word of a bag with the tags and categories that the bag gives. */
export interface GivenWord {
  readonly form: string;
  /** The lexicon's id of the form, or of a class of unknown words. */
  readonly word: number;
  readonly wordClass: number;
  /** Ids of the given tags. The category dictionary decides which entries each tag has. */
  readonly tags: readonly number[];
  /**
   * Ids of the given categories, each with its tag. The tag is NONE if the bag does not give it.
   */
  readonly categories: readonly { readonly category: number; readonly tag: number }[];
}

const MOST_COST = 15;
const COSTS_PER_NAT = 2;

/**
 * An entry of a word is tried if its probability is at least this share of the probability of the
 * word's likeliest entry. On average, 5 entries are tried for each word.
 */
const LIKELY = 0.01;
/** Replaces `LIKELY` if there is a supertagger. On average, 2 entries are tried for each word. */
const LIKELY_IN_BAG = 0.05;

/**
 * The supertagger scores an entry if its probability before scoring is at least this share of the
 * probability of the word's likeliest entry. On average, 21 entries are scored for each word.
 */
const OFFERED = 0.0001;
/**
 * The probability of a given category that training has not seen with its tag. It is lower than the
 * probability of any category that training has seen.
 */
const UNSEEN = 1e-9;
/** If training has not seen a tag, this many of the grammar's most frequent entries are tried. */
const MOST_FREQUENT = 5;

/**
 * The limit on the uses of a bag grows with its words. A bag with fewer words than this has the
 * limit of a bag with this many words.
 */
const LIMITED_WORDS = 100;

/** Lists the possible uses of words in a grammar of categories. */
export class LexicalEntries {
  readonly grammar: Grammar;
  readonly dictionary: CategoryDictionary;
  /** The unary rules that are seldom right for a word; null if the model does not record this. */
  readonly seldomChains: SeldomChains | null;
  readonly #supertagger: Supertagger | null;
  readonly #share: number;
  readonly #offeredShare: number;
  readonly #usesAWord: number;
  readonly #byCategory = new Map<number, readonly number[]>();
  /**
   * Memoised entries, by word and tag. A bag may give many categories for one word and tag, and
   * each of them needs the entries.
   */
  readonly #ofWords = new Map<string, readonly LikelyEntry[]>();
  readonly #frequent: readonly LikelyEntry[];

  /**
   * @param supertagger computes the probabilities of a word's uses in its bag; null if the
   *   dictionary alone decides
   * @param share a use is tried if its probability is at least this share of the probability of the
   *   word's likeliest use (β of `CategoryDictionary.entriesOf`)
   * @param usesAWord the limit on a bag's uses is this number times its words (`LIMITED_WORDS`)
   */
  constructor(
    grammar: Grammar,
    dictionary: CategoryDictionary,
    supertagger: Supertagger | null = null,
    share = supertagger === null ? LIKELY : LIKELY_IN_BAG,
    usesAWord = Infinity,
    seldomChains: SeldomChains | null = null,
  ) {
    this.seldomChains = seldomChains;
    this.#usesAWord = usesAWord;
    this.grammar = grammar;
    this.dictionary = dictionary;
    this.#supertagger = supertagger;
    this.#share = share;
    this.#offeredShare = supertagger === null ? share : Math.min(share, OFFERED);
    this.#frequent = mostFrequent(grammar.columns.entryCount);
  }

  /**
   * If no word of the treebank has a given category, returns a sentence for the user about this
   * category; otherwise null.
   */
  refusalOf({ words }: Bag): string | null {
    for (const { form, categories = [] } of words) {
      for (const { category } of categories) {
        if (this.#entriesOf(this.grammar.idOf(category)).length > 0) continue;
        const known = lexicalCategoriesOf(this.grammar.columns);
        const near = nearestCategory(parseCategory(category), known);
        const offered = near === null ? '' : ` Did you mean "${near}"?`;
        return `"${form}" has the category "${category}", which the model has seen with no word.${offered}`;
      }
    }
    return null;
  }

  /**
   * Lists the uses of each word, the likeliest first. Every word has at least one use, whatever the
   * bag gives.
   */
  usesOf(words: readonly GivenWord[], lexicon: Lexicon): TriedUses {
    this.#ofWords.clear();
    const offers = words.map((word) => this.#offersTo(word, lexicon));
    const tokens = words.map((word, i) => tokenOf(word, offers[i].flat()));
    const probabilities = this.#supertagger?.probabilitiesOf(tokens) ?? null;
    return this.#limited(
      tokens.map(({ uses }, i) =>
        this.#pruned(
          offers[i],
          uses.map((use, u) => ({ ...use, probability: probabilities?.[i][u] ?? use.probability })),
        ),
      ),
    );
  }

  /**
   * Describes a single word for the supertagger.
   *
   * @param without an entry that the dictionary counts once less; 0 for none
   */
  offered(word: GivenWord, lexicon: Lexicon, without = 0): BagToken {
    return tokenOf(word, this.#likely(word.word, tagsOf(word, lexicon), lexicon, without));
  }

  /** Returns one list for each given category, and one list for the given tags. */
  #offersTo(word: GivenWord, lexicon: Lexicon): LikelyUse[][] {
    return [
      ...word.categories.map(({ category, tag }) => this.#given(word.word, category, tag, lexicon)),
      this.#likely(word.word, tagsOf(word, lexicon), lexicon),
    ];
  }

  /**
   * Keeps the likely uses of each offer (a list of `#offersTo`). A use is likely if its probability
   * is at least `#share` times the highest probability in the offer.
   */
  #pruned(offers: readonly (readonly LikelyUse[])[], uses: readonly LikelyUse[]): LexicalUse[] {
    const byKey = new Map(uses.map((use) => [keyOf(use), use]));
    const kept = new Set(
      offers.flatMap((offer) => {
        const offered = offer.map((use) => byKey.get(keyOf(use))!);
        return likelyOf(offered, this.#share);
      }),
    );
    const sorted = [...kept].sort(byProbability);
    return sorted.map(({ tag, entry, probability }) => {
      const nats = Math.log(sorted[0].probability / probability);
      return { tag, entry, cost: Math.min(MOST_COST, Math.round(COSTS_PER_NAT * nats)) };
    });
  }

  /**
   * Drops the least likely uses if a bag has too many, but keeps each word's likeliest use. Each
   * word has its own list of uses. Uses with the same cost and the same place in their word's list
   * are all kept or all dropped, so that interchangeable words have the same uses.
   */
  #limited(uses: readonly (readonly LexicalUse[])[]): TriedUses {
    const most = this.#usesAWord * Math.max(LIMITED_WORDS, uses.length);
    const all = uses.reduce((sum, { length }) => sum + length, 0);
    if (all <= most) return { ofWords: uses, untried: 0 };
    const levelOf = (cost: number, rank: number): number => cost * all + rank;
    const counts = new Map<number, number>();
    for (const ofWord of uses) {
      for (const [rank, { cost }] of ofWord.entries()) {
        const level = levelOf(cost, rank);
        counts.set(level, (counts.get(level) ?? 0) + 1);
      }
    }
    let kept = 0;
    let last = 0;
    for (const level of [...counts.keys()].sort((a, b) => a - b)) {
      if (level > 0 && kept + counts.get(level)! > most) break;
      kept += counts.get(level)!;
      last = level;
    }
    const ofWords = uses.map((ofWord) =>
      ofWord.filter(({ cost }, rank) => levelOf(cost, rank) <= last),
    );
    return { ofWords, untried: all - kept };
  }

  #likely(word: number, tags: readonly number[], lexicon: Lexicon, without = 0): LikelyUse[] {
    const uses = tags.flatMap((tag, place) => {
      const ofTag = tagProbability(word, tag, place, lexicon);
      const entries = this.dictionary.entriesOf(word, tag, this.#offeredShare, without);
      const tried = entries.length > 0 ? entries : this.#frequent;
      return tried.map(({ entry, probability }) => ({
        tag,
        entry,
        probability: ofTag * probability,
      }));
    });
    return likelyOf(uses, this.#offeredShare);
  }

  /**
   * Lists the uses of a word with a given category. If no tag is given, each entry has its
   * likeliest tag.
   */
  #given(word: number, category: number, given: number, lexicon: Lexicon): LikelyUse[] {
    const tags = given === NONE ? lexicon.tagsOf(word) : [given];
    const best = new Map<number, LikelyUse>();
    tags.forEach((tag, place) => {
      const ofTag = given === NONE ? tagProbability(word, tag, place, lexicon) : 1;
      for (const { entry, probability } of this.#allEntriesOf(word, tag)) {
        if (this.grammar.entryCategory[entry] !== category) continue;
        const use = { tag, entry, probability: ofTag * probability };
        if (use.probability > (best.get(entry)?.probability ?? 0)) best.set(entry, use);
      }
    });
    if (best.size === 0) {
      const entries = this.#entriesOf(category).slice(0, 1);
      return entries.map((entry) => ({ tag: tags.at(0) ?? NONE, entry, probability: UNSEEN }));
    }
    return likelyOf([...best.values()], this.#offeredShare);
  }

  #allEntriesOf(word: number, tag: number): readonly LikelyEntry[] {
    const key = `${word} ${tag}`;
    let entries = this.#ofWords.get(key);
    if (entries === undefined) {
      entries = this.dictionary.entriesOf(word, tag, 0);
      this.#ofWords.set(key, entries);
    }
    return entries;
  }

  /** Returns the ids of the lexical entries with a category, the most frequent entry first. */
  #entriesOf(category: number): readonly number[] {
    let entries = this.#byCategory.get(category);
    if (entries === undefined) {
      const { entryCount } = this.grammar.columns;
      entries = [...this.grammar.entryCategory.keys()]
        .filter((entry) => entry > 0 && this.grammar.entryCategory[entry] === category)
        .sort((a, b) => entryCount[b - 1] - entryCount[a - 1] || a - b);
      this.#byCategory.set(category, entries);
    }
    return entries;
  }
}

/**
 * Returns the grammar's most frequent entries (`MOST_FREQUENT`), the most frequent entry first.
 *
 * @param counts indexed by an entry's id minus 1: how often training has seen the entry
 */
function mostFrequent(counts: Uint32Array): LikelyEntry[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return [...counts.keys()]
    .sort((a, b) => counts[b] - counts[a])
    .slice(0, MOST_FREQUENT)
    .map((place) => ({ entry: place + 1, probability: counts[place] / total }));
}

function tagsOf({ word, tags, categories }: GivenWord, lexicon: Lexicon): readonly number[] {
  const isOpen = tags.length === 0 && categories.length === 0;
  return isOpen ? lexicon.tagsOf(word) : tags;
}

/** Describes a word for the supertagger. Repeated uses count once. */
function tokenOf({ form, word, wordClass }: GivenWord, uses: readonly LikelyUse[]): BagToken {
  const byKey = new Map<number, LikelyUse>();
  for (const use of uses) if (!byKey.has(keyOf(use))) byKey.set(keyOf(use), use);
  return { form, word, wordClass, uses: [...byKey.values()].sort(byProbability) };
}

function keyOf({ tag, entry }: LikelyUse): number {
  return tag * 0x10000 + entry;
}

function byProbability(a: LikelyUse, b: LikelyUse): number {
  return b.probability - a.probability || a.tag - b.tag || a.entry - b.entry;
}

/** Keeps the uses with at least `share` times the highest probability. */
function likelyOf(uses: readonly LikelyUse[], share: number): LikelyUse[] {
  const most = uses.reduce((so, { probability }) => Math.max(so, probability), 0);
  return uses.filter(({ probability }) => probability >= share * most);
}

/**
 * Estimates the probability of a tag for a word.
 *
 * @param place the tag's index among the tried tags, the likeliest first. For rare words, it has
 *   more influence than the counts.
 */
function tagProbability(wordId: number, tag: number, place: number, lexicon: Lexicon): number {
  let total = 0;
  let seen = 0;
  for (let row = lexicon.entryStart[wordId]; row < lexicon.entryStart[wordId + 1]; row++) {
    total += lexicon.entryCount[row];
    if (lexicon.entryTag[row] === tag) seen += lexicon.entryCount[row];
  }
  return (seen + 1 / (1 + place)) / (total + 2);
}
