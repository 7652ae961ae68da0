import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { NamedWord } from '../tree/syntax.ts';

/**
 * Counts from the model's training data, for tags, dependency labels, categories and lemmas. The
 * caller of the checks builds this object from the model file.
 */
export interface Knowledge {
  /** The tags of the training data, the most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The dependency labels of the training data, the most frequent first. */
  readonly labels: ReadonlySet<string>;
  /**
   * Indexed by tag: the number of training words with this form and the tag. Null if no training
   * word has the form.
   */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** The number of training arcs from a head with `headTag` to a dependent with `dependentTag`. */
  arcCount(headTag: string, dependentTag: string): number;
  /**
   * Statistics of the training arcs from a head with `headTag` to a dependent with `dependentTag`:
   * one element per arc label, the most frequent label first.
   */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** Counts of the lexical categories; null if the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
  /** Counts of the lemmas; null if the model has no lemmas. */
  readonly lemmas: LemmaKnowledge | null;
}

/**
 * The forms and counts of lemmas. Morphological features are texts in the notation of CoNLL-U
 * (`Number=Sing|Tense=Past`).
 */
export interface LemmaKnowledge {
  /** Whether a training word has this lemma. Letter case is ignored. */
  isKnown(lemma: string): boolean;
  /**
   * The number of training words with this lemma. Letter case is ignored.
   *
   * @param tags counts only words with one of these tags; counts all words if empty
   */
  countOf(lemma: string, tags: readonly string[]): number;
  /**
   * The possible forms of a lemma, the likeliest first. There is at least one.
   *
   * @param tags the tags that the word may have; empty if any tag is allowed
   * @param features the features that the file gives to the word; an empty text if there are none
   */
  candidates(lemma: string, tags: readonly string[], features: string): readonly LemmaForm[];
  /**
   * The possible lemmas of a form, the likeliest first.
   *
   * @param tag the tag of the form; null if the tag is unknown
   */
  lemmasOf(form: string, tag: string | null): readonly LemmaReading[];
  /**
   * The forms of a lemma, grouped by tag.
   *
   * @param tag a tag of the lemma; null if none is known
   */
  paradigm(
    lemma: string,
    tag: string | null,
  ): readonly { readonly tag: string; readonly forms: readonly LemmaForm[] }[];
  /**
   * Indexed by the name of a morphological feature: its values in training words with this tag. If
   * `tag` is null, its values in all training words.
   */
  featuresOf(tag: string | null): ReadonlyMap<string, ReadonlySet<string>>;
}

export interface LemmaForm {
  readonly form: string;
  readonly tag: string;
  /**
   * The number of training words with this form; 0 if the form comes from the table of irregular
   * forms or from inflection rules.
   */
  readonly count: number;
}

export interface LemmaReading {
  readonly lemma: string;
  readonly tag: string;
  readonly features: string;
  readonly count: number;
}

/**
 * Counts of lexical categories in the training data. Each map is indexed by the category as text,
 * and the most frequent category comes first.
 */
export interface CategoryKnowledge {
  /** The counts of all categories of the model. */
  readonly counts: ReadonlyMap<string, number>;
  /**
   * The counts of the categories of training words with this form; null if no training word has the
   * form.
   */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  /** The counts of the categories of training words with this tag. */
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** The most frequent training words with this category. */
  wordsOf(category: string): readonly string[];
}

/** Statistics of the training arcs that have the same label, head tag and dependent tag. */
export interface ArcStatistics {
  readonly label: string;
  readonly count: number;
  /** The number of arcs whose dependent stands before the head. */
  readonly left: number;
  /** The number of arcs whose dependent and head are neighbours. */
  readonly adjacent: number;
}

/** The number of training words with this form. */
export function timesSeen(form: string, knowledge: Pick<Knowledge, 'tagsOf'>): number {
  const counts = knowledge.tagsOf(form)?.values() ?? [];
  return [...counts].reduce((sum, count) => sum + count, 0);
}

/**
 * The last word of a form. If a form is a phrase, such as `New York`, its tag describes the last
 * word.
 */
export function taggedPart(form: string): string {
  return form.split(' ').at(-1)!;
}

/**
 * The first tag that the file gives to a word. If the file gives no tag, the most frequent tag of
 * the word's form in training. Null if the form is not in the training data either.
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
