import type { BagNode } from '../language/index.ts';
import { bounds, type Settings } from './settings.ts';

/** How wide a bag is searched. */
export interface SearchWidth extends Pick<Settings, 'beam' | 'results' | 'timeLimit'> {
  /** Whether it can be searched wider. */
  readonly canWiden: boolean;
}

/** A wider search has so many times the beam and may take so many times as long. */
const WIDER = 4;
/** It lists so many times the results. */
const MORE = 10;

/** Milliseconds that explaining or tracing a search may take beyond the time of that search. */
const EXPLAINING_MS = 30_000;

/** The time limit, in milliseconds, of explaining or tracing a search: it is run again, and others beside it. */
export function explainingLimit({ timeLimit }: Pick<SearchWidth, 'timeLimit'>): number {
  return timeLimit + EXPLAINING_MS;
}

/** The width of each bag's search: that of the settings, or wider where the user asked for it. */
export class SearchWidths {
  readonly #settings: () => Settings;
  /** How often a bag's search was widened. An edit makes another bag of it. */
  readonly #levels = new WeakMap<BagNode, number>();

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  of(node: BagNode): SearchWidth {
    const { beam, results, timeLimit } = this.#settings();
    const level = this.#levels.get(node) ?? 0;
    const width = {
      beam: Math.min(beam * WIDER ** level, Math.max(beam, bounds.beam.max)),
      results: Math.min(results * MORE ** level, bounds.results.max),
      timeLimit: Math.min(timeLimit * WIDER ** level, bounds.timeLimit.max),
    };
    return {
      ...width,
      canWiden: width.beam < bounds.beam.max || width.results < bounds.results.max,
    };
  }

  /** @returns whether it can be wider */
  widen(node: BagNode): boolean {
    if (!this.of(node).canWiden) return false;
    this.#levels.set(node, (this.#levels.get(node) ?? 0) + 1);
    return true;
  }

  /** @returns whether it was widened: then it is as wide as before that */
  narrow(node: BagNode): boolean {
    const level = this.#levels.get(node) ?? 0;
    if (level > 0) this.#levels.set(node, level - 1);
    return level > 0;
  }
}
