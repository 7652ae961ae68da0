import type { Condition, Share } from '../treebank/sampling.ts';

const shares: readonly Share[] = ['none', 'half', 'all'];

/** The nine conditions of Liu et al. (2015), Table 3, and the labelled full tree. */
export const allConditions: readonly Condition[] = [
  ...shares.flatMap((dep) => shares.map((pos) => ({ pos, dep, label: false }))),
  { pos: 'all', dep: 'all', label: true },
];

/**
 * Names a condition, as in `pos=all, dep=all+label`, followed by `, categories=half` for bags with
 * a grammar.
 */
export function conditionName({ pos, dep, label, categories }: Condition): string {
  const ofCategories = categories === undefined ? '' : `, categories=${categories}`;
  return `pos=${pos}, dep=${dep}${label ? '+label' : ''}${ofCategories}`;
}
