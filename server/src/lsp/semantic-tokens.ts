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
 * An editor that can ask for the tokens of what it shows is offered nothing else: VS Code asks for those
 * of the whole file after each change, takes `null` for a file without tokens, and then never asks for a
 * range. The whole file is for the other editors.
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

/** The tokens of a longer file take too long to be sent as a whole after each change. */
const maxCharacters = 1_000_000;

/** Answers an editor that asks what the tokens of a file mean. */
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
