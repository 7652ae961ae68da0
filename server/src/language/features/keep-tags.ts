import type { TextEdit } from '../tree/diagnostic.ts';
import { givenTag, givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import { groupsOf, tagRangesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { canBeTag } from '../writing/write-bag.ts';

/** A word of a realization, with its tag there, and with a grammar of categories its category. */
export interface TaggedWord {
  /** Its place in `wordsOf(bag)`. */
  readonly word: number;
  readonly tag: string;
  readonly category?: string;
}

/**
 * The tag of a word in a realization, and the edit, as offsets in the bag, that gives it to the
 * word.
 */
export interface ChosenTag {
  readonly tag: string;
  readonly edit: TextEdit;
}

/**
 * Whether a realization chooses the tag of a word, or its category with `grammar: ccg`: the bag
 * does not give exactly one.
 */
export function hasOpenTags(bag: BagNode): boolean {
  const written = writtenTags(bag);
  const withCategory = bag.grammar === 'ccg';
  return wordsOf(bag).some((word) => !isGiven(written(word), withCategory, bag.grammar));
}

/**
 * The tags that a realization chose for words with an open tag or with several, in the order of the
 * text. A member of a group gets a tag of its own, which leaves the other alternatives as they are.
 * The chosen category is written with the tag; without one, the categories that may go with the tag
 * are kept.
 *
 * @param tokens the words of a realization, in any order
 * @param kept `tags`: the category is written only if the tag alone would read as a category
 *   (`,`)
 */
export function chosenTags(
  bag: BagNode,
  tokens: readonly TaggedWord[],
  kept: 'tags' | 'categories' = 'categories',
): ChosenTag[] {
  const words = wordsOf(bag);
  const { grammar } = bag;
  const written = writtenTags(bag);
  return tokens
    .toSorted((a, b) => a.word - b.word)
    .flatMap(({ word, tag, category }) => {
      const node = words[word];
      const alternatives = written(node);
      const withCategory = kept === 'categories' && category !== undefined;
      if (isGiven(alternatives, withCategory, grammar)) return [];
      const use = [
        ...(withCategory ? [] : [usesWithTag(alternatives, tag, grammar)]),
        ...(category === undefined ? [] : [[{ tag, category }]]),
      ].find((uses) => uses.every((one) => canBeTag(tag, grammar, one.category)));
      if (use === undefined) return [];
      const range =
        node.tags.length > 0
          ? { start: node.tagStart - 1, end: tagRangesOf(node).at(-1)!.end }
          : { start: node.indexEnd, end: node.indexEnd };
      return [{ tag, edit: { range, newText: `/${use.map(spelled).join('|')}` } }];
    });
}

/** Whether alternatives leave no choice: one tag, and one category if categories count. */
function isGiven(
  alternatives: readonly string[],
  withCategory: boolean,
  grammar: Grammar,
): boolean {
  if (new Set(givenTags(alternatives, grammar)).size !== 1) return false;
  if (!withCategory) return true;
  const categories = alternatives.map((one) => givenTag(one, grammar).category?.text ?? null);
  return new Set(categories).size === 1 && categories[0] !== null;
}

/** A tag, with a category or alone. */
interface Use {
  readonly tag: string;
  readonly category: string | null;
}

/**
 * The alternatives of a word with a chosen tag: the tag with each category that may go with it, or
 * alone.
 */
function usesWithTag(alternatives: readonly string[], tag: string, grammar: Grammar): Use[] {
  const read = alternatives.map((text) => givenTag(text, grammar));
  const isAlone = read.some((one) => one.tag === tag && one.category === null);
  const uses = read.flatMap(({ tag: given, category }): Use[] =>
    category !== null && (given === null || given === tag)
      ? [{ tag, category: category.text }]
      : [],
  );
  return isAlone || uses.length === 0 ? [{ tag, category: null }, ...uses] : uses;
}

function spelled({ tag, category }: Use): string {
  return category === null ? tag : `${tag}:${category}`;
}

/** The alternatives after each word's slash, or its group's; none if all are open. */
function writtenTags(bag: BagNode): (word: NamedWord) => readonly string[] {
  const ofGroup = new Map(
    groupsOf(bag).flatMap(({ members, tags }) => members.map((member) => [member, tags] as const)),
  );
  return (word) => (word.tags.length > 0 ? word.tags : (ofGroup.get(word) ?? []));
}
