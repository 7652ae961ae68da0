import { lowerBound } from '../../util/lower-bound.ts';
import { countLines } from './characters.ts';
import type { Grammar } from './given-tag.ts';
import { lineStartAt } from './lines.ts';
import type { Diagnostic, Range } from './diagnostic.ts';

/**
 * The syntax tree of a file. Offsets in a bag count from the start of the bag's first line. So an
 * edit outside a bag does not change the bag, unless it changes the setting `grammar`.
 */
export interface BowFile {
  readonly text: string;
  /** Offsets count from the file's start. */
  readonly settings: readonly SettingNode[];
  /** Of the text before the first bag. Offsets count from the file's start. */
  readonly diagnostics: readonly Diagnostic[];
  readonly bags: readonly BagNode[];
  /** Indexed by bag. An edit that changes no name keeps this array object. */
  readonly names: readonly (string | null)[];
  /**
   * Indexed by bag: the offset of its start in the file. A bag extends to the start of the next
   * bag.
   */
  readonly starts: Int32Array;
  /** Indexed by bag: the number of its first line, from 0. */
  readonly lines: Int32Array;
}

export interface SettingNode extends Range {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: string;
  readonly valueRange: Range;
}

export interface BagNode {
  /**
   * The text up to the start of the next bag. It is a copy, since a slice of the file's text would
   * keep the whole file in memory.
   */
  readonly text: string;
  /** Decides whether a text after a word's slash can be a category. */
  readonly grammar: Grammar;
  readonly lineEnds: number;
  readonly name: string | null;
  /** If the bag has no name, the range of the word `bag`. */
  readonly nameRange: Range;
  /** The range from `bag` to `{`. */
  readonly header: Range;
  readonly sections: readonly Section[];
  /** The offset after the bag's `}` or, if it has none, after its last token. */
  readonly end: number;
  readonly closed: boolean;
  /** Syntax errors. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of the text between the bag's `}` and the next bag. */
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
  /** The expected sentences, without the white space around them. */
  readonly lines: readonly Range[];
}

/** A section with an unknown name; its content is skipped. */
export interface UnknownSection extends SectionBase {
  readonly kind: 'unknown';
}

export type WordItem = NamedWord | GroupNode | ChunkNode;
/** A word or lemma of `words:`, which `deps:` and `order:` can refer to. */
export type NamedWord = WordNode | LemmaNode;

/** The suffixes `/TAG` and `?` of a word, lemma or group. */
interface Suffixes {
  /**
   * The texts after the slash, split at `|`; `/VB|` gives `VB` and an empty text. Each is a tag or
   * a category, which `readGivenTag` tells apart.
   */
  readonly tags: readonly string[];
  /** The offset after the slash; -1 if there is no slash. */
  readonly tagStart: number;
  readonly optional: boolean;
}

export interface WordNode extends Range, Suffixes {
  readonly kind: 'word';
  /** The word without quotes and escapes. Single spaces separate the words of a phrase. */
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
  /** See `WordNode`. */
  readonly indexEnd: number;
  readonly features: readonly Feature[];
}

/** A lemma without its `@`. */
export function lemmaOf({ form }: LemmaNode): string {
  return form.slice(1);
}

/** In the notation of CoNLL-U, sorted by name. */
export function featuresText({ features }: LemmaNode): string {
  return features
    .map(({ name, value }) => `${name}=${value}`)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .join('|');
}

export function featureRangesOf(
  text: string,
  { start, features }: LemmaNode,
): { readonly name: NamedRange; readonly value: NamedRange }[] {
  // Searches for the `[`, since a misplaced index may stand before it.
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
 * Alternatives, `( a | b )`. A sentence uses exactly one member, or none if the group is optional.
 */
export interface GroupNode extends Range, Suffixes {
  readonly kind: 'group';
  readonly members: readonly NamedWord[];
}

/** A chunk, `[ a b ]`. In each sentence, its words stand next to each other. */
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
  /** See `WordNode`. */
  readonly indexEnd: number;
  /** Whether the reference has a tag or a `?`, which are errors. */
  readonly suffixed: boolean;
}

export interface Arrow extends Range {
  readonly label: string | null;
}

/**
 * A statement of `deps:`. In `a -> b -> c d`, the heads are `a` and `b`, the dependents `c` and
 * `d`. Arrow i leads from head i to head i + 1, the last arrow from the last head to every
 * dependent. A statement with a syntax error may have no dependents.
 */
export interface DepsStatement extends Range {
  readonly heads: readonly Reference[];
  readonly arrows: readonly Arrow[];
  readonly dependents: readonly Reference[];
  /** Whether the statement has a syntax error. If so, it is ignored. */
  readonly broken: boolean;
}

export type OrderRelation = 'before' | 'right-before' | 'first' | 'last';

/** A statement of `order:`. It has two words with `<` and `<<`, and one with `first` and `last`. */
export interface OrderStatement extends Range {
  readonly relation: OrderRelation | null;
  readonly words: readonly Reference[];
  readonly broken: boolean;
}

/** The index in `file.bags`; -1 for an offset before the first bag. */
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

/** Both numbers count from 0. */
export interface Position {
  readonly line: number;
  /** In UTF-16 code units. */
  readonly column: number;
}

/** Converts an offset in the file. Takes time linear in the size of one bag. */
export function positionAt(file: BowFile, offset: number): Position {
  const bag = bagAt(file, offset);
  const line =
    bag < 0
      ? countLines(file.text, 0, offset)
      : file.lines[bag] + countLines(file.bags[bag].text, 0, offset - file.starts[bag]);
  return { line, column: offset - lineStartAt(file.text, offset) };
}

export function tagRangesOf({ tagStart, tags }: NamedWord | GroupNode): readonly Range[] {
  let next = tagStart;
  return tags.map(({ length }) => {
    const start = next;
    next += length + 1;
    return { start, end: start + length };
  });
}

export function itemsOf(bag: BagNode): readonly WordItem[] {
  return bag.sections.flatMap((section) => (section.kind === 'words' ? section.items : []));
}

/** In the order of the text, with the members of groups and chunks. */
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

export function groupsOf(bag: BagNode): readonly GroupNode[] {
  const groups: GroupNode[] = [];
  const add = (item: WordItem): void => {
    if (item.kind === 'group') groups.push(item);
    else if (item.kind === 'chunk') item.items.forEach(add);
  };
  itemsOf(bag).forEach(add);
  return groups;
}

export function depsOf(bag: BagNode): readonly DepsStatement[] {
  return bag.sections.flatMap((section) => (section.kind === 'deps' ? section.statements : []));
}

export function orderOf(bag: BagNode): readonly OrderStatement[] {
  return bag.sections.flatMap((section) => (section.kind === 'order' ? section.statements : []));
}

/** In the order of the text. */
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

export function expectationsOf(bag: BagNode): readonly Range[] {
  const sections = bag.sections.filter((section) => section.kind === 'expect');
  // Callers call this for every bag, so the array of a single section is not copied.
  return sections.length === 1 ? sections[0].lines : sections.flatMap(({ lines }) => lines);
}

export interface WrittenArc {
  readonly head: Reference;
  readonly arrow: Arrow;
  readonly dependent: Reference;
}

/** In the order of the text. */
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

/** Whether an expected sentence has a sign. */
export function sentencesHave(bag: BagNode, sign: string): boolean {
  return expectationsOf(bag).some(({ start, end }) => bag.text.slice(start, end).includes(sign));
}
