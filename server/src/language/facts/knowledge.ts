import { otherCases } from '../../text/other-case.ts';
import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** Counts from the model's training data. */
export interface Knowledge {
  /** The tags of the training data, the most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The dependency labels, the most frequent first. */
  readonly labels: ReadonlySet<string>;
  /**
   * Indexed by tag: the number of training words with this form and the tag. Null if training has
   * not seen the form.
   */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** The number of training arcs between these tags. */
  arcCount(headTag: string, dependentTag: string): number;
  /** One element for each label of training arcs between these tags, the most frequent first. */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** Null if the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
  /** Null if the model has no lemmas. */
  readonly lemmas: LemmaKnowledge | null;
}

/**
 * The forms and counts of lemmas. Features are texts in the notation of CoNLL-U
 * (`Number=Sing|Tense=Past`).
 */
export interface LemmaKnowledge {
  /** Whether a training word has this lemma. Letter case is ignored. */
  isKnown(lemma: string): boolean;
  /**
   * The number of training words with this lemma. Letter case is ignored.
   *
   * @param tags counts only words with one of these tags; all words if empty
   */
  countOf(lemma: string, tags: readonly string[]): number;
  /**
   * The possible forms of a lemma, the likeliest first. There is at least one.
   *
   * @param tags the tags that the word may have; empty if any tag is allowed
   */
  candidates(lemma: string, tags: readonly string[], features: string): readonly LemmaForm[];
  /** The possible lemmas of a form, the likeliest first. `tag` is null if it is unknown. */
  lemmasOf(form: string, tag: string | null): readonly LemmaReading[];
  /**
   * The forms of a lemma, grouped by tag: of `take`, the forms for `VB`, `VBZ`, `VBD` and so on.
   *
   * @param tag a tag that the lemma can have, whether seen in training or not; null if none is
   *   known
   */
  paradigm(
    lemma: string,
    tag: string | null,
  ): readonly { readonly tag: string; readonly forms: readonly LemmaForm[] }[];
  /**
   * Indexed by the name of a feature: its values in training words with this tag, or in all
   * training words if `tag` is null.
   */
  featuresOf(tag: string | null): ReadonlyMap<string, ReadonlySet<string>>;
}

export interface LemmaForm {
  readonly form: string;
  readonly tag: string;
  /**
   * The number of training words that have this form of the lemma; 0 if the form comes from
   * elsewhere, such as an inflection rule or the table of irregular forms.
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
 * Counts of lexical categories in training. Each map is indexed by the category as text, and the
 * most frequent category comes first.
 */
export interface CategoryKnowledge {
  readonly counts: ReadonlyMap<string, number>;
  /** Counts for training words with this form; null if training has not seen the form. */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  /** Counts for training words with this tag. */
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** The most frequent training words with this category. */
  wordsOf(category: string): readonly string[];
}

/** Counts of the training arcs with one label between two tags (see `Knowledge.arcStatistics`). */
export interface ArcStatistics {
  readonly label: string;
  readonly count: number;
  /** Arcs with the dependent before the head. */
  readonly left: number;
  /** Arcs between neighbours. */
  readonly adjacent: number;
}

export function timesSeen(form: string, knowledge: Pick<Knowledge, 'tagsOf'>): number {
  const counts = knowledge.tagsOf(form)?.values() ?? [];
  return [...counts].reduce((sum, count) => sum + count, 0);
}

/** Whether training has seen a form, as written or in lower case, at least `least` times. */
export function isSeen(form: string, knowledge: Pick<Knowledge, 'tagsOf'>, least = 1): boolean {
  return [form, form.toLowerCase()].some((one) => timesSeen(one, knowledge) >= least);
}

/**
 * A form in the letter case in which training has seen it: `Paris` for `paris` if training has seen
 * only `Paris`. The search looks up the form in this letter case, too.
 */
export function asSeen(form: string, knowledge: Pick<Knowledge, 'tagsOf'>): string {
  if (knowledge.tagsOf(form) !== null) return form;
  return otherCases(form).find((other) => knowledge.tagsOf(other) !== null) ?? form;
}

/**
 * The tags of a form in the letter case that `asSeen` chooses, with their counts. Null if training
 * has not seen the form in any letter case.
 */
export function seenTags(
  form: string,
  knowledge: Pick<Knowledge, 'tagsOf'>,
): ReadonlyMap<string, number> | null {
  for (const one of [form, ...otherCases(form)]) {
    const seen = knowledge.tagsOf(one);
    if (seen !== null) return seen;
  }
  return null;
}

/** The last word of a form. The tag of a phrase, such as `New York`, describes this word. */
export function taggedPart(form: string): string {
  return form.split(' ').at(-1)!;
}

/**
 * The first tag that the file gives to a word, or else the most frequent tag of its form in
 * training. Null if training has not seen the form either.
 */
export function likeliestTag(
  { form, tags: alternatives }: Pick<NamedWord, 'form' | 'tags'>,
  grammar: Grammar,
  knowledge: Knowledge,
): string | null {
  const tags = givenTags(alternatives, grammar);
  if (tags.length > 0) return tags[0];
  const seen = seenTags(taggedPart(form), knowledge);
  if (seen === null) return null;
  return [...seen].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
