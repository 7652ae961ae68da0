import type { FromPanel, PanelMemory } from '../src/panel-messages.ts';

interface VsCodeApi {
  postMessage(message: FromPanel): void;
  getState(): Partial<PanelMemory> | undefined;
  setState(state: PanelMemory): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor that the panel lives in. It can be asked for only once. */
const api = acquireVsCodeApi();

export function send(message: FromPanel): void {
  api.postMessage(message);
}

const nothing: PanelMemory = {
  uri: null,
  line: 0,
  chosen: null,
  treeOpen: true,
  derivationOpen: true,
  treeMode: 'rows',
};

/** What the panel showed before it was hidden or reloaded. */
export function remembered(): PanelMemory {
  return { ...nothing, ...api.getState() };
}

export function remember(memory: PanelMemory): void {
  api.setState(memory);
}
