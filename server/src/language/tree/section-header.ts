import { lineEndOf, lineStartAt } from './lines.ts';
import { parseDepsLine, parseOrderLine } from './parse-statements.ts';
import type { Fix } from './problem.ts';
import { ProblemList } from './problem-list.ts';
import { Scanner, Token } from './scanner.ts';
import { sectionNames } from './syntax.ts';
import type { SectionName } from './syntax.ts';

/** The name in a section's header: a lower-case name and a colon; null where a word is none. */
export function headerName(word: string): string | null {
  return /^[a-z]+(?:-[a-z]+)*:$/.test(word) ? word.slice(0, -1) : null;
}

/** The section that a header begins; null where a word is none, or of no section that there is. */
export function knownHeader(word: string): SectionName | null {
  // It is asked of each line: most differ in their length already.
  const known = sectionNames.find((name) => word.length === name.length + 1 && word === `${name}:`);
  return known ?? null;
}

/**
 * Puts a section's header before the content of the line around an offset; null where this line or the next
 * is no statement of that section.
 */
export function startSection(text: string, offset: number, section: 'deps' | 'order'): Fix | null {
  const start = lineStartAt(text, offset);
  // Where the content shares its line with `words:`, the new header needs a line of its own.
  const [before, header] = /^\s*(words:\s*)?/.exec(text.slice(start, offset))!;
  const at = start + before.length;
  const scanner = new Scanner(text, at, text.length);
  if (!isStatement(text, scanner, scanner.next(), section)) return null;
  let next = Token.End;
  while (next === Token.End && scanner.nextLine()) next = scanner.next();
  const isOver =
    next === Token.End ||
    next === Token.CloseBrace ||
    knownHeader(text.slice(scanner.start, scanner.end)) !== null;
  if (!isOver && !isStatement(text, scanner, next, section)) return null;
  const eol = lineEndOf(text);
  const newText = header ? `${eol}  ${section}:${eol}    ` : `${section}:${eol}    `;
  const edit = { range: { start: at, end: at }, newText };
  return { title: `Start \`${section}:\` here`, edits: [edit], begins: section };
}

/** Whether the rest of a line, from the scanner's last token on, is a statement of a section. */
export function isStatement(
  text: string,
  scanner: Scanner,
  first: Token,
  section: 'deps' | 'order',
): boolean {
  if (isHeader(text, scanner)) return false;
  const problems = new ProblemList();
  const parseLine = section === 'deps' ? parseDepsLine : parseOrderLine;
  parseLine(text, scanner, first, [], problems);
  return problems.finish().length === 0;
}

/** Whether the scanner's last token would begin a section, known or not. */
function isHeader(text: string, { start, end }: Scanner): boolean {
  return headerName(text.slice(start, end)) !== null;
}
