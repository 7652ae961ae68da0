import type { Connection } from 'vscode-languageserver';
import type { Addition } from '../bag/addition.ts';
import { absoluteRange, writeAddition, type BagNode, type TextEdit } from '../language/index.ts';
import type { BowDocument } from './document.ts';
import { messages } from './protocol.ts';
import type { AddParams, BagEdits, ShownAddition } from './protocol.ts';
import type { Session } from './session.ts';

/** Answers requests to write an offered addition into its bag. */
export function registerAdditions(connection: Connection, { documents, checks }: Session): void {
  connection.onRequest(messages.add, ({ uri, addition }: AddParams): BagEdits | null => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    // Bags above it may have come or gone since the offer.
    const index = document.file.bags.findIndex((bag) => ids.get(bag) === addition.bag);
    if (index < 0 || !document.checked(checks()).isValid(index)) return null;
    const written = writeAddition(document.file.bags[index], addition);
    return written === null ? null : bagEdits(document, index, written.edits);
  });
}

/** The bag of each offer. */
const ids = new WeakMap<BagNode, number>();
let lastId = 0;

function idOf(bag: BagNode): number {
  let id = ids.get(bag);
  if (id === undefined) ids.set(bag, (id = ++lastId));
  return id;
}

/** The additions that can be written into a bag. */
export function shownAdditions(bag: BagNode, additions: readonly Addition[]): ShownAddition[] {
  return additions.flatMap((addition) => {
    const written = writeAddition(bag, addition);
    if (written === null) return [];
    return [{ line: written.line, addition: { ...addition, bag: idOf(bag) } }];
  });
}

/**
 * Edits of a bag, as positions in the current file.
 *
 * @param bag its place in the file, from 0
 * @param edits in the bag's own offsets
 */
export function bagEdits(document: BowDocument, bag: number, edits: readonly TextEdit[]): BagEdits {
  const { file, version } = document;
  const shown = edits.map(({ range, newText }) => ({
    range: document.range(absoluteRange(file, bag, range)),
    newText,
  }));
  return { version, edits: shown };
}
