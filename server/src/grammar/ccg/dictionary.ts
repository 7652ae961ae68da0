/**
 * How often each lexical entry (a category with modes) was seen with a word and a tag, and with a
 * tag alone. Words and tags are ids of the model's lexicon; entries are ids of its grammar.
 */
export interface DictionaryColumns {
  /**
   * The rows of word `w` run from `wordStart[w]` to `wordStart[w + 1]`, end exclusive, sorted by
   * tag. A row is an index into the next three arrays.
   */
  readonly wordStart: Int32Array;
  readonly wordTag: Uint16Array;
  readonly wordEntry: Uint16Array;
  readonly wordCount: Uint32Array;
  /**
   * The rows of tag `t` run from `tagStart[t]` to `tagStart[t + 1]`, end exclusive, the most
   * frequent entry first. A row is an index into the next two arrays.
   */
  readonly tagStart: Int32Array;
  readonly tagEntry: Uint16Array;
  readonly tagCount: Uint32Array;
}

/**
 * The strength of smoothing. A word with a tag counts as if it had this many more occurrences,
 * divided among the tag's entries in proportion to their counts.
 */
const TAG_COUNTS = 5;

export interface LikelyEntry {
  readonly entry: number;
  /** Given the word and the tag. */
  readonly probability: number;
}

export class CategoryDictionary {
  readonly columns: DictionaryColumns;

  constructor(columns: DictionaryColumns) {
    this.columns = columns;
  }

  /**
   * Returns the lexical entries of a word with a tag, the likeliest first. Leaves out entries with
   * a probability below `share` times the highest (the β of the papers; Zhang & Clark 2015,
   * Section 4.3). Empty if the tag was never seen.
   *
   * @param without an entry that is counted once less; 0 for none. Training leaves out the
   *   occurrence from which it learns
   */
  entriesOf(wordId: number, tag: number, share: number, without = 0): LikelyEntry[] {
    const { tagStart, tagEntry, tagCount } = this.columns;
    if (tag < 1 || tag + 1 >= tagStart.length) return [];
    const ofWord = this.#countsOf(wordId, tag);
    const seen = ofWord.get(without) ?? 0;
    if (seen > 0) ofWord.set(without, seen - 1);
    let wordTotal = 0;
    for (const count of ofWord.values()) wordTotal += count;
    let tagTotal = 0;
    for (let row = tagStart[tag]; row < tagStart[tag + 1]; row++) tagTotal += tagCount[row];
    const found: LikelyEntry[] = [];
    let most = 0;
    for (let row = tagStart[tag]; row < tagStart[tag + 1]; row++) {
      const entry = tagEntry[row];
      const smoothed = (ofWord.get(entry) ?? 0) + (TAG_COUNTS * tagCount[row]) / tagTotal;
      const probability = smoothed / (wordTotal + TAG_COUNTS);
      most = Math.max(most, probability);
      found.push({ entry, probability });
    }
    return found
      .filter(({ probability }) => probability >= share * most)
      .sort((a, b) => b.probability - a.probability || a.entry - b.entry);
  }

  /**
   * Returns how often each entry was seen with a word, keyed by entry.
   *
   * @param tag null counts the occurrences with all tags
   */
  countsOfWord(wordId: number, tag: number | null = null): Map<number, number> {
    return this.#countsOf(wordId, tag);
  }

  /** Returns how often each entry was seen with a tag, keyed by entry. */
  countsOfTag(tag: number): Map<number, number> {
    const { tagStart, tagEntry, tagCount } = this.columns;
    const counts = new Map<number, number>();
    if (tag < 1 || tag + 1 >= tagStart.length) return counts;
    for (let row = tagStart[tag]; row < tagStart[tag + 1]; row++) {
      counts.set(tagEntry[row], tagCount[row]);
    }
    return counts;
  }

  #countsOf(wordId: number, tag: number | null): Map<number, number> {
    const { wordStart, wordTag, wordEntry, wordCount } = this.columns;
    const counts = new Map<number, number>();
    if (wordId + 1 >= wordStart.length) return counts;
    for (let row = wordStart[wordId]; row < wordStart[wordId + 1]; row++) {
      if (tag !== null && wordTag[row] !== tag) continue;
      counts.set(wordEntry[row], (counts.get(wordEntry[row]) ?? 0) + wordCount[row]);
    }
    return counts;
  }
}
