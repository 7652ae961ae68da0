import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { NamedWord } from '../tree/syntax.ts';

/**
 * What the model knows of tags, labels and categories. Each host builds it from the model's tag
 * dictionary and counts.
 */
export interface Knowledge {
  /** The model's tags, the most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The relation labels of the treebank, the most frequent first. */
  readonly labels: ReadonlySet<string>;
  /** The tags that training has seen with a form, and how often; null for an unseen form. */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** How often a word with the first tag was the head of a word with the second. */
  arcCount(headTag: string, dependentTag: string): number;
  /**
   * Statistics of the arcs between words of two tags: one element per label, the most frequent
   * first.
   */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** The model's lexical categories; null if the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
  /** The model's forms of lemmas; null if it has none. */
  readonly lemmas: LemmaKnowledge | null;
}

/** What a model knows of lemmas and their forms. Features are written as in CoNLL-U (`Number=Sing|Tense=Past`). */
export interface LemmaKnowledge {
  /** Whether training has seen the lemma, in any case. */
  isKnown(lemma: string): boolean;
  /** How often training has seen the lemma, in any case and form. @param tags the tags that count; all if empty */
  countOf(lemma: string, tags: readonly string[]): number;
  /**
   * The forms that a lemma can have, the likeliest first; at least one.
   *
   * @param tags the tags that the word may have; empty if the tag is open
   * @param features an empty text if nothing is known
   */
  candidates(lemma: string, tags: readonly string[], features: string): readonly LemmaForm[];
  /** The lemmas that a form may have, the likeliest first. @param tag the tag of the form; null if it is open */
  lemmasOf(form: string, tag: string | null): readonly LemmaReading[];
  /** The forms of a lemma by tag. @param tag one of its tags, if it is known */
  paradigm(
    lemma: string,
    tag: string | null,
  ): readonly { readonly tag: string; readonly forms: readonly LemmaForm[] }[];
  /** The features of words with a tag, or of all words, each with its values. */
  featuresOf(tag: string | null): ReadonlyMap<string, ReadonlySet<string>>;
}

export interface LemmaForm {
  readonly form: string;
  readonly tag: string;
  /** How often training has seen it; 0 if a table or rules give it. */
  readonly count: number;
}

export interface LemmaReading {
  readonly lemma: string;
  readonly tag: string;
  readonly features: string;
  readonly count: number;
}

/**
 * Counts of lexical categories in training, by the text of the category, the most frequent first.
 */
export interface CategoryKnowledge {
  /** Every category of the model. */
  readonly counts: ReadonlyMap<string, number>;
  /** The categories that training has seen with a form, and how often; null for an unseen form. */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  /** The categories that training has seen with a tag, and how often. */
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** The words that training has seen most often with a category. */
  wordsOf(category: string): readonly string[];
}

/** Statistics of the arcs with one label between words of two tags. */
export interface ArcStatistics {
  readonly label: string;
  readonly count: number;
  /** How often the dependent stands before its head. */
  readonly left: number;
  /** How often the dependent and its head are neighbours. */
  readonly adjacent: number;
}

/** How often training has seen a form. */
export function timesSeen(form: string, knowledge: Pick<Knowledge, 'tagsOf'>): number {
  const counts = knowledge.tagsOf(form)?.values() ?? [];
  return [...counts].reduce((sum, count) => sum + count, 0);
}

/** The last word of a phrase. The tag of a phrase describes this word. */
export function taggedPart(form: string): string {
  return form.split(' ').at(-1)!;
}

/** A word's first given tag, or else its most frequent tag in training; null if training has not seen the word. */
export function likeliestTag(
  { form, tags: alternatives }: Pick<NamedWord, 'form' | 'tags'>,
  grammar: Grammar,
  knowledge: Knowledge,
): string | null {
  const tags = givenTags(alternatives, grammar);
  if (tags.length > 0) return tags[0];
  const seen = knowledge.tagsOf(taggedPart(form));
  if (seen === null) return null;
  return [...seen].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
