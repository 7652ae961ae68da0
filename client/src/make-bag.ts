import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { messages } from '../../server/src/lsp/protocol.ts';
import type {
  ArcChoice,
  ArcChoices,
  ArcChoicesParams,
  KeptParts,
  MadeBags,
  MakeBagsParams,
  MakeBagsResult,
} from '../../server/src/lsp/protocol.ts';
import { writeEdits } from './bag-edits.ts';
import { openUntitled, readUtf8, type Choice } from './import.ts';
import { longRequest } from './long-request.ts';
import { fileName } from './names.ts';
import { openMachineSetting } from './open-setting.ts';
import type { SyncedFiles } from './synced-files.ts';
import { isBow } from './view-tracker.ts';

/** The text to make bags of. `uri` is its file; null for the clipboard. */
type Source = Pick<MakeBagsParams, 'text' | 'name' | 'firstLine' | 'isLines'> & {
  readonly uri: vscode.Uri | null;
};

interface Parts {
  readonly client: LanguageClient;
  readonly files: SyncedFiles;
  readonly memory: vscode.Memento;
}

/** The key of the user's last choice in `Parts.memory`. */
const lastChoice = 'makeBag.keep';

/** A message names at most this many refused sentences. */
const MOST_TOLD = 3;

/**
 * Makes bags from sentences. What it reads depends on the arguments:
 *
 * - `uri` and `second`, as in the explorer's menu: the lines of the file `uri`. The bags are
 *   written into a new file.
 * - Otherwise: the selection in the editor or, if nothing is selected, the sentence at the cursor
 *   outside of bags, or else the clipboard. The bags are written below the bag at the cursor of a
 *   visible `.bow` editor. Without such an editor, they are written into a new file.
 *
 * @param uri the file on which the user opened the menu; undefined outside of menus
 * @param second the facts to keep in the bags; if undefined, the user chooses them. The explorer's
 *   menu passes its list of selected files here instead, and the user chooses the facts
 */
export async function makeBag(parts: Parts, uri?: unknown, second?: unknown): Promise<void> {
  // The explorer's menu passes the selected files as `second`; the editor's menu does not.
  const isFile = Array.isArray(second) || isKeptParts(second);
  const file = uri instanceof vscode.Uri && isFile ? uri : null;
  const source = file === null ? await findSentence() : await ofFile(file);
  if (source === null) {
    inform('Select a sentence, or copy one, then make a bag from it.');
    return;
  }
  const chosen = isKeptParts(second) ? { keep: second, arcsOf: null } : await choose(parts, source);
  if (chosen === null) return;
  const target = file === null ? findTarget() : null;
  if (target !== null) await parts.files.open(target.document.uri);
  const { uri: from, ...text } = source;
  const result = await longRequest<MakeBagsParams, MakeBagsResult>(
    parts.client,
    `Making bags of ${source.name}`,
    messages.makeBags,
    {
      ...text,
      ...chosen,
      into: target && {
        uri: target.document.uri.toString(),
        line: target.selection.active.line,
      },
    },
  );
  if (result === null) return;
  if ('problem' in result) {
    await reportProblem(result);
    return;
  }
  if (result.bags > 0 && !(await write(parts.client, result, target, from))) return;
  report(result, target === null || result.edits === null);
}

