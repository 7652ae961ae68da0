import type { FeatureSum, WeightTable } from '../../scoring/feature-sum.ts';
import type { TemplateGroup } from '../../scoring/templates.ts';

/** Less than any score, and far from where sums of scores overflow. */
export const LOWEST = -(2 ** 28);

/**
 * Templates of a group that read nothing but some of its values: where those are enumerated, the highest sum of
 * these templates is known to the unit.
 */
export interface Term {
  /** Numbers of the templates. */
  readonly templates: readonly number[];
  /** Adds up their weights with the keys of an action. */
  sum(values: Int32Array, keyOf: KeyOf): number;
}

/** What a template's context is paired with. */
export type KeyOf = (template: number) => number;

/**
 * Divides the templates of a group among terms: each belongs to the first one that enumerates all that it reads.
 *
 * @param readable for each term the numbers of the values that it enumerates
 * @returns the terms, and how many templates belong to none: each of them adds the highest weight at most
 */
export function termsOf(
  sum: FeatureSum,
  group: TemplateGroup,
  readable: readonly (readonly number[])[],
): { readonly terms: readonly Term[]; readonly others: number } {
  const ofTerm = readable.map((): number[] => []);
  let others = 0;
  for (const [number, { reads, scope }] of group.templates.entries()) {
    const all = scope === null ? reads : [scope, ...reads];
    const term = readable.findIndex((values) => all.every((value) => values.includes(value)));
    if (term < 0) others++;
    else ofTerm[term].push(number);
  }
  const terms = ofTerm.map((templates): Term => ({
    templates,
    sum(values, keyOf) {
      sum.sum = 0;
      for (const template of templates) sum.add(values, template, template + 1, keyOf(template));
      return sum.sum;
    },
  }));
  return { terms, others };
}

/** The highest weight of a table, and 0 at least. */
export function highestWeight(weights: WeightTable): number {
  let highest = 0;
  for (const weight of weights) if (weight > highest) highest = weight;
  return highest;
}
