import type { BagNode } from '../language/index.ts';
import { bounds, type Settings } from './settings.ts';

/** How wide a search is. */
export type Width = Pick<Settings, 'beam' | 'results' | 'timeLimit'>;

/** How wide a bag is searched. */
export interface SearchWidth extends Width {
  /** Whether it can be searched wider. */
  readonly canWiden: boolean;
  /** Why it was searched wider in vain; null where it was not. */
  readonly widerFailure: string | null;
}

/** A wider search has so many times the beam and may take so many times as long. */
const WIDER = 4;
/** It lists so many times the results. */
const MORE = 10;

/** Milliseconds that explaining or tracing a search may take beyond the time of that search. */
const EXPLAINING_MS = 30_000;

/** The time limit, in milliseconds, of explaining or tracing a search: it is run again, and others beside it. */
export function explainingLimit({ timeLimit }: Pick<Width, 'timeLimit'>): number {
  return timeLimit + EXPLAINING_MS;
}

/** The width of each bag's search: that of the settings, or wider where the user asked for it. */
export class SearchWidths {
  readonly #settings: () => Settings;
  /** Each time that a bag's search was widened: the beam asked for, or null. An edit makes another bag of it. */
  readonly #widened = new WeakMap<BagNode, readonly (number | null)[]>();
  /** Why a wider search failed, of bags that are as wide as before it. */
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

  /** How wide a bag was searched before it was widened; null where it was not. */
  former(node: BagNode): Width | null {
    const widened = this.#widenedOf(node);
    return widened.length > 0 ? this.#after(widened.slice(0, -1)) : null;
  }

  /**
   * @param beam the one that is wanted; null for some times the former one
   * @returns whether it can be wider
   */
  widen(node: BagNode, beam: number | null): boolean {
    if (!this.of(node).canWiden) return false;
    this.#widened.set(node, [...this.#widenedOf(node), beam]);
    this.#failures.delete(node);
    return true;
  }

  /**
   * @param failure why the wider search came to nothing; null where it was cancelled
   * @returns whether it was widened: then it is as wide as before that
   */
  narrow(node: BagNode, failure: string | null = null): boolean {
    const widened = this.#widenedOf(node);
    if (widened.length === 0) return false;
    this.#widened.set(node, widened.slice(0, -1));
    if (failure !== null) this.#failures.set(node, failure);
    return true;
  }

  /** The model or the settings changed: a wider search may not fail any more. */
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
