import type { Bag, BagArc, BagWord } from '../../bag/bag.ts';
import { indentStep } from '../tree/lines.ts';
import { isBagName } from '../tree/bag-header.ts';
import { parse, parsePart } from '../tree/parser.ts';
import { printable } from '../../text/printable.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import { tokenize } from '../../text/tokenizer.ts';
import { spellLemma, spellName, spellQuoted, spellWord } from '../tree/spelling.ts';
import { expectationsOf, wordsOf } from '../tree/syntax.ts';
import { givenTag, hasCategory } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';

/** A bag to write, without alternatives, optional words and constraints on the order. */
export interface BagDescription extends Pick<Bag, 'words' | 'arcs' | 'root'> {
  readonly name: string | null;
  /** Written above the bag, one per line. */
  readonly comments: readonly string[];
  /** The expected sentences. `canBeExpected` must hold for each of them. */
  readonly expect: readonly string[];
}

/** The limit on the characters of a line of `words:`. A longer word gets a line of its own. */
export const lineWidth = 100;

/**
 * Writes a bag as an author would. Words stay in the given order; a repeated word gets an index if
 * an arc names it. Reading the text gives the same bag (`toBag`).
 */
export function writeBag({ name, comments, words, arcs, root, expect }: BagDescription): string {
  const indices = indicesOf({ words, arcs, root });
  const spelled = words.map((word, place) => {
    const tags = alternativesOf(word).join('|') || null;
    if (word.features !== undefined) {
      return spellLemma(nameOf(word), word.features, indices[place], tags);
    }
    // Quotes a form that the tokenizer would split, to mark it as one word.
    const isOne = word.form.includes(' ') || tokenize(`${word.form} a`).length <= 2;
    return isOne
      ? spellWord(word.form, indices[place], tags)
      : spellQuoted(word.form, indices[place], tags);
  });
  const named = (word: number): string =>
    spellName(
      { kind: words[word].features === undefined ? 'word' : 'lemma', form: nameOf(words[word]) },
      indices[word],
    );
  const deps = [
    ...(root === null ? [] : [`root -> ${named(root)}`]),
    ...statements(arcs).map(
      ({ head, label, dependents }) =>
        `${named(head)} ${label === null ? '->' : `-${label}->`} ${dependents.map(named).join(' ')}`,
    ),
  ];
  return [
    ...comments.map((comment) => `# ${printable(comment)}`),
    name === null ? 'bag {' : `bag ${name} {`,
    ...section('words', wrapped(spelled)),
    ...section('deps', deps),
    ...section('expect', expect),
    '}\n',
  ].join('\n');
}

/** The form of a word, or its lemma with `@`, as statements name it. */
function nameOf({ form, features }: BagWord): string {
  return features === undefined ? form : `@${form}`;
}

function alternativesOf({ tags, categories = [] }: BagWord): readonly string[] {
  return [
    ...tags,
    ...categories.map(({ category, tag }) => (tag === null ? category : `${tag}:${category}`)),
  ];
}

/**
 * Sorts the words of a sentence alphabetically, so that their new order does not reveal the
 * sentence. Returns the new order: for each word, its place in the sentence. The order is the same
 * on every platform.
 */
export function alphabetical(words: readonly BagWord[]): number[] {
  const keys = words.map((word) => [
    word.form.toLowerCase(),
    word.form,
    alternativesOf(word).join('|'),
  ]);
  return [...words.keys()].sort((a, b) => {
    const level = keys[a].findIndex((key, i) => key !== keys[b][i]);
    if (level < 0) return a - b;
    return keys[a][level] < keys[b][level] ? -1 : 1;
  });
}

function section(name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`${indentStep}${name}:`, ...lines.map((line) => indentStep + indentStep + line)];
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= lineWidth) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

/**
 * Words with the same form get the indices 1, 2 and so on if arcs name them. All others get null.
 */
function indicesOf({ words, arcs, root }: Pick<Bag, 'words' | 'arcs' | 'root'>): (number | null)[] {
  const isNamed = new Set(arcs.flatMap(({ head, dependent }) => [head, dependent]));
  if (root !== null) isNamed.add(root);
  const counts = new Map<string, number>();
  for (const name of words.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const last = new Map<string, number>();
  return words.map(nameOf).map((name, word) => {
    if (counts.get(name) === 1 || !isNamed.has(word)) return null;
    const index = (last.get(name) ?? 0) + 1;
    last.set(name, index);
    return index;
  });
}

interface Statement {
  readonly head: number;
  readonly label: string | null;
  readonly dependents: number[];
}

/** Groups arcs into lines: arcs with the same head and label share a line. */
function statements(arcs: readonly BagArc[]): Statement[] {
  const found = new Map<string, Statement>();
  for (const { head, dependent, label } of arcs) {
    const key = `${head} ${label ?? ''}`;
    const statement = found.get(key);
    if (statement) statement.dependents.push(dependent);
    else found.set(key, { head, label, dependents: [dependent] });
  }
  return [...found.values()];
}

/**
 * Whether a tag, or a tag with a category, can be written behind a word's slash. The parser must
 * read the same tag and category from it.
 */
export function canBeTag(
  tag: string,
  grammar: Grammar = 'dependency',
  category: string | null = null,
): boolean {
  const text = category === null ? tag : `${tag}:${category}`;
  // The test uses the word `-`, which is misread most easily: with the tag `NN->`, it would be the
  // arrow `-/NN->`.
  const { bags } = parsePart(`bag {\n  words: -/${text}\n}\n`, grammar);
  const [bag] = bags;
  const words = wordsOf(bag);
  const read = givenTag(words.at(0)?.tags.at(0) ?? '', grammar);
  return (
    bags.length === 1 &&
    bag.closed &&
    bag.diagnostics.length === 0 &&
    !hasCategory(tag) &&
    words.length === 1 &&
    words[0].tags.length === 1 &&
    read.tag === tag &&
    (read.category?.text ?? null) === category
  );
}

/** Whether an arrow can have this label: `-label->` must be read as a single arrow. */
export function canBeLabel(label: string): boolean {
  const text = `-${label}->`;
  const scanner = new Scanner(text, 0, text.length);
  return label !== '' && scanner.next() === TokenKind.Arrow && scanner.end === text.length;
}

/**
 * Makes a text a valid name of a bag with few changes. Returns an empty text if no character can
 * stay.
 */
export function toBagName(text: string): string {
  const joined = (apart: RegExp): string =>
    printable(text)
      .split(apart)
      .filter((part) => part !== '')
      .join('-');
  const name = joined(/[\s{}#]+/u);
  if (isBagName(name)) return name;
  const plain = joined(/[^\p{L}\p{M}\p{N}._]+/u);
  return isBagName(plain) ? plain : '';
}

/**
 * Whether a sentence with single spaces can stand in `expect:`. It cannot if its first word would
 * be read as a header, for instance.
 */
export function canBeExpected(sentence: string): boolean {
  const { bags } = parse(`bag {\n  expect:\n    ${sentence}\n}\n`);
  if (bags.length !== 1 || !bags[0].closed || bags[0].sections.length !== 1) return false;
  const lines = expectationsOf(bags[0]);
  return lines.length === 1 && bags[0].text.slice(lines[0].start, lines[0].end) === sentence;
}
