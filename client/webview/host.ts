import type {
  ExplainParams,
  LabelsParams,
  ShownComparison,
  ShownExplanation,
  ShownLabels,
  ShownParse,
  ShownQuestion,
  ShownUnambiguous,
  TreeParams,
} from '../../server/src/lsp/protocol.ts';
import type { BagParams } from '../../server/src/lsp/protocol.ts';
import type { FromPanel, PanelMemory, ToPanel } from '../src/panel-messages.ts';

interface VsCodeApi {
  postMessage(message: FromPanel): void;
  getState(): Partial<PanelMemory> | undefined;
  setState(state: PanelMemory): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** VS Code allows only one call of `acquireVsCodeApi`. */
const api = acquireVsCodeApi();

/** Identifies this panel in messages, since the editor may have several. */
export const panelId = crypto.randomUUID();

export function send(message: FromPanel): void {
  api.postMessage(message);
}

const nothing: PanelMemory = {
  ...{ uri: null, line: 0, bag: null, chosen: null },
  ...{ tab: 'tree', treeMode: 'rows', asked: 0 },
};

/** The state that the panel had before it was hidden or reloaded. */
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

/**
 * Sends a question. The promise settles when `receive` gets the answer.
 *
 * @param signal aborts when the answer is no longer needed
 */
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

/** Rejects with a reason if the sentence cannot be explained. */
export function explain(params: ExplainParams, signal: AbortSignal): Promise<ShownExplanation> {
  return ask((id) => ({ type: 'explain', id, params }), signal);
}

/** Resolves to an empty list if the bag has only one sentence. */
export function questions(
  params: BagParams,
  signal: AbortSignal,
): Promise<readonly ShownQuestion[]> {
  return ask((id) => ({ type: 'questions', id, params }), signal);
}

export function compare(params: BagParams, signal: AbortSignal): Promise<ShownComparison> {
  return ask((id) => ({ type: 'compare', id, params }), signal);
}

export function labels(params: LabelsParams, signal: AbortSignal): Promise<ShownLabels> {
  return ask((id) => ({ type: 'labels', id, params }), signal);
}

export function parseAgain(params: TreeParams, signal: AbortSignal): Promise<ShownParse> {
  return ask((id) => ({ type: 'parseAgain', id, params }), signal);
}

/** Finds the first listed sentence whose parse has the same arcs as the realization. */
export function unambiguous(params: TreeParams, signal: AbortSignal): Promise<ShownUnambiguous> {
  return ask((id) => ({ type: 'unambiguous', id, params }), signal);
}

/** Settles the promise that waits for this answer. */
export function receive(answer: Extract<ToPanel, { readonly type: 'answer' }>): void {
  const asked = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('problem' in answer) asked?.reject(new Error(answer.problem));
  else asked?.resolve(answer.value as never);
}
