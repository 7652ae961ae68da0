import type { Range } from '../tree/diagnostic.ts';
import { WordTable } from '../meaning/word-table.ts';
import { Scanner, TokenKind } from '../tree/scanner.ts';
import {
  bagAt,
  depsOf,
  expectationsOf,
  groupsOf,
  orderOf,
  referencesOf,
  tagRangesOf,
  wordsOf,
} from '../tree/syntax.ts';
import type { Arrow, BagNode, BowFile, GroupNode, NamedWord } from '../tree/syntax.ts';
import { givenTag } from '../tree/given-tag.ts';
import { linesOf } from './line-kinds.ts';

/** The editor's names for kinds of tokens. Its themes give each kind a colour. */
export const tokenTypes = [
  'keyword',
  'namespace',
  'property',
  'variable',
  'number',
  'type',
  // For the labels of arcs, which name grammatical functions.
  'function',
  'operator',
  'string',
  'comment',
] as const;

export type TokenType = (typeof tokenTypes)[number];

/** A coloured token, within one line. */
export interface SemanticToken extends Range {
  readonly type: TokenType;
  /** Whether the token declares a name that other tokens refer to. */
  readonly declares: boolean;
}

/** The tokens that overlap a range, in the order of the text, as offsets in the file. */
export function semanticTokensOf(file: BowFile, range: Range): SemanticToken[] {
  const { bags, starts } = file;
  const tokens: SemanticToken[] = [];
  for (let bag = bagAt(file, range.start); bag < bags.length; bag++) {
    const offset = bag < 0 ? 0 : starts[bag];
    if (offset > range.end) break;
    const found = new Tokens(offset);
    if (bag < 0) addSettings(file, found);
    else addBag(bags[bag], found);
    addFromLines(file, bag, found);
    for (const token of found.inOrder()) {
      if (token.start < range.end && token.end > range.start) tokens.push(token);
    }
  }
  return tokens;
}

/**
 * Collects the tokens of a bag, or of the text above the first bag. `add` takes offsets in the bag
 * or in this text.
 */
class Tokens {
  readonly #offset: number;
  readonly #tokens: SemanticToken[] = [];

  constructor(offset: number) {
    this.#offset = offset;
  }

  add(type: TokenType, start: number, end: number, declares = false): void {
    if (start === end) return;
    const offset = this.#offset;
    this.#tokens.push({ type, start: offset + start, end: offset + end, declares });
  }

  inOrder(): readonly SemanticToken[] {
    return this.#tokens.sort((a, b) => a.start - b.start);
  }
}

function addSettings({ settings }: BowFile, tokens: Tokens): void {
  for (const { keyRange, valueRange } of settings) {
    tokens.add('property', keyRange.start, keyRange.end);
    tokens.add('string', valueRange.start, valueRange.end);
  }
}

function addBag(bag: BagNode, tokens: Tokens): void {
  const { header, name, nameRange } = bag;
  tokens.add('keyword', header.start, header.start + 'bag'.length);
  if (name !== null) tokens.add('namespace', nameRange.start, nameRange.end, true);
  for (const section of bag.sections) {
    if (section.kind !== 'unknown') tokens.add('keyword', section.header.start, section.header.end);
  }
  const words = wordsOf(bag);
  for (const word of words) {
    const formEnd = word.kind === 'lemma' ? word.start + word.form.length : word.formEnd;
    tokens.add('variable', word.start, formEnd, true);
    tokens.add('number', word.formEnd, word.indexEnd);
    addSuffixes(word, bag, tokens);
  }
  for (const group of groupsOf(bag)) addSuffixes(group, bag, tokens);
  const table = new WordTable(words);
  for (const reference of referencesOf(bag)) {
    const { kind, start, formEnd, indexEnd } = reference;
    if (kind === 'root') tokens.add('keyword', start, formEnd);
    else if (typeof table.resolve(reference) === 'number') {
      tokens.add('variable', start, formEnd);
      tokens.add('number', formEnd, indexEnd);
    }
  }
  for (const { arrows } of depsOf(bag)) for (const arrow of arrows) addArrow(arrow, tokens);
  for (const { relation, start } of orderOf(bag)) {
    if (relation !== 'first' && relation !== 'last') continue;
    tokens.add('keyword', start, start + relation.length);
  }
  for (const { start, end } of expectationsOf(bag)) tokens.add('string', start, end);
}

function addSuffixes(word: NamedWord | GroupNode, { grammar }: BagNode, tokens: Tokens): void {
  tagRangesOf(word).forEach(({ start, end }, alternative) => {
    if (alternative > 0) tokens.add('operator', start - 1, start);
    const { categoryStart } = givenTag(word.tags[alternative], grammar);
    if (categoryStart > 0) {
      const colon = start + categoryStart - 1;
      tokens.add('type', start, colon);
      tokens.add('operator', colon, colon + 1);
      tokens.add('type', colon + 1, end);
    } else tokens.add('type', start, end);
  });
  if (word.optional) tokens.add('operator', word.end - 1, word.end);
}

function addArrow({ start, end, label }: Arrow, tokens: Tokens): void {
  if (label !== null) {
    tokens.add('operator', start, start + 1);
    tokens.add('function', start + 1, end - 2);
  }
  tokens.add('operator', end - 2, end);
}

/** Adds tokens that the tree does not hold: comments and operators. */
function addFromLines(file: BowFile, bag: number, tokens: Tokens): void {
  const offset = bag < 0 ? 0 : file.starts[bag];
  for (const line of linesOf(file, bag)) {
    if (line.kind === 'strange') continue;
    for (const { start, end, isSentence } of line.parts) {
      if (isSentence) continue;
      const scanner = new Scanner(file.text, start, end);
      let token = scanner.next();
      for (; token !== TokenKind.End; token = scanner.next()) {
        if (line.kind === 'setting') continue;
        if (
          token === TokenKind.Before ||
          token === TokenKind.RightBefore ||
          token === TokenKind.Bar
        ) {
          tokens.add('operator', scanner.start - offset, scanner.end - offset);
        }
      }
      tokens.add('comment', scanner.start - offset, end - offset);
    }
  }
}
