import type { Range } from './diagnostic.ts';
import type { BowFile } from './syntax.ts';

interface Setting {
  /** The default comes first. */
  readonly values: readonly string[];
  /** Values that the language defines, but this version does not support. */
  readonly later: readonly string[];
}

export const settings = {
  language: { values: ['en'], later: [] },
  tagset: { values: ['xpos'], later: ['upos'] },
  search: { values: ['beam', 'arc-standard', 'bottom-up', 'best-first', 'exact'], later: [] },
  grammar: { values: ['dependency', 'ccg'], later: [] },
} as const satisfies Record<string, Setting>;

/** The values of `search` that accept bags with `grammar: ccg`. */
export const ccgSearches: readonly string[] = ['beam', 'best-first'];

export type SettingKey = keyof typeof settings;

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/**
 * The value that a file gives to a setting. Returns `fallback` if the file gives no value or an
 * unsupported one.
 */
export function settingOf<K extends SettingKey>(
  { settings: written }: Pick<BowFile, 'settings'>,
  key: K,
  fallback: (typeof settings)[K]['values'][number] = settings[key].values[0],
): (typeof settings)[K]['values'][number] {
  const value = written.find((one) => one.key === key)?.value;
  return settings[key].values.find((known) => known === value) ?? fallback;
}

/** A setting as it is written, such as `grammar: ccg`. */
export interface WrittenSetting extends Range {
  readonly key: SettingKey;
  readonly value: string;
}

/** Matches a key with its value, and nothing else before the next section or the end of the line. */
const settingPattern =
  /([a-z]{1,20}):[^\S\r\n]{0,20}([a-z-]{1,20})(?=[^\S\r\n]{0,20}(?:$|[\r\n#}]|(?:words|deps|order|expect):))/uy;

/** The setting that begins at an offset; null if there is none, or if its value is unknown. */
export function settingAt(text: string, start: number): WrittenSetting | null {
  settingPattern.lastIndex = start;
  const [all, key, value] = settingPattern.exec(text) ?? [];
  if (all === undefined || !isSettingKey(key)) return null;
  const isKnown = settings[key].values.some((known) => known === value);
  return isKnown ? { key, value, start, end: start + all.length } : null;
}
