import type {
  ExplainParams,
  ShownComparison,
  ShownExplanation,
  ShownQuestion,
} from '../../server/src/lsp/protocol.ts';
import type { BagParams } from '../../server/src/lsp/protocol.ts';
import type { FromPanel, PanelMemory, ToPanel } from '../src/panel-messages.ts';

interface VsCodeApi {
  postMessage(message: FromPanel): void;
  getState(): Partial<PanelMemory> | undefined;
  setState(state: PanelMemory): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor around the panel. VS Code allows only one call. */
const api = acquireVsCodeApi();

/** Distinguishes this panel from others in the editor. */
export const panelId = crypto.randomUUID();

export function send(message: FromPanel): void {
  api.postMessage(message);
}

const nothing: PanelMemory = {
  ...{ uri: null, line: 0, bag: null, chosen: null },
  ...{ tab: 'tree', treeMode: 'rows', asked: 0 },
};

/** The state of the panel before it was hidden or reloaded. */
export function remembered(): PanelMemory {
  return { ...nothing, ...api.getState() };
}

export function remember(memory: PanelMemory): void {
  api.setState(memory);
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<string, Waiting>();

/** @param signal aborts when the answer is no longer needed */
function ask<T>(message: (id: string) => FromPanel, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const id = crypto.randomUUID();
    waiting.set(id, { resolve, reject });
    send(message(id));
    signal.addEventListener('abort', () => {
      if (waiting.delete(id)) send({ type: 'withdraw', id });
    });
  });
}

/** Rejects with the reason if there is no explanation. */
export function explain(params: ExplainParams, signal: AbortSignal): Promise<ShownExplanation> {
  return ask((id) => ({ type: 'explain', id, params }), signal);
}

/** Null if no question distinguishes the sentences of the list. */
export function question(params: BagParams, signal: AbortSignal): Promise<ShownQuestion | null> {
  return ask((id) => ({ type: 'question', id, params }), signal);
}

/** A bag as two searches realize it. */
export function compare(params: BagParams, signal: AbortSignal): Promise<ShownComparison> {
  return ask((id) => ({ type: 'compare', id, params }), signal);
}

/** Passes an answer to the request with its id. */
export function receive(answer: Extract<ToPanel, { readonly type: 'answer' }>): void {
  const asked = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('problem' in answer) asked?.reject(new Error(answer.problem));
  else asked?.resolve(answer.value as never);
}
