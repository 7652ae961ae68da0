import type { Token } from '../../server/src/lsp/protocol.ts';
import { arcLabel, NO_HEAD } from './tree-words.ts';

/** Describes a dependency tree in words, for users who cannot see the drawing. */
export function treeText(tokens: readonly Token[]): string {
  const sentences = tokens.map((token) => {
    const { form, tag, head, given } = token;
    const notes = [...labelNotes(token), ...(given.head ? ['given'] : [])];
    const suffix = notes.length > 0 ? `, ${notes.join(', ')}` : '';
    if (head === NO_HEAD) return `${form} (${tag}) has no head yet.`;
    return head === 0
      ? `${form} (${tag}) is the root${suffix}.`
      : `${form} (${tag}) depends on ${tokens[head - 1].form}${suffix}.`;
  });
  return `Dependency tree. ${sentences.join(' ')}`;
}

/**
 * Describes a word and its relation to its head, for users who cannot see the drawing.
 *
 * @param place the place of the word, from 1
 */
export function wordText(tokens: readonly Token[], place: number): string {
  const token = tokens[place - 1];
  const { form, tag, head, given } = token;
  if (head === NO_HEAD) return `${form}, ${tag}, without a head yet`;
  const label = labelNotes(token).at(0);
  const relation =
    head === 0
      ? 'the root'
      : `dependent of ${tokens[head - 1].form}${label === undefined ? '' : ` as ${label}`}`;
  return `${form}, ${tag}, ${relation}${given.head ? ', given' : ''}`;
}

function labelNotes(token: Token): string[] {
  const label = arcLabel(token);
  if (label === null || label.kind === 'root') return [];
  return [label.kind === 'parsed' ? `${label.text} by the parser` : label.text];
}
