import { closest } from '../../text/closest.ts';
import { char, isLineEnd, isSpace, lineEndAt } from './characters.ts';
import { isFirstOfLine, lineEndOf, lineStartAt } from './lines.ts';
import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Fix, Range, TextEdit } from './diagnostic.ts';
import { Scanner, TokenKind } from './scanner.ts';

/**
 * The start of a bag, such as `bag trip {`. Offsets count from the start of the text that
 * `readHeader` was given.
 */
export interface Header {
  readonly range: Range;
  readonly name: string | null;
  readonly nameRange: Range;
}

/** Reads `bag`, an optional name and `{` at the start of a line. */
export function readHeader(text: string, lineStart: number, limit: number): Header | null {
  const scanner = new Scanner(text, lineStart, limit);
  if (scanner.next() !== TokenKind.Word || scanner.end - scanner.start !== 3) return null;
  if (!text.startsWith('bag', scanner.start)) return null;
  const bag = { start: scanner.start, end: scanner.end };
  let nameRange: Range | null = null;
  if (scanner.next() === TokenKind.Word && text.charCodeAt(scanner.start) !== char.openBrace) {
    nameRange = { start: scanner.start, end: scanner.end };
    scanner.next();
  }
  // Content may follow the `{` without space, as in `{words:`.
  if (text.charCodeAt(scanner.start) !== char.openBrace) return null;
  const range = { start: bag.start, end: scanner.start + 1 };
  return nameRange
    ? { range, name: text.slice(nameRange.start, nameRange.end), nameRange }
    : { range, name: null, nameRange: bag };
}

/**
 * The offset of a `}` that directly follows the last word on a bag's first line: `bag { words: dogs
 * bark .}`. Null if there is none, or if this `}` belongs to a quote, to a `{` or perhaps to a
 * smiley.
 */
