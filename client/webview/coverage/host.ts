import type { CoverageMemory, FromCoverage } from '../../src/coverage-messages.ts';

interface VsCodeApi {
  postMessage(message: FromCoverage): void;
  getState(): Partial<CoverageMemory> | undefined;
  setState(state: CoverageMemory): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** VS Code allows only one call of `acquireVsCodeApi`. */
const api = acquireVsCodeApi();

export function send(message: FromCoverage): void {
  api.postMessage(message);
}

/** The state that the view had before it was hidden or reloaded. */
export function remembered(): CoverageMemory {
  return { text: '', chosen: [], sort: null, isLegendOpen: true, ...api.getState() };
}

export function remember(memory: CoverageMemory): void {
  api.setState(memory);
}
