import { diffArrays } from 'diff';

/**
 * Sentences with more differences count as wholly different. The time to find differences grows
 * with the square of their number.
 */
const MOST_DIFFERENCES = 1000;

/**
 * Writes the differences between two sentences like `git diff --word-diff`: `[-only in the first-]`
 * and `{+only in the second+}`, around a longest common subsequence.
 */
export function wordDiff(from: readonly string[], to: readonly string[]): string {
  const changes = diffArrays([...from], [...to], { maxEditLength: MOST_DIFFERENCES }) ?? [
    { value: [...from], removed: true, added: false },
    { value: [...to], removed: false, added: true },
  ];
  return changes
    .map(({ value, removed, added }) => {
      const words = value.join(' ');
      if (removed) return `[-${words}-]`;
      return added ? `{+${words}+}` : words;
    })
    .join(' ');
}
