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
import { type Decision, decisionOf, withAdditions } from '../bag/addition.ts';
import type { Bag, BagOrder } from '../bag/bag.ts';
import { MOST_REALIZED, orderThatKeeps, type OrderedSentence } from '../explain/keep-first.ts';
import {
  absoluteRange,
  bagAt,
  bagName,
  type BowFile,
  type BagNode,
  editedBag,
  extractable,
  extractBags,
  keepArcs,
  keepTags,
  hasOpenHeads,
  hasOpenTags,
  lemmaOrForm,
  orderLinesOf,
  type Range,
  type Rewriting,
  removablesOf,
  removalOf,
  superfluous,
  type Superfluous,
  type TextEdit,
  toBag,
  writeAdditions,
} from '../language/index.ts';
import type { Realization, Realized } from '../realize/realizer.ts';
import { FINISHING } from '../results/verdict.ts';
import type { BowDocument } from './document.ts';
import type { Explanations } from './explanations.ts';
import { showProgress } from './progress.ts';
import { clientCommands } from './protocol.ts';
import type { KeepParams, KeepResult } from './protocol.ts';
import { cancellable, fileChanged } from './request.ts';
import type { Searches, Session } from './session.ts';
import { searchOf } from './settings.ts';

/** At most this many constraints of a bag are tried, to find needless constraints. */
const maxTried = 200;

/** Milliseconds until a refactoring shows its progress. */
const QUIET_MS = 500;

export const refactoringKinds = [CodeActionKind.RefactorRewrite, CodeActionKind.RefactorExtract];

/**
 * The data of an action without its edit. The edit takes long to compute, so it is computed when
 * the editor resolves the action.
 */
type Unresolved = {
  readonly uri: string;
  readonly version: number;
} & (
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'extract'; readonly selection: Range }
  | {
      readonly kind: 'keep';
      readonly index: number;
      readonly text: string;
      readonly what: KeepParams['what'];
    }
);

/** The edits that write a realization's tags or arcs into its bag, and a message for the user. */
interface Kept {
  readonly edits: readonly TextEdit[];
  readonly notice: string | null;
}

/**
 * Offers refactorings of bags as code actions, and computes their edits. Also computes the edits
 * for the panel's `keep` request.
 */
export class Refactorings {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #explanations: Pick<Explanations, 'derivationOf'>;
  /** Cancels running refactorings, by the URI of the file and then by the kind of work. */
  readonly #running = new Map<string, Map<string, AbortController>>();

  constructor(
    connection: Connection,
    session: Session,
    explanations: Pick<Explanations, 'derivationOf'>,
  ) {
    this.#connection = connection;
    this.#session = session;
    this.#explanations = explanations;
  }

