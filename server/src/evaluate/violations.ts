import type { Bag, BagWord } from '../bag/bag.ts';
import type { Realization, Token } from '../realize/realizer.ts';
import { isProjective, isTree } from '../treebank/tree.ts';

/** Counts a bag's constraints that a realization breaks. An invalid tree counts as one. */
export function countViolations(bag: Bag, { tokens }: Realization): number {
  const heads = tokens.map(({ head }) => head);
  let violations = isTree(heads) && isProjective(heads) ? 0 : 1;
  const place = new Map(tokens.map(({ word }, i) => [word, i + 1]));
  const headOf = new Map(tokens.map(({ word, head }) => [word, head]));
  for (const token of tokens) {
    if (!isAllowed(bag.words[token.word], token)) violations++;
  }
  for (const { head, dependent } of bag.arcs) {
    if (headOf.get(dependent) !== place.get(head)) violations++;
  }
  if (bag.root !== null && headOf.get(bag.root) !== 0) violations++;
  return violations;
}

/**
 * If the bag gives a word neither tags nor categories, any tag and category are allowed. Otherwise,
 * one of the given tags or categories must fit.
 */
function isAllowed(
  { tags, categories = [] }: BagWord,
  { tag, category }: Pick<Token, 'tag' | 'category'>,
): boolean {
  if (tags.length + categories.length === 0 || tags.includes(tag)) return true;
  return categories.some(
    (given) => given.category === category && (given.tag === null || given.tag === tag),
  );
}

/** Counts words of the bag that a realization lacks, and words that it should not have. */
export function countLostWords(bag: Bag, { tokens }: Realization): number {
  const balance = new Map<string, number>();
  for (const { form } of bag.words) balance.set(form, (balance.get(form) ?? 0) + 1);
  for (const { form } of tokens) balance.set(form, (balance.get(form) ?? 0) - 1);
  let lost = 0;
  for (const count of balance.values()) lost += Math.abs(count);
  return lost;
}
