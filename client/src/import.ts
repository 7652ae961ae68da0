import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type { ImportOptions, ImportParams, ImportResult } from '../../server/src/lsp/protocol.ts';
import { longRequest } from './long-request.ts';
import { fileName } from './names.ts';

type Source = Pick<ImportParams, 'text' | 'name' | 'lines'> & { readonly uri: vscode.Uri };

const treebankLanguages = ['conllu', 'conll-u', 'conll', 'plaintext'];

/**
 * Makes a `.bow` file from a treebank. What it reads depends on the arguments:
 *
 * - `uri` and `options`, as in the explorer's menu: the whole file `uri`.
 * - `uri` alone, as in the editor's menu: the selection in the active editor if that shows `uri`.
 *   If nothing is selected there, or another file is shown, the whole file `uri`.
 * - No `uri`, as in the command palette: the selection in the active editor or, if nothing is
 *   selected, the whole file. If the editor shows no treebank, a file that the user picks.
 *
 * @param uri the file on which the user opened the menu; undefined outside of menus
 * @param options the options of the import; if undefined, the user chooses them. The explorer's
 *   menu passes its list of selected files here instead, and the user chooses the options
 */
export async function importConllu(
  client: LanguageClient,
  uri?: unknown,
  options?: unknown,
): Promise<void> {
  // The explorer's menu passes the selected files as `options`; the editor's menu does not.
  const ofEditor = !(uri instanceof vscode.Uri) || options === undefined;
  const source = await findSource(uri instanceof vscode.Uri ? uri : null, ofEditor);
  if (source === null) return;
  const chosen = isImportOptions(options) ? options : await chooseOptions();
  if (chosen === null) return;
  const title = `Importing ${source.name}`;
  const { uri: from, ...part } = source;
  const params = { ...part, options: chosen };
  const result = await longRequest<ImportParams, ImportResult>(
    client,
    title,
    messages.importConllu,
    params,
  );
  if (result === null) return;
  const { text, bags, summary, hasRemarks } = result;
  if (bags === 0) {
    void vscode.window.showWarningMessage(
      `Bowline: ${summary}. CoNLL-U has a line of 10 tab-separated columns for each word.`,
    );
    return;
  }
  await vscode.window.showTextDocument(await openUntitled(from, text));
  void vscode.window.showInformationMessage(
    `Bowline: ${summary}.${hasRemarks ? ' The comment on top of the file says more.' : ''}`,
  );
}

/**
 * Opens a new, unsaved file. For a treebank `x.conllu` on disk, it is `x.bow` in the same folder.
 * Otherwise, the editor chooses the name.
 */
export async function openUntitled(
  treebank: vscode.Uri,
  text: string,
): Promise<vscode.TextDocument> {
  const { workspace } = vscode;
  if (treebank.scheme !== 'file' && treebank.scheme !== 'vscode-remote') {
    return workspace.openTextDocument({ language: 'bow', content: text });
  }
  const document = await workspace.openTextDocument(await unusedUri(treebank));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  await workspace.applyEdit(edit);
  return document;
}

/** `x.bow` for `x.conllu`, or `x-2.bow` if `x.bow` exists, and so on. */
async function unusedUri(treebank: vscode.Uri): Promise<vscode.Uri> {
  const path = treebank.path.replace(/\.\w+$/, '');
  const { fs, textDocuments } = vscode.workspace;
  for (let count = 1; ; count++) {
    const file = treebank.with({ path: `${path}${count === 1 ? '' : `-${count}`}.bow` });
    const untitled = file.with({ scheme: 'untitled' });
    if (textDocuments.some(({ uri }) => uri.path === untitled.path)) continue;
    try {
      await fs.stat(file);
    } catch {
      return untitled;
    }
  }
}

async function findSource(uri: vscode.Uri | null, ofEditor: boolean): Promise<Source | null> {
  const editor = vscode.window.activeTextEditor;
  const isMeant =
    editor !== undefined &&
    (uri === null
      ? isTreebank(editor.document)
      : editor.document.uri.toString() === uri.toString());
  if (isMeant) {
    const { document, selection } = editor;
    const { start, end } = selection;
    // A selection of whole lines ends at the start of the next line, which is not imported.
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    return {
      text: document.getText(),
      uri: document.uri,
      name: fileName(document.uri.toString()),
      lines: !ofEditor || selection.isEmpty ? null : { first: start.line, last },
    };
  }
  const file = uri ?? (await pickFile());
  if (file === null) return null;
  return { uri: file, text: await readUtf8(file), name: fileName(file.toString()), lines: null };
}