  /**
   * Returns the refactorings of the bag at the start of a range, and of selected sentences. A
   * refactoring that lacks a result or a model is disabled and says why.
   */
  offered({ textDocument: { uri }, range, context }: CodeActionParams): CodeAction[] {
    const document = this.#session.documents.get(uri);
    if (document === undefined) return [];
    const start = document.positions.offsetAt(range.start);
    const end = document.positions.offsetAt(range.end);
    const actions: CodeAction[] = [];
    if (isWanted(context, CodeActionKind.RefactorExtract) && start < end) {
      const selection = { start, end };
      const kind = extractable(document.file, selection);
      if (kind !== null) {
        const { version } = document;
        const data: Unresolved = { kind: 'extract', uri, version, selection };
        const title =
          kind === 'lines'
            ? 'Make a bag of each selected line'
            : 'Make a bag from the selected sentence';
        actions.push({ title, kind: CodeActionKind.RefactorExtract, data });
      }
    }
    const index = bagAt(document.file, start);
    if (isWanted(context, CodeActionKind.RefactorRewrite) && index >= 0) {
      const bag = document.file.bags[index];
      if (start <= document.file.starts[index] + bag.end) {
        actions.push(...this.#rewrites(document, index, bag, start));
      }
    }
    return actions;
  }

  /** @param offset the cursor's offset in the file */
  #rewrites(document: BowDocument, index: number, bag: BagNode, offset: number): CodeAction[] {
    if (!document.checked(this.#session.checks()).isValid(index)) return [];
    const kind = CodeActionKind.RefactorRewrite;
    const actions: CodeAction[] = [];
    const rewriting = this.#lemmaOrForm(document, bag, offset);
    if (rewriting !== null) {
      const edits = protocolEdits(document, index, rewriting.edits);
      actions.push({ title: rewriting.title, kind, edit: workspaceEdit(document, edits) });
    }
    const keep = (what: KeepParams['what']): void => {
      const title = `Keep the ${what} of the first sentence`;
      const first = this.#firstToKeep(document, index, what);
      if (typeof first === 'string') {
        actions.push({ title, kind, disabled: { reason: first } });
      } else {
        const { uri, version } = document;
        const data: Unresolved = { kind: 'keep', uri, version, index, text: first.text, what };
        actions.push({ title, kind, data });
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
   * Writes the word at the cursor as a lemma. If the word is a lemma already, writes it as its form
   * in the first realization. Null if the lemma or the form is not known.
   */
  #lemmaOrForm({ uri, file }: BowDocument, bag: BagNode, offset: number): Rewriting | null {
    const { scheduler, checks } = this.#session;
    const state = scheduler.stateOf(uri, bag);
    const first = state.kind === 'done' ? state.realized.realizations.at(0) : undefined;
    return lemmaOrForm(file, offset, checks().knowledge, first?.tokens ?? null);
  }

  /** Returns the first realization of a bag, or the reason why nothing of it can be kept. */
  #firstToKeep(
    document: BowDocument,
    index: number,
    what: KeepParams['what'],
  ): Realization | string {
    const missing = this.#missingModel();
    if (missing !== null) return missing;
    const bag = document.file.bags[index];
    const searchState = this.#session.scheduler.stateOf(document.uri, bag);
    switch (searchState.kind) {
      case 'working':
        return 'The bag is being realized.';
      case 'idle':
        return 'The bag is not realized yet: save the file, or choose Realize.';
      case 'failed':
        return 'The search for the bag has failed.';
      case 'done': {
        const found = searchState.realized.realizations.at(0);
        const first = found && this.#explanations.derivationOf(document, index, found.text);
        if (first == null) return 'The bag has no realization.';
        const isOpen = keepEdits(bag, first, what).length > 0;
        return isOpen ? first : `The first sentence gives no more ${what} to fix.`;
      }
    }
  }

  /** Why nothing can be realized; null if a model is loaded. */
  #missingModel(): string | null {
    const { model, searches } = this.#session;
    if (searches() !== null) return null;
    return model().kind === 'failed'
      ? 'There is no model to realize with.'
      : 'The model is being loaded.';
  }

  /**
   * Computes the missing edit of an action. If no edit is possible, the action gets a command that
   * shows a message. Resolving itself shows no message, since editors also resolve actions to
   * preview them.
   */
  async resolve(action: CodeAction, token: CancellationToken): Promise<CodeAction> {
    const data = action.data as Unresolved | undefined;
    if (action.edit !== undefined || data === undefined) return action;
    const document = this.#session.documents.get(data.uri);
    if (document?.version !== data.version) throw fileChanged();
    if (data.kind === 'remove') return this.#removal(action, document, data.index, token);
    if (data.kind === 'keep') {
      const { index, text, what } = data;
      const realization = this.#realization(document, index, text);
      if (realization === null) throw fileChanged();
      const { edits, notice } = await this.#keep(document, index, realization, what, token);
      const edit = workspaceEdit(document, protocolEdits(document, index, edits));
      return { ...(notice === null ? action : withMessage(action, notice)), edit };
    }
    const edit = extractBags(document.file, data.selection);
    if (edit === null) return withMessage(action, 'There is no sentence in the selection.');
    return { ...action, edit: workspaceEdit(document, [protocolEdit(document, edit)]) };
  }

  /** Stops the running refactorings of a file that has changed or was closed. */
  changed(uri: string): void {
    for (const abort of this.#running.get(uri)?.values() ?? []) abort.abort();
  }

  /**
   * Runs cancellable work on a file, and stops earlier work of the same kind on the file. Work of
   * different kinds runs at the same time, since an editor resolves several actions at once.
   */
  #run<T>(
    uri: string,
    kind: string,
    token: CancellationToken,
    what: string,
    work: (abort: AbortController) => Promise<T>,
  ): Promise<T> {
    const running = this.#running.get(uri) ?? new Map<string, AbortController>();
    this.#running.set(uri, running);
    running.get(kind)?.abort();
    const abort = new AbortController();
    running.set(kind, abort);
    return cancellable(token, what, (signal) => {
      signal.addEventListener('abort', () => abort.abort());
      return work(abort);
    }).finally(() => {
      if (running.get(kind) === abort) running.delete(kind);
      if (running.size === 0 && this.#running.get(uri) === running) this.#running.delete(uri);
    });
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
    const removed = await this.#run(uri, 'remove', token, 'Removing', (abort) =>
      this.#superfluous(file, bag, search.pool, abort),
    );
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
   * Finds the constraints that change nothing: realizes the bag again and again, each time without
   * one constraint. Null if a search did not finish.
   */
  #superfluous(
    file: BowFile,
    bag: BagNode,
    pool: Searches,
    abort: AbortController,
  ): Promise<Superfluous | null> {
    const search = this.#searchIn(file, pool, abort);
    const realize = async (tried: Bag): Promise<readonly string[] | null> => {
      const { status, realizations } = await search(tried);
      return status === 'cut-short' || status === 'undecided' || status === 'refused'
        ? null
        : realizations.map(({ text }) => text);
    };
    let done = 0;
    const total = Math.min(maxTried, removablesOf(bag).length);
    const removed = superfluous(bag, realize, maxTried, () => done++);
    this.#showProgress('Removing', 'constraints', removed, () => done, total, abort);
    return removed;
  }

  /**
   * Writes the tags or arcs of a realization into its bag, and realizes the edited bag. If another
   * sentence comes first, adds order lines that put the realization first.
   *
   * If the bag has choices (optional words and alternatives), a sentence with other words may still
   * come first. Then the notice says how to decide the choices, and the added order lines are those
   * that the realization needs after this decision.
   */
  #keep(
    document: BowDocument,
    index: number,
    kept: Realization,
    what: KeepParams['what'],
    token: CancellationToken,
  ): Promise<Kept> {
    const { file, uri } = document;
    const bag = file.bags[index];
    const edits = keepEdits(bag, kept, what);
    const searches = this.#session.searches();
    if (edits.length === 0 || searches === null) return Promise.resolve({ edits, notice: null });
    return this.#run(uri, what, token, 'Keeping', async (abort) => {
      const search = this.#searchIn(file, searches.pool, abort);
      let done = 0;
      const firstOf = async (tried: Bag): Promise<(Realization & OrderedSentence) | null> => {
        const first = (await search(tried)).realizations.at(0);
        done++;
        return first === undefined ? null : { ...first, ...ordered(first) };
      };
      const edited = toBag(editedBag(bag, edits));
      const inOrder = ordered(kept);
      const decisions = decisionsOf(edited, inOrder.words);
      const find = async () => {
        const found = await orderThatKeeps(edited, inOrder, firstOf);
        if (found.other === null || decisions.length === 0) return found;
        const places = inOrder.words.toSorted((a, b) => a - b);
        const { lines } = await orderThatKeeps(edited, inOrder, async (tried) => {
          const first = await firstOf(withAdditions(tried, decisions));
          return first && { ...first, words: first.words.map((word) => places[word]) };
        });
        return { lines, other: found.other };
      };
      const found = find();
      this.#showProgress('Keeping', 'searches', found, () => done, 2 * MOST_REALIZED, abort);
      const { lines, other } = await found;
      const all = lines.length === 0 ? edits : keepEdits(bag, kept, what, lines);
      const after = editedBag(bag, all);
      const then = other === null ? 'now' : 'once decided';
      const added = lines.length === 0 ? null : addedLines(orderLinesOf(after, lines), then);
      if (other === null) return { edits: all, notice: added };
      const toDecide = decisions.length === 0 ? null : writeAdditions(after, decisions);
      return { edits: all, notice: notFirst(kept, other, what, toDecide?.lines ?? [], added) };
    });
  }

  /** Returns a function that realizes bags with the file's search and the user's settings. */
  #searchIn(
    file: BowFile,
    pool: Searches,
    { signal }: AbortController,
  ): (bag: Bag) => Promise<Realized> {
    const given = this.#session.settings();
    const { beam, results, timeLimit } = given;
    const options = { beam, results, search: searchOf(file, given) };
    return (bag) => pool.realize({ bag, options, timeLimit }, { signal, isUrgent: true });
  }

  #showProgress(
    title: string,
    pieces: string,
    work: Promise<unknown>,
    done: () => number,
    total: number,
    abort: AbortController,
  ): void {
    const shown = {
      get done() {
        return done();
      },
      total,
      finished: work.catch(() => null),
    };
    const announcement = { title, pieces, quiet: QUIET_MS };
    void showProgress(this.#connection, shown, announcement, () => abort.abort());
  }

  /** Answers the panel's request to keep a realization; null if the realization is gone. */
  async keep(
    { uri, index, text, what }: KeepParams,
    token: CancellationToken,
  ): Promise<KeepResult | null> {
    const { documents, checks } = this.#session;
    const document = documents.get(uri);
    if (document === undefined || !(index in document.file.bags)) return null;
    if (!document.checked(checks()).isValid(index)) return null;
    const realization = this.#realization(document, index, text);
    if (realization === null) return null;
    const { version } = document;
    const kept = await this.#keep(document, index, realization, what, token).catch(
      (error: unknown) => {
        if (document.version === version) throw error;
        return null;
      },
    );
    if (kept === null) return null;
    const { edits, notice } = kept;
    return { version, edits: protocolEdits(document, index, edits), notice };
  }

  /** Returns the derivation that the panel shows for a sentence of a bag. */
  #realization(document: BowDocument, index: number, text: string): Realization | null {
    const { uri, file } = document;
    const state = this.#session.scheduler.stateOf(uri, file.bags[index]);
    return state.kind === 'done' ? this.#explanations.derivationOf(document, index, text) : null;
  }
}

