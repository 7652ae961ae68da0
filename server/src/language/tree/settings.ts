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
