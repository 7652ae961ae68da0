import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ProgressType } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { ExportParams, ExportResult, Format } from '../../server/src/lsp/protocol.ts';
import { longRequest } from './long-request.ts';

/** The notifications in which the server sends the exported text piece by piece. */
const piece = new ProgressType<string>();

/** Choices that the caller of the command may pass. The user is asked for the others. */
export interface ExportChoice {
  readonly format: Format;
  readonly bags: 'all' | 'cursor';
  readonly to: vscode.Uri;
}

interface FormatChoice extends vscode.QuickPickItem {
  readonly format: Format;
  readonly extension: string;
}

const formatChoices: readonly FormatChoice[] = [
  {
    label: 'Text',
    description: 'ranked sentences, to read',
    format: 'text',
    extension: 'txt',
  },
  {
    label: 'CoNLL-U',
    description: 'a tree for each sentence, for other tools',
    format: 'conllu',
    extension: 'conllu',
  },
  {
    label: 'JSON',
    description: 'everything, for programs',
    format: 'json',
    extension: 'json',
  },
];

/** Exports the realizations of all bags of a file, or only of the bag at the cursor. */
export async function exportRealizations(
  client: LanguageClient,
  uri: vscode.Uri | null,
  given?: unknown,
): Promise<void> {
  if (uri === null) {
    void vscode.window.showInformationMessage('Bowline: Open a .bow file first.');
    return;
  }
  const choice = (typeof given === 'object' ? given : null) as Partial<ExportChoice> | null;
  const format =
    formatChoices.find((one) => one.format === choice?.format) ??
    (await vscode.window.showQuickPick(formatChoices, {
      title: 'Export Realizations',
      placeHolder: 'Which format?',
    }));
  if (format === undefined) return;
  const bags = choice?.bags ?? (await chooseBags(uri));
  if (bags === undefined) return;
  const line = bags === 'all' ? null : cursorLine(uri);
  const target = choice?.to ?? (await chooseTarget(uri, format));
  if (target === undefined) return;

  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const partialResultToken = randomUUID();
  const listening = client.onProgress(piece, partialResultToken, (text) => {
    pieces.push(encoder.encode(text));
  });
  try {
    const result = await longRequest<ExportParams, ExportResult>(
      client,
      'Exporting realizations',
      messages.exportRealizations,
      { uri: uri.toString(), line, format: format.format, partialResultToken },
    );
    if (result === null) return;
    await vscode.workspace.fs.writeFile(target, Buffer.concat(pieces));
    void reportExport(target, result);
  } finally {
    listening.dispose();
  }
}

/** @throws {Error} if no editor shows the file */
function cursorLine(uri: vscode.Uri): number {
  const editor = editorOf(uri);
  if (editor === undefined) {
    throw new Error(
      'No editor shows the file. Open it, and put the cursor into the bag to export.',
    );
  }
  return editor.selection.active.line;
}

async function chooseBags(uri: vscode.Uri): Promise<ExportChoice['bags'] | undefined> {
  if (editorOf(uri) === undefined || (await countBags(uri)) < 2) return 'all';
  const choices = [
    { label: 'Every bag of the file', bags: 'all' },
    { label: 'The bag at the cursor', bags: 'cursor' },
  ] as const;
  const chosen = await vscode.window.showQuickPick(choices, {
    title: 'Export Realizations',
    placeHolder: 'Which bags?',
  });
  return chosen?.bags;
}

async function countBags(uri: vscode.Uri): Promise<number> {
  const symbols = await vscode.commands.executeCommand<unknown[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    uri,
  );
  return symbols?.length ?? 0;
}

function chooseTarget(
  uri: vscode.Uri,
  { label, extension }: FormatChoice,
): Thenable<vscode.Uri | undefined> {
  const path = `${uri.path.replace(/\.bow$/, '')}.${extension}`;
  // A file that was never saved has no folder. For such a file, the dialog suggests the first
  // folder of the workspace.
  const folder = vscode.workspace.workspaceFolders?.[0].uri;
  const place =
    uri.scheme !== 'untitled' ? uri.with({ path }) : folder && vscode.Uri.joinPath(folder, path);
  return vscode.window.showSaveDialog({
    title: 'Export Realizations',
    saveLabel: 'Export',
    filters: { [label]: [extension] },
    ...(place && { defaultUri: place }),
  });
}

async function reportExport(
  target: vscode.Uri,
  { bags, without, unlabelled }: ExportResult,
): Promise<void> {
  const written = `${bags} ${bags === 1 ? 'bag is' : 'bags are'} exported.`;
  const missing =
    without === 0 ? '' : ` ${without} of them ${without === 1 ? 'has' : 'have'} no realization.`;
  const open = 'Open';
  const message = `Bowline: ${written}${missing}`;
  const chosen = await (unlabelled === null
    ? vscode.window.showInformationMessage(message, open)
    : vscode.window.showWarningMessage(
        `${message} Arcs that nobody labelled have no label. ${unlabelled.message}`,
        open,
      ));
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}

function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
}
