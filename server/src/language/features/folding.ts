import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/**
 * What can be folded: bags from their first line to their `}`, sections from their header to their last
 * line, as offsets in the file. Some may have a single line, which an editor does not fold.
 */
export function foldsOf(file: BowFile): Range[] {
  return file.bags.flatMap((node, bag) => [
    absoluteRange(file, bag, { start: node.header.start, end: node.end }),
    ...node.sections.map((section) => absoluteRange(file, bag, trimmed(node.text, section))),
  ]);
}

/** Without the white space and the empty lines at its end. */
function trimmed(text: string, { start, end }: Range): Range {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
