import * as vscode from 'vscode';
import { isBow } from './view-tracker.ts';

/**
 * Opens the help page on problems at the section about one problem.
 *
 * @param code the problem's code; by default, the code of the problem at the cursor. If there is no
 *   problem, the page opens at its start
 * @throws {Error} if the page has no section for the code
 */
export async function explainProblem(
  extension: vscode.Uri,
  code: unknown = codeAtCursor(),
): Promise<void> {
  const page = vscode.Uri.joinPath(extension, 'docs', 'problems.md');
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(page));
  const line = code === undefined ? 0 : sectionOf(text, code);
  if (line < 0) throw new Error('There is no such problem.');
  const fragment = typeof code === 'string' ? code : '';
  try {
    await vscode.commands.executeCommand('markdown.showPreview', page.with({ fragment }));
  } catch {
    // Without the editor's Markdown extension, there is no preview, and the page opens as text.
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(page, { selection });
  }
}

/**
 * The code of the problem at the cursor of a `.bow` file. If the cursor is in several problems,
 * takes the most severe; if several are equally severe, the shortest. If the cursor is in no
 * problem, takes the first problem on the line.
 */
export function codeAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isBow(editor.document)) return undefined;
  const { document, selection } = editor;
  const { active } = selection;
  const line = document.lineAt(active).range;
  const problems = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source, range }) => source === 'bowline' && range.intersection(line) !== undefined);
  const length = ({ range: { start, end } }: vscode.Diagnostic): number =>
    document.offsetAt(end) - document.offsetAt(start);
  const problem =
    problems
      .filter(({ range }) => range.contains(active))
      .sort((a, b) => a.severity - b.severity || length(a) - length(b))
      .at(0) ?? problems.sort((a, b) => a.range.start.compareTo(b.range.start)).at(0);
  const code = problem?.code;
  return typeof code === 'object' ? String(code.value) : code?.toString();
}

/** The line of the section about a code, from 0; -1 if there is none. */
function sectionOf(page: string, code: unknown): number {
  if (typeof code !== 'string' || !/^[a-z-]+$/.test(code)) return -1;
  return page.split(/\r?\n/).indexOf(`### ${code}`);
}

const overwrite = 'Overwrite the Examples';
const keep = 'Open as It Is';

/**
 * The extension stores the URI of the folder of examples under this key, then opens the folder in a
 * window. The new window finds the URI, and shows the first example.
 */
const opening = 'examples';
const firstExample = 'first-steps.bow';

/** Copies the examples to a folder of the user's choice, and opens it. */
export async function openExamples(extension: vscode.Uri, memory: vscode.Memento): Promise<void> {
  const picked = await vscode.window.showOpenDialog({
    title: 'Where should the folder with the examples be?',
    openLabel: 'Copy Examples Here',
    canSelectFolders: true,
    canSelectFiles: false,
  });
  if (picked === undefined) return;
  const target = vscode.Uri.joinPath(picked[0], 'bowline-examples');
  if (await exists(target)) {
    const chosen = await vscode.window.showWarningMessage(
      'This folder holds bowline-examples already.',
      { modal: true, detail: 'Overwriting undoes your changes to the examples in it.' },
      overwrite,
      keep,
    );
    if (chosen === undefined) return;
    if (chosen === overwrite) await copyExamples(extension, target);
  } else {
    await copyExamples(extension, target);
  }
  await memory.update(opening, target.toString());
  const forceNewWindow = vscode.workspace.workspaceFolders !== undefined;
  await vscode.commands.executeCommand('vscode.openFolder', target, { forceNewWindow });
}

/** Shows the first example if this window was opened for the examples. */
export async function showFirstExample(memory: vscode.Memento): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0].uri;
  if (folder === undefined || memory.get(opening) !== folder.toString()) return;
  await memory.update(opening, undefined);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, firstExample));
}

/** Copies the examples into a folder. Other files in the folder stay. */
export function copyExamples(extension: vscode.Uri, target: vscode.Uri): Promise<void> {
  return copyInto(vscode.Uri.joinPath(extension, 'examples'), target);
}

async function copyInto(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(target);
  for (const [name, type] of await vscode.workspace.fs.readDirectory(source)) {
    const [from, to] = [source, target].map((folder) => vscode.Uri.joinPath(folder, name));
    if (type === vscode.FileType.Directory) await copyInto(from, to);
    else await vscode.workspace.fs.copy(from, to, { overwrite: true });
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
