import type { Connection } from 'vscode-languageserver';
import { insertExpectation } from '../language/features/insert-expectation.ts';
import { messages } from './protocol.ts';
import type { InsertExpectationParams, InsertExpectationResult } from './protocol.ts';
import type { Session } from './session.ts';

/** Answers how a sentence is made an expectation of its bag. */
export function registerExpectations(connection: Connection, { documents }: Session): void {
  connection.onRequest(
    messages.insertExpectation,
    ({ uri, index, text }: InsertExpectationParams): InsertExpectationResult | null => {
      const document = documents.get(uri);
      if (document === undefined || !(index in document.file.bags)) return null;
      const edit = insertExpectation(document.file.bags[index], text);
      if (edit === null) return null;
      return {
        version: document.version,
        position: document.positions.positionAt(document.file.starts[index] + edit.range.start),
        newText: edit.newText,
      };
    },
  );
}
