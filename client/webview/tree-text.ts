import { NO_HEAD, ownLabel, type TreeToken } from './tree-words.ts';

/** Describes a tree for users who cannot see the drawing. */
export function treeText(tokens: readonly TreeToken[]): string {
  const sentences = tokens.map((token) => {
    const { form, tag, head } = token;
    const notes = [...labelNotes(token), ...statesOf(token)];
    const suffix = notes.length > 0 ? `, ${notes.join(', ')}` : '';
    if (head === NO_HEAD) return `${form} (${tag}) has no head yet.`;
    return head === 0
      ? `${form} (${tag}) is the root${suffix}.`
      : `${form} (${tag}) depends on ${tokens[head - 1].form}${suffix}.`;
  });
  return `Dependency tree. ${sentences.join(' ')}`;
}

/** Describes a word and its relation to its head. `place` counts from 1. */
export function wordText(tokens: readonly TreeToken[], place: number): string {
  const token = tokens[place - 1];
  const { form, tag, head } = token;
  if (head === NO_HEAD) return `${form}, ${tag}, without a head yet`;
  const label = labelNotes(token).at(0);
  const relation =
    head === 0
      ? 'the root'
      : `dependent of ${tokens[head - 1].form}${label === undefined ? '' : ` as ${label}`}`;
  return [form, tag, relation, ...statesOf(token)].join(', ');
}

function statesOf({ given, differs }: TreeToken): string[] {
  return [...(given.head ? ['given'] : []), ...(differs === true ? ['differs'] : [])];
}

function labelNotes(token: TreeToken): string[] {
  const label = ownLabel(token);
  if (label === null || label.kind === 'root') return [];
  return [label.kind === 'parsed' ? `${label.text} by the parser` : label.text];
}
