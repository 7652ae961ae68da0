/**
 * The features of a word in CoNLL-U's notation: `Number=Sing|Person=3`. A word without features has
 * `_`. An empty text means that the features are unknown.
 */
export type Features = string;

export const NO_FEATURES: Features = '_';

/** Splits features into single features, each as `Name=Value`. */
export function featuresIn(features: Features): readonly string[] {
  return features === '' || features === NO_FEATURES ? [] : features.split('|');
}

/** Sorts features as CoNLL-U requires: by name, ignoring case. */
export function sortedFeatures(features: Features): Features {
  const names = featuresIn(features).map((feature) => [feature.toLowerCase(), feature] as const);
  if (names.length < 2) return features;
  names.sort(([a], [b]) => (a < b ? -1 : 1));
  return names.map(([, feature]) => feature).join('|');
}

export function contains(features: Features, given: readonly string[]): boolean {
  const all = featuresIn(features);
  return given.every((feature) => all.includes(feature));
}

/** Whether no feature has one value in `features` and another in `given`. */
export function agrees(features: Features, given: readonly string[]): boolean {
  const values = new Map(featuresIn(features).map((feature) => valueOf(feature)));
  return given.every((feature) => {
    const [name, value] = valueOf(feature);
    return (values.get(name) ?? value) === value;
  });
}

export function valueOf(feature: string): readonly [name: string, value: string] {
  const at = feature.indexOf('=');
  return at < 0 ? [feature, ''] : [feature.slice(0, at), feature.slice(at + 1)];
}
