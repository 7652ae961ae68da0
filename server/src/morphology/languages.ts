import { english } from './english.ts';
import type { InflectionRules } from './rules.ts';

const all: readonly InflectionRules[] = [english];

/** Returns the rules of this name; null if there are none. */
export function rulesNamed(name: string): InflectionRules | null {
  return all.find((rules) => rules.name === name) ?? null;
}

/** Returns the rules that know the tags of a treebank; null if there are none. */
export function rulesFor(tags: ReadonlySet<string>): InflectionRules | null {
  return all.find((rules) => rules.fits(tags)) ?? null;
}
