import type { Bag } from '../bag/bag.ts';
import type { CategoryDictionary } from '../grammar/ccg/dictionary.ts';
import type { Grammar } from '../grammar/ccg/grammar.ts';
import { NONE, type Lexicon } from '../model/lexicon.ts';
import { closest } from '../text/closest.ts';

/** What a word can be used as: a tag, and a lexical entry of the grammar. */
export interface Use {
  readonly tag: number;
  readonly entry: number;
  /** How much less likely it is than the word's likeliest use, in steps of half a nat up to `MOST_COST`. */
  readonly cost: number;
}

/** What is given of a word. */
export interface GivenUses {
  /** Ids of tags whose entries the dictionary decides. */
  readonly tags: readonly number[];
  /** Ids of categories, each with the id of its tag; NONE where that is open. */
  readonly categories: readonly { readonly category: number; readonly tag: number }[];
}

export const MOST_COST = 15;
const COSTS_PER_NAT = 2;

/** Entries that are less likely than this share of a word's likeliest one are not tried: 5 a word are left. */
export const LIKELY = 0.01;

/** What words can be used as in a grammar of categories. */
export class LexicalEntries {
  readonly grammar: Grammar;
  readonly dictionary: CategoryDictionary;
  readonly #share: number;
  readonly #byCategory = new Map<number, readonly number[]>();

  /** @param share the papers' β: `CategoryDictionary.entriesOf` */
  constructor(grammar: Grammar, dictionary: CategoryDictionary, share = LIKELY) {
    this.grammar = grammar;
    this.dictionary = dictionary;
    this.#share = share;
  }

  /** Says of a bag which category that it gives no word of the treebank has; null where there is none. */
  refusalOf({ words }: Bag): string | null {
    for (const { form, categories = [] } of words) {
      for (const { category } of categories) {
        if (this.#entriesOf(this.grammar.idOf(category)).length > 0) continue;
        const near = closest(category, this.#lexical());
        const offered = near === null ? '' : ` Did you mean "${near}"?`;
        return `"${form}" has the category "${category}", which the model has seen with no word.${offered}`;
      }
    }
    return null;
  }

  /**
   * The likeliest use first; at least one, for any tag and any category of the grammar.
   *
   * @param wordId id of the form in the lexicon, or that of its unknown-word class
   */
  usesOf(wordId: number, { tags, categories }: GivenUses, lexicon: Lexicon): Use[] {
    const isOpen = tags.length === 0 && categories.length === 0;
    const open = isOpen ? lexicon.tagsOf(wordId) : tags;
    const likely = this.#likely(wordId, open, lexicon);
    const given = categories.flatMap(({ category, tag }) =>
      this.#given(wordId, category, tag, lexicon),
    );
    const byKey = new Map<number, LikelyUse>();
    for (const use of [...given, ...likely]) {
      const key = use.tag * 0x10000 + use.entry;
      if (!byKey.has(key)) byKey.set(key, use);
    }
    const uses = [...byKey.values()].sort(
      (a, b) => b.probability - a.probability || a.tag - b.tag || a.entry - b.entry,
    );
    const most = uses.length > 0 ? uses[0].probability : 1;
    return uses.map(({ tag, entry, probability }) => {
      const nats = probability > 0 ? Math.log(most / probability) : Infinity;
      return { tag, entry, cost: Math.min(MOST_COST, Math.round(COSTS_PER_NAT * nats)) };
    });
  }

  /** The likely entries of a word with each of some tags. */
  #likely(wordId: number, tags: readonly number[], lexicon: Lexicon): LikelyUse[] {
    const uses = tags.flatMap((tag, place) => {
      const ofTag = tagProbability(wordId, tag, place, lexicon);
      const entries = this.dictionary.entriesOf(wordId, tag, this.#share);
      // A tag that the treebank has not seen may go with anything: with what is most frequent.
      const tried = entries.length > 0 ? entries : this.#frequent();
      return tried.map(({ entry, probability }) => ({
        tag,
        entry,
        probability: ofTag * probability,
      }));
    });
    const most = Math.max(0, ...uses.map(({ probability }) => probability));
    return uses.filter(({ probability }) => probability >= this.#share * most);
  }

  /** The entries with a given category, with the tag that is given or else the likeliest for each. */
  #given(wordId: number, category: number, given: number, lexicon: Lexicon): LikelyUse[] {
    const tags = given === NONE ? lexicon.tagsOf(wordId) : [given];
    const best = new Map<number, LikelyUse>();
    tags.forEach((tag, place) => {
      const ofTag = given === NONE ? tagProbability(wordId, tag, place, lexicon) : 1;
      for (const { entry, probability } of this.dictionary.entriesOf(wordId, tag, 0)) {
        if (this.grammar.entryCategory[entry] !== category) continue;
        const use = { tag, entry, probability: ofTag * probability };
        if (use.probability > (best.get(entry)?.probability ?? 0)) best.set(entry, use);
      }
    });
    if (best.size === 0) {
      const entries = this.#entriesOf(category).slice(0, 1);
      return entries.map((entry) => ({ tag: tags.at(0) ?? NONE, entry, probability: 0 }));
    }
    const uses = [...best.values()];
    const most = Math.max(...uses.map(({ probability }) => probability));
    return uses.filter(({ probability }) => probability >= this.#share * most);
  }

  /** The texts of the categories of lexical entries, the most frequent first. */
  #lexical(): Set<string> {
    const { entryCategory } = this.grammar.columns;
    return new Set([...entryCategory].map((category) => this.grammar.textOf(category)));
  }

  /** The entries with a category, the most frequent first. */
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

  /** The most frequent entries of all. */
  #frequent(): { entry: number; probability: number }[] {
    const { entryCount } = this.grammar.columns;
    const total = entryCount.reduce((sum, count) => sum + count, 0);
    return [...entryCount.keys()]
      .sort((a, b) => entryCount[b] - entryCount[a] || a - b)
      .slice(0, MOST_FREQUENT)
      .map((place) => ({ entry: place + 1, probability: entryCount[place] / total }));
  }
}

const MOST_FREQUENT = 5;

interface LikelyUse {
  readonly tag: number;
  readonly entry: number;
  readonly probability: number;
}

/**
 * How likely a word has a tag, among those that are tried.
 *
 * @param place of the tag among them: where it was never seen with the word, the likeliest first
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
