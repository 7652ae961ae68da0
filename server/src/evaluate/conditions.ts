import type { Condition, Share } from '../treebank/sampling.ts';

const shares: readonly Share[] = ['none', 'half', 'all'];

/**
 * The nine conditions of Liu et al. (2015), Table 3: each gives none, half or all of the tags, and
 * none, half or all of the arcs. A tenth condition gives the full tree with labels.
 */
export const allConditions: readonly Condition[] = [
  ...shares.flatMap((dep) => shares.map((pos) => ({ pos, dep, label: false }))),
  { pos: 'all', dep: 'all', label: true },
];

/**
 * Names a condition, for example `pos=all, dep=all+label`. For bags with a grammar, the name ends
 * with the given categories, for example `, categories=half`.
 */
export function conditionName({ pos, dep, label, categories }: Condition): string {
  const ofCategories = categories === undefined ? '' : `, categories=${categories}`;
  return `pos=${pos}, dep=${dep}${label ? '+label' : ''}${ofCategories}`;
}
