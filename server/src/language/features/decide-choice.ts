import type { Decision } from '../../bag/addition.ts';
import { type Constraints, constraintsOf } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import {
  type BagNode,
  type GroupNode,
  type NamedWord,
  type WordItem,
  groupsOf,
  itemsOf,
  wordsOf,
} from '../tree/syntax.ts';
import { deletionOfItem, removalOf, type Removable } from '../writing/deletions.ts';

/**
 * A decision about alternatives or an optional word. `line` describes it to the user, with code in
 * backticks.
 */
export interface WrittenDecision {
  readonly line: string;
  /** As offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

/**
 * Writes the edits that carry out a decision. `use`: the word takes the place of its group of
 * alternatives, or loses its `?`. `remove`: the word goes, with all alternatives of its group. Arcs
 * of `deps:` and lines of `order:` that name a removed word go too.
 *
 * @returns null if the decision is to use a word that is neither an alternative nor optional
 */
export function writeDecision(bag: BagNode, { kind, word }: Decision): WrittenDecision | null {
  const constraints = constraintsOf(bag);
  const { text } = bag;
  const node = wordsOf(bag)[word];
  const choice = constraints.choices.find(({ words }) => words.includes(word));
  const written = choice?.node ?? node;
  const old = nameOfItem(bag, written);
  if (kind === 'remove') {
    const removed = new Set(choice?.words ?? [word]);
    const gone = goneFrom(itemsOf(bag), new Set([...removed].map((one) => constraints.words[one])));
    const named = naming(constraints, removed);
    const edits = [...gone.map((item) => deletionOfItem(text, item)), ...removalOf(bag, named)];
    const lines = named.length === 0 ? '' : ' and the lines that name it';
    return { line: `remove ${old}${lines}`, edits };
  }
  if (choice === undefined) return null;
  const { tags, tagStart } = written;
  const own = text.slice(node.start, node.end - (node.optional ? 1 : 0));
  // If the chosen word has no tags, the tags of its group are written behind it.
  const isWhole = node === written || node.tags.length > 0 || tags.length === 0;
  const chosen = isWhole ? own : `${own}/${text.slice(tagStart, tagStart + tags.join('|').length)}`;
  const removed = new Set(choice.words.filter((one) => one !== word));
  const named = naming(constraints, removed);
  const edits = [
    { range: { start: written.start, end: written.end }, newText: chosen },
    ...removalOf(bag, named),
  ];
  const lines = named.length === 0 ? '' : ' and remove the lines that name other words of it';
  return { line: `write \`${chosen}\` instead of ${old}${lines}`, edits };
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * The text of an item in backticks. If other items have the same text, also says which of them is
 * meant.
 */
function nameOfItem(bag: BagNode, { start, end }: NamedWord | GroupNode): string {
  const text = bag.text.slice(start, end);
  const starts = [...wordsOf(bag), ...groupsOf(bag)]
    .filter((item) => bag.text.slice(item.start, item.end) === text)
    .map((item) => item.start)
    .sort((a, b) => a - b);
  if (starts.length === 1) return `\`${text}\``;
  const place = starts.indexOf(start);
  return `${place < ordinals.length ? `the ${ordinals[place]}` : `no. ${place + 1} of`} \`${text}\``;
}

/** The largest items (words, groups or chunks) that consist of removed words alone. */
function goneFrom(items: readonly WordItem[], removed: ReadonlySet<NamedWord>): WordItem[] {
  const isGone = (item: WordItem): boolean => {
    if (item.kind === 'group') return item.members.every(isGone);
    if (item.kind === 'chunk') return item.items.length > 0 && item.items.every(isGone);
    return removed.has(item);
  };
  return items.flatMap((item) => {
    if (isGone(item)) return [item];
    return item.kind === 'chunk' ? goneFrom(item.items, removed) : [];
  });
}

/** The lines of `order:` and the arcs of `deps:` that name one of the words. */
function naming(
  { arcs, root, rootWritten, order }: Constraints,
  words: ReadonlySet<number>,
): Removable[] {
  return [
    ...(root !== null && words.has(root) ? rootWritten : []),
    ...arcs.flatMap(({ head, dependent, written }) =>
      words.has(head) || words.has(dependent) ? written : [],
    ),
    ...order.flatMap((line) => (line.words.some((word) => words.has(word)) ? line.written : [])),
  ];
}
