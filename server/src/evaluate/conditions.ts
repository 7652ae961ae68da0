import type { Condition, Share } from '../treebank/sampling.ts';

const shares: readonly Share[] = ['none', 'half', 'all'];

/**
 * The nine conditions of Liu et al. (2015), Table 3: none, half or all of the tags, and of the
 * arcs. A tenth condition gives the full tree with labels.
 */
export const allConditions: readonly Condition[] = [
  ...shares.flatMap((dep) => shares.map((pos) => ({ pos, dep, label: false }))),
  { pos: 'all', dep: 'all', label: true },
];

/**
 * Names a condition, such as `pos=all, dep=all+label`. If the condition also gives categories, the
 * name ends with their share: `, categories=half`.
 */
export function conditionName({ pos, dep, label, categories }: Condition): string {
  const ofCategories = categories === undefined ? '' : `, categories=${categories}`;
  return `pos=${pos}, dep=${dep}${label ? '+label' : ''}${ofCategories}`;
}
