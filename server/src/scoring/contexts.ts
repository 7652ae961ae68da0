/**
 * Hashes a context: the values that a template reads, three at most. If a template reads fewer
 * values, pass 0 for each missing one. The hash is a sum of products, one for each value.
 *
 * Contexts of one template that differ in exactly one value have different hashes, since each
 * multiplier is odd. Other contexts can share a hash. On the development set
 * (`test/bench/collisions.ts`), 0.014% of the contexts share their hash with another context; with
 * an ideal hash, 0.011% would. In the table of weights, features collide as often as with an ideal
 * hash.
 *
 * @param base the template's seed, multiplied by `seedBase` (`TemplateGroup.bases`)
 */
export function contextOf(base: number, a: number, b: number, c: number): number {
  return (
    (base + Math.imul(a, 0x85ebca6b) + Math.imul(b, 0xc2b2ae35) + Math.imul(c, 0x27d4eb2f)) | 0
  );
}

/** Multiplies a template's seed, for `contextOf`. */
export function seedBase(seed: number): number {
  return Math.imul(seed, 0x632be5ab);
}

/**
 * Returns the bucket of a count: the count itself up to 2, then 3 for counts of 3 to 5, and 4 for
 * higher counts.
 */
export function bucket(count: number): number {
  if (count <= 2) return count;
  return count <= 5 ? 3 : 4;
}

/**
 * Packs the numbers of left and right dependents into one value. More than 7 dependents on the
 * right count as 7.
 */
export function valency(left: number, right: number): number {
  return 8 * left + Math.min(right, 7);
}

/**
 * The greatest stack depth that features distinguish. A deeper stack counts as a stack of this
 * depth.
 */
export const DEEPEST = 5;
