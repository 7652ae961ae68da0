import { type BowFile, settingOf } from '../language/index.ts';
import type { SearchChoice } from '../realize/realizer.ts';

/** The user's settings, as `contributes.configuration` in package.json declares them. */
export interface Settings {
  readonly beam: number;
  readonly results: number;
  /** The time limit of a bag's search, in milliseconds. */
  readonly timeLimit: number;
  readonly maxWords: number;
  /** The search for a file that does not choose a search itself. */
  readonly search: 'beam' | 'best-first';
  readonly realizeOn: RealizeOn;
  readonly codeLens: boolean;
  /** The last column that the hint behind a bag's name may reach. */
  readonly hintColumn: number;
  /** A path; empty for the shipped model. */
  readonly model: string;
  /** A path; empty for the shipped language model, NO_LANGUAGE_MODEL for none. */
  readonly languageModel: string;
  /** A path; empty for the shipped parser. */
  readonly parser: string;
}

export type RealizeOn = 'save' | 'type' | 'never';

/** Whether bags are realized on more occasions with `settings` than with `others`. */
export function realizesMore(settings: Settings, others: Settings): boolean {
  const occasions: readonly RealizeOn[] = ['never', 'save', 'type'];
  return occasions.indexOf(settings.realizeOn) > occasions.indexOf(others.realizeOn);
}

interface Bounds {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The bounds that package.json declares. The editor warns of other values, but still sends them.
 */
export const bounds = {
  beam: { fallback: 64, min: 1, max: 1024 },
  results: { fallback: 10, min: 1, max: 1000 },
  timeLimit: { fallback: 5_000, min: 10, max: 600_000 },
  maxWords: { fallback: 100, min: 1, max: 500 },
  hintColumn: { fallback: 50, min: 20, max: 1_000 },
} as const satisfies Record<string, Bounds>;

/** Makes settings from any value. Clamps numbers to their bounds. */
export function readSettings(sent: unknown): Settings {
  const values = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const integer = (key: keyof typeof bounds): number => {
    const { fallback, min, max } = bounds[key];
    const value = values[key];
    if (typeof value !== 'number' || Number.isNaN(value)) return fallback;
    return Math.min(max, Math.max(min, Math.round(value)));
  };
  const path = (key: 'model' | 'languageModel' | 'parser'): string => {
    const value = values[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const { search, realizeOn, codeLens } = values;
  return {
    beam: integer('beam'),
    results: integer('results'),
    timeLimit: integer('timeLimit'),
    maxWords: integer('maxWords'),
    search: search === 'best-first' ? search : 'beam',
    realizeOn: realizeOn === 'save' || realizeOn === 'never' ? realizeOn : 'type',
    codeLens: codeLens !== false,
    hintColumn: integer('hintColumn'),
    model: path('model'),
    languageModel: path('languageModel'),
    parser: path('parser'),
  };
}

/** The file's choice, or else the user's setting. */
export function searchOf(
  file: Pick<BowFile, 'settings'>,
  { search }: Pick<Settings, 'search'>,
): SearchChoice {
  return settingOf(file, 'search', search);
}
