/**
 * Hashes a context: the values that a template reads, three at most. Pass 0 for each missing value.
 *
 * Contexts of one template that differ in exactly one value have different hashes, since each
 * multiplier is odd. Other contexts can share a hash. On the development set
 * (`test/bench/collisions.ts`), 0.014% of the contexts do; with an ideal hash, 0.011% would.
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

/** Returns the count itself up to 2, then 3 for counts of 3 to 5, and 4 for higher counts. */
export function bucket(count: number): number {
  if (count <= 2) return count;
  return count <= 5 ? 3 : 4;
}

/** Packs the numbers of left and right dependents. More than 7 on the right count as 7. */
export function valency(left: number, right: number): number {
  return 8 * left + Math.min(right, 7);
}

/** Features do not distinguish stacks of this depth or more. */
export const DEEPEST = 5;
