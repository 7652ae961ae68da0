import type { BagNode } from '../language/index.ts';
import { bounds, type Settings } from './settings.ts';

/** The width of a search. */
export type Width = Pick<Settings, 'beam' | 'results' | 'timeLimit'>;

/** The width of a bag's search. */
export interface SearchWidth extends Width {
  /** Whether it can be wider. */
  readonly canWiden: boolean;
  /** Why a wider search failed; null if none did. */
  readonly widerFailure: string | null;
}

/** The factor by which a wider search multiplies beam and time limit. */
const WIDER = 4;
/** The factor by which it multiplies the number of results. */
const MORE = 10;

/** Milliseconds that explaining or tracing may take beyond the time of the search itself. */
const EXPLAINING_MS = 30_000;

/**
 * The time limit, in milliseconds, of explaining or tracing a search, which runs it again, and
 * others too.
 */
export function explainingLimit({ timeLimit }: Pick<Width, 'timeLimit'>): number {
  return timeLimit + EXPLAINING_MS;
}

/** The width of each bag's search: the width of the settings, or a requested wider one. */
export class SearchWidths {
  readonly #settings: () => Settings;
  /** By bag: each widening, as the requested beam or null. A bag with a new text is another bag. */
  readonly #widened = new WeakMap<BagNode, readonly (number | null)[]>();
  /** Why a wider search failed, by bag. The bag is as wide as before. */
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

  /** The width of a bag's search before its last widening; null if it was not widened. */
  former(node: BagNode): Width | null {
    const widened = this.#widenedOf(node);
    return widened.length > 0 ? this.#after(widened.slice(0, -1)) : null;
  }

  /**
   * @param beam the requested one; null for a multiple of the current one
   * @returns whether it can be wider
   */
  widen(node: BagNode, beam: number | null): boolean {
    if (!this.of(node).canWiden) return false;
    this.#widened.set(node, [...this.#widenedOf(node), beam]);
    this.#failures.delete(node);
    return true;
  }

  /**
   * @param failure why the wider search failed; null if it was cancelled
   * @returns whether a widening was undone
   */
  narrow(node: BagNode, failure: string | null = null): boolean {
    const widened = this.#widenedOf(node);
    if (widened.length === 0) return false;
    this.#widened.set(node, widened.slice(0, -1));
    if (failure !== null) this.#failures.set(node, failure);
    return true;
  }

  /** The model or the settings changed, so a wider search may succeed now. */
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
