import type { Bag } from '../bag/bag.ts';
import type { Realization } from '../realize/realizer.ts';
import { isProjective, isTree } from '../treebank/tree.ts';

/** How many of a bag's constraints a realization breaks; its tree being none counts as one. */
export function countViolations(bag: Bag, { tokens }: Realization): number {
  const heads = tokens.map(({ head }) => head);
  let violations = isTree(heads) && isProjective(heads) ? 0 : 1;
  const place = new Map(tokens.map(({ word }, i) => [word, i + 1]));
  const headOf = new Map(tokens.map(({ word, head }) => [word, head]));
  for (const { word, tag } of tokens) {
    const { tags } = bag.words[word];
    if (tags.length > 0 && !tags.includes(tag)) violations++;
  }
  for (const { head, dependent } of bag.arcs) {
    if (headOf.get(dependent) !== place.get(head)) violations++;
  }
  if (bag.root !== null && headOf.get(bag.root) !== 0) violations++;
  return violations;
}

/** How many words of a bag a realization lacks, or has beyond those of the bag. */
export function countLostWords(bag: Bag, { tokens }: Realization): number {
  const balance = new Map<string, number>();
  for (const { form } of bag.words) balance.set(form, (balance.get(form) ?? 0) + 1);
  for (const { form } of tokens) balance.set(form, (balance.get(form) ?? 0) - 1);
  let lost = 0;
  for (const count of balance.values()) lost += Math.abs(count);
  return lost;
}
