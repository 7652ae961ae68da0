/** The messages between the coverage view and the extension. Both sides import this file. */
import type { CoverageResult, Portion } from '../../server/src/lsp/protocol.ts';

/** The content of the view: a run. */
export interface ShownCoverage extends Pick<CoverageResult, 'report' | 'changes'> {
  /** The names of the report's files, by URI. */
  readonly names: Readonly<Record<string, string>>;
}

/** From the extension to the view. */
export type ToCoverage =
  | { readonly type: 'coverage'; readonly coverage: ShownCoverage | null }
  /** How many bags are covered so far; null if no run is in progress. */
  | { readonly type: 'running'; readonly running: Portion | null };

/** From the view to the extension. */
export type FromCoverage =
  | { readonly type: 'ready' }
  | { readonly type: 'run' | 'cancel' }
  | {
      readonly type: 'reveal';
      readonly uri: string;
      /** From 0. */
      readonly line: number;
      /** Whether the cursor goes there too. */
      readonly focus: boolean;
    }
  /** Back to the file that was looked at. */
  | { readonly type: 'leave' };

/** What survives a reload of the window. */
export interface CoverageMemory {
  /** The text of the filter. */
  readonly text: string;
  /** The classes and changes to show; empty for all bags. */
  readonly chosen: readonly string[];
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
}
