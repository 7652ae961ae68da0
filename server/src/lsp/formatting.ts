import type {
  Connection,
  FormattingOptions,
  ServerCapabilities,
  TextEdit as ProtocolEdit,
} from 'vscode-languageserver';
import {
  formatFile,
  formatOnType,
  formatRange,
  type Layout,
  type TextEdit,
} from '../language/index.ts';
import type { BowDocument } from './document.ts';

export const formattingCapabilities: ServerCapabilities = {
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n', moreTriggerCharacter: ['}'] },
};

export function registerFormatting(
  connection: Connection,
  documents: ReadonlyMap<string, BowDocument>,
): void {
  connection.onDocumentFormatting(({ textDocument: { uri }, options }): ProtocolEdit[] | null => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    return editsOf(document, formatFile(document.file, layoutOf(options)));
  });

  connection.onDocumentRangeFormatting(
    ({ textDocument: { uri }, range, options }): ProtocolEdit[] | null => {
      const document = documents.get(uri);
      if (document === undefined) return null;
      const offsets = document.offsets(range);
      return editsOf(document, formatRange(document.file, offsets, layoutOf(options)));
    },
  );

  connection.onDocumentOnTypeFormatting(
    ({ textDocument: { uri }, position, ch, options }): ProtocolEdit[] | null => {
      const document = documents.get(uri);
      if (document === undefined) return null;
      const offset = document.positions.offsetAt(position);
      return editsOf(document, formatOnType(document.file, offset, ch, layoutOf(options)));
    },
  );
}

function layoutOf({ insertSpaces, tabSize }: FormattingOptions): Layout {
  return { indent: insertSpaces ? ' '.repeat(tabSize) : '\t' };
}

function editsOf(document: BowDocument, edits: readonly TextEdit[]): ProtocolEdit[] {
  return edits.map(({ range, newText }) => ({ range: document.range(range), newText }));
}
