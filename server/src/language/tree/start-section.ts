import { lineEndOf, lineStartAt } from './lines.ts';
import { isStatement } from './parse-statements.ts';
import type { Fix } from './diagnostic.ts';
import { Scanner, statementEnd, TokenKind } from './scanner.ts';

/**
 * A fix for a statement of `deps:` or `order:` that stands in `words:`. The fix inserts the header
 * of `section` before the statement. If the line begins with `words:`, the fix also writes the
 * statement's words behind `words:`.
 *
 * @param offset an offset on the line of the statement
 * @returns null if the line is not a statement of `section`; also null if `words:` goes on and its
 *   next line is not such a statement
 */
export function startSection(text: string, offset: number, section: 'deps' | 'order'): Fix | null {
  const start = lineStartAt(text, offset);
  const [before, header] = /^\s*(words:\s*)?/.exec(text.slice(start, offset))!;
  const at = start + before.length;
  const scanner = new Scanner(text, at, text.length);
  if (!isStatement(text, scanner, scanner.next(), section)) return null;
  // The token that ended the statement may be a `}` or a header, so it is read again.
  scanner.goTo(scanner.start);
  let next = scanner.next();
  while (next === TokenKind.End && scanner.nextLine()) next = scanner.next();
  const isOver =
    next === TokenKind.End || next === TokenKind.CloseBrace || next === TokenKind.Header;
  if (!isOver && !isStatement(text, scanner, next, section)) return null;
  const eol = lineEndOf(text);
  const words = header ? statementWords(text, at).join(' ') : '';
  // If the statement follows `words:` on its line, the new header needs a line of its own.
  const newText = header ? `${words}${eol}  ${section}:${eol}    ` : `${section}:${eol}    `;
  const edit = { range: { start: at, end: at }, newText };
  return { title: `Start \`${section}:\` here`, edits: [edit], begins: section };
}

/** The words of the statement at an offset, each once. */
function statementWords(text: string, at: number): string[] {
  const scanner = new Scanner(text, at, text.length);
  const words = new Set<string>();
  for (let token = scanner.next(); statementEnd(token) === null; token = scanner.next()) {
    const written = text.slice(scanner.start, scanner.end);
    const isWord = token === TokenKind.Word && !/^(?:root|first|last)$/u.test(written);
    if (isWord || token === TokenKind.Quoted) words.add(written);
  }
  return [...words];
}
