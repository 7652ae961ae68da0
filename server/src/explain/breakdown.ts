import type { Problem } from '../problem/problem.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import type { Derivation, Search } from '../search/search.ts';

/** The amount that a template adds to a score. */
export interface Contribution {
  /** As `GROUP/NAME`. */
  readonly template: string;
  /** For people. */
  readonly meaning: string;
  readonly score: number;
}

/** The part of scores that comes from the language model, listed like a feature. */
export const EVIDENCE = {
  template: 'fluency/evidence',
  meaning: 'how much likelier the words are here than anywhere, by the language model',
};

/**
 * The cost that a grammar adds to a score, listed like a feature. A derivation pays for each join
 * without a rule, and for each unary rule that is seldom right for its word. It also pays if no
 * sentence of the treebank has the category of the whole.
 */
export const COST = {
  template: 'grammar/cost',
  meaning:
    'no rule of the grammar joins the parts, or a unary rule is seldom right for the word, or the whole is no sentence ' +
    'of its treebank',
};

export function breakDown(
  search: Search,
  problem: Problem,
  derivation: Derivation,
): Contribution[][] {
  const steps: Contribution[][] = derivation.steps.map(() => []);
  let current: Contribution[] = [];
  search.explain(problem, derivation, {
    onStep(step) {
      current = steps[step];
    },
    onFeature(group: TemplateGroup, template: number, _place: number, score: number) {
      const { name, meaning } = group.templates[template];
      if (score !== 0) current.push({ template: `${group.name}/${name}`, meaning, score });
    },
    onEvidence(score) {
      if (score !== 0) current.push({ ...EVIDENCE, score });
    },
    onCost(score) {
      current.push({ ...COST, score });
    },
  });
  return steps;
}

/** A template may contribute several times, once for each of its features. */
export function sumByTemplate(contributions: readonly Contribution[]): Map<string, Contribution> {
  const sums = new Map<string, Contribution>();
  for (const one of contributions) {
    const former = sums.get(one.template)?.score ?? 0;
    sums.set(one.template, { ...one, score: former + one.score });
  }
  return sums;
}

export interface Comparison {
  readonly template: string;
  readonly meaning: string;
  readonly expected: number;
  readonly against: number;
}

/** Compares the scores of two sentences by template, the greatest difference first. */
export function compareBreakdowns(
  expected: readonly Contribution[],
  against: readonly Contribution[],
): Comparison[] {
  const [ofExpected, ofOther] = [sumByTemplate(expected), sumByTemplate(against)];
  const distance = ({ expected: one, against: other }: Comparison): number => Math.abs(one - other);
  return [...new Map([...ofExpected, ...ofOther]).values()]
    .map(({ template, meaning }) => ({
      template,
      meaning,
      expected: ofExpected.get(template)?.score ?? 0,
      against: ofOther.get(template)?.score ?? 0,
    }))
    .sort((a, b) => distance(b) - distance(a) || (a.template < b.template ? -1 : 1));
}
