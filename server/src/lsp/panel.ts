import type { Connection } from 'vscode-languageserver';
import type { BagViews } from './bag-view.ts';
import { onRequest } from './parameters.ts';
import { messages, resultOf } from './protocol.ts';
import type { BagTitle, BagView, NamedBagParams, PinnedBag, ShownResult } from './protocol.ts';
import type { Session } from './session.ts';

const noFile: BagView = { uri: null, bag: null, state: { kind: 'no-file' } };

/**
 * Milliseconds until the panel marks a list as outdated. Most bags are realized again sooner, so
 * their lists are never marked.
 */
const FORMER_MS = 100;

interface Sent {
  readonly view: BagView;
  /** `view` as JSON, with null instead of its result. */
  readonly bag: string;
  readonly result: ShownResult | null;
  /** When the shown list became outdated, by `performance.now()`; null if it is current. */
  readonly formerSince: number | null;
}

/** Sends each panel the view of its bag when the view has changed. */
export class Panel {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #views: BagViews;
  /**
   * The last message to each panel. The key is the file and the name of the bag; it is '' for the
   * panel that follows the cursor.
   */
  #sent = new Map<string, Sent>();
  #tellingFormer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: Connection, session: Session, views: BagViews) {
    this.#connection = connection;
    this.#session = session;
    this.#views = views;
    onRequest(connection, messages.bagAt, ({ uri, line }): BagTitle | null => {
      const document = session.documents.get(uri);
      return document === undefined ? null : views.nearLine(document, line).bag;
    });
  }

  send(): void {
    const { active, panel, pinned } = this.#session.scheduler.view;
    const before = this.#sent;
    // Hidden panels are forgotten, so that a panel gets its bag again when it is shown again.
    this.#sent = new Map();
    if (panel) {
      const document = active === null ? undefined : this.#session.documents.get(active.uri);
      const view =
        active === null || document === undefined
          ? noFile
          : this.#views.nearLine(document, active.cursor.line);
      if (this.#isNew('', view, before)) {
        void this.#connection.sendNotification(messages.bag, view);
      }
    }
    for (const { uri, bag } of pinned) {
      const view = this.#named({ uri, bag });
      if (!this.#isNew(`${uri} ${bag}`, view, before)) continue;
      const params: PinnedBag = { uri, bag, view };
      void this.#connection.sendNotification(messages.pinnedBag, params);
    }
  }

  #named({ uri, bag }: NamedBagParams): BagView {
    const document = this.#session.documents.get(uri);
    if (document === undefined) return noFile;
    const index = document.bagNamed(bag);
    if (index >= 0) return this.#views.at(document, index);
    return { uri, bag: null, state: { kind: 'no-bag' } };
  }

  stop(): void {
    clearTimeout(this.#tellingFormer);
  }

  /**
   * Whether the panel shows an older list of the bag, and a new list is likely to follow soon. Then
   * the view is not sent yet.
   */
  #isAboutToChange(name: string, view: BagView, last: Sent | undefined): boolean {
    const { kind } = view.state;
    if (last?.view.state.kind !== 'realized' || (kind !== 'idle' && kind !== 'working'))
      return false;
    if (last.view.uri !== view.uri || last.view.bag?.title !== view.bag?.title) return false;
    const since = last.formerSince ?? performance.now();
    const left = since + FORMER_MS - performance.now();
    if (left <= 0) return false;
    this.#sent.set(name, { ...last, formerSince: since });
    clearTimeout(this.#tellingFormer);
    this.#tellingFormer = setTimeout(() => this.send(), left);
    return true;
  }

  #isNew(name: string, view: BagView, before: ReadonlyMap<string, Sent>): boolean {
    if (this.#isAboutToChange(name, view, before.get(name))) return false;
    // Results are large, so they are compared by identity, and the rest of the view as JSON.
    const result = resultOf(view.state);
    const bag = JSON.stringify(view, (_, value: unknown) => (value === result ? null : value));
    this.#sent.set(name, { view, bag, result, formerSince: null });
    const last = before.get(name);
    return last?.bag !== bag || last.result !== result;
  }
}
