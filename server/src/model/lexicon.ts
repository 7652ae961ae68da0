import { ModelError } from './file.ts';
import { CLASS_COUNT, classOf } from './shape.ts';
import { noWordClasses, type WordClasses } from './word-classes.ts';

/** The id of nothing: no word, no tag, no label. Known ids count from 1. */
export const NONE = 0;

/** The most tags, and the most labels, of a model: their ids are held in 16 bits. */
export const MAX_INVENTORY = 0xffff;
/** A bag may have tags outside the tagset, with the ids behind it: further ones share the last of these. */
export const MAX_FOREIGN_TAGS = 256;

/** The first id of a word; the ids before it are NONE and the unknown-word classes. */
export const FIRST_WORD_ID = 1 + CLASS_COUNT;

/** The tag dictionary's entries: those of word id `w` are from `start[w]` up to `start[w + 1]`. */
export interface TagEntries {
  readonly start: Int32Array;
  readonly tag: Uint16Array;
  readonly count: Int32Array;
}

/** Below this share of a class's count a tag is not tried for an unknown word. */
const UNKNOWN_TAG_SHARE = 0.02;
/** No more tags can have that share; where no tag has it, as many of the most frequent are tried. */
const MOST_UNKNOWN_TAGS = 1 / UNKNOWN_TAG_SHARE;

/**
 * The vocabularies of words, tags and labels, the words' classes, and the tag dictionary: which tags
 * training has seen with which word, how often. Word ids: 0 is none, then the unknown-word classes, then the words.
 */
export class Lexicon {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  readonly classes: WordClasses;
  /** The entries of word id `w` are those from `entryStart[w]` up to `entryStart[w + 1]`. */
  readonly entryStart: Int32Array;
  readonly entryTag: Uint16Array;
  readonly entryCount: Int32Array;

  readonly #wordIds: Map<string, number>;
  readonly #tagIds: Map<string, number>;
  readonly #labelIds: Map<string, number>;
  /** By unknown-word class, which may have many entries: the tags that are tried. */
  readonly #tagsOfClasses: (readonly number[] | undefined)[] = [];

  constructor(
    words: readonly string[],
    tags: readonly string[],
    labels: readonly string[],
    classes: WordClasses,
    entries: TagEntries,
  ) {
    this.words = words;
    this.tags = tags;
    this.labels = labels;
    this.classes = classes;
    this.entryStart = entries.start;
    this.entryTag = entries.tag;
    this.entryCount = entries.count;
    this.#wordIds = index(words, FIRST_WORD_ID);
    this.#tagIds = index(tags, 1);
    this.#labelIds = index(labels, 1);
  }

  isKnown(form: string): boolean {
    return this.#wordIds.has(form);
  }

  /** The id of a form; that of its unknown-word class where training has not seen it. */
  wordId(form: string): number {
    return this.#wordIds.get(form) ?? 1 + classOf(form);
  }

  /** The class of a form; it may have been learned though the form is unknown. */
  wordClass(form: string): number {
    return this.classes.of(form);
  }

  /** The id of a tag; NONE where it is outside the tagset. */
  tagId(tag: string): number {
    return this.#tagIds.get(tag) ?? NONE;
  }

  /** The id of a label; NONE where training has not seen it. */
  labelId(label: string): number {
    return this.#labelIds.get(label) ?? NONE;
  }

  /** How often each tag was seen with a known form. */
  tagCounts(form: string): Map<string, number> {
    const counts = new Map<string, number>();
    const id = this.wordId(form);
    for (let e = this.entryStart[id]; e < this.entryStart[id + 1]; e++) {
      counts.set(this.tags[this.entryTag[e] - 1], this.entryCount[e]);
    }
    return counts;
  }

  /** How often each tag was seen with any word, by its id. */
  tagTotals(): Int32Array {
    const sums = new Int32Array(this.tags.length + 1);
    for (let e = this.entryStart[FIRST_WORD_ID]; e < this.entryTag.length; e++) {
      sums[this.entryTag[e]] += this.entryCount[e];
    }
    return sums;
  }