export function gluedBrace(text: string, { range }: Header): number | null {
  const scanner = new Scanner(text, range.end, text.length);
  let end = range.end;
  let isOpenQuote = false;
  for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
    ({ end } = scanner);
    isOpenQuote = token === TokenKind.Quoted && scanner.closingQuote < 0;
  }
  const brace = end - 1;
  const isBrace = brace >= range.end && text.charCodeAt(brace) === char.closeBrace;
  if (!isBrace || isOpenQuote) return null;
  // If the content also has a `{`, the `}` closes that `{`, not the bag.
  if (/(?<!\S)\{(?!\S)/u.test(text.slice(range.end, brace))) return null;
  const isGlued = brace === range.end || /[\p{L}\p{N}.,!?"')\]]/u.test(text[brace - 1]);
  return isGlued ? brace : null;
}

/** Whether an unclosed quote contains the bag's `}`, as in `bag { words: "a big city . }`. */
export function hasBraceInOpenQuote(text: string, { range }: Header): boolean {
  const scanner = new Scanner(text, range.end, text.length);
  const headerEnd = lineEndAt(text, range.end, text.length);
  do {
    for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
      if (token !== TokenKind.Quoted || scanner.closingQuote >= 0) continue;
      const quote = text.slice(scanner.start, scanner.end).trimEnd();
      // If the quote has a `{` before its `}`, both braces are probably words.
      const brace = /(?<!\S)[{}](?!\S)/u.exec(quote)?.[0];
      const mayBeGlued = scanner.start < headerEnd && brace === undefined;
      if (brace === '}' || (mayBeGlued && /[\p{L}\p{N}.,!?"')\]]\}$/u.test(quote))) return true;
    }
  } while (scanner.nextLine());
  return false;
}

/**
 * Whether the first or last token of a line is a `}`. Moves the scanner.
 *
 * @param first the line's first token, which the scanner has just read
 */
export function endsBag(scanner: Scanner, first: TokenKind): boolean {
  let last = first;
  for (let token = first; token !== TokenKind.End; token = scanner.next()) {
    last = token;
    if (first === TokenKind.CloseBrace) return true;
  }
  return last === TokenKind.CloseBrace;
}

export function isBagName(word: string): boolean {
  const scanner = new Scanner(word, 0, word.length);
  const isWord = scanner.next() === TokenKind.Word && scanner.end === word.length;
  return isWord && !word.startsWith('{');
}

/**
 * Finds a misspelt `bag` as the first word of a line, as in `Bag x {` or `bag: x {`. The rest of
 * the line must have a `{` or a section's header, or the next line must begin with a `{`.
 */
export function misspeltKeyword(text: string, start: number, limit: number): Range | null {
  const word =
    /^(?:bag:|[A-Za-z]+)(?=[\s{]|$)/iu.exec(text.slice(start, Math.min(limit, start + 6)))?.[0] ??
    '';
  if (closest(word, ['bag']) === null) return null;
  const keyword = { start, end: start + word.length };
  const scanner = new Scanner(text, keyword.end, limit);
  for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
    if (token === TokenKind.Header || text.slice(scanner.start, scanner.end).includes('{')) {
      return keyword;
    }
  }
  return braceBelow(text, lineEndAt(text, keyword.end, limit), limit) ? keyword : null;
}

const withoutKeyword =
  /^(?<name>[^\s{}"#]*)\s*\{(?=\s*(?:#|$)|.*?(?<![^\s{])(?:words|deps|order|expect):)/u;

/**
 * Finds the start of a bag that lacks the word `bag`, as in `trip {`. Returns its range and the
 * correct text.
 */
export function missingKeyword(
  text: string,
  start: number,
): { range: Range; header: string } | null {
  const line = text.slice(start, lineEndAt(text, start, text.length));
  const found = withoutKeyword.exec(line);
  if (found === null) return null;
  const { name } = found.groups as { name: string };
  if (name !== '' && (name.endsWith(':') || !isBagName(name))) return null;
  const header = name === '' ? 'bag {' : `bag ${name} {`;
  return { range: { start, end: start + found[0].length }, header };
}

/**
 * Matches the text after `bag`: a name and a `{`. Both may be missing. The name may have several
 * words or stand in quotes.
 */
const headerPattern = /^\s*"?(?<name>[^\s{}"#]+(?:\s+[^\s{}"#]+)*)?"?\s*(?<brace>\{)?/u;

const sectionPattern = /(?<!\S)(?:words|deps|order|expect):/u;

/**
 * Matches the text at the place of a missing `{`: another bracket, a sign as in `bag x:`, or the
 * header of the first section, as in `bag x words:`.
 */
const openingPattern =
  /(?<bracket>(?<!\S)[[(]|[[(](?=\s|$|(?:words|deps|order|expect):))|(?<!\S)(?:words|deps|order|expect):|(?<sign>:?=|:)(?=\s|$)/u;

/** A likely correction of a line that starts with `bag` but does not start a bag. */
export interface MeantHeader {
  /** The name as written; empty if there is none. */
  readonly name: string;
  /** The words of the name, joined by `-`; empty if the result cannot be a name. */
  readonly oneWord: string;
  /** Whether the line has content that is not in braces. */
  readonly lacksBraces: boolean;
  /** The header up to its `{`, or the whole line if the `{` is missing. */
  readonly range: Range;
  /** Null if the meaning of the line is unclear. */
  readonly fix: Fix | null;
}

/**
 * @param limit the end of the text to read
 * @param range the range of the line from `bag` on
 */
export function meantHeader(text: string, limit: number, range: Range): MeantHeader {
  const nameStart = range.start + 'bag'.length;
  const content = contentOf(text, limit, range);
  const [read, written = '', brace = ''] = headerPattern.exec(text.slice(nameStart, range.end))!;
  const name = content
    ? text.slice(nameStart, content.nameEnd).replaceAll('"', '').trim()
    : written.replace(/\s*(?::?=|:)$/u, '');
  const words = name.split(/\s+/u);
  const oneWord = isBagName(words.join('-')) ? words.join('-') : '';
  const header = oneWord === '' ? 'bag {' : `bag ${oneWord} {`;
  const newText = (isFirstOfLine(text, range.start) ? '' : lineEndOf(text)) + header;
  const meant = (fix: Fix | null): MeantHeader => ({
    ...{ name, oneWord, range, fix },
    lacksBraces: content !== null,
  });
  if (content) {
    if (content.closing === null) return meant(null);
    const first = {
      range: { start: range.start, end: content.start },
      newText: newText + content.before,
    };
    return meant({ title: 'Write `{` and `}`', edits: [first, ...content.closing] });
  }
  const title = `Write ${quoted(header)}`;
  if (brace !== '') {
    const upToBrace = { start: range.start, end: nameStart + read.length };
    return { ...meant(safeReplacement(title, upToBrace, newText)), range: upToBrace };
  }
  if (text.slice(nameStart + read.length, range.end).trim() !== '') return meant(null);
  const below = braceBelow(text, range.end, limit);
  if (below) {
    const edits = [
      { range, newText },
      { range: below, newText: '' },
    ];
    return meant({ title: 'Move the `{` up', edits, isSafe: true });
  }
  return meant(words.length > 1 ? null : replacement(title, range, newText));
}

/** The content of a bag without a `{`. */
interface BareContent {
  readonly nameEnd: number;
  readonly start: number;
  readonly before: string;
  /** The edits that write the `}`; null if its place is unclear. */
  readonly closing: readonly TextEdit[] | null;
}

/**
 * Finds the content of a bag that has another sign instead of the `{`, as in `bag x [a b]`. Null if
 * the line has a `{`, or if only the bag's header needs a correction.
 */
function contentOf(text: string, limit: number, range: Range): BareContent | null {
  const nameStart = range.start + 'bag'.length;
  const end = lastTokenEnd(text, nameStart, range.end);
  const line = text.slice(nameStart, end);
  const opening = openingPattern.exec(line);
  const brace = line.indexOf('{');
  const section = line.search(sectionPattern);
  if (!opening || (brace >= 0 && (section < 0 || brace < section))) return null;
  const { bracket, sign } = opening.groups as { bracket?: string; sign?: string };
  const nameEnd = nameStart + opening.index;
  const openingEnd = nameEnd + (bracket ?? sign ?? '').length;
  const content = text.slice(openingEnd, end).trim();
  if (content === '') {
    // In a line such as `bag x:`, only the header is wrong.
    if (bracket === undefined) return null;
    const closing = bracketBelow(text, range.end, limit, closingOf(bracket));
    return { nameEnd, start: openingEnd, before: '', closing };
  }
  return {
    nameEnd,
    start: text.indexOf(content, openingEnd),
    before: sectionPattern.test(content) ? ' ' : ' words: ',
    closing: closingOfLine(text, limit, { start: openingEnd, end }, bracket),
  };
}

function closingOf(bracket: string): string {
  return bracket === '[' ? ']' : ')';
}

/**
 * The edits that write the `}` of a bag with its content on one line. Null if its place is unclear.
 *
 * @param bracket the opening bracket that stands instead of the `{`
 */
function closingOfLine(
  text: string,
  limit: number,
  { start, end }: Range,
  bracket: string | undefined,
): TextEdit[] | null {
  const content = text.slice(start, end);
  if (/[{}]/u.test(content.slice(0, -1))) return null;
  if (content.endsWith('}')) return [];
  if (bracket !== undefined) {
    const closing = closingOf(bracket);
    const isItsOwn = content.split(closing).length === content.split(bracket).length + 1;
    if (!content.endsWith(closing) || !isItsOwn) return null;
    const newText = /\s/u.test(text[end - 2]) ? '}' : ' }';
    return [{ range: { start: end - 1, end }, newText }];
  }
  const below = new Scanner(text, end, limit);
  let token = below.next();
  while (token === TokenKind.End && below.nextLine()) token = below.next();
  const isLast = token === TokenKind.End || text.slice(below.start, below.end) === 'bag';
  return isLast ? [{ range: { start: end, end }, newText: ' }' }] : null;
}

/**
 * Changes a closing bracket below `offset` to a `}`. The bracket must be alone on its line. No edit
 * if the next bag or a `}` comes first.
 */
function bracketBelow(text: string, offset: number, limit: number, bracket: string): TextEdit[] {
  const scanner = new Scanner(text, offset, limit);
  while (scanner.nextLine()) {
    scanner.next();
    const { start, end } = scanner;
    const first = text.slice(start, end);
    if (first === 'bag' || first === '}') return [];
    if (first === bracket && scanner.next() === TokenKind.End) {
      return [{ range: { start, end }, newText: '}' }];
    }
  }
  return [];
}

function lastTokenEnd(text: string, start: number, limit: number): number {
  const scanner = new Scanner(text, start, limit);
  let end = start;
  while (scanner.next() !== TokenKind.End) ({ end } = scanner);
  return end;
}

/**
 * If the next line with content begins with a `{`, the range to delete: the `{` and the white space
 * after it, or the whole line if it has nothing else.
 */
function braceBelow(text: string, offset: number, limit: number): Range | null {
  const scanner = new Scanner(text, offset, limit);
  let token = TokenKind.End;
  while (token === TokenKind.End && scanner.nextLine()) token = scanner.next();
  const { start } = scanner;
  if (token === TokenKind.End || text[start] !== '{') return null;
  let end = start + 1;
  while (end < limit && isSpace(text.charCodeAt(end))) end++;
  if (end < limit && !isLineEnd(text.charCodeAt(end))) return { start, end };
  const lineStart = lineStartAt(text, start);
  return { start: lineStart - (text.startsWith('\r\n', lineStart - 2) ? 2 : 1), end };
}
