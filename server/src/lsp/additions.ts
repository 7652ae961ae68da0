import { absoluteRange, type WrittenAddition } from '../language/index.ts';
import type { BowDocument } from './document.ts';
import type { ShownAddition } from './protocol.ts';

/**
 * What is to be written into a bag, in the places of its file as it is now.
 *
 * @param bag its place in the file, from 0
 */
export function shownAddition(
  document: BowDocument,
  bag: number,
  { line, edits }: WrittenAddition,
): ShownAddition {
  const { file, version } = document;
  const shown = edits.map(({ range, newText }) => ({
    range: document.range(absoluteRange(file, bag, range)),
    newText,
  }));
  return { line, edits: { version, edits: shown } };
}
