import type { Bag, BagChoice } from '../../bag/bag.ts';
import { constraintsOf } from './constraints.ts';
import type { Constraints } from './constraints.ts';
import type { BagNode } from '../tree/syntax.ts';

/**
 * What the engine is given. The bag has no errors; its words are in written order, so that place k
 * is the written word k + 1.
 */
export function toBag(bag: BagNode): Bag {
  const { words, arcs, root, order, chunks, choices } = constraintsOf(bag);
  const ofGroup = new Map(
    choices.flatMap(({ node, words: members }) => members.map((word) => [word, node] as const)),
  );
  return {
    words: words.map(({ form, tags }, word) => ({
      form,
      tags: [...new Set(tags.length > 0 ? tags : ofGroup.get(word)?.tags)],
    })),
    arcs: arcs.map(({ head, dependent, label }) => ({ head, dependent, label })),
    root,
    order: order.map(({ relation, words: named }) => ({ relation, words: named })),
    chunks: chunks.map(({ words: members }) => members),
    choices: choicesOf({ choices }),
  };
}

/** The choices between a bag's words, as the engine is given them. */
export function choicesOf({ choices }: Pick<Constraints, 'choices'>): BagChoice[] {
  return choices.map(({ node, words }) => ({ words, optional: node.optional }));
}
