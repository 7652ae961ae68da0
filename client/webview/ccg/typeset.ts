import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import type { Measure } from '../tree-words.ts';
import type { SizedDerivation, SizedNode } from './columns.ts';
import type { Words } from './derivation.ts';

/** Type sizes in pixels; ccg.css has the same sizes. */
export const typeSizes = { form: 13, category: 12, feature: 10, rule: 10 } as const;

/** Pixels below the upper edge of a text's box. Features are `featureDrop` pixels lower. */
export const baselines = { form: 15, category: 14, rule: 9 } as const;
export const featureDrop = 3;

/** A part of a category in one style. */
export interface Run {
  readonly text: string;
  /** Features are lowered, smaller and italic. */
  readonly isFeature: boolean;
}

export interface PlacedRun extends Run {
  /** The distance from the left side of the category, in pixels. */
  readonly x: number;
  /** In pixels. */
  readonly width: number;
}

/** A derivation with the widths of its texts in pixels. */
export interface TypesetDerivation extends SizedDerivation {
  readonly nodes: readonly TypesetNode[];
}

export interface TypesetNode extends SizedNode {
  readonly runs: readonly PlacedRun[];
}

/**
 * Splits a category into features, which are in square brackets, and the text around them. Omits
 * parentheses around the whole category.
 */
export function runsOf(category: string): Run[] {
  const parts = withoutOuterBrackets(category).split(/\[([^\]]*)\]/);
  return parts
    .map((text, place) => ({ text, isFeature: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

export function typeset(
  { nodes }: ShownCcgDerivation,
  words: Words,
  measure: Measure,
): TypesetDerivation {
  return {
    words: words.map(({ form }) => measure(form, typeSizes.form, 'normal')),
    nodes: nodes.map(({ children, first, last, category, rule }) => {
      const runs = placedRuns(category, measure);
      return {
        ...{ children, first, last, runs },
        width: runs.reduce((end, { x, width }) => Math.max(end, x + width), 0),
        labelWidth: rule === null ? 0 : measure(rule, typeSizes.rule, 'normal'),
      };
    }),
  };
}

/** Pixels before and after a feature. */
const featureMargin = 1;

function placedRuns(category: string, measure: Measure): PlacedRun[] {
  let end = 0;
  return runsOf(category).map(({ text, isFeature }) => {
    const margin = isFeature ? featureMargin : 0;
    const x = end + margin;
    const width = isFeature
      ? measure(text, typeSizes.feature, 'italic')
      : measure(text, typeSizes.category, 'normal');
    end = x + width + margin;
    return { text, isFeature, x, width };
  });
}

function withoutOuterBrackets(category: string): string {
  if (!category.startsWith('(')) return category;
  let depth = 0;
  for (let place = 0; place < category.length; place++) {
    if (category[place] === '(') depth++;
    else if (category[place] === ')') depth--;
    if (depth === 0) return place === category.length - 1 ? category.slice(1, -1) : category;
  }
  return category;
}
