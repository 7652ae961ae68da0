import { SemanticTokensBuilder } from 'vscode-languageserver';
import type {
  ClientCapabilities,
  Connection,
  SemanticTokens,
  ServerCapabilities,
} from 'vscode-languageserver';
import { type Range, semanticTokensOf, tokenTypes } from '../language/index.ts';
import type { BowDocument } from './document.ts';

/**
 * Offers the tokens of the whole file only if the editor cannot request the tokens of a range. If
 * both were offered, VS Code would request the whole file after each change. For a file that is too
 * large, VS Code would get the answer `null`, and then never request a range.
 */
export function semanticTokensCapabilities({
  textDocument,
}: ClientCapabilities): ServerCapabilities {
  const { range } = textDocument?.semanticTokens?.requests ?? {};
  const asksByRange = range !== undefined && range !== false;
  return {
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: ['declaration'] },
      range: true,
      full: !asksByRange,
    },
  };
}

const declaration = 1;

/** A larger file gets no tokens: sending them all at each change would take too long. */
const maxCharacters = 1_000_000;

export function registerSemanticTokens(
  connection: Connection,
  documents: ReadonlyMap<string, BowDocument>,
): void {
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    const { length } = document.file.text;
    return length > maxCharacters ? null : tokensIn(document, { start: 0, end: length });
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
