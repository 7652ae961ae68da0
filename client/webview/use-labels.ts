import { useMemo } from 'preact/hooks';
import type { ModelProblem } from '../../server/src/lsp/protocol.ts';
import { labels } from './host.ts';
import { NO_HEAD, type TreeToken } from './tree-words.ts';
import { useAnswer } from './use-answer.ts';

/**
 * Asks the server for the labels of a tree's arcs. Until they arrive, the tree has only the labels
 * that the bag gives.
 *
 * @param tokens compared by identity: each new array causes a new request. So pass the same array
 *   as long as the tree stays the same
 */
export function useLabels(tokens: readonly TreeToken[]): {
  readonly labelled: readonly TreeToken[];
  /** Why the server cannot find labels. */
  readonly unlabelled: ModelProblem | null;
} {
  const isWhole = tokens.every(({ head }) => head !== NO_HEAD);
  const isOpen = tokens.some(({ head, label }) => head !== 0 && label === null);
  const { value } = useAnswer(isWhole && isOpen ? (signal) => labels({ tokens }, signal) : null, [
    tokens,
  ]);
  const labelled = useMemo(
    () =>
      value === null || 'problem' in value
        ? tokens
        : tokens.map((token, i) => ({ ...token, label: token.label ?? value.labels[i] })),
    [tokens, value],
  );
  return { labelled, unlabelled: value !== null && 'problem' in value ? value.problem : null };
}
