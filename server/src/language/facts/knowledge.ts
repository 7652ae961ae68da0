import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** Knowledge of a model about bags. Hosts build it from the model's tag dictionary and counts. */
export interface Knowledge {
  /** The tagset, the most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The relation labels of the treebank, the most frequent first. */
  readonly labels: ReadonlySet<string>;
  /** How often training has seen each tag with a form; null for a form that it has not seen. */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** How often a word with the first tag was the head of a word with the second. */
  arcCount(headTag: string, dependentTag: string): number;
  /** Statistics of arcs between words of two tags, by label: the most frequent first. */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** Null if the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
}

/**
 * Lexical categories as they are written, with their counts in training: the most frequent first.
 */
export interface CategoryKnowledge {
  /** All of them. */
  readonly counts: ReadonlyMap<string, number>;
  /** The categories of a form; null for a form that training has not seen. */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  /** The categories of a tag. */
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** The most frequent words with a category. */
  wordsOf(category: string): readonly string[];
}

/** Statistics of the arcs with one label between words of two tags. */
export interface ArcStatistics {
  readonly label: string;
  readonly count: number;
  /** How often the dependent stands before its head. */
  readonly left: number;
  /** How often the two are neighbours. */
  readonly adjacent: number;
}

/** The word that a tag describes: the last word of a phrase. */
export function taggedPart(form: string): string {
  return form.split(' ').at(-1)!;
}

/** A word's given tag, or else its most frequent one; null if training has not seen the word. */
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
