/** The messages between the coverage view and the extension. Both sides import this file. */
import type { CoverageResult, Portion } from '../../server/src/lsp/protocol.ts';

/** The content of the coverage view: the result of a run. */
export interface ShownCoverage extends Pick<CoverageResult, 'report' | 'changes'> {
  /** The names of the report's files, by URI. */
  readonly names: Readonly<Record<string, string>>;
}

/** A message from the extension to the view. */
export type ToCoverage =
  | { readonly type: 'coverage'; readonly coverage: ShownCoverage | null }
  /** How many bags the current run has finished; null if no run is in progress. */
  | { readonly type: 'running'; readonly running: Portion | null };

/** A message from the view to the extension. */
export type FromCoverage =
  | { readonly type: 'ready' }
  | { readonly type: 'run' | 'cancel' }
  | {
      readonly type: 'reveal';
      readonly uri: string;
      /** The line to show, from 0. */
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
   * The classes and changes that the user has chosen in the filter, such as the class `met` or the
   * change `worse`. If the user has chosen none, the view shows all bags.
   */
  readonly chosen: readonly string[];
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly isLegendOpen: boolean;
}
