/**
 * Mixes a value into a running hash. The mix is bijective in each argument, so no information is
 * lost.
 */
export function mix(hash: number, value: number): number {
  const h = Math.imul(hash ^ value, 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** Spreads a small number over 32 bits. */
export function spread(value: number): number {
  let h = Math.imul(value + 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