/** @throws {Error} with a message for the user if the file is not UTF-8 */
export async function readUtf8(file: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${fileName(file.toString())} is not UTF-8. Save it as UTF-8 first.`);
  }
}

function isTreebank({ languageId, uri }: vscode.TextDocument): boolean {
  return treebankLanguages.includes(languageId) || /\.conll[ux]?$/i.test(uri.path);
}

async function pickFile(): Promise<vscode.Uri | null> {
  const picked = await vscode.window.showOpenDialog({
    title: 'Import CoNLL-U',
    openLabel: 'Import',
    filters: { 'CoNLL-U': ['conllu', 'conll', 'txt'], 'All files': ['*'] },
  });
  return picked?.[0] ?? null;
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

const tagChoices: readonly Choice<Pick<ImportOptions, 'tags' | 'grammar'>>[] = [
  {
    label: 'XPOS tags',
    description: 'NN, VBD, …: the tags of the model that comes with Bowline',
    value: { tags: 'xpos' },
  },
  {
    label: 'XPOS tags and categories',
    description: 'VBD:(S[dcl]\\NP)/NP, …: for combinatory categorial grammar',
    value: { tags: 'xpos', grammar: 'ccg' },
  },
  {
    label: 'Categories',
    description: '(S[dcl]\\NP)/NP, …: the same without tags',
    value: { tags: 'none', grammar: 'ccg' },
  },
  {
    label: 'No tags',
    description: 'the words decide what each can be',
    value: { tags: 'none' },
  },
  {
    label: 'UPOS tags',
    description: 'NOUN, VERB, …: for a model that was trained with them',
    value: { tags: 'upos' },
  },
];

const arcChoices: readonly Choice<Pick<ImportOptions, 'arcs' | 'labels'>>[] = [
  {
    label: 'No arcs',
    description: 'the order is open but for the tags',
    value: { arcs: 'none', labels: false },
  },
  {
    label: 'All arcs, with labels',
    description: 'only the order of the dependents is open',
    value: { arcs: 'all', labels: true },
  },
  {
    label: 'All arcs, without labels',
    description: 'the tree, but not what each word is in it',
    value: { arcs: 'all', labels: false },
  },
];

const lemmaChoices: readonly Choice<Pick<ImportOptions, 'lemmas'>>[] = [
  {
    label: 'Forms',
    description: 'dogs, was, …: the words of the sentence',
    value: {},
  },
  {
    label: 'Lemmas with features',
    description: '@dog[Number=Plur], …: the search chooses the forms',
    value: { lemmas: true },
  },
];

async function chooseOptions(): Promise<ImportOptions | null> {
  const ask = async <T>(
    choices: readonly Choice<T>[],
    step: string,
    placeHolder: string,
  ): Promise<T | null> => {
    const title = `Import CoNLL-U (${step})`;
    const chosen = await vscode.window.showQuickPick(choices, { title, placeHolder });
    return chosen?.value ?? null;
  };
  const tags = await ask(tagChoices, '1 of 3', 'What do the words keep?');
  if (tags === null) return null;
  const arcs = await ask(
    arcChoices,
    tags.grammar === undefined ? '2 of 3' : '2 of 2',
    'Which arcs are kept?',
  );
  if (arcs === null) return null;
  // Words with categories are always written as forms.
  if (tags.grammar !== undefined) return { ...tags, ...arcs };
  const lemmas = await ask(lemmaChoices, '3 of 3', 'How are the words written?');
  return lemmas === null ? null : { ...tags, ...arcs, ...lemmas };
}

function isImportOptions(given: unknown): given is ImportOptions {
  if (typeof given !== 'object' || given === null) return false;
  const { tags, grammar, arcs, labels, lemmas } = given as Partial<ImportOptions>;
  return (
    tagChoices.some(({ value }) => value.tags === tags && value.grammar === grammar) &&
    (arcs === 'none' || arcs === 'all') &&
    typeof labels === 'boolean' &&
    (lemmas === undefined || typeof lemmas === 'boolean')
  );
}
