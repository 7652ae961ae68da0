import { lowerBound } from '../../util/lower-bound.ts';
import { countLines } from './characters.ts';
import type { Grammar } from './given-tag.ts';
import { lineStartAt } from './lines.ts';
import type { Diagnostic, Range } from './diagnostic.ts';

/**
 * The syntax tree of a file. Offsets in a bag count from the start of the bag's first line. So a
 * bag depends only on its own text and on the setting `grammar`, and an edit outside the bag does
 * not change it.
 */
export interface BowFile {
  readonly text: string;
  /** The settings before the first bag. Their offsets count from the file's start. */
  readonly settings: readonly SettingNode[];
  /** Diagnostics of the text before the first bag. Their offsets count from the file's start. */
  readonly diagnostics: readonly Diagnostic[];
  readonly bags: readonly BagNode[];
  /**
   * Indexed by bag: the bag's name, or null if it has none. An edit that changes no name keeps this
   * array object.
   */
  readonly names: readonly (string | null)[];
  /**
   * Indexed by bag: the offset of the bag's start in the file. A bag extends to the start of the
   * next bag or the end of the file.
   */
  readonly starts: Int32Array;
  /** Indexed by bag: the line number of the bag's first line in the file, from 0. */
  readonly lines: Int32Array;
}

export interface SettingNode extends Range {
  readonly key: string;
  readonly keyRange: Range;
  /** The text after the colon; empty if there is none. */
  readonly value: string;
  readonly valueRange: Range;
}

export interface BagNode {
  /**
   * The text from the start of this bag to the start of the next bag. It is a copy, since a slice
   * of the file's text would keep the whole file in memory.
   */
  readonly text: string;
  /**
   * The file's setting `grammar`. It decides whether a text after a word's slash can be a category.
   */
  readonly grammar: Grammar;
  /** The number of line ends in `text`. */
  readonly lineEnds: number;
  readonly name: string | null;
  /** The range of the name. If the bag has no name, the range of the word `bag`. */
  readonly nameRange: Range;
  /** The range from `bag` to `{`. */
  readonly header: Range;
  readonly sections: readonly Section[];
  /** The offset after the bag's `}`. If the bag has no `}`, the offset after its last token. */
  readonly end: number;
  readonly closed: boolean;
  /** Syntax errors of the bag. */
  readonly diagnostics: readonly Diagnostic[];
  /** Diagnostics of the text between the bag's `}` and the next bag. */
  readonly diagnosticsAfter: readonly Diagnostic[];
}

export type Section = WordsSection | DepsSection | OrderSection | ExpectSection | UnknownSection;

interface SectionBase extends Range {
  readonly header: Range;
}

export interface WordsSection extends SectionBase {
  readonly kind: 'words';
  readonly items: readonly WordItem[];
}

export interface DepsSection extends SectionBase {
  readonly kind: 'deps';
  readonly statements: readonly DepsStatement[];
}

export interface OrderSection extends SectionBase {
  readonly kind: 'order';
  readonly statements: readonly OrderStatement[];
}

export interface ExpectSection extends SectionBase {
  readonly kind: 'expect';
  /** The ranges of the expected sentences, without the white space around them. */
  readonly lines: readonly Range[];
}

/** A section with an unknown name. Its content is skipped. */
export interface UnknownSection extends SectionBase {
  readonly kind: 'unknown';
}

export type WordItem = NamedWord | GroupNode | ChunkNode;
/** A word or lemma of `words:`, which `deps:` and `order:` can refer to. */
export type NamedWord = WordNode | LemmaNode;

/** The suffixes `/TAG` and `?` of a word, lemma or group. */
interface Suffixes {
  /**
   * The texts after the slash, split at `|`: `/VB|NN` gives `VB` and `NN`. Each text is a tag or a
   * category, which `readGivenTag` tells apart. Empty if there is no slash. `/VB|` gives `VB` and
   * an empty text.
   */
  readonly tags: readonly string[];
  /** The offset after the slash; -1 if there is no slash. */
  readonly tagStart: number;
  readonly optional: boolean;
}

export interface WordNode extends Range, Suffixes {
  readonly kind: 'word';
  /** The word without quotes and escapes. If it is a phrase, single spaces separate its words. */
  readonly form: string;
  /** The offset after the form and its closing quote, where the suffixes begin. */
  readonly formEnd: number;
  readonly index: number | null;
  /** The offset after the index `#N`; equal to `formEnd` if there is no index. */
  readonly indexEnd: number;
}

