/** The messages between the coverage view and the extension. Both sides import this file. */
import type { CoverageResult, Portion } from '../../server/src/lsp/protocol.ts';

/** The result of a run. */
export interface ShownCoverage extends Pick<CoverageResult, 'report' | 'changes'> {
  /** The names of the report's files, by URI. */
  readonly names: Readonly<Record<string, string>>;
}

export type ToCoverage =
  | { readonly type: 'coverage'; readonly coverage: ShownCoverage | null }
  /** How many bags the current run has finished; null between runs. */
  | { readonly type: 'running'; readonly running: Portion | null };

export type FromCoverage =
  | { readonly type: 'ready' }
  | { readonly type: 'run' | 'cancel' }
  | {
      readonly type: 'reveal';
      readonly uri: string;
      /** From 0. */
      readonly line: number;
      /** Whether to move the cursor and the focus to the line too. */
      readonly focus: boolean;
    }
  /** Moves the focus back to an editor. */
  | { readonly type: 'leave' };

/** The state of the view that survives a reload of the window. */
export interface CoverageMemory {
  /** The text of the filter. */
  readonly text: string;
  /**
   * The classes and changes chosen in the filter, such as `met` or `worse`. If none is chosen, the
   * view shows all bags.
   */
  readonly chosen: readonly string[];
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly isLegendOpen: boolean;
}
