import type { Addition } from '../bag/addition.ts';
import {
  absoluteRange,
  type BagNode,
  insertExpectation,
  type TextEdit,
  writeAddition,
} from '../language/index.ts';
import type { BowDocument } from './document.ts';
import type { AddParams, BagEdits, InsertExpectationParams, ShownAddition } from './protocol.ts';
import type { Session } from './session.ts';

/** Adds lines to bags for the panel: the additions that it offers, and expectations. */
export class Additions {
  readonly #session: Session;
  /** The bags of the offers. */
  readonly #ids = new WeakMap<BagNode, number>();
  #lastId = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The additions that can be written into a bag. */
  shown(bag: BagNode, additions: readonly Addition[]): ShownAddition[] {
    return additions.flatMap((addition) => {
      const written = writeAddition(bag, addition);
      if (written === null) return [];
      return [{ line: written.line, addition: { ...addition, bag: this.#idOf(bag) } }];
    });
  }

  /** Writes an offered addition into its bag; null if the bag is gone or has changed. */
  add({ uri, addition }: AddParams): BagEdits | null {
    const { documents, checks } = this.#session;
    const document = documents.get(uri);
    if (document === undefined) return null;
    // Bags above it may have come or gone since the offer.
    const index = document.file.bags.findIndex((bag) => this.#ids.get(bag) === addition.bag);
    if (index < 0 || !document.checked(checks()).isValid(index)) return null;
    const written = writeAddition(document.file.bags[index], addition);
    return written === null ? null : bagEdits(document, index, written.edits);
  }

  /** Makes a sentence an expectation; null if the bag is gone, or a line cannot hold the sentence. */
  insertExpectation({ uri, index, text }: InsertExpectationParams): BagEdits | null {
    const document = this.#session.documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return null;
    const edit = insertExpectation(document.file.bags[index], text);
    return edit === null ? null : bagEdits(document, index, [edit]);
  }

  #idOf(bag: BagNode): number {
    let id = this.#ids.get(bag);
    if (id === undefined) this.#ids.set(bag, (id = ++this.#lastId));
    return id;
  }
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
