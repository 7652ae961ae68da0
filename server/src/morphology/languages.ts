import { english } from './english.ts';
import type { InflectionRules } from './rules.ts';

const all: readonly InflectionRules[] = [english];

export function rulesNamed(name: string): InflectionRules | null {
  return all.find((rules) => rules.name === name) ?? null;
}

/** Returns the inflection rules for the tags of a treebank; null if no rules fit. */
export function rulesFor(tags: ReadonlySet<string>): InflectionRules | null {
  return all.find((rules) => rules.fits(tags)) ?? null;
}
