import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BowlineApi } from '../../client/src/extension.ts';
import type { BagView, ShownResult } from '../../server/src/lsp/protocol.ts';

const patienceMs = 15_000;
const pollMs = 50;

export async function bowline(): Promise<BowlineApi> {
  const extension = vscode.extensions.getExtension<BowlineApi>('bowline.bowline');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

/** Asks again and again until the answer is neither null nor undefined, and returns it. */
export async function until<T>(
  what: string,
  ask: () => T | null | undefined | Promise<T | null | undefined>,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
    if (Date.now() > deadline) assert.fail(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function inWorkspace(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Opens a file of the workspace, which is a copy of `examples/`, as a person would. */
export async function open(name: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(inWorkspace(name));
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

/** Writes a file into the workspace and opens it. */
export async function openNew(
  name: string,
  content: string | Uint8Array,
): Promise<vscode.TextDocument> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await vscode.workspace.fs.writeFile(inWorkspace(name), bytes);
  return open(name);
}

/** Replaces the first occurrence of a text in a document. */
export async function replace(
  document: vscode.TextDocument,
  old: string,
  text: string,
): Promise<void> {
  const start = document.getText().indexOf(old);
  assert.notEqual(start, -1, `${old} is in the file`);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(start + old.length),
  );
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** The problems of a document, once there are some. */
export function problems(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  return until('there are problems', () => {
    const found = vscode.languages.getDiagnostics(document.uri);
    return found.length > 0 ? found : null;
  });
}

const labelOf = ({ label }: vscode.InlayHint): string =>
  typeof label === 'string' ? label : label.map(({ value }) => value).join('');

/** The inlay hint on the line that holds a text, once there is one that is as wanted. */
export function hint(
  document: vscode.TextDocument,
  onLineOf: string,
  wanted: (label: string) => boolean = () => true,
): Promise<string> {
  return until(`there is a hint on the line of \`${onLineOf}\``, async () => {
    const { line } = document.positionAt(document.getText().indexOf(onLineOf));
    const all = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    return all
      .filter(({ position }) => position.line === line)
      .map(labelOf)
      .find(wanted);
  });
}

/** What came of a bag, which must have been realized. */
export async function realization(
  document: vscode.TextDocument,
  bag: string,
): Promise<ShownResult> {
  const view: BagView | null = await (await bowline()).realized(document.uri, bag);
  assert.ok(view, `there is a bag ${bag}`);
  if (view.state.kind !== 'realized') assert.fail(`${bag} is ${JSON.stringify(view.state)}`);
  return view.state.result;
}

export const sortedWords = (text: string): string[] => text.split(' ').sort();
