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
  search: { values: ['beam'], later: ['best-first'] },
  grammar: { values: ['dependency'], later: ['ccg'] },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/** The settings of a file, with defaults for those that it leaves out; the first of a key counts. */
export function settingsOf(file: BowFile): Readonly<Record<SettingKey, string>> {
  const found: Record<SettingKey, string> = {
    language: settings.language.values[0],
    tagset: settings.tagset.values[0],
    search: settings.search.values[0],
    grammar: settings.grammar.values[0],
  };
  for (const { key, value } of [...file.settings].reverse()) {
    if (isSettingKey(key) && value !== '') found[key] = value;
  }
  return found;
}
