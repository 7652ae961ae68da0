import { bagsOfText, maxCharacters } from '../features/new-bag.ts';
import { strayLines } from '../features/extract-bag.ts';
import { isFirstOfLine, lineEndOf, lineStartAt } from '../tree/lines.ts';
import { knownHeader } from '../tree/section-header.ts';
import { deletionOfItem } from '../writing/deletions.ts';
import type { Diagnostic, Fix, Range } from '../tree/diagnostic.ts';
import type { BowFile } from '../tree/syntax.ts';

const maxLines = 100;
/** No header of a section has more characters. */
const longestHeader = 20;

/**
 * Adds fixes to a diagnostic about text outside all bags. A fix deletes a stray `}`, makes one bag
 * of the sections there, or makes a bag of each line.
 */
export function withBagFixes(file: BowFile, found: Diagnostic): Diagnostic {
  if (found.code !== 'outside-bag' || found.fixes !== undefined) return found;
  const { start, end } = found.range;
  if (file.text.slice(start, end) === '}') {
    return {
      ...found,
      fixes: [{ title: 'Delete the `}`', edits: [deletionOfItem(file.text, found.range)] }],
    };
  }
  const bag = bagAround(file, start);
  if (bag !== null) return { ...found, fixes: [bag] };
  const lines = strayLines(file, start, maxLines);
  if (lines.length === 0) return found;
  const eol = lineEndOf(file.text);
  const fixOf = (title: string, some: readonly Range[]): Fix => ({
    title,
    edits: some.map(({ start, end }, place) => {
      const bags = bagsOfText(file.text.slice(start, end))!.trimEnd().replaceAll('\n', eol);
      return { range: { start, end }, newText: (place > 0 ? eol : '') + bags };
    }),
  });
  const fixes = [fixOf('Make a bag of this line', lines.slice(0, 1))];
  if (lines.length > 1)
    fixes.push(fixOf(`Make a bag of each of these ${lines.length} lines`, lines));
  return { ...found, fixes };
}

/**
 * Makes a bag of sections outside all bags. Null if no header of a section begins the line at
 * `start`, or if a `{` comes before the next `}`.
 */
function bagAround({ text, starts }: BowFile, start: number): Fix | null {
  const header = /^\S*/u.exec(text.slice(start, start + longestHeader))![0];
  if (!isFirstOfLine(text, start) || knownHeader(header.toLowerCase()) === null) return null;
  const next = starts.find((one) => one > start) ?? text.length;
  const below = text.slice(start, Math.min(next, start + maxCharacters));
  const [sections] = /^[^{}]*/u.exec(below)!;
  const isClosed = below[sections.length] === '}';
  if (!isClosed && start + sections.length < next) return null;
  const eol = lineEndOf(text);
  const from = lineStartAt(text, start);
  const edits = [{ range: { start: from, end: from }, newText: `bag {${eol}` }];
  if (!isClosed) {
    // Comments at the end belong to the next bag, so the `}` is written above them.
    const end = start + sections.replace(/(?:\s*[\r\n]\s*#[^\r\n]*)*\s*$/u, '').length;
    edits.push({ range: { start: end, end }, newText: `${eol}}` });
  }
  return { title: 'Make a bag of these lines', edits };
}
