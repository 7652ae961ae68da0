import type { Problem } from '../../problem/problem.ts';

/** What templates read of a variant, by its number; of none, by `variantCount`. */
export interface VariantColumns {
  /** The last word of its form, and the first one. */
  readonly word: Int32Array<ArrayBuffer>;
  readonly firstWord: Int32Array<ArrayBuffer>;
  readonly tag: Int32Array<ArrayBuffer>;
  readonly class: Int32Array<ArrayBuffer>;
  readonly casing: Int32Array<ArrayBuffer>;
}

/** A column of any value of variants. */
export function byVariant(
  { variantCount }: Problem,
  value: (variant: number) => number,
): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: variantCount + 1 }, (_, variant) => value(variant));
}

export function variantColumns(problem: Problem): VariantColumns {
  const { variantCount, variantForm, variantTag, wordId, surface, surfaceStart } = problem;
  return {
    word: byVariant(problem, (variant) => wordId[variantForm[variant]]),
    firstWord: byVariant(problem, (variant) =>
      variant === variantCount ? 0 : surface[surfaceStart[variantForm[variant]]],
    ),
    tag: byVariant(problem, (variant) => variantTag[variant]),
    class: byVariant(problem, (variant) => problem.wordClass[variantForm[variant]]),
    casing: byVariant(problem, (variant) => problem.casing[variantForm[variant]]),
  };
}
