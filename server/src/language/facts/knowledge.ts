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
  /** How often training has seen a head with the first tag over a dependent with the second tag. */
  arcCount(headTag: string, dependentTag: string): number;
  /**
   * Statistics of the arcs between a head and a dependent with these tags: one element per label,
   * the most frequent first.
   */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** The model's lexical categories; null if the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
  /** What the model knows of lemmas; null if the model has no lemmas. */
  readonly lemmas: LemmaKnowledge | null;
}

/** What a model knows of lemmas and their forms. Features are written as in CoNLL-U (`Number=Sing|Tense=Past`). */
export interface LemmaKnowledge {
  /** Whether training has seen the lemma, in any case. */
  isKnown(lemma: string): boolean;
  /**
   * How often training has seen the lemma, in any case and form.
   *
   * @param tags counts only words with these tags; all words if empty
   */
  countOf(lemma: string, tags: readonly string[]): number;
  /**
   * The forms that a lemma can have, the likeliest first; at least one.
   *
   * @param tags the tags that the word may have; empty if the author gives none
   * @param features the features that the author gives; an empty text if there are none
   */
  candidates(lemma: string, tags: readonly string[], features: string): readonly LemmaForm[];
  /**
   * The lemmas that a form may have, the likeliest first.
   *
   * @param tag the tag of the form; null if it is unknown
   */
  lemmasOf(form: string, tag: string | null): readonly LemmaReading[];
  /** The forms of a lemma by tag. @param tag one of its tags, if it is known */
  paradigm(
    lemma: string,
    tag: string | null,
  ): readonly { readonly tag: string; readonly forms: readonly LemmaForm[] }[];
  /**
   * Indexed by the name of a feature: the values that it has with this tag; with any tag if `tag`
   * is null.
   */
  featuresOf(tag: string | null): ReadonlyMap<string, ReadonlySet<string>>;
}

export interface LemmaForm {
  readonly form: string;
  readonly tag: string;
  /** How often training has seen this form; 0 if the form comes from a table or from rules. */
  readonly count: number;
}

export interface LemmaReading {
  readonly lemma: string;
  readonly tag: string;
  readonly features: string;
  readonly count: number;
}

/**
 * How often training has seen lexical categories. Each map is indexed by the category as text, and
 * its most frequent category comes first.
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

/**
 * The first tag that the author gives a word. If there is none, the most frequent tag of the word
 * in training; null if training has not seen the word.
 */
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
