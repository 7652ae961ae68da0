import type { Bag } from '../constraints/bag.ts';
import { constraintsOf } from './arcs.ts';
import type { BagNode } from './syntax.ts';

/**
 * What the engine is given. The bag has no errors; its words are in written order, so that place k
 * is the written word k + 1.
 */
export function toBag(bag: BagNode): Bag {
  const { words, arcs, root } = constraintsOf(bag);
  return {
    words: words.map(({ form, tags }) => ({ form, tags: [...new Set(tags)] })),
    arcs: arcs.map(({ head, dependent, label }) => ({ head, dependent, label })),
    root,
  };
}
