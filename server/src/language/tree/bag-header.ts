import { closest } from '../../text/closest.ts';
import { char, isLineEnd, isSpace, lineEndAt } from './characters.ts';
import { isFirstOfLine, lineEndOf, lineStartAt } from './lines.ts';
import { quoted, replacement, safeReplacement } from './diagnostic.ts';
import type { Fix, Range } from './diagnostic.ts';
import { Scanner, TokenKind } from './scanner.ts';

/** The start of a bag, up to its `{`, as offsets in the searched text. */
export interface Header {
  readonly range: Range;
  readonly name: string | null;
  readonly nameRange: Range;
}

/**
 * Reads the start of a bag: `bag`, an optional name and `{` at the start of a line. The content may
 * follow on the same line.
 */
export function readHeader(text: string, lineStart: number, limit: number): Header | null {
  const scanner = new Scanner(text, lineStart, limit);
  if (scanner.next() !== TokenKind.Word || scanner.end - scanner.start !== 3) return null;
  if (!text.startsWith('bag', scanner.start)) return null;
  const bag = { start: scanner.start, end: scanner.end };
  let token = scanner.next();
  let nameRange: Range | null = null;
  if (token === TokenKind.Word && text.charCodeAt(scanner.start) !== char.openBrace) {
    nameRange = { start: scanner.start, end: scanner.end };
    token = scanner.next();
  }
  // The content may follow without white space, as in `{words:`.
  if (token === TokenKind.End || text.charCodeAt(scanner.start) !== char.openBrace) return null;
  const range = { start: bag.start, end: scanner.start + 1 };
  return nameRange
    ? { range, name: text.slice(nameRange.start, nameRange.end), nameRange }
    : { range, name: null, nameRange: bag };
}

/**
 * The offset of a `}` that sticks to the last word of the line of a bag's header, as in
 * `bag { words: dogs bark .}`. Null if there is none, or if it may be part of a smiley.
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
  // The content may have a `{`. A `}` after a space would close this `{`, and not the bag.
  if (/(?<!\S)\{(?!\S)/u.test(text.slice(range.end, brace))) return null;
  const isGlued = brace === range.end || /[\p{L}\p{N}.,!?"')\]]/u.test(text[brace - 1]);
  return isGlued ? brace : null;
}

/**
 * The offset of the bag's probable `}` in a quote that is not closed, as in `bag { words: "a big city . }`. Takes the last
 * such quote of a bag that no other `}` closes. Null if there is none.
 */
export function braceInOpenQuote(text: string, { range }: Header): number | null {
  const scanner = new Scanner(text, range.end, text.length);
  const headerEnd = lineEndAt(text, range.end, text.length);
  let found: number | null = null;
  do {
    for (let token = scanner.next(); token !== TokenKind.End; token = scanner.next()) {
      if (token !== TokenKind.Quoted || scanner.closingQuote >= 0) continue;
      const quote = text.slice(scanner.start, scanner.end).trimEnd();
      const pattern =
        scanner.start < headerEnd
          ? /(?<!\S)[{}](?!\S)|(?<=[\p{L}\p{N}.,!?"')\]])\}$/u
          : /(?<!\S)[{}](?!\S)/u;
      const at = quote.search(pattern);
      // A `{` may be a word of a sentence, and the `}` closes it.
      if (at >= 0 && quote[at] === '}') found = scanner.start + at;
    }
  } while (scanner.nextLine());
  return found;
}

/** Whether the line's first or last token is a `}`. */
export function endsBag(scanner: Scanner, first: TokenKind): boolean {
  let last = first;
  for (let token = first; token !== TokenKind.End; token = scanner.next()) {
    last = token;
    if (first === TokenKind.CloseBrace) return true;
  }
  return last === TokenKind.CloseBrace;
}

/** Whether a text can be the name of a bag: it is one word. */
export function isBagName(word: string): boolean {
  const scanner = new Scanner(word, 0, word.length);
  const isWord = scanner.next() === TokenKind.Word && scanner.end === word.length;
  return isWord && !word.startsWith('{');
}

/**
 * The range of a first word of a line that is probably a misspelt `bag`, as in `Bag x {`; else null. The line must look
 * like the start of a bag: its `{` or the header of a section follows.
 */
export function misspeltKeyword(text: string, start: number, limit: number): Range | null {
  const word =
    /^[A-Za-z]+(?=[\s{]|$)/u.exec(text.slice(start, Math.min(limit, start + 6)))?.[0] ?? '';
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

/** Matches the text after `bag`: a name, perhaps of several words or in quotes, and the `{`. */
const headerPattern = /^\s*"?(?<name>[^\s{}"#]+(?:\s+[^\s{}"#]+)*)?"?\s*(?<brace>\{)?/u;

/** A correction of a line that starts with `bag` and does not start a bag. */
export interface MeantHeader {
  /** The name as written; empty if there is none. */
  readonly name: string;
  /** The name as one word; empty if this word cannot be a name. */
  readonly oneWord: string;
  /** The range of the header, up to its `{`. The whole line if it has no `{` there. */
  readonly range: Range;
  /** Null if the meaning is unclear. */
  readonly fix: Fix | null;
}

/** The likely meaning of a line that starts with `bag` and does not start a bag. */
export function meantHeader(text: string, limit: number, range: Range): MeantHeader {
  const nameStart = range.start + 'bag'.length;
  const [read, name = '', brace = ''] = headerPattern.exec(text.slice(nameStart, range.end))!;
  const words = name.split(/\s+/u);
  const oneWord = isBagName(words.join('-')) ? words.join('-') : '';
  const header = oneWord === '' ? 'bag {' : `bag ${oneWord} {`;
  const meant = (fix: Fix | null): MeantHeader => ({ name, oneWord, range, fix });
  const written = (isFirstOfLine(text, range.start) ? '' : lineEndOf(text)) + header;
  const title = `Write ${quoted(header)}`;
  if (brace !== '') {
    const upToBrace = { start: range.start, end: nameStart + read.length };
    return { ...meant(safeReplacement(title, upToBrace, written)), range: upToBrace };
  }
  if (text.slice(nameStart + read.length, range.end).trim() !== '') return meant(null);
  const below = braceBelow(text, range.end, limit);
  if (below) {
    const edits = [
      { range, newText: written },
      { range: below, newText: '' },
    ];
    return meant({ title: 'Move the `{` up', edits, isSafe: true });
  }
  return meant(words.length > 1 ? null : replacement(title, range, written));
}

/**
 * The range to delete if the next line with content begins with `{`: the bracket, or the whole line if it has nothing
 * else. Null if it begins with something else.
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
