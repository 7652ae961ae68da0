import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { TreeParams } from '../../server/src/lsp/protocol.ts';
import { fileName } from './names.ts';
import type { FromPanel, TreeFormat } from './panel-messages.ts';

type Request = Omit<Extract<FromPanel, { type: 'exportDrawing' }>, 'type'>;

const formatNames: Readonly<Record<TreeFormat, string>> = {
  svg: 'SVG',
  png: 'PNG',
  tex: 'LaTeX',
  conllu: 'CoNLL-U',
};

/** Exports a drawing of the panel to a file that the user chooses. */
export async function exportDrawing(client: LanguageClient, request: Request): Promise<void> {
  const content = await contentOf(client, request);
  if (content === null) {
    void vscode.window.showWarningMessage('Bowline: The bag has changed meanwhile. Try again.');
    return;
  }
  const { drawing, file } = request;
  const target = await vscode.window.showSaveDialog({
    title: drawing === 'tree' ? 'Export Tree' : 'Export Derivation',
    saveLabel: 'Export',
    filters: { [formatNames[file.format]]: [file.format] },
    defaultUri: defaultTarget(request),
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, content);
  const open = 'Open';
  const done = `Bowline: The ${drawing} is exported.`;
  const chosen = await vscode.window.showInformationMessage(done, open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}

async function contentOf(
  client: LanguageClient,
  { uri, index, text: sentence, file }: Request,
): Promise<Uint8Array | null> {
  if (file.format === 'png') return file.content;
  if (file.format !== 'conllu') return new TextEncoder().encode(file.content);
  const params: TreeParams = { uri, index, text: sentence };
  const text = await client.sendRequest<string | null>(messages.treeConllu, params);
  return text === null ? null : new TextEncoder().encode(text);
}

/**
 * The path that the save dialog suggests, in the folder of the bag's file: `trip-first-2.svg` for
 * the second sentence of the bag `first` in `trip.bow`.
 */
function defaultTarget({ uri: file, bag, rank, drawing, file: { format } }: Request): vscode.Uri {
  const uri = vscode.Uri.parse(file, true);
  const name = fileName(file).replace(/\.bow$/, '');
  const suffix = drawing === 'tree' ? '' : `-${drawing}`;
  const target = `${name}-${bag.replaceAll(' ', '-')}-${rank ?? 'expected'}${suffix}.${format}`;
  // A file that was never saved has no folder.
  const folder =
    uri.scheme === 'untitled'
      ? vscode.workspace.workspaceFolders?.[0].uri
      : vscode.Uri.joinPath(uri, '..');
  return folder === undefined ? uri.with({ path: target }) : vscode.Uri.joinPath(folder, target);
}
