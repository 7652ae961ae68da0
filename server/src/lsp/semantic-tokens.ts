import { SemanticTokensBuilder } from 'vscode-languageserver';
import type { Connection, SemanticTokens, ServerCapabilities } from 'vscode-languageserver';
import { type Range, semanticTokensOf, tokenTypes } from '../language/index.ts';
import type { BowDocument } from './document.ts';

export const semanticTokensCapabilities: ServerCapabilities = {
  semanticTokensProvider: {
    legend: { tokenTypes: [...tokenTypes], tokenModifiers: ['declaration'] },
    full: true,
    range: true,
  },
};

const declaration = 1;

/**
 * An editor asks for all tokens of a file after each change. In a file of more characters it gets those
 * that it shows, which it asks for by their range.
 */
const mostCharacters = 100_000;

/** Answers an editor that asks what the tokens of a file mean. */
export function registerSemanticTokens(
  connection: Connection,
  documents: ReadonlyMap<string, BowDocument>,
): void {
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    const { length } = document.file.text;
    return length > mostCharacters ? null : tokensIn(document, { start: 0, end: length });
  });

  connection.languages.semanticTokens.onRange(({ textDocument: { uri }, range }) => {
    const document = documents.get(uri);
    return document === undefined ? null : tokensIn(document, document.offsets(range));
  });
}

function tokensIn(document: BowDocument, range: Range): SemanticTokens {
  const types = new Map(tokenTypes.map((type, place) => [type, place]));
  const builder = new SemanticTokensBuilder();
  for (const { start, end, type, declares } of semanticTokensOf(document.file, range)) {
    const { line, character } = document.positions.positionAt(start);
    builder.push(line, character, end - start, types.get(type)!, declares ? declaration : 0);
  }
  return builder.build();
}
