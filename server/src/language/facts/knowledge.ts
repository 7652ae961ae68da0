import { givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import type { NamedWord } from '../tree/syntax.ts';

/** What is asked of a model about a bag; hosts build it from the model's tag dictionary and counts. */
export interface Knowledge {
  /** The tagset, the most frequent first. */
  readonly tags: ReadonlySet<string>;
  /** The relation labels of the treebank, the most frequent first. */
  readonly labels: ReadonlySet<string>;
  /** How often each tag was seen with a form; null for a form that was never seen. */
  tagsOf(form: string): ReadonlyMap<string, number> | null;
  /** How often a word with the first tag was the head of one with the second. */
  arcCount(headTag: string, dependentTag: string): number;
  /** What was seen of arcs between words of two tags, by their labels: the most frequent first. */
  arcStatistics(headTag: string, dependentTag: string): readonly ArcStatistics[];
  /** Null where the model has no categorial grammar. */
  readonly categories: CategoryKnowledge | null;
}

/** What was seen of lexical categories, as they are written, and how often: the most frequent first. */
export interface CategoryKnowledge {
  /** All of them. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those seen with a form; null for a form that was never seen. */
  ofWord(form: string): ReadonlyMap<string, number> | null;
  /** Those seen with a tag. */
  ofTag(tag: string): ReadonlyMap<string, number>;
  /** The words that were seen most often with a category. */
  wordsOf(category: string): readonly string[];
}

/** What was seen of arcs of one label between words of two tags. */
export interface ArcStatistics {
  readonly label: string;
  readonly count: number;
  /** How often the dependent stood before its head. */
  readonly left: number;
  /** How often the two stood next to each other. */
  readonly adjacent: number;
}

/** The word that the tag of a word or a phrase is of: a phrase's last. */
export function taggedPart(form: string): string {
  return form.split(' ').at(-1)!;
}

/** A word's tag if it is given, or else the one it was most often seen with; null where it was never seen. */
export function likeliestTag(
  { form, tags: alternatives }: NamedWord,
  grammar: Grammar,
  knowledge: Knowledge,
): string | null {
  const tags = givenTags(alternatives, grammar);
  if (tags.length > 0) return tags[0];
  const seen = knowledge.tagsOf(taggedPart(form));
  if (seen === null) return null;
  return [...seen].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
