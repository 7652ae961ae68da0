import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/**
 * The ranges that can be folded, as offsets in the file: a bag to its `}`, and a section to its
 * last line. Ranges of a single line are included, although editors do not fold them.
 */
export function foldsOf(file: BowFile): Range[] {
  return file.bags.flatMap((node, bag) => [
    absoluteRange(file, bag, { start: node.header.start, end: node.end }),
    ...node.sections.map((section) => absoluteRange(file, bag, trimmed(node.text, section))),
  ]);
}

function trimmed(text: string, { start, end }: Range): Range {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
