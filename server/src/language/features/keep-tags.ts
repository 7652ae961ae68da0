import type { BagOrder } from '../../bag/bag.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import { givenTag, givenTags } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import { groupsOf, tagRangesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { joined, nameWords } from '../writing/name-words.ts';
import { addOrder } from '../writing/order-line.ts';
import { canBeTag } from '../writing/write-bag.ts';

/** A word of a realization. It has a category with `grammar: ccg`. */
export interface TaggedWord {
  /** The word's place in `wordsOf(bag)`. */
  readonly word: number;
  readonly tag: string;
  readonly category?: string;
}

/** The tag that a word has in a realization, and the edit that writes it, as offsets in the bag. */
export interface ChosenTag {
  readonly tag: string;
  readonly edit: TextEdit;
}

/**
 * Whether the bag leaves a tag open, or with `grammar: ccg` a category: some word has none or
 * several.
 */
export function hasOpenTags(bag: BagNode): boolean {
  const written = writtenTags(bag);
  const withCategory = bag.grammar === 'ccg';
  return wordsOf(bag).some((word) => !isGiven(written(word), withCategory, bag.grammar));
}

/**
 * The tags that a realization chose, in the order of the text. Leaves out a word if the bag already
 * gives all that the edit would write. For a member of a group, the edit writes the tag at this
 * member only.
 *
 * @param tokens the words of a realization, in any order
 * @param kept what the edits write: `tags` alone, or tags with `categories`. A tag that would be
 *   read as a category when alone, such as `,`, always gets its category
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

/**
 * The edits, as offsets in the bag, that write the tags of a realization into `words:` and add
 * lines to `order:`.
 *
 * @param tokens the words of a realization, in any order
 */
export function keepTags(
  bag: BagNode,
  tokens: readonly TaggedWord[],
  order: readonly BagOrder[] = [],
): TextEdit[] {
  const named = new Set(order.flatMap(({ words }) => words));
  const { nameOf, edits } = nameWords(constraintsOf(bag), named);
  const tags = chosenTags(bag, tokens).map(({ edit }) => edit);
  // The indices come first, since an index stands before the tag.
  return joined([...edits, ...tags, ...addOrder(bag, order, nameOf)]);
}

/** Whether alternatives leave no choice: they have one tag and, if `withCategory`, one category. */
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

interface Use {
  readonly tag: string;
  readonly category: string | null;
}

/**
 * The alternatives to write behind a word's slash after its tag is chosen. Each given category that
 * may go with the tag is written with it: `VBD:S\NP`. The tag is also written alone if the bag
 * gives it alone, or if no category fits.
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

/**
 * Maps a word to the tags and categories that the bag gives it. A word without any gets the tags of
 * its group.
 */
function writtenTags(bag: BagNode): (word: NamedWord) => readonly string[] {
  const ofGroup = new Map(
    groupsOf(bag).flatMap(({ members, tags }) => members.map((member) => [member, tags] as const)),
  );
  return (word) => (word.tags.length > 0 ? word.tags : (ofGroup.get(word) ?? []));
}
