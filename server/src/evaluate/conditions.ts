import type { Condition, Share } from '../treebank/sampling.ts';

const shares: readonly Share[] = ['none', 'half', 'all'];

/** The nine conditions of Liu et al. (2015), Table 3, and the labelled full tree. */
export const allConditions: readonly Condition[] = [
  ...shares.flatMap((dep) => shares.map((pos) => ({ pos, dep, label: false }))),
  { pos: 'all', dep: 'all', label: true },
];

/** As in `pos=all, dep=all+label`. */
export function conditionName({ pos, dep, label }: Condition): string {
  return `pos=${pos}, dep=${dep}${label ? '+label' : ''}`;
}
