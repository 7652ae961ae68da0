import type { Connection } from 'vscode-languageserver';
import type { BagViews } from './bag-view.ts';
import { messages } from './protocol.ts';
import type { BagView, ShownResult } from './protocol.ts';
import type { Session } from './session.ts';

/** Sends the panel the bag that the cursor is at, whenever there is something new to show of it. */
export class Panel {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #views: BagViews;
  /** What was last sent, without the result. */
  #lastBag = '';
  #lastResult: ShownResult | null = null;

  constructor(connection: Connection, session: Session, views: BagViews) {
    this.#connection = connection;
    this.#session = session;
    this.#views = views;
  }

  send(): void {
    const { scheduler, documents } = this.#session;
    const { active, panel } = scheduler.view;
    if (!panel) {
      this.#lastBag = '';
      return;
    }
    const document = active === null ? undefined : documents.get(active.uri);
    const view: BagView =
      active === null || document === undefined
        ? { uri: null, bag: null, state: { kind: 'no-file' } }
        : this.#views.nearLine(document, active.cursor.line);
    // A result is large, and the same object while it is the same.
    const result = resultOf(view);
    const bag = JSON.stringify(view, (_, value: unknown) => (value === result ? null : value));
    if (bag === this.#lastBag && result === this.#lastResult) return;
    this.#lastBag = bag;
    this.#lastResult = result;
    void this.#connection.sendNotification(messages.bag, view);
  }
}

function resultOf({ state }: BagView): ShownResult | null {
  if (state.kind === 'realized') return state.result;
  return state.kind === 'idle' || state.kind === 'working' ? state.previous : null;
}
