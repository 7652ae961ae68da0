import type { Connection } from 'vscode-languageserver';
import { absoluteRange, insertExpectation } from '../language/index.ts';
import { messages } from './protocol.ts';
import type { BagEdits, InsertExpectationParams } from './protocol.ts';
import type { Session } from './session.ts';

/** Answers how a sentence is made an expectation of its bag. */
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
