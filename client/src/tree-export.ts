import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { TreeParams } from '../../server/src/lsp/protocol.ts';
import type { FromPanel, TreeFormat } from './panel-messages.ts';

type Request = Omit<Extract<FromPanel, { type: 'exportTree' }>, 'type'>;

const formatNames: Readonly<Record<TreeFormat, string>> = {
  svg: 'SVG',
  png: 'PNG',
  tex: 'LaTeX',
  conllu: 'CoNLL-U',
};

/** Writes the tree that the panel shows to a file that the user chooses. */
export async function exportTree(client: LanguageClient, request: Request): Promise<void> {
  const content = await contentOf(client, request);
  if (content === null) {
    void vscode.window.showWarningMessage('Bowline: The bag has changed meanwhile. Try again.');
    return;
  }
  const { format } = request.file;
  const target = await vscode.window.showSaveDialog({
    title: 'Export Tree',
    saveLabel: 'Export',
    filters: { [formatNames[format]]: [format] },
    defaultUri: defaultTarget(request),
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, content);
  const open = 'Open';
  const chosen = await vscode.window.showInformationMessage('Bowline: The tree is exported.', open);
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

/** Beside the bag's file, named by it, the bag and the sentence's rank. */
function defaultTarget({ uri: file, bag, rank, file: { format } }: Request): vscode.Uri {
  const uri = vscode.Uri.parse(file, true);
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/\.bow$/, '');
  const target = `${name}-${bag.replaceAll(' ', '-')}-${rank ?? 'expected'}.${format}`;
  // A file that is not saved yet has no folder to stand in.
  const folder =
    uri.scheme === 'untitled'
      ? vscode.workspace.workspaceFolders?.[0].uri
      : vscode.Uri.joinPath(uri, '..');
  return folder === undefined ? uri.with({ path: target }) : vscode.Uri.joinPath(folder, target);
}
