import type { Addition } from '../../bag/addition.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode } from '../tree/syntax.ts';
import { addLines } from '../writing/add-lines.ts';
import { joined, nameWords } from '../writing/name-words.ts';
import { chosenTags } from './keep-tags.ts';

/** A constraint as edits that add it to a bag's text. */
export interface WrittenAddition {
  /** The added text, to show to people: `saw/VBD`, `the < dog`. */
  readonly line: string;
  /** The edits, as offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

/** Several constraints as edits that add them together. */
export interface WrittenAdditions extends Omit<WrittenAddition, 'line'> {
  readonly lines: readonly string[];
}

/**
 * Writes the edits that add a constraint to a bag.
 *
 * @param addition the constraint; its words are places in `wordsOf(bag)`
 * @returns null if the word already has the tag, or the tag cannot be written
 */
export function writeAddition(bag: BagNode, addition: Addition): WrittenAddition | null {
  const written = writeAdditions(bag, [addition]);
  return written && { line: written.lines[0], edits: written.edits };
}

/**
 * Writes the edits that add constraints to a bag together.
 *
 * @returns null if a word already has its tag, or a tag cannot be written
 */
export function writeAdditions(
  bag: BagNode,
  additions: readonly Addition[],
): WrittenAdditions | null {
  const uses = additions.filter((one) => one.kind === 'tag' || one.kind === 'category');
  const lines = additions.filter((one) => one.kind !== 'tag' && one.kind !== 'category');
  const chosen = chosenTags(bag, uses);
  if (chosen.length < uses.length) return null;
  const { nameOf, edits } = nameWords(
    constraintsOf(bag),
    new Set(lines.flatMap((one) => wordsOfAddition(one))),
  );
  const sections = (['deps', 'order'] as const).map((section) => ({
    section,
    added: lines
      .filter(({ kind }) => (kind === 'order') === (section === 'order'))
      .map((one) => lineOf(one, nameOf)),
  }));
  return {
    lines: [
      ...uses.map((use) => {
        const tag = use.kind === 'tag' ? use.tag : `${use.tag}:${use.category}`;
        return `${nameOf(use.word)}/${tag}`;
      }),
      ...sections.flatMap(({ added }) => added),
    ],
    edits: joined([
      ...edits,
      ...chosen.map(({ edit }) => edit),
      ...sections.flatMap(({ section, added }) =>
        added.length === 0 ? [] : addLines(bag, section, added),
      ),
    ]),
  };
}

/** An addition that is written on a line of its own. */
type AddedLine = Exclude<Addition, { readonly kind: 'tag' | 'category' }>;

function wordsOfAddition(addition: AddedLine): readonly number[] {
  if (addition.kind === 'order') return addition.words;
  const { head, dependent } = addition;
  return head === null ? [dependent] : [head, dependent];
}

function lineOf(addition: AddedLine, nameOf: (word: number) => string): string {
  switch (addition.kind) {
    case 'order': {
      const [first, second] = addition.words.map(nameOf);
      return `${first} ${addition.relation === 'before' ? '<' : '<<'} ${second}`;
    }
    case 'arc': {
      const { head, dependent } = addition;
      return `${head === null ? 'root' : nameOf(head)} -> ${nameOf(dependent)}`;
    }
    case 'label':
      return `${nameOf(addition.head)} -${addition.label}-> ${nameOf(addition.dependent)}`;
  }
}
