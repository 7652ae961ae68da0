import {
  DocumentHighlightKind,
  ErrorCodes,
  MarkupKind,
  ResponseError,
  SymbolKind,
} from 'vscode-languageserver';
import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Position,
  Range as ProtocolRange,
  SelectionRange,
  ServerCapabilities,
  SymbolInformation,
  TextDocumentPositionParams,
  WorkspaceEdit,
} from 'vscode-languageserver';
import {
  type BagNode,
  type FileSymbol,
  findBags,
  foldsOf,
  hoverAt,
  type Knowledge,
  occurrencesAt,
  renamableAt,
  renameAt,
  selectionsAt,
  symbolsOf,
} from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import { registerCompletion, triggerCharacters, type CompletionSupport } from './completion.ts';
import type { BowDocument } from './document.ts';
import { formattingCapabilities, registerFormatting } from './formatting.ts';
import { registerSemanticTokens, semanticTokensCapabilities } from './semantic-tokens.ts';

/** The server capabilities that announce the features of `registerFeatures`. */
export function featureCapabilities(client: ClientCapabilities): ServerCapabilities {
  return {
    completionProvider: { triggerCharacters },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    ...formattingCapabilities,
    ...semanticTokensCapabilities(client),
  };
}

const symbolKinds: Readonly<Record<FileSymbol['kind'], SymbolKind>> = {
  bag: SymbolKind.Object,
  section: SymbolKind.Property,
};

/** A symbol query lists at most this many bags of each file. */
const MAX_SYMBOLS = 500;

function toDocumentSymbol(document: BowDocument, symbol: FileSymbol): DocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: symbolKinds[symbol.kind],
    range: document.range(symbol.range),
    selectionRange: document.range(symbol.nameRange),
    children: symbol.children.map((child) => toDocumentSymbol(document, child)),
  };
}

/**
 * Answers the editor's requests about a file and about the words of the file.
 *
 * @param firstOf returns the first sentence of a bag; null without a realization
 * @param moreAt returns further paragraphs for the hover at an offset of the file
 */
export function registerFeatures(
  connection: Connection,
  documents: ReadonlyMap<string, BowDocument>,
  knowledge: () => Knowledge | null,
  support: () => CompletionSupport,
  firstOf: (document: BowDocument, bag: BagNode) => Pick<Realization, 'tokens'> | null,
  moreAt: (
    document: BowDocument,
    offset: number,
    token: CancellationToken,
  ) => Promise<readonly string[]>,
): void {
  registerCompletion(connection, documents, knowledge, support);
  registerFormatting(connection, documents);
  registerSemanticTokens(connection, documents);

  connection.onHover((params, token): Promise<Hover | null> | null =>
    at(params, async (document, offset) => {
      const chosenIn = (bag: BagNode) => firstOf(document, bag)?.tokens ?? [];
      const found = hoverAt(document.file, offset, knowledge(), chosenIn);
      if (found === null) return null;
      const range = document.range(found.range);
      const paragraphs = [...found.paragraphs, ...(await moreAt(document, offset, token))];
      return { range, contents: { kind: MarkupKind.PlainText, value: paragraphs.join('\n\n') } };
    }),
  );

  connection.onDefinition((params): Location | null =>
    at(params, (document, offset) => {
      const found = occurrencesAt(document.file, offset);
      return found && { uri: document.uri, range: document.range(found.definition) };
    }),
  );

  connection.onReferences(({ context, ...params }): Location[] | null =>
    at(params, (document, offset) => {
      const found = occurrencesAt(document.file, offset);
      if (found === null) return null;
      const declared = context.includeDeclaration ? [found.definition] : [];
      return [...declared, ...found.references].map((range) => ({
        uri: document.uri,
        range: document.range(range),
      }));
    }),
  );

  connection.onDocumentHighlight((params): DocumentHighlight[] | null =>
    at(params, (document, offset) => {
      const found = occurrencesAt(document.file, offset);
      if (found === null) return null;
      return [
        { range: document.range(found.definition), kind: DocumentHighlightKind.Write },
        ...found.references.map((range) => ({
          range: document.range(range),
          kind: DocumentHighlightKind.Read,
        })),
      ];
    }),
  );

  connection.onPrepareRename((params): { range: ProtocolRange; placeholder: string } | null =>
    at(params, (document, offset) => {
      const found = renamableAt(document.file, offset);
      if (found === null) return null;
      if ('problem' in found) throw new ResponseError(ErrorCodes.InvalidParams, found.problem);
      return { range: document.range(found.range), placeholder: found.name };
    }),
  );

  connection.onRenameRequest(({ newName, ...params }): WorkspaceEdit | null =>
    at(params, (document, offset) => {
      const renaming = renameAt(document.file, offset, newName);
      if (renaming === null) return null;
      if ('problem' in renaming) {
        throw new ResponseError(ErrorCodes.InvalidParams, renaming.problem);
      }
      const edits = renaming.edits.map(({ range, newText }) => ({
        range: document.range(range),
        newText,
      }));
      return { changes: { [document.uri]: edits } };
    }),
  );

  connection.onDocumentSymbol(({ textDocument: { uri } }): DocumentSymbol[] | null => {
    const document = documents.get(uri);
    return document === undefined
      ? null
      : symbolsOf(document.file).map((symbol) => toDocumentSymbol(document, symbol));
  });

  connection.onWorkspaceSymbol(({ query }): SymbolInformation[] =>
    [...documents.values()].flatMap((document) =>
      findBags(document.file, query)
        .slice(0, MAX_SYMBOLS)
        .map(({ name, range }) => ({
          name,
          kind: symbolKinds.bag,
          location: { uri: document.uri, range: document.range(range) },
        })),
    ),
  );

  connection.onFoldingRanges(({ textDocument: { uri } }): FoldingRange[] | null => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    return foldsOf(document.file)
      .map((fold) => document.range(fold))
      .map(({ start, end }) => ({ startLine: start.line, endLine: end.line }))
      .filter(({ startLine, endLine }) => startLine < endLine);
  });

  connection.onSelectionRanges(({ textDocument: { uri }, positions }): SelectionRange[] | null => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    return positions.map((position) => {
      const ranges = selectionsAt(document.file, document.positions.offsetAt(position));
      return ranges.reduceRight<SelectionRange | undefined>(
        (parent, range) => ({ range: document.range(range), ...(parent && { parent }) }),
        undefined,
      )!;
    });
  });

  function at<T>(
    { textDocument, position }: TextDocumentPositionParams & { position: Position },
    answer: (document: BowDocument, offset: number) => T | null,
  ): T | null {
    const document = documents.get(textDocument.uri);
    return document === undefined ? null : answer(document, document.positions.offsetAt(position));
  }
}
