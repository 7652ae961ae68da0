import type { Token } from '../../server/src/lsp/protocol.ts';

/** A dependency tree in words, for those who cannot see the diagram. */
export function treeText(tokens: readonly Token[]): string {
  const sentences = tokens.map(({ form, tag, head, label, given }) => {
    const notes = [...(label === null ? [] : [label]), ...(given.head ? ['given'] : [])];
    const suffix = notes.length > 0 ? `, ${notes.join(', ')}` : '';
    return head === 0
      ? `${form} (${tag}) is the root${suffix}.`
      : `${form} (${tag}) depends on ${tokens[head - 1].form}${suffix}.`;
  });
  return `Dependency tree. ${sentences.join(' ')}`;
}
