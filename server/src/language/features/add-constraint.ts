import {
  type Addition,
  type Decision,
  inOrderOfDeciding,
  isDecision,
  wordsOfAddition,
} from '../../bag/addition.ts';
import { constraintsOf } from '../meaning/constraints.ts';
import type { TextEdit } from '../tree/diagnostic.ts';
import type { BagNode, NamedWord } from '../tree/syntax.ts';
import { addLines } from '../writing/add-lines.ts';
import { joined, nameWords } from '../writing/name-words.ts';
import { orderLine } from '../writing/order-line.ts';
import { difference, editedBag } from '../writing/edited.ts';
import { writeDecision } from './decide-choice.ts';
import { chosenTags } from './keep-tags.ts';

type Fact = Exclude<Addition, Decision>;

export interface AddedText {
  readonly kind: Addition['kind'];
  /**
   * For a decision about alternatives or an optional word: what to do, with code in backticks.
   * Otherwise the line, such as `saw/VBD` or `the < dog`.
   */
  readonly line: string;
  /**
   * The words of the line that get a new index, in the order of `words:`. Each has its features and
   * tags: `the#2/DT`, `@he[Case=Acc]#2`.
   */
  readonly indexed: readonly string[];
}

export interface WrittenAddition extends AddedText {
  /** As offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

export interface WrittenAdditions {
  /** In the order in which the constraints were given. */
  readonly lines: readonly AddedText[];
  /** As offsets in the bag. */
  readonly edits: readonly TextEdit[];
}

/** Writes the edits that add one constraint to a bag, as `writeAdditions` does. */
export function writeAddition(bag: BagNode, addition: Addition): WrittenAddition | null {
  const written = writeAdditions(bag, [addition]);
  return written && { ...written.lines[0], edits: written.edits };
}

/**
 * Writes the edits that add several constraints to a bag together. The words of the constraints are
 * places in `wordsOf(bag)`.
 *
 * @returns null if a word already has its tag, a tag cannot be written, or a decision changes
 *   nothing
 */
export function writeAdditions(
  bag: BagNode,
  additions: readonly Addition[],
): WrittenAdditions | null {
  const decisions = additions.filter(isDecision);
  const facts = writeFacts(
    bag,
    additions.filter((one) => !isDecision(one)),
    new Set(decisions.filter(({ kind }) => kind === 'use').map(({ word }) => word)),
  );
  if (facts === null || decisions.length === 0) return facts;
  let after = editedBag(bag, facts.edits);
  const lines = new Map<Addition, AddedText>();
  for (const decision of inOrderOfDeciding(decisions)) {
    const own = writeDecision(bag, decision);
    const written = writeDecision(after, decision);
    if (own === null || written === null) return null;
    lines.set(decision, { kind: decision.kind, line: own.line, indexed: [] });
    after = editedBag(after, written.edits);
  }
  const rest = facts.lines.values();
  const edit = difference(bag.text, after.text);
  return {
    lines: additions.map((one) => lines.get(one) ?? rest.next().value!),
    edits: edit === null ? [] : [edit],
  };
}

/** @param used the words that decisions choose. Such a word loses its `?` if it is optional */
function writeFacts(
  bag: BagNode,
  additions: readonly Fact[],
  used: ReadonlySet<number>,
): WrittenAdditions | null {
  const uses = additions.filter((one) => one.kind === 'tag' || one.kind === 'category');
  const lines = additions.filter((one) => one.kind !== 'tag' && one.kind !== 'category');
  const chosen = chosenTags(bag, uses);
  if (chosen.length < uses.length) return null;
  const constraints = constraintsOf(bag);
  const { words } = constraints;
  const { nameOf, indexed, edits } = nameWords(
    constraints,
    new Set(lines.flatMap((one) => wordsOfAddition(one))),
  );
  const sections = (['deps', 'order'] as const).map((section) => ({
    section,
    added: lines
      .filter(({ kind }) => (kind === 'order') === (section === 'order'))
      .map((one) => lineOf(one, nameOf)),
  }));
  return {
    lines: additions.map((addition) => ({
      kind: addition.kind,
      line: lineOf(
        addition,
        // A line with a tag shows its word as the author wrote it, perhaps in quotes.
        addition.kind === 'tag' || addition.kind === 'category'
          ? (word) => bag.text.slice(words[word].start, words[word].indexEnd)
          : nameOf,
      ),
      indexed: [...new Set(wordsOfAddition(addition))]
        .filter((word) => indexed.includes(word))
        .sort((a, b) => a - b)
        .map((word) => indexedWord(bag.text, words[word], nameOf(word), used.has(word))),
    })),
    edits: joined([
      ...edits,
      ...chosen.map(({ edit }) => edit),
      ...sections.flatMap(({ section, added }) =>
        added.length === 0 ? [] : addLines(bag, section, added),
      ),
    ]),
  };
}

/**
 * Spells a word as it will stand in `words:`, with its new index.
 *
 * @param isUsed whether an optional word loses its `?`
 */
function indexedWord(text: string, word: NamedWord, name: string, isUsed: boolean): string {
  const suffixes = text.slice(word.formEnd, word.end - (isUsed && word.optional ? 1 : 0));
  if (word.kind === 'word') return name + suffixes;
  return text.slice(word.start, word.formEnd) + name.slice(word.form.length) + suffixes;
}

function lineOf(addition: Fact, nameOf: (word: number) => string): string {
  switch (addition.kind) {
    case 'tag':
      return `${nameOf(addition.word)}/${addition.tag}`;
    case 'category':
      return `${nameOf(addition.word)}/${addition.tag}:${addition.category}`;
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

/** The names of words, spelled as in the lines that are added to the bag. */
export function namesOf(bag: BagNode, words: readonly number[]): string[] {
  return words.map(nameWords(constraintsOf(bag), new Set(words)).nameOf);
}