/** The sentence on a line of a `.bow` file outside of bags; null if there is none. */
function sentenceAt(document: vscode.TextDocument, line: number): string | null {
  const { text } = document.lineAt(line);
  // Comments and settings are no sentences.
  if (/[#{}]/u.test(text) || !/\S\s+\S/u.test(text) || /^\s*\w+:\s*\S+\s*$/u.test(text))
    return null;
  for (let above = line - 1; above >= 0; above--) {
    const brace = /[{}](?=[^{}]*$)/u.exec(document.lineAt(above).text)?.[0];
    if (brace !== undefined) return brace === '}' ? text : null;
  }
  return text;
}

/**
 * The selection, or else the sentence at the cursor, or else the text of the clipboard; null if all
 * are blank.
 */
async function findSentence(): Promise<Source | null> {
  const editor = vscode.window.activeTextEditor;
  const atCursor =
    editor && isBow(editor.document)
      ? sentenceAt(editor.document, editor.selection.start.line)
      : null;
  const selection = editor?.document.getText(editor.selection) ?? '';
  const sentence = selection.trim() === '' ? (atCursor ?? '') : selection;
  if (editor !== undefined && sentence.trim() !== '') {
    const { uri } = editor.document;
    return {
      ...{ uri, text: sentence, name: fileName(uri.toString()), isLines: false },
      firstLine: editor.selection.start.line,
    };
  }
  const text = await vscode.env.clipboard.readText();
  return text.trim() === ''
    ? null
    : { uri: null, text, name: 'the clipboard', isLines: false, firstLine: 0 };
}

async function ofFile(uri: vscode.Uri): Promise<Source> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const text = open?.isDirty === true ? open.getText() : await readUtf8(uri);
  return { uri, text, name: fileName(uri.toString()), isLines: true, firstLine: 0 };
}

/**
 * The editor to write bags into: the active editor if it shows a `.bow` file, or else any visible
 * editor that does.
 */
function findTarget(): vscode.TextEditor | null {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
  return editors.find(({ document }) => isBow(document)) ?? null;
}

/** Moves the cursor to the first new bag. Returns whether the bags were written. */
async function write(
  client: LanguageClient,
  { content, edits }: MadeBags,
  target: vscode.TextEditor | null,
  from: vscode.Uri | null,
): Promise<boolean> {
  if (target === null || edits === null) {
    const document =
      from === null
        ? await vscode.workspace.openTextDocument({ language: 'bow', content })
        : await openUntitled(from, content);
    await vscode.window.showTextDocument(document);
    return true;
  }
  const { document, viewColumn } = target;
  if (!(await writeEdits(client, document.uri, edits))) return false;
  const [{ range, newText }] = edits.edits;
  const above = /^(?:\r\n|\r|\n)*/.exec(newText)![0].match(/\r\n|\r|\n/g)?.length ?? 0;
  const at = new vscode.Position(range.start.line + above, 0);
  const selection = new vscode.Range(at, at);
  await vscode.window.showTextDocument(document, {
    ...{ selection },
    ...(viewColumn !== undefined && { viewColumn }),
  });
  return true;
}

/**
 * Says how many bags were made, and names the first refused sentences. If the bags are in a new
 * file, a comment on top of it names all refused sentences.
 */
function report({ summary, refused, remarks }: MadeBags, isNew: boolean): void {
  const told = refused
    .slice(0, MOST_TOLD)
    .map(({ line, reason }) => `Line ${line + 1}: ${reason}.`);
  const more =
    refused.length > MOST_TOLD && isNew ? ['The comment on top of the file says more.'] : [];
  const message = `Bowline: ${[`${summary}.`, ...remarks, ...told, ...more].join(' ')}`;
  if (refused.length > 0) void vscode.window.showWarningMessage(message);
  else if (isNew || remarks.length > 0) void vscode.window.showInformationMessage(message);
}

async function reportProblem({
  problem,
  setting,
}: Extract<MakeBagsResult, { readonly problem: string }>): Promise<void> {
  if (setting === null) {
    void vscode.window.showWarningMessage(`Bowline: ${problem}`);
    return;
  }
  const open = 'Open Setting';
  const chosen = await vscode.window.showErrorMessage(`Bowline: ${problem}`, open);
  if (chosen === open) await openMachineSetting(setting);
}

type Chosen = Pick<MakeBagsParams, 'keep' | 'arcsOf'>;

const choices: readonly Choice<KeptParts>[] = [
  {
    label: 'Tags',
    description: 'what each word is; the arcs are open',
    value: { tags: true, arcs: false, labels: false },
  },
  {
    label: 'Tags and arcs',
    description: 'also the head of each word',
    value: { tags: true, arcs: true, labels: false },
  },
  {
    label: 'Tags, arcs and labels',
    description: 'the whole parse; only the order of the dependents is open',
    value: { tags: true, arcs: true, labels: true },
  },
  {
    label: 'Words alone',
    description: 'nothing is parsed',
    value: { tags: false, arcs: false, labels: false },
  },
];

/**
 * After this choice, the user chooses words. The bags keep only the arcs from these words to their
 * heads.
 */
const ofSomeWords: Choice<KeptParts> = {
  label: 'The arcs of chosen words',
  description: 'tags, and the labelled arcs to the heads of the words that you choose',
  value: { tags: true, arcs: true, labels: true },
};

const title = 'Make a Bag from the Sentence';

const longestShown = 60;

/** The file, or the beginning of a text that has no file of its own. */
function nameOf({ text, name, isLines, uri }: Source): string {
  if (isLines) return name;
  const whole = text.trim().replace(/\s+/gu, ' ');
  const shown = whole.length > longestShown ? `${whole.slice(0, longestShown)}…` : whole;
  return uri === null ? `“${shown}” (from the clipboard)` : `“${shown}”`;
}

/** Lets the user choose what the bags keep. The previous choice is offered first. */
async function choose(parts: Parts, source: Source): Promise<Chosen | null> {
  const { memory } = parts;
  // A file may have too many words to choose from.
  const offered = source.isLines
    ? choices
    : [...choices.slice(0, -1), ofSomeWords, ...choices.slice(-1)];
  for (;;) {
    const last = memory.get(lastChoice);
    const isLast = ({ label }: vscode.QuickPickItem): boolean => label === last;
    const chosen = await vscode.window.showQuickPick(
      [...offered.filter(isLast), ...offered.filter((choice) => !isLast(choice))],
      { title, placeHolder: `What does the bag keep of ${nameOf(source)}?` },
    );
    if (chosen === undefined) return null;
    const arcsOf = chosen === ofSomeWords ? await chooseWords(parts, source) : null;
    if (arcsOf === 'back') continue;
    if (arcsOf === 'none') return null;
    await memory.update(lastChoice, chosen.label);
    return { keep: chosen.value, arcsOf };
  }
}

/** A word to choose, or the separator above the words of a sentence. */
interface WordItem extends vscode.QuickPickItem {
  readonly sentence: number;
  readonly place: number;
}

/**
 * Lets the user choose words of the parsed sentences.
 *
 * @returns for each sentence, the indices of the chosen words; `back` if the user cancelled; `none`
 *   if the sentences cannot be parsed
 */
async function chooseWords(
  { client }: Parts,
  { text, name }: Source,
): Promise<readonly (readonly number[])[] | 'back' | 'none'> {
  const parsed = await longRequest<ArcChoicesParams, ArcChoices>(
    client,
    `Parsing ${name}`,
    messages.arcChoices,
    { text, name },
  );
  if (parsed === null) return 'back';
  if ('problem' in parsed) {
    await reportProblem(parsed);
    return 'none';
  }
  const { sentences } = parsed;
  const picked = await vscode.window.showQuickPick(
    sentences.flatMap((words, sentence) => itemsOf(words, sentence, sentences.length > 1)),
    {
      title,
      placeHolder: 'Whose arcs does the bag keep? Enter makes the bag, Escape goes back',
      canPickMany: true,
      matchOnDescription: true,
    },
  );
  if (picked === undefined) return 'back';
  return sentences.map((_, sentence) =>
    picked.filter((item) => item.sentence === sentence).map(({ place }) => place),
  );
}

function itemsOf(
  words: readonly ArcChoice[],
  sentence: number,
  isSeparated: boolean,
): readonly WordItem[] {
  const items = words.map(({ form, head, label }, place) => ({
    ...{ label: form, sentence, place },
    description: head === null ? 'the root' : `${label} of ${head}`,
  }));
  if (!isSeparated || items.length === 0) return items;
  const kind = vscode.QuickPickItemKind.Separator;
  const named = words.map(({ form }) => form).join(' ');
  return [{ label: named, kind, sentence, place: -1 }, ...items];
}

function isKeptParts(given: unknown): given is KeptParts {
  if (typeof given !== 'object' || given === null) return false;
  const { tags, arcs, labels } = given as Partial<KeptParts>;
  return [tags, arcs, labels].every((part) => typeof part === 'boolean');
}

function inform(message: string): void {
  void vscode.window.showInformationMessage(`Bowline: ${message}`);
}