  /** The tags tried for a word whose tag is open, the most frequent first; at least one. */
  tagsOf(wordId: number): readonly number[] {
    if (wordId > CLASS_COUNT) return this.#byCount(wordId).map(({ tag }) => tag);
    return (this.#tagsOfClasses[wordId] ??= this.#tagsOfClass(wordId));
  }

  #tagsOfClass(classId: number): readonly number[] {
    const entries = this.#byCount(classId);
    const total = entries.reduce((sum, { count }) => sum + count, 0);
    const frequent = entries.filter(({ count }) => count >= total * UNKNOWN_TAG_SHARE);
    const tried = frequent.length > 0 ? frequent : entries.slice(0, MOST_UNKNOWN_TAGS);
    return tried.map(({ tag }) => tag);
  }

  /** A word's tags, the most frequent first. */
  #byCount(wordId: number): { readonly tag: number; readonly count: number }[] {
    const entries: { tag: number; count: number }[] = [];
    for (let e = this.entryStart[wordId]; e < this.entryStart[wordId + 1]; e++) {
      entries.push({ tag: this.entryTag[e], count: this.entryCount[e] });
    }
    return entries.sort((a, b) => b.count - a.count || a.tag - b.tag);
  }
}

function index(items: readonly string[], first: number): Map<string, number> {
  return new Map(items.map((item, i) => [item, first + i]));
}

/**
 * Counts the words and tags of sentences, and makes a lexicon of them.
 *
 * @throws {ModelError} if there are more tags or labels than a model can have
 */
export function countLexicon(
  sentences: Iterable<{
    readonly forms: readonly string[];
    readonly tags: readonly string[];
    readonly labels: readonly string[];
  }>,
  classes: WordClasses = noWordClasses,
): Lexicon {
  const counts = new Map<string, Map<string, number>>();
  const tags = new Set<string>();
  const labels = new Set<string>();
  for (const sentence of sentences) {
    sentence.forms.forEach((form, i) => {
      const seen = counts.get(form) ?? new Map<string, number>();
      counts.set(form, seen.set(sentence.tags[i], (seen.get(sentence.tags[i]) ?? 0) + 1));
      tags.add(sentence.tags[i]);
      labels.add(sentence.labels[i]);
    });
  }
  for (const [what, { size }] of Object.entries({ tags, labels })) {
    if (size > MAX_INVENTORY) {
      throw new ModelError(
        `The treebank has ${size} ${what}, and a model holds ${MAX_INVENTORY} at most: ` +
          'train on a coarser set, such as UPOS in the XPOS column.',
      );
    }
  }
  const words = [...counts.keys()].sort();
  const tagList = [...tags].sort();
  const tagIds = index(tagList, 1);

  // A word seen once stands for the words of its class that training has not seen at all.
  const byId: Map<string, number>[] = Array.from(
    { length: FIRST_WORD_ID },
    () => new Map<string, number>(),
  );
  for (const word of words) {
    const seen = counts.get(word)!;
    byId.push(seen);
    if (total(seen) > 1) continue;
    const ofClass = byId[1 + classOf(word)];
    for (const [tag, count] of seen) ofClass.set(tag, (ofClass.get(tag) ?? 0) + count);
  }
  // A class that no rare word shows takes the tags of rare words at large.
  const rare = new Map<string, number>();
  for (const ofClass of byId.slice(1, FIRST_WORD_ID)) {
    for (const [tag, count] of ofClass) rare.set(tag, (rare.get(tag) ?? 0) + count);
  }
  if (rare.size === 0) for (const tag of tagList) rare.set(tag, 1);
  for (let id = 1; id <= CLASS_COUNT; id++) if (byId[id].size === 0) byId[id] = rare;

  const start = [0];
  const entryTag: number[] = [];
  const entryCount: number[] = [];
  for (const seen of byId) {
    for (const [tag, count] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
      entryTag.push(tagIds.get(tag)!);
      entryCount.push(count);
    }
    start.push(entryTag.length);
  }
  return new Lexicon(words, tagList, [...labels].sort(), classes, {
    start: Int32Array.from(start),
    tag: Uint16Array.from(entryTag),
    count: Int32Array.from(entryCount),
  });
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