export interface LemmaNode extends Range, Suffixes {
  readonly kind: 'lemma';
  /** The lemma with its `@`. References in `deps:` and `order:` include the `@`, too. */
  readonly form: string;
  readonly formEnd: number;
  readonly index: number | null;
  /** The offset after the index `#N`; equal to `formEnd` if there is no index. */
  readonly indexEnd: number;
  readonly features: readonly Feature[];
}

/** A lemma without its `@`. */
export function lemmaOf({ form }: LemmaNode): string {
  return form.slice(1);
}

/**
 * The morphological features of a lemma in the notation of CoNLL-U, sorted by name. An empty text
 * if there are none.
 */
export function featuresText({ features }: LemmaNode): string {
  return features
    .map(({ name, value }) => `${name}=${value}`)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .join('|');
}

/**
 * The names and values of a lemma's morphological features, with their ranges in the bag's text.
 */
export function featureRangesOf(
  text: string,
  { start, features }: LemmaNode,
): { readonly name: NamedRange; readonly value: NamedRange }[] {
  // Searches for the `[`, since a misplaced index may stand between the lemma and the `[`.
  let at = text.indexOf('[', start);
  const next = (part: string): NamedRange => {
    // One character (`[`, `=` or `|`) stands before each name and each value.
    const from = at + 1;
    at = from + part.length;
    return { text: text.slice(from, at), range: { start: from, end: at } };
  };
  return features.map(({ name, value }) => ({ name: next(name), value: next(value) }));
}

export interface NamedRange {
  readonly text: string;
  readonly range: Range;
}

export interface Feature {
  readonly name: string;
  readonly value: string;
}

/**
 * A group of alternatives, `( a | b )`. A sentence uses exactly one member. If the group is
 * optional, a sentence may use none.
 */
export interface GroupNode extends Range, Suffixes {
  readonly kind: 'group';
  readonly members: readonly NamedWord[];
}

/** A chunk, `[ a b ]`. In each sentence, the words of the chunk stand next to each other. */
export interface ChunkNode extends Range {
  readonly kind: 'chunk';
  readonly items: readonly WordItem[];
}

/** A reference to a word in `deps:` and `order:`, or the keyword `root`. */
export interface Reference extends Range {
  readonly kind: 'word' | 'root';
  readonly form: string;
  readonly formEnd: number;
  readonly index: number | null;
  /** The offset after the index `#N`; equal to `formEnd` if there is no index. */
  readonly indexEnd: number;
  /** Whether the reference has a tag or a `?`. Both are errors in a reference. */
  readonly suffixed: boolean;
}

export interface Arrow extends Range {
  readonly label: string | null;
}

/**
 * A statement of `deps:`. In `a -> b -> c d`, the heads are `a` and `b`, the dependents are `c` and
 * `d`. Arrow i leads from head i to head i + 1. The last arrow leads from the last head to every
 * dependent. A statement with a syntax error may have no dependents.
 */
export interface DepsStatement extends Range {
  readonly heads: readonly Reference[];
  readonly arrows: readonly Arrow[];
  readonly dependents: readonly Reference[];
  /** Whether the statement has a syntax error. If so, the statement is ignored. */
  readonly broken: boolean;
}

export type OrderRelation = 'before' | 'right-before' | 'first' | 'last';

/**
 * A statement of `order:`. It has two words with `<` and `<<`, and one word with `first` and
 * `last`.
 */
export interface OrderStatement extends Range {
  readonly relation: OrderRelation | null;
  readonly words: readonly Reference[];
  readonly broken: boolean;
}

/**
 * The index in `file.bags` of the bag that contains an offset of the file; -1 if the offset is
 * before the first bag.
 */
export function bagAt(file: BowFile, offset: number): number {
  return lowerBound(file.starts, offset + 1) - 1;
}

/** Converts a range in the bag with index `bag` to offsets in the file. */
export function absoluteRange(file: BowFile, bag: number, range: Range): Range {
  const start = file.starts[bag];
  return { start: start + range.start, end: start + range.end };
}

