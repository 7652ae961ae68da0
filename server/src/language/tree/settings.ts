import type { BowFile } from './syntax.ts';

interface Setting {
  /** The default first. */
  readonly values: readonly string[];
  /** Values that belong to the language but not yet to this version. */
  readonly later: readonly string[];
}

/** The closed list of a file's settings. */
export const settings = {
  language: { values: ['en'], later: [] },
  tagset: { values: ['xpos'], later: ['upos'] },
  search: { values: ['beam', 'arc-standard', 'bottom-up'], later: ['best-first'] },
  grammar: { values: ['dependency'], later: ['ccg'] },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/** What a file sets, or else the default: a value that is not known is an error beside it. */
export function settingOf<K extends SettingKey>(
  { settings: written }: Pick<BowFile, 'settings'>,
  key: K,
): (typeof settings)[K]['values'][number] {
  const value = written.find((one) => one.key === key)?.value;
  const { values } = settings[key];
  return values.find((known) => known === value) ?? values[0];
}
