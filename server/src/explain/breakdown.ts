import type { Problem } from '../problem/problem.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import type { Derivation, Search } from '../search/search.ts';

/** What a template adds to a score. */
export interface Contribution {
  /** `GROUP/NAME`. */
  readonly template: string;
  /** What its features are, for people. */
  readonly meaning: string;
  readonly score: number;
}

/** The language model's evidence is no feature, but adds to scores as one does. */
const EVIDENCE = {
  template: 'fluency/evidence',
  meaning: 'how much likelier the words are here than anywhere, by the language model',
};

/** Features of one step of a derivation; a template may have several. They add up to its score. */
export type StepBreakdown = readonly Contribution[];

/** What each step of a derivation scores for, in the order of its steps. */
export function breakDown(
  search: Search,
  problem: Problem,
  derivation: Derivation,
): readonly StepBreakdown[] {
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
  });
  return steps;
}

/** Sums contributions by template. */
export function sumByTemplate(steps: readonly StepBreakdown[]): Map<string, Contribution> {
  const sums = new Map<string, Contribution>();
  for (const one of steps.flat()) {
    const former = sums.get(one.template)?.score ?? 0;
    sums.set(one.template, { ...one, score: former + one.score });
  }
  return sums;
}

/** A template's part in two scores. */
export interface Comparison {
  readonly template: string;
  readonly meaning: string;
  readonly expected: number;
  readonly best: number;
}

/** What two derivations score for, by template, the greatest difference first. */
export function compareBreakdowns(
  expected: readonly StepBreakdown[],
  best: readonly StepBreakdown[],
): Comparison[] {
  const [ofExpected, ofBest] = [sumByTemplate(expected), sumByTemplate(best)];
  const distance = ({ expected: one, best: other }: Comparison): number => Math.abs(one - other);
  return [...new Map([...ofExpected, ...ofBest]).values()]
    .map(({ template, meaning }) => ({
      template,
      meaning,
      expected: ofExpected.get(template)?.score ?? 0,
      best: ofBest.get(template)?.score ?? 0,
    }))
    .sort((a, b) => distance(b) - distance(a) || (a.template < b.template ? -1 : 1));
}