function ordered({ text, tokens }: Realization): OrderedSentence {
  return { text, words: tokens.map(({ word }) => word) };
}

/**
 * Says which order lines were added so that a sentence comes first.
 *
 * @param then `now` if the sentence comes first with these lines; `once decided` if it comes first
 *   only after the user has also decided the choices of the bag
 */
function addedLines(lines: readonly string[], then: 'now' | 'once decided'): string {
  const listed = listing(lines.map((line) => `“${line}”`));
  if (then === 'once decided')
    return `Added ${listed} to order: too, which the sentence then needs.`;
  const without = lines.length === 1 ? 'it' : 'them';
  return `Added ${listed} to order:, since another sentence comes first without ${without}.`;
}

/** Decides the choices of a bag so that its sentences have exactly these words. */
function decisionsOf({ choices }: Bag, words: readonly number[]): Decision[] {
  const used = new Set(words);
  return choices.map((choice) => decisionOf(choice.words, (word) => used.has(word)));
}

/**
 * Says which sentence comes first instead of the kept sentence, and why.
 *
 * @param toDecide the lines that restrict the bag to the words of the kept sentence
 */
export function notFirst(
  kept: Realization,
  other: Realization,
  what: KeepParams['what'],
  toDecide: readonly { readonly line: string }[],
  added: string | null,
): string {
  const beyond = (one: Realization, than: Realization): string[] => {
    const used = than.tokens.map(({ form }) => form);
    return one.tokens.flatMap(({ form }) => {
      const place = used.indexOf(form);
      if (place >= 0) used.splice(place, 1);
      return place >= 0 ? [] : [`“${form}”`];
    });
  };
  const hasSameCount = kept.tokens.length === other.tokens.length;
  const areSameWords =
    hasSameCount && kept.tokens.every(({ word }) => other.tokens.some((one) => one.word === word));
  const missing = new Intl.ListFormat('en', { type: 'disjunction' }).format(beyond(kept, other));
  const extra = listing(beyond(other, kept));
  const why = areSameWords
    ? otherForms(kept, other)
    : missing !== '' && extra !== ''
      ? `It has ${extra}, and not ${missing}.`
      : missing !== ''
        ? `It has not ${missing}.`
        : extra !== ''
          ? `It also has ${extra}.`
          : 'It chooses other words of the bag.';
  const advice = toDecide.length === 0 ? [] : [toDo(toDecide.map(({ line }) => line))];
  return [
    `The ${what} are kept, but another sentence comes first: “${other.display}” ${why}`,
    ...advice,
    ...(added === null ? [] : [added]),
  ].join(' ');
}

