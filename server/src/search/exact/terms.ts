import type { FeatureSum, WeightTable } from '../../scoring/feature-sum.ts';
import type { TemplateGroup } from '../../scoring/templates.ts';

/** Less than any score. Several such values can be added without an overflow. */
export const LOWEST = -(2 ** 28);

/**
 * A group of templates that read the same few values. A bound tries all combinations of these
 * values, so it knows the highest sum of these templates exactly.
 */
export interface Term {
  /** Indices in the group. */
  readonly templates: readonly number[];
  /** Sums the weights of the templates for these values and keys. */
  sum(values: Int32Array, keyOf: KeyOf): number;
}

/**
 * Returns a template's key for the action that is scored (`Template`). For example, the key of a
 * template in a section `tag` is the tag of the word to shift.
 */
export type KeyOf = (template: number) => number;

/**
 * A template belongs to a term if it reads only `values` (indices of feature values) and lies in
 * `sections`.
 */
export interface TermValues {
  readonly values: readonly number[];
  /** End exclusive. If left out: all sections. */
  readonly sections?: readonly [from: number, to: number];
}

/**
 * Divides the templates of a group among terms. Each template belongs to the first term that fits.
 * If none fits, the bound assumes that the template adds the highest weight of the table.
 *
 * @returns the terms, and the number of templates without a term
 */
export function termsOf(
  sum: FeatureSum,
  group: TemplateGroup,
  termValues: readonly TermValues[],
): { readonly terms: readonly Term[]; readonly others: number } {
  const places = termPlaces(group, termValues);
  const terms = termValues.map((_, term): Term => {
    const templates = [...places.keys()].filter((template) => places[template] === term);
    return {
      templates,
      sum(values, keyOf) {
        sum.sum = 0;
        for (const template of templates) sum.add(values, template, template + 1, keyOf(template));
        return sum.sum;
      },
    };
  });
  return { terms, others: places.filter((place) => place === NO_TERM).length };
}

/**
 * Lists the names (`GROUP/NAME`) of the templates that read a value that a bound does not
 * enumerate.
 *
 * @param values indexed by section: the indices of the values that the bound enumerates
 */
export function unboundedTemplates(
  group: TemplateGroup,
  values: readonly (readonly number[])[],
): readonly string[] {
  const bySection = values.map((own, section): TermValues => ({
    values: own,
    sections: [section, section + 1],
  }));
  const places = termPlaces(group, bySection);
  return group.templates
    .filter((_, template) => places[template] === NO_TERM)
    .map(({ name }) => `${group.name}/${name}`);
}

const NO_TERM = -1;

/** @returns indexed by template: the index of its term in `terms`, or `NO_TERM` */
function termPlaces({ templates, starts }: TemplateGroup, terms: readonly TermValues[]): number[] {
  return templates.map(({ reads, scope }, template) => {
    const all = scope === null ? reads : [scope, ...reads];
    return terms.findIndex(
      ({ values, sections: [from, to] = [0, starts.length - 1] }) =>
        template >= starts[from] &&
        template < starts[to] &&
        all.every((value) => values.includes(value)),
    );
  });
}

/** Returns an upper bound of the total weight of this many templates. */
export function mostOf(templates: number, weights: WeightTable): number {
  if (templates === 0) return 0;
  let highest = 0;
  for (const weight of weights) if (weight > highest) highest = weight;
  return templates * highest;
}
