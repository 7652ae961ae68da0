import type { FeatureSum, WeightTable } from '../../scoring/feature-sum.ts';
import type { TemplateGroup } from '../../scoring/templates.ts';

/** Less than any score, yet a sum of several such values does not overflow. */
export const LOWEST = -(2 ** 28);

/**
 * Some templates of a group. A bound enumerates all values that these templates read, so it knows
 * the exact highest sum.
 */
export interface Term {
  /** The indices of the templates in their group. */
  readonly templates: readonly number[];
  /** Sums the weights of the templates for an action. */
  sum(values: Int32Array, keyOf: KeyOf): number;
}

/** Returns the key of a template (`Section.key`). */
export type KeyOf = (template: number) => number;

/** The indices of the values that a term enumerates, and the sections of its templates. */
export interface TermValues {
  readonly values: readonly number[];
  /** The range of sections, end exclusive; all sections if left out. */
  readonly sections?: readonly [from: number, to: number];
}

/**
 * Divides all templates of a group among terms. A template belongs to the first term that has its
 * section and enumerates all its values. A template without a term is bounded by the highest weight
 * of the table.
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
 * Lists the names (`GROUP/NAME`) of the templates that read a value which a bound does not
 * enumerate. The bound replaces each of these templates by the highest weight.
 *
 * @param values indexed by section of the group: the indices of the values that the bound
 *   enumerates
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

/** Assigns each template of a group to a term. @returns indexed by template: the index of its term, or `NO_TERM` */
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

/**
 * Returns an upper bound of the sum of the templates without a term.
 *
 * @param templates the number of these templates
 */
export function mostOf(templates: number, weights: WeightTable): number {
  if (templates === 0) return 0;
  let highest = 0;
  for (const weight of weights) if (weight > highest) highest = weight;
  return templates * highest;
}
