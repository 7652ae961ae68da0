/**
 * Features of a word in CoNLL-U's notation: `Number=Sing|Person=3`, and `_` if it has none. An empty text says
 * nothing about the features.
 */
export type Features = string;

/** A word without features. */
export const NO_FEATURES: Features = '_';

/** Returns the features one by one, as `Name=Value`. */
export function featuresIn(features: Features): readonly string[] {
  return features === '' || features === NO_FEATURES ? [] : features.split('|');
}

/** Returns features in CoNLL-U's order: by name, ignoring case. */
export function sortedFeatures(features: Features): Features {
  const names = featuresIn(features).map((feature) => [feature.toLowerCase(), feature] as const);
  if (names.length < 2) return features;
  names.sort(([a], [b]) => (a < b ? -1 : 1));
  return names.map(([, feature]) => feature).join('|');
}

/** Whether a word with features has all given features. */
export function contains(features: Features, given: readonly string[]): boolean {
  const all = featuresIn(features);
  return given.every((feature) => all.includes(feature));
}

/** Whether no given feature has another value among the features. */
export function agrees(features: Features, given: readonly string[]): boolean {
  const values = new Map(featuresIn(features).map((feature) => valueOf(feature)));
  return given.every((feature) => {
    const [name, value] = valueOf(feature);
    return (values.get(name) ?? value) === value;
  });
}

/** Returns the name and the value of a feature. */
export function valueOf(feature: string): readonly [name: string, value: string] {
  const at = feature.indexOf('=');
  return at < 0 ? [feature, ''] : [feature.slice(0, at), feature.slice(at + 1)];
}
