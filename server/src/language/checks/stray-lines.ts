import { bagsOfText } from '../features/new-bag.ts';
import { strayLines } from '../features/extract-bag.ts';
import { lineEndOf } from '../tree/lines.ts';
import { deletionOfItem } from '../writing/deletions.ts';
import type { Diagnostic, Fix, Range } from '../tree/diagnostic.ts';
import type { BowFile } from '../tree/syntax.ts';

/** A fix makes bags of at most this many lines. */
const maxLines = 100;

/**
 * Adds fixes to a diagnostic about text outside all bags. A stray `}` gets a fix that deletes the
 * `}`. Other text gets a fix that makes a bag of its line. If more lines outside all bags follow,
 * another fix makes a bag of each line. Diagnostics with other codes, or with fixes, are returned
 * unchanged.
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
