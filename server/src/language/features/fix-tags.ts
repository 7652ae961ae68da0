import type { Token } from '../../realize/realizer.ts';
import type { TextEdit } from '../tree/problem.ts';
import { groupsOf, tagRange, wordsOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { canBeTag } from '../writing/write-bag.ts';

/** A tag that a realization chose, and the edit, in the bag's own offsets, that gives it to its word. */
export interface ChosenTag {
  readonly tag: string;
  readonly edit: TextEdit;
}

/**
 * The tags that a realization chose for words whose tag is open or narrowed to several, in the order
 * of the text. A member of a group gets a tag of its own, which leaves the other alternatives as they are.
 *
 * @param tokens the words of the realization, by their places in `wordsOf(bag)`
 */
export function chosenTags(
  bag: BagNode,
  tokens: readonly Pick<Token, 'word' | 'tag'>[],
): ChosenTag[] {
  const words = wordsOf(bag);
  const ofGroup = new Map(
    groupsOf(bag).flatMap(({ members, tags }) => members.map((member) => [member, tags] as const)),
  );
  return tokens
    .toSorted((a, b) => a.word - b.word)
    .flatMap(({ word, tag }) => {
      const node = words[word];
      const own = node.tags.length > 0;
      const given = new Set(own ? node.tags : ofGroup.get(node));
      if (given.size === 1 || !canBeTag(tag)) return [];
      const range = own
        ? { start: node.tagStart - 1, end: tagRange(node, node.tags.length - 1).end }
        : { start: node.indexEnd, end: node.indexEnd };
      return [{ tag, edit: { range, newText: `/${tag}` } }];
    });
}
