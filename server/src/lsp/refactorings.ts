import { CodeActionKind } from 'vscode-languageserver';
import type {
  CancellationToken,
  CodeAction,
  CodeActionContext,
  CodeActionParams,
  Connection,
  TextEdit as ProtocolEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { Bag } from '../bag/bag.ts';
import {
  absoluteRange,
  bagAt,
  bagName,
  type BowFile,
  type BagNode,
  bagsOfText,
  canBeExtracted,
  chosenTags,
  extractBags,
  keepArcs,
  hasOpenHeads,
  hasOpenTags,
  maxCharacters,
  type Range,
  removablesOf,
  removalOf,
  superfluous,
  type Superfluous,
  type TextEdit,
} from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import { FINISHING } from '../results/verdict.ts';
import type { BowDocument } from './document.ts';
import { showProgress } from './progress.ts';
import { clientCommands } from './protocol.ts';
import type { BagEdits, KeepParams, NewBagsParams, NewBagsResult } from './protocol.ts';
import { cancellable, fileChanged } from './request.ts';
import type { Searches, Session } from './session.ts';
import { searchOf } from './settings.ts';

/** The limit on the constraints of a bag whose removal is tried. */
const maxTried = 200;

/** Milliseconds until the removal of constraints shows its progress. */
const QUIET_MS = 500;

export const refactoringKinds = [CodeActionKind.RefactorRewrite, CodeActionKind.RefactorExtract];

/** The data of an action with a slow edit. Resolving the action computes the edit. */
type Unresolved = {
  readonly uri: string;
  readonly version: number;
} & (
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'extract'; readonly selection: Range }
);

/**
 * Offers refactorings of bags as code actions, and writes a realization's choices for the panel.
 */
export class Refactorings {
  readonly #connection: Connection;
  readonly #session: Session;
  /** Indexed by URI: cancels the running removal of a file's constraints. */
  readonly #removals = new Map<string, AbortController>();

  constructor(connection: Connection, session: Session) {
    this.#connection = connection;
    this.#session = session;
  }

  /**
   * Offers the refactorings of the bag in a range, and of selected sentences. The list depends on
   * the text alone. A refactoring that lacks a result or the model is disabled and says why.
   */
  offered({ textDocument: { uri }, range, context }: CodeActionParams): CodeAction[] {
    const document = this.#session.documents.get(uri);
    if (document === undefined) return [];
    const start = document.positions.offsetAt(range.start);
    const end = document.positions.offsetAt(range.end);
    const actions: CodeAction[] = [];
    if (isWanted(context, CodeActionKind.RefactorExtract) && start < end) {
      const selection = { start, end };
      if (canBeExtracted(document.file, selection)) {
        const { version } = document;
        const data: Unresolved = { kind: 'extract', uri, version, selection };
        const title = 'Make a bag from the selected sentence';
        actions.push({ title, kind: CodeActionKind.RefactorExtract, data });
      }
    }
    const index = bagAt(document.file, start);
    if (isWanted(context, CodeActionKind.RefactorRewrite) && index >= 0) {
      const bag = document.file.bags[index];
      if (start <= document.file.starts[index] + bag.end) {
        actions.push(...this.#rewrites(document, index, bag));
      }
    }
    return actions;
  }

  #rewrites(document: BowDocument, index: number, bag: BagNode): CodeAction[] {
    if (!document.checked(this.#session.checks()).isValid(index)) return [];
    const kind = CodeActionKind.RefactorRewrite;
    const actions: CodeAction[] = [];
    const keep = (what: KeepParams['what']): void => {
      const title = `Keep the ${what} of the first sentence`;
      const found = this.#editsOfBest(document, bag, what);
      if (typeof found === 'string') {
        actions.push({ title, kind, disabled: { reason: found } });
      } else {
        const edit = workspaceEdit(document, protocolEdits(document, index, found));
        actions.push({ title, kind, edit });
      }
    };
    if (hasOpenTags(bag)) keep('tags');
    if (hasOpenHeads(bag)) keep('arcs');
    if (removablesOf(bag).length > 0) {
      const title = 'Remove constraints that change nothing';
      const missing = this.#missingModel();
      if (missing !== null) {
        actions.push({ title, kind, disabled: { reason: missing } });
      } else {
        const { uri, version } = document;
        const data: Unresolved = { kind: 'remove', uri, version, index };
        actions.push({ title, kind, data });
      }
    }
    return actions;
  }

  /**
   * Returns edits that write the choices of a bag's first realization, or why there are none yet.
   */
  #editsOfBest(
    { uri }: BowDocument,
    bag: BagNode,
    what: KeepParams['what'],
  ): readonly TextEdit[] | string {
    const missing = this.#missingModel();
    if (missing !== null) return missing;
    const searchState = this.#session.scheduler.stateOf(uri, bag);
    switch (searchState.kind) {
      case 'working':
        return 'The bag is being realized.';
      case 'idle':
        return 'The bag is not realized yet: save the file, or choose Realize.';
      case 'failed':
        return 'The search for the bag has failed.';
      case 'done': {
        const best = searchState.realized.realizations.at(0);
        if (best === undefined) return 'The bag has no realization.';
        const edits = keepEdits(bag, best, what);
        return edits.length > 0 ? edits : `The first sentence gives no more ${what} to fix.`;
      }
    }
  }

  /** Says why nothing can be realized; null if a model is loaded. */
  #missingModel(): string | null {
    const { model, searches } = this.#session;
    if (searches() !== null) return null;
    return model().kind === 'failed'
      ? 'There is no model to realize with.'
      : 'The model is being loaded.';
  }