/**
 * The two sentences have the same words, but lemmas may have other forms. Says which tags give
 * these lemmas the forms of the kept sentence. A form that the tag does not tell apart from the
 * other form, as *was* and *were*, has to be written itself.
 */
function otherForms(kept: Realization, other: Realization): string {
  const ofOther = new Map(other.tokens.map((token) => [token.word, token]));
  const tagged: string[] = [];
  const written: string[] = [];
  for (const { word, form, tag } of kept.tokens) {
    const one = ofOther.get(word);
    if (one === undefined || one.form.toLowerCase() === form.toLowerCase()) continue;
    if (one.tag === tag) written.push(`“${form}” (it has “${one.form}”)`);
    else tagged.push(`“${form}” the tag ${tag} (it has “${one.form}”)`);
  }
  const said = [
    ...(tagged.length === 0 ? [] : [`Give the lemma of ${listing(tagged)}.`]),
    ...(written.length === 0 ? [] : [`Instead of its lemma, write ${listing(written)}.`]),
  ];
  return said.length === 0 ? 'Bowline found no lines of order: that change this.' : said.join(' ');
}

function toDo(lines: readonly string[]): string {
  return `To rule out other words, ${listing(lines)}.`;
}

function listing(items: readonly string[]): string {
  return new Intl.ListFormat('en').format(items);
}

function keepEdits(
  bag: BagNode,
  { tokens }: Realization,
  what: KeepParams['what'],
  order: readonly BagOrder[] = [],
): TextEdit[] {
  return what === 'arcs' ? keepArcs(bag, tokens, order) : keepTags(bag, tokens, order);
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
