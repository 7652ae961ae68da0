import { otherCases } from '../text/other-case.ts';
import { ModelError } from './file.ts';
import { CLASS_COUNT, classOf } from './shape.ts';
import { noWordClasses, type WordClasses } from './word-classes.ts';

/** No word, no tag and no label. Other ids start at 1. */
export const NONE = 0;

/** The limit on the tags of a model, and on its labels. An id has 16 bits. */
export const MAX_INVENTORY = 0xffff;
/**
 * The number of ids for foreign tags: tags of a bag that the model's tagset lacks. Their ids follow
 * the ids of the tagset. If a bag has more foreign tags, the further tags share the last id.
 */
export const MAX_FOREIGN_TAGS = 256;

/** The first id of a word. The smaller ids are NONE and the unknown-word classes. */
export const FIRST_WORD_ID = 1 + CLASS_COUNT;

/**
 * The tag dictionary: tags with their counts. The entries of word id `w` have the indices from
 * `start[w]` to `start[w + 1]`, exclusive.
 */
export interface TagEntries {
  readonly start: Int32Array;
  readonly tag: Uint16Array;
  readonly count: Int32Array;
}

/**
 * If at least this share of the occurrences of an unknown-word class have a tag, the tag is tried
 * for the words of the class.
 */
const UNKNOWN_TAG_SHARE = 0.02;
/**
 * A form is rare if training has seen it fewer times than this. The counts of a rare form say
 * little about its possible tags.
 */
const RARE = 5;
/**
 * At most this many tags can have a share of UNKNOWN_TAG_SHARE or more. If a class has so many tags
 * that none reaches this share, this many of its most frequent tags are tried.
 */
const MOST_UNKNOWN_TAGS = 1 / UNKNOWN_TAG_SHARE;

/**
 * The vocabularies of words, tags and labels, the classes of words, and the tag dictionary. Word id
 * 0 is no word; the next ids are the unknown-word classes; then come the words.
 */
export class Lexicon {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  readonly classes: WordClasses;
  /** The columns of `TagEntries`. */
  readonly entryStart: Int32Array;
  readonly entryTag: Uint16Array;
  readonly entryCount: Int32Array;

  readonly #wordIds: Map<string, number>;
  readonly #tagIds: Map<string, number>;
  readonly #labelIds: Map<string, number>;
  /**
   * Indexed by unknown-word class: the tags to try. Computed once, since a class may have many
   * entries.
   */
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

  /**
   * Returns the id of a form. For a form that training has not seen, returns the id of its
   * unknown-word class.
   */
  wordId(form: string): number {
    return this.#wordIds.get(form) ?? 1 + classOf(form);
  }

  /** Returns the id of a form, also if training has seen it only in another case (`otherCases`). */
  wordIdInAnyCase(form: string): number {
    if (this.isKnown(form)) return this.wordId(form);
    return this.wordId(otherCases(form).find((other) => this.isKnown(other)) ?? form);
  }

  /**
   * Returns the id of a form's class. Even a form that the tagged training data lack can have a
   * learned class.
   */
  wordClass(form: string): number {
    return this.classes.of(form);
  }

  /** Returns NONE for a tag outside the tagset. */
  tagId(tag: string): number {
    return this.#tagIds.get(tag) ?? NONE;
  }

  /** Returns NONE for a label that training has not seen. */
  labelId(label: string): number {
    return this.#labelIds.get(label) ?? NONE;
  }

  /** Returns how often training has seen each tag with a known form. */
  tagCounts(form: string): Map<string, number> {
    const counts = new Map<string, number>();
    const id = this.wordId(form);
    for (let e = this.entryStart[id]; e < this.entryStart[id + 1]; e++) {
      counts.set(this.tags[this.entryTag[e] - 1], this.entryCount[e]);
    }
    return counts;
  }

  /** Returns how often training has seen each tag, indexed by tag id. */
  tagTotals(): Int32Array {
    const sums = new Int32Array(this.tags.length + 1);
    for (let e = this.entryStart[FIRST_WORD_ID]; e < this.entryTag.length; e++) {
      sums[this.entryTag[e]] += this.entryCount[e];
    }
    return sums;
  }

  /**
   * Returns the tags to try for a word without a given tag, the most frequent first. There is at
   * least one.
   */
  tagsOf(wordId: number): readonly number[] {
    if (wordId > CLASS_COUNT) return this.#byCount(wordId).map(({ tag }) => tag);
    return (this.#tagsOfClasses[wordId] ??= this.#tagsOfClass(wordId));
  }

  /**
   * For a rare form, returns the tags of its unknown-word class that training has not seen with the
   * form. For any other form, returns none. Searches do not try these tags.
   */
  unseenTagsOf(form: string): readonly number[] {
    const id = this.#wordIds.get(form);
    if (id === undefined) return [];
    const seen = this.#byCount(id);
    if (seen.reduce((sum, { count }) => sum + count, 0) >= RARE) return [];
    const tags = new Set(seen.map(({ tag }) => tag));
    return this.tagsOf(1 + classOf(form)).filter((tag) => !tags.has(tag));
  }

  /**
   * Whether at least UNKNOWN_TAG_SHARE of a form's occurrences have the tag. Every tag is usual for
   * an unknown or rare form.
   */
  isUsual(form: string, tag: string): boolean {
    const counts = this.isKnown(form) ? this.tagCounts(form) : null;
    if (counts === null) return true;
    const all = total(counts);
    return all < RARE || (counts.get(tag) ?? 0) >= all * UNKNOWN_TAG_SHARE;
  }

  /**
   * Returns the share of a form's occurrences that have the tag. For an unknown form, counts its
   * occurrences in another case, or else those of its unknown-word class.
   */
  tagShare(form: string, tag: string): number {
    const entries = this.#byCount(this.wordIdInAnyCase(form));
    const own = entries.find((entry) => entry.tag === this.tagId(tag));
    return own === undefined ? 0 : own.count / entries.reduce((sum, { count }) => sum + count, 0);
  }

  #tagsOfClass(classId: number): readonly number[] {
    const entries = this.#byCount(classId);
    const total = entries.reduce((sum, { count }) => sum + count, 0);
    const frequent = entries.filter(({ count }) => count >= total * UNKNOWN_TAG_SHARE);
    const tried = frequent.length > 0 ? frequent : entries.slice(0, MOST_UNKNOWN_TAGS);
    return tried.map(({ tag }) => tag);
  }

  /** The most frequent first. */
  #byCount(wordId: number): { readonly tag: number; readonly count: number }[] {
    const entries: { tag: number; count: number }[] = [];
    for (let e = this.entryStart[wordId]; e < this.entryStart[wordId + 1]; e++) {
      entries.push({ tag: this.entryTag[e], count: this.entryCount[e] });
    }
    return entries.sort((a, b) => b.count - a.count || a.tag - b.tag);
  }
}

function index(items: readonly string[], first: number): Map<string, number> {
  const ids = new Map<string, number>();
  for (let i = 0; i < items.length; i++) ids.set(items[i], first + i);
  return ids;
}

/** @throws {ModelError} if there are more tags or labels than a model can have */
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

  // The words that occur once give their unknown-word class its tags, since they are likely to
  // resemble unseen words.
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
  // If no word of a class occurs once, the class gets the tags of all words that occur once.
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
