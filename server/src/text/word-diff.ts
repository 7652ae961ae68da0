import { diffArrays } from 'diff';

/**
 * The limit on differences, since the time grows with the square of their number. With more
 * differences, sentences count as wholly changed.
 */
const MOST_DIFFERENCES = 1000;

/**
 * Writes the difference of two sentences by words, like `git diff --word-diff`. Around a longest
 * common subsequence, it writes `[-only in the first-]` and `{+only in the second+}`.
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
