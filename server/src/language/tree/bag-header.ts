import { isLineEnd, isSpace } from './characters.ts';
import { lineEndOf, lineStartAt } from './lines.ts';
import { quoted, replacement } from './diagnostic.ts';
import type { Fix, Range } from './diagnostic.ts';
import { Scanner, TokenKind } from './scanner.ts';

/** A bag's first line, as offsets in the searched text. */
export interface Header {
  readonly range: Range;
  readonly name: string | null;
  readonly nameRange: Range;
}

/** Reads a bag's first line: `bag`, an optional name and `{`, and at most a comment after it. */
export function readHeader(text: string, lineStart: number, limit: number): Header | null {
  const scanner = new Scanner(text, lineStart, limit);
  if (scanner.next() !== TokenKind.Word || scanner.end - scanner.start !== 3) return null;
  if (!text.startsWith('bag', scanner.start)) return null;
  const bag = { start: scanner.start, end: scanner.end };
  let token = scanner.next();
  let nameRange: Range | null = null;
  if (token === TokenKind.Word) {
    nameRange = { start: scanner.start, end: scanner.end };
    token = scanner.next();
  }
  if (token !== TokenKind.OpenBrace) return null;
  const range = { start: bag.start, end: scanner.end };
  if (scanner.next() !== TokenKind.End) return null;
  return nameRange
    ? { range, name: text.slice(nameRange.start, nameRange.end), nameRange }
    : { range, name: null, nameRange: bag };
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

/** How many lines below a broken first line are searched for the bag's `}`. */
const maxLinesBelow = 100;

/** Whether a line below an offset closes the bag before another bag begins. */
function isClosedBelow(text: string, offset: number, limit: number): boolean {
  const scanner = new Scanner(text, offset, limit);
  for (let line = 0; line < maxLinesBelow && scanner.nextLine(); line++) {
    const first = scanner.next();
    if (first === TokenKind.Word && text.startsWith('bag ', scanner.start)) return false;
    if (endsBag(scanner, first)) return true;
  }
  return false;
}

/** Whether a text can be the name of a bag: it is one word. */
export function isBagName(word: string): boolean {
  const scanner = new Scanner(word, 0, word.length);
  return scanner.next() === TokenKind.Word && scanner.end === word.length;
}

/**
 * Matches the text after `bag`: a name, perhaps of several words or in quotes, then `{` and the
 * rest of the line.
 */
const headerPattern =
  /^"?(?<name>[^\s{}"#]+(?:\s+[^\s{}"#]+)*)?"?\s*(?:(?<brace>\{)\s*(?<content>.*))?$/su;

/**
 * The fix for a line that starts with `bag` and is not a header; null if the meaning is unclear.
 */
export function headerFix(text: string, limit: number, range: Range): Fix | null {
  const rest = text.slice(range.start + 'bag'.length, range.end).trimStart();
  const groups = headerPattern.exec(rest)?.groups as Partial<Record<string, string>> | undefined;
  if (!groups) return null;
  const { name = '', brace, content = '' } = groups;
  // Another bag may begin or end within the line.
  if (/[{}]/.test(content.slice(0, -1))) return null;
  const words = name.split(/\s+/u);
  const oneWord = words.join('-');
  const header = isBagName(oneWord) ? `bag ${oneWord} {` : 'bag {';
  const eol = lineEndOf(text);
  const isFirst = text.slice(lineStartAt(text, range.start), range.start).trim() === '';
  const written = (isFirst ? '' : eol) + header;
  if (brace === undefined) {
    const below = braceBelow(text, range.end, limit);
    if (below) {
      const edits = [
        { range, newText: written },
        { range: below, newText: '' },
      ];
      return { title: 'Move the `{` up', edits };
    }
    return words.length > 1 ? null : replacement(`Write ${quoted(header)}`, range, written);
  }
  // If a `}` further down closes the bag, a `}` at the end of this line does not.
  const isClosed = content.endsWith('}') && isClosedBelow(text, range.end, limit);
  if (content === '' || (content === '}' && isClosed)) {
    return replacement(`Write ${quoted(header)}`, range, written);
  }
  const closedInLine = isClosed ? null : /^([^#]*[^\s#{}])\s*\}$/su.exec(content);
  const lines = closedInLine ? [`  ${closedInLine[1]}`, '}'] : [`  ${content}`];
  const title = 'Put the content on a line of its own';
  return replacement(title, range, [written, ...lines].join(eol));
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