/** The title of a bag: its name, or its position in the file from 1, as in `bag 3`. */
export function bagName(file: BowFile, bag: number): string {
  return file.bags[bag].name ?? `bag ${bag + 1}`;
}

/** A line number and a column number, both from 0. */
export interface Position {
  readonly line: number;
  /** The column in UTF-16 code units. */
  readonly column: number;
}

/**
 * Converts an offset in the file to a line and a column. Takes time linear in the size of one bag.
 */
export function positionAt(file: BowFile, offset: number): Position {
  const bag = bagAt(file, offset);
  const line =
    bag < 0
      ? countLines(file.text, 0, offset)
      : file.lines[bag] + countLines(file.bags[bag].text, 0, offset - file.starts[bag]);
  return { line, column: offset - lineStartAt(file.text, offset) };
}

/** The ranges of the tags of a word or group, in the bag's text. */
export function tagRangesOf({ tagStart, tags }: NamedWord | GroupNode): readonly Range[] {
  let next = tagStart;
  return tags.map(({ length }) => {
    const start = next;
    next += length + 1;
    return { start, end: start + length };
  });
}

/** The items of all `words:` sections of a bag. */
export function itemsOf(bag: BagNode): readonly WordItem[] {
  return bag.sections.flatMap((section) => (section.kind === 'words' ? section.items : []));
}

/** All words of a bag in the order of the text, with the members of groups and chunks. */
export function wordsOf(bag: BagNode): readonly NamedWord[] {
  const words: NamedWord[] = [];
  const add = (items: readonly WordItem[]): void => {
    for (const item of items) {
      if (item.kind === 'group') add(item.members);
      else if (item.kind === 'chunk') add(item.items);
      else words.push(item);
    }
  };
  add(itemsOf(bag));
  return words;
}

/** All groups of alternatives of a bag. */
export function groupsOf(bag: BagNode): readonly GroupNode[] {
  const groups: GroupNode[] = [];
  const add = (item: WordItem): void => {
    if (item.kind === 'group') groups.push(item);
    else if (item.kind === 'chunk') item.items.forEach(add);
  };
  itemsOf(bag).forEach(add);
  return groups;
}

/** The statements of all `deps:` sections of a bag. */
export function depsOf(bag: BagNode): readonly DepsStatement[] {
  return bag.sections.flatMap((section) => (section.kind === 'deps' ? section.statements : []));
}

/** The statements of all `order:` sections of a bag. */
export function orderOf(bag: BagNode): readonly OrderStatement[] {
  return bag.sections.flatMap((section) => (section.kind === 'order' ? section.statements : []));
}

/** All references in `deps:` and `order:`, in the order of the text. */
export function referencesOf(bag: BagNode): readonly Reference[] {
  const found = [
    ...depsOf(bag).flatMap(({ heads, dependents }) => [...heads, ...dependents]),
    ...orderOf(bag).flatMap(({ words }) => words),
  ];
  return found.sort((a, b) => a.start - b.start);
}

/** The forms of the words that `deps:` and `order:` refer to. */
export function namedForms(bag: BagNode): ReadonlySet<string> {
  return new Set(referencesOf(bag).map(({ form }) => form));
}

/** The ranges of the sentences in all `expect:` sections of a bag. */
export function expectationsOf(bag: BagNode): readonly Range[] {
  const sections = bag.sections.filter((section) => section.kind === 'expect');
  // If there is only one section, returns its array without a copy, since callers call this
  // function for every bag of a file.
  return sections.length === 1 ? sections[0].lines : sections.flatMap(({ lines }) => lines);
}

export interface WrittenArc {
  readonly head: Reference;
  readonly arrow: Arrow;
  readonly dependent: Reference;
}

/** The arcs of a statement of `deps:`, in the order of the text. */
export function arcsOf(statement: DepsStatement): readonly WrittenArc[] {
  const { heads, arrows, dependents } = statement;
  const arcs: WrittenArc[] = [];
  for (let i = 0; i + 1 < heads.length; i++) {
    arcs.push({ head: heads[i], arrow: arrows[i], dependent: heads[i + 1] });
  }
  const last = heads.length - 1;
  if (last >= 0) {
    for (const dependent of dependents) {
      arcs.push({ head: heads[last], arrow: arrows[last], dependent });
    }
  }
  return arcs;
}
