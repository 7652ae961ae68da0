import type { BagNode } from '../language/index.ts';
import { bounds, type Settings } from './settings.ts';

/** The settings that determine how much a search tries. */
export type Width = Pick<Settings, 'beam' | 'results' | 'timeLimit'>;

export interface SearchWidth extends Width {
  readonly canWiden: boolean;
  readonly widerFailure: string | null;
}

/** The factor by which a wider search multiplies the beam and the time limit. */
const WIDER = 4;
/** The factor by which a wider search multiplies the number of results. */
const MORE = 10;

/** Milliseconds that explaining or tracing may take beyond the search's own time limit. */
const EXPLAINING_MS = 30_000;

/** The time limit, in milliseconds, of an explanation or a trace. Both run several searches. */
export function explainingLimit({ timeLimit }: Pick<Width, 'timeLimit'>): number {
  return timeLimit + EXPLAINING_MS;
}

/** Whether a bag is searched further than the settings say. */
export function isFurther({ beam, results }: Width, settings: Width): boolean {
  return beam > settings.beam || results > settings.results;
}

/**
 * Knows the width of each bag's search: the width of the settings, or a greater, requested width.
 */
export class SearchWidths {
  readonly #settings: () => Settings;
  /**
   * For each bag, the widenings of its search in order: a requested beam, or null to multiply the
   * beam by WIDER.
   */
  readonly #widened = new WeakMap<BagNode, readonly (number | null)[]>();
  /** Why the last wider search of a bag failed. The widening was undone. */
  #failures = new WeakMap<BagNode, string>();

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  of(node: BagNode): SearchWidth {
    const width = this.#after(this.#widenedOf(node));
    return {
      ...width,
      canWiden: width.beam < bounds.beam.max || width.results < bounds.results.max,
      widerFailure: this.#failures.get(node) ?? null,
    };
  }

  /** Returns the width before the last widening; null if there was none. */
  former(node: BagNode): Width | null {
    const widened = this.#widenedOf(node);
    return widened.length > 0 ? this.#after(widened.slice(0, -1)) : null;
  }

  /**
   * Widens a bag's search. Returns false if no wider search is possible.
   *
   * @param beam the requested beam; null to multiply the current beam by WIDER
   */
  widen(node: BagNode, beam: number | null): boolean {
    if (!this.of(node).canWiden) return false;
    this.#widened.set(node, [...this.#widenedOf(node), beam]);
    this.#failures.delete(node);
    return true;
  }

  /**
   * Undoes the last widening of a bag's search. Returns false if there was none.
   *
   * @param failure why the wider search failed; null if it was cancelled
   */
  narrow(node: BagNode, failure: string | null = null): boolean {
    const widened = this.#widenedOf(node);
    if (widened.length === 0) return false;
    this.#widened.set(node, widened.slice(0, -1));
    if (failure !== null) this.#failures.set(node, failure);
    return true;
  }

  /**
   * Call this after the model or the settings have changed, since a wider search that failed before
   * may then succeed.
   */
  forgetFailures(): void {
    this.#failures = new WeakMap();
  }

  #widenedOf(node: BagNode): readonly (number | null)[] {
    return this.#widened.get(node) ?? [];
  }

  #after(widened: readonly (number | null)[]): Width {
    const { beam, results, timeLimit } = this.#settings();
    return widened.reduce<Width>(
      (width, asked) => ({
        beam: Math.min(asked ?? width.beam * WIDER, Math.max(beam, bounds.beam.max)),
        results: Math.min(width.results * MORE, bounds.results.max),
        timeLimit: Math.min(width.timeLimit * WIDER, bounds.timeLimit.max),
      }),
      { beam, results, timeLimit },
    );
  }
}