  /**
   * Computes the missing edit of an action. If there is no edit, a command shows a message when the
   * user chooses the action; resolving shows none, since editors also resolve to preview.
   */
  async resolve(action: CodeAction, token: CancellationToken): Promise<CodeAction> {
    const data = action.data as Unresolved | undefined;
    if (action.edit !== undefined || data === undefined) return action;
    const document = this.#session.documents.get(data.uri);
    if (document?.version !== data.version) throw fileChanged();
    if (data.kind === 'remove') return this.#removal(action, document, data.index, token);
    const edit = extractBags(document.file, data.selection);
    if (edit === null) return withMessage(action, 'There is no sentence in the selection.');
    return { ...action, edit: workspaceEdit(document, [protocolEdit(document, edit)]) };
  }

  /** Stops the running removal of a file that has changed or was closed. */
  changed(uri: string): void {
    this.#removals.get(uri)?.abort();
  }

  async #removal(
    action: CodeAction,
    document: BowDocument,
    index: number,
    token: CancellationToken,
  ): Promise<CodeAction> {
    const { checks, searches } = this.#session;
    const search = searches();
    if (search === null || !document.checked(checks()).isValid(index)) throw fileChanged();
    const { uri, file } = document;
    const bag = file.bags[index];
    this.changed(uri);
    const abort = new AbortController();
    this.#removals.set(uri, abort);
    const removed = await cancellable(token, 'Removing', (signal) => {
      signal.addEventListener('abort', () => abort.abort());
      return this.#superfluous(file, bag, search.pool, abort);
    }).finally(() => {
      if (this.#removals.get(uri) === abort) this.#removals.delete(uri);
    });
    if (removed === null) {
      return withMessage(action, `A search did not finish, so nothing was removed. ${FINISHING}`);
    }
    const { found, isWhole } = removed;
    if (found.length === 0) {
      const which = isWhole ? 'every constraint' : 'every constraint that could be tried';
      const name = bagName(file, index);
      return withMessage(action, `Nothing was removed: ${which} of ${name} changes something.`);
    }
    const edits = protocolEdits(document, index, removalOf(bag, found));
    return { ...action, edit: workspaceEdit(document, edits) };
  }

  /**
   * Tries each constraint: searches without it and compares. Shows progress, and can be cancelled.
   */
  #superfluous(
    file: BowFile,
    bag: BagNode,
    pool: Searches,
    abort: AbortController,
  ): Promise<Superfluous | null> {
    const given = this.#session.settings();
    const { beam, results, timeLimit } = given;
    const realize = async (tried: Bag): Promise<readonly string[] | null> => {
      const options = { beam, results, search: searchOf(file, given) };
      const job = { bag: tried, options, timeLimit };
      const { status, realizations } = await pool.realize(job, { signal: abort.signal });
      return status === 'cut-short' || status === 'undecided' || status === 'refused'
        ? null
        : realizations.map(({ text }) => text);
    };
    let done = 0;
    const total = Math.min(maxTried, removablesOf(bag).length);
    const removed = superfluous(bag, realize, maxTried, () => done++);
    const work = {
      get done() {
        return done;
      },
      total,
      finished: removed.catch(() => null),
    };
    const announcement = { title: 'Removing', pieces: 'constraints', quiet: QUIET_MS };
    void showProgress(this.#connection, work, announcement, () => abort.abort());
    return removed;
  }

  /**
   * Returns edits that write a realization's choices into its bag; null if the realization is gone.
   */
  keep({ uri, index, text, what }: KeepParams): BagEdits | null {
    const { documents, scheduler, checks } = this.#session;
    const document = documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return null;
    if (!document.checked(checks()).isValid(index)) return null;
    const bag = document.file.bags[index];
    const searchState = scheduler.stateOf(uri, bag);
    if (searchState.kind !== 'done') return null;
    const realization = searchState.realized.realizations.find((one) => one.text === text);
    if (realization === undefined) return null;
    const edits = protocolEdits(document, index, keepEdits(bag, realization, what));
    return { version: document.version, edits };
  }
}

/** Makes a file with a bag for each sentence of a text. */
export function newBags({ text }: NewBagsParams): NewBagsResult {
  if (text.length > maxCharacters) {
    const limit = maxCharacters.toLocaleString('en');
    return { problem: `The selection has more than ${limit} characters: select less.` };
  }
  const content = bagsOfText(text);
  return content === null ? { problem: 'Select a sentence first.' } : { content };
}

function keepEdits(bag: BagNode, { tokens }: Realization, what: KeepParams['what']): TextEdit[] {
  return what === 'arcs' ? keepArcs(bag, tokens) : chosenTags(bag, tokens).map(({ edit }) => edit);
}

/** Whether an editor requests actions of a kind. */
export function isWanted({ only }: CodeActionContext, kind: string): boolean {
  return only?.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`)) ?? true;
}

function protocolEdits(
  document: BowDocument,
  bag: number,
  edits: readonly TextEdit[],
): ProtocolEdit[] {
  return edits.map(({ range, newText }) =>
    protocolEdit(document, { range: absoluteRange(document.file, bag, range), newText }),
  );
}

function protocolEdit(document: BowDocument, { range, newText }: TextEdit): ProtocolEdit {
  return { range: document.range(range), newText };
}

function workspaceEdit(document: BowDocument, edits: ProtocolEdit[]): WorkspaceEdit {
  return { changes: { [document.uri]: edits } };
}

function withMessage(action: CodeAction, message: string): CodeAction {
  const { title } = action;
  return {
    ...action,
    command: { title, command: clientCommands.showMessage, arguments: [message] },
  };
}
