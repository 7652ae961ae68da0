import type { Connection } from 'vscode-languageserver';
import {
  absoluteRange,
  type BagNode,
  type CheckedFile,
  type CheckOptions,
  insertExpectation,
} from '../language/index.ts';
import type { Realized } from '../realize/realizer.ts';
import { rankExpectations, type RankedExpectation } from '../results/expectations.ts';
import { messages } from './protocol.ts';
import type { BagEdits, InsertExpectationParams } from './protocol.ts';
import type { Session } from './session.ts';

/** Answers requests to make a sentence an expectation of its bag. */
export function registerExpectations(connection: Connection, { documents }: Session): void {
  connection.onRequest(
    messages.insertExpectation,
    ({ uri, index, text }: InsertExpectationParams): BagEdits | null => {
      const document = documents.get(uri);
      if (document === undefined || !(index in document.file.bags)) return null;
      const edit = insertExpectation(document.file.bags[index], text);
      if (edit === null) return null;
      const range = document.range(absoluteRange(document.file, index, edit.range));
      return { version: document.version, edits: [{ range, newText: edit.newText }] };
    },
  );
}

/** The last ranks of each bag's expectations, and their inputs besides the bag. */
const known = new WeakMap<
  BagNode,
  {
    readonly realized: Realized;
    readonly options: CheckOptions;
    readonly ranked: readonly RankedExpectation[];
  }
>();

/**
 * The expectations of a bag, with their ranks in a result. They are computed once, since an editor
 * repeatedly requests all bags of a file.
 *
 * @param bag its place in the file, from 0
 */
export function rankedIn(
  realized: Realized,
  checked: CheckedFile,
  bag: number,
): readonly RankedExpectation[] {
  const node = checked.file.bags[bag];
  const { options } = checked;
  const last = known.get(node);
  if (last?.realized === realized && last.options === options) return last.ranked;
  const ranked = rankExpectations(realized.realizations, checked.expectations(bag));
  known.set(node, { realized, options, ranked });
  return ranked;
}
