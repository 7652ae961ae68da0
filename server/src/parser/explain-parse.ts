import { NONE } from '../model/lexicon.ts';
import type { FeatureObserver } from '../scoring/feature-sum.ts';
import type { TemplateGroup } from '../scoring/templates.ts';
import { numbered } from '../text/numbered.ts';
import type { FactorScores } from './factor-scores.ts';
import type { PartScores } from './part-scores.ts';

export interface TemplateDifference {
  /** A description of the template. */
  readonly meaning: string;
  /** The sum of the template's weights in the first tree minus the sum in the other tree. */
  readonly difference: number;
}

class TemplateSums implements FeatureObserver {
  sign = 1;
  readonly sums = new Map<string, number>();

  onFeature(group: TemplateGroup, template: number, _place: number, weight: number): void {
    const { meaning } = group.templates[template];
    this.sums.set(meaning, (this.sums.get(meaning) ?? 0) + this.sign * weight);
  }
}

/**
 * Splits the difference between the scores of two trees by template.
 *
 * @param factors null if the scores have no factors
 * @param first,other the heads of the two trees, indexed by place, from 1
 * @returns the templates that make a difference, the largest difference first
 */
export function templateDifferences(
  parts: PartScores,
  factors: FactorScores | null,
  first: Int32Array,
  other: Int32Array,
): TemplateDifference[] {
  const sums = new TemplateSums();
  for (const [tree, sign] of [
    [first, 1],
    [other, -1],
  ] as const) {
    sums.sign = sign;
    observeParts(parts, tree, sums);
    factors?.observe(tree, sums);
  }
  return [...sums.sums]
    .map(([meaning, difference]) => ({ meaning, difference }))
    .filter(({ difference }) => difference !== 0)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

function observeParts(parts: PartScores, heads: Int32Array, observer: FeatureObserver): void {
  const words = Array.from({ length: heads.length - 1 }, (_, i) => i + 1);
  const modifiersOf = (head: number): number[] => words.filter((word) => heads[word] === head);
  for (const modifier of words) {
    const head = heads[modifier];
    parts.arc(head, modifier, observer);
    const isLeft = modifier < head;
    const siblings = modifiersOf(head);
    const between = siblings.filter((word) =>
      isLeft ? word > modifier && word < head : word > head && word < modifier,
    );
    const next = head === 0 ? undefined : isLeft ? between.at(0) : between.at(-1);
    parts.sibling(head, next ?? NONE, modifier, observer);
    const own = modifiersOf(modifier);
    const left = own.find((word) => word < modifier) ?? NONE;
    const right = own.findLast((word) => word > modifier) ?? NONE;
    parts.grandchild(head, modifier, isLeft ? right : left, true, observer);
    parts.grandchild(head, modifier, isLeft ? left : right, false, observer);
  }
}

const MOST_NAMED = 4;

/**
 * Names the words with different heads, and the templates that make the largest differences.
 *
 * @param first,other the heads of the preferred and of the other tree, indexed by word, from 0
 */
export function explainPreference(
  forms: readonly string[],
  first: readonly number[],
  other: readonly number[],
  differences: readonly TemplateDifference[],
): string[] {
  const words = numbered(forms);
  const name = (head: number): string => (head === 0 ? 'the root' : `"${words[head - 1]}"`);
  const heads = words.flatMap((word, i) =>
    first[i] === other[i]
      ? []
      : [`"${word}" depends on ${name(other[i])} here, on ${name(first[i])} in tree 1.`],
  );
  const named = namedDifferences(differences);
  return named === '' ? heads : [...heads, `For tree 1: ${named}.`];
}

/** Names the templates that make the largest differences, and adds up the others. */
export function namedDifferences(differences: readonly TemplateDifference[]): string {
  const signed = (amount: number): string => (amount > 0 ? `+${amount}` : `${amount}`);
  const named = differences
    .slice(0, MOST_NAMED)
    .map(({ meaning, difference }) => `${signed(difference)} ${meaning}`);
  const rest = differences.slice(MOST_NAMED);
  if (rest.length > 0) {
    const sum = rest.reduce((total, { difference }) => total + difference, 0);
    named.push(
      `${signed(sum)} ${rest.length} more ${rest.length === 1 ? 'template' : 'templates'}`,
    );
  }
  return named.join('; ');
}
