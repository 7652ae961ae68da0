/** The messages between the coverage view and the extension. Both sides import this file. */
import type { CoverageResult, Portion } from '../../server/src/lsp/protocol.ts';

/** What the view shows of a run. */
export interface ShownCoverage extends Pick<CoverageResult, 'report' | 'changes'> {
  /** What the report's files are called, by their URIs. */
  readonly names: Readonly<Record<string, string>>;
}

/** From the extension to the view. */
export type ToCoverage =
  | { readonly type: 'coverage'; readonly coverage: ShownCoverage | null }
  /** How many bags were covered so far; null where none are being covered. */
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
  /** What is typed into the filter. */
  readonly text: string;
  /** The classes and the changes whose bags alone are shown; none for all. */
  readonly chosen: readonly string[];
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
}
