import type { TextEdit } from '../tree/problem.ts';
import { groupsOf, tagRangesOf, wordsOf } from '../tree/syntax.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { canBeTag } from '../writing/write-bag.ts';

/** A word of a realization, with the tag that it has there. */
export interface TaggedWord {
  /** Its place in `wordsOf(bag)`. */
  readonly word: number;
  readonly tag: string;
}

/** A tag that a realization chose, and the edit, in the bag's own offsets, that gives it to its word. */
export interface ChosenTag {
  readonly tag: string;
  readonly edit: TextEdit;
}

/** Whether a word of a bag has not exactly one tag: then a realization chooses one. */
export function hasOpenTags(bag: BagNode): boolean {
  const given = givenTags(bag);
  return wordsOf(bag).some((word) => given(word).size !== 1);
}

/**
 * The tags that a realization chose for words whose tag is open or narrowed to several, in the order
 * of the text. A member of a group gets a tag of its own, which leaves the other alternatives as they are.
 *
 * @param tokens the words of a realization, in any order
 */
export function chosenTags(bag: BagNode, tokens: readonly TaggedWord[]): ChosenTag[] {
  const words = wordsOf(bag);
  const given = givenTags(bag);
  return tokens
    .toSorted((a, b) => a.word - b.word)
    .flatMap(({ word, tag }) => {
      const node = words[word];
      if (given(node).size === 1 || !canBeTag(tag)) return [];
      const range =
        node.tags.length > 0
          ? { start: node.tagStart - 1, end: tagRangesOf(node).at(-1)!.end }
          : { start: node.indexEnd, end: node.indexEnd };
      return [{ tag, edit: { range, newText: `/${tag}` } }];
    });
}

/** The tags that each word of a bag may have, its own or its group's; none where all are open. */
function givenTags(bag: BagNode): (word: NamedWord) => ReadonlySet<string> {
  const ofGroup = new Map(
    groupsOf(bag).flatMap(({ members, tags }) => members.map((member) => [member, tags] as const)),
  );
  return (word) => new Set(word.tags.length > 0 ? word.tags : ofGroup.get(word));
}
