import type { WeightTable } from '../../../server/src/scoring/feature-sum.ts';
import type { TemplateGroup } from '../../../server/src/scoring/templates.ts';

/** The values that templates read, by name. */
export type Values = Readonly<Record<string, number>>;

/** The sum of the weights of a section of templates. Looks up every weight. */
export function sumOf(
  weights: WeightTable,
  group: TemplateGroup,
  section: string,
  values: Values,
  key: number,
): number {
  const bits = Math.log2(weights.length);
  let sum = 0;
  for (const { seed, reads } of templatesOf(group, section)) {
    const [a = 0, b = 0, c = 0] = reads.map((name) => {
      if (!(name in values)) throw new Error(`${section} reads ${name}`);
      return values[name];
    });
    const context =
      (Math.imul(seed, 0x632be5ab) +
        Math.imul(a, 0x85ebca6b) +
        Math.imul(b, 0xc2b2ae35) +
        Math.imul(c, 0x27d4eb2f)) |
      0;
    const mixed = Math.imul(context ^ (context >>> 15), 0x9e3779b1);
    sum += weights[(mixed >>> (32 - bits)) ^ key];
  }
  return sum;
}

interface NamedTemplate {
  readonly seed: number;
  /** The names of the values that it reads. */
  readonly reads: readonly string[];
}

const bySection = new Map<string, readonly NamedTemplate[]>();

/** The templates of a section. Cached, since a test computes millions of sums. */
function templatesOf(group: TemplateGroup, section: string): readonly NamedTemplate[] {
  const key = `${group.name}/${section}`;
  const known = bySection.get(key);
  if (known !== undefined) return known;
  const templates = group.templates
    .filter(({ name }) => name.startsWith(`${section} |`))
    .map(({ seed, reads }) => ({ seed, reads: reads.map((number) => group.values[number][0]) }));
  bySection.set(key, templates);
  return templates;
}
