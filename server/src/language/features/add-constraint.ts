import { type Addition, wordsOfAddition } from '../../bag/addition.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode } from '../tree/syntax.ts';
import { addLines } from '../writing/add-lines.ts';
import { joined, nameWords } from '../writing/name-words.ts';
import { orderLine } from '../writing/order-line.ts';
import { chosenTags } from './keep-tags.ts';

/** A constraint as edits that add it to a bag's text. */
export interface WrittenAddition {
  /** The added text, to show to people: `saw/VBD`, `the < dog`. */
  readonly line: string;
  /** The words of the line that the edits also give an index in `words:`, as in `the#2`. */
  readonly indexed: readonly string[];
  /** The edits, as offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

/**
 * Writes the edits that add a constraint to a bag.
 *
 * @param addition the constraint; its words are places in `wordsOf(bag)`
 * @returns null if the word already has the tag, or the tag cannot be written
 */
export function writeAddition(bag: BagNode, addition: Addition): WrittenAddition | null {
  const constraints = constraintsOf(bag);
  if (addition.kind === 'tag' || addition.kind === 'category') {
    const chosen = chosenTags(bag, [addition]).at(0);
    const { nameOf } = nameWords(constraints, new Set());
    const use = addition.kind === 'tag' ? addition.tag : `${addition.tag}:${addition.category}`;
    const line = `${nameOf(addition.word)}/${use}`;
    return chosen === undefined ? null : { line, indexed: [], edits: [chosen.edit] };
  }
  const { nameOf, indexed, edits } = nameWords(constraints, new Set(wordsOfAddition(addition)));
  const line = lineOf(addition, nameOf);
  const section = addition.kind === 'order' ? 'order' : 'deps';
  return {
    line,
    indexed: indexed.map(nameOf),
    edits: joined([...edits, addLines(bag, section, [line])]),
  };
}

/** An addition that is written on a line of its own. */
type AddedLine = Exclude<Addition, { readonly kind: 'tag' | 'category' }>;

function lineOf(addition: AddedLine, nameOf: (word: number) => string): string {
  switch (addition.kind) {
    case 'order':
      return orderLine(addition, nameOf);
    case 'arc': {
      const { head, dependent } = addition;
      return `${head === null ? 'root' : nameOf(head)} -> ${nameOf(dependent)}`;
    }
    case 'label':
      return `${nameOf(addition.head)} -${addition.label}-> ${nameOf(addition.dependent)}`;
  }
}

/** The names of words, as lines that are added to the bag spell them. */
export function namesOf(bag: BagNode, words: readonly number[]): string[] {
  return words.map(nameWords(constraintsOf(bag), new Set(words)).nameOf);
}
