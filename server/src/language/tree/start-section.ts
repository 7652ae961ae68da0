import { lineEndOf, lineStartAt } from './lines.ts';
import { isStatement } from './parse-statements.ts';
import type { Fix } from './diagnostic.ts';
import { Scanner, statementEnd, TokenKind } from './scanner.ts';

/**
 * The fix that inserts a section's header before the content of the line that contains `offset`. Null if this content,
 * or the next content of the old section, is not a statement of the new section. If the content stands behind `words:`,
 * the fix leaves its words there.
 */
export function startSection(text: string, offset: number, section: 'deps' | 'order'): Fix | null {
  const start = lineStartAt(text, offset);
  // If the content shares its line with `words:`, the new header needs a line of its own.
  const [before, header] = /^\s*(words:\s*)?/.exec(text.slice(start, offset))!;
  const at = start + before.length;
  const scanner = new Scanner(text, at, text.length);
  if (!isStatement(text, scanner, scanner.next(), section)) return null;
  // The statement may be followed by a `}` or a header on its line.
  scanner.goTo(scanner.start);
  let next = scanner.next();
  while (next === TokenKind.End && scanner.nextLine()) next = scanner.next();
  const isOver =
    next === TokenKind.End || next === TokenKind.CloseBrace || next === TokenKind.Header;
  if (!isOver && !isStatement(text, scanner, next, section)) return null;
  const eol = lineEndOf(text);
  const words = header ? statementWords(text, at).join(' ') : '';
  const newText = header ? `${words}${eol}  ${section}:${eol}    ` : `${section}:${eol}    `;
  const edit = { range: { start: at, end: at }, newText };
  return { title: `Start \`${section}:\` here`, edits: [edit], begins: section };
}

/** The different words of the statement at an offset, as they are written. */
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
