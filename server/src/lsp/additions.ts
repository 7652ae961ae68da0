import { type Addition, wordsOfAddition } from '../bag/addition.ts';
import {
  absoluteRange,
  type BagNode,
  insertExpectation,
  type TextEdit,
  writeAdditions,
} from '../language/index.ts';
import type { BowDocument } from './document.ts';
import { requireWord } from './parameters.ts';
import type { AddParams, BagEdits, InsertExpectationParams, ShownAddition } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * Writes lines into bags for the panel: lines that an explanation or a question offered
 * (additions), and expected sentences.
 */
export class Additions {
  readonly #session: Session;
  readonly #ids = new WeakMap<BagNode, number>();
  #lastId = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Returns the additions that can be written into a bag, each with the line that it writes. */
  shown(bag: BagNode, additions: readonly Addition[]): ShownAddition[] {
    return additions.flatMap((addition) => {
      const written = writeAdditions(bag, [addition]);
      if (written === null) return [];
      return [{ line: written.lines[0].line, addition: { ...addition, bag: this.#idOf(bag) } }];
    });
  }

  /**
   * Returns the edits that write offered additions into their bag. Null if the bag is gone or has
   * changed.
   */
  add({ uri, additions }: AddParams): BagEdits | null {
    const { documents, checks } = this.#session;
    const document = documents.get(uri);
    if (document === undefined) return null;
    // The bag's index may have changed since the offer, so the bag is found by its number.
    const index = document.file.bags.findIndex((bag) => {
      const id = this.#ids.get(bag);
      return additions.every((addition) => addition.bag === id);
    });
    if (index < 0 || !document.checked(checks()).isValid(index)) return null;
    const bag = document.file.bags[index];
    for (const addition of additions) {
      for (const word of wordsOfAddition(addition)) requireWord(bag, word, 'addition');
    }
    const written = writeAdditions(bag, additions);
    return written === null ? null : bagEdits(document, index, written.edits);
  }

  /** Null if the bag is gone, or if the sentence cannot stand on a line of `expect:`. */
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
 * Converts edits of a bag to positions in the current file.
 *
 * @param edits edits with offsets from the start of the bag
 */
export function bagEdits(document: BowDocument, bag: number, edits: readonly TextEdit[]): BagEdits {
  const { file, version } = document;
  const shown = edits.map(({ range, newText }) => ({
    range: document.range(absoluteRange(file, bag, range)),
    newText,
  }));
  return { version, edits: shown };
}
