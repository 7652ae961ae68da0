import type { CandidateArcs } from './candidate-arcs.ts';

/** Indexed by arc. */
type Arcs = Pick<CandidateArcs, 'heads' | 'modifiers'>;

/**
 * How a search treats an arc: no tree may have it, a tree may have it, or every tree must have it.
 */
export const Fixed = { Out: -1, Free: 0, In: 1 } as const;

/**
 * Requires an arc, and rules out all arcs that it excludes (`exclude`). If a modifier then has only
 * one arc left, requires that arc, too.
 *
 * @param fixed indexed by arc (`Fixed`); changed
 * @returns false if no tree agrees with all fixed arcs
 */
export function fixIn(arcs: CandidateArcs, arc: number, fixed: Int8Array): boolean {
  if (fixed[arc] === Fixed.Out) return false;
  fixed[arc] = Fixed.In;
  for (let other = 0; other < arcs.count; other++) {
    if (other === arc || fixed[other] === Fixed.Out || !exclude(arcs, arc, other)) continue;
    if (fixed[other] === Fixed.In || !fixOut(arcs, other, fixed)) return false;
  }
  return true;
}

/**
 * Rules out an arc. If its modifier then has only one arc left, requires that arc. Parameters and
 * result are those of `fixIn`.
 */
export function fixOut(arcs: CandidateArcs, arc: number, fixed: Int8Array): boolean {
  if (fixed[arc] === Fixed.In) return false;
  if (fixed[arc] === Fixed.Out) return true;
  fixed[arc] = Fixed.Out;
  const m = arcs.modifiers[arc];
  let left = -1;
  for (let other = arcs.first[m]; other < arcs.first[m + 1]; other++) {
    if (fixed[other] === Fixed.In) return true;
    if (fixed[other] === Fixed.Out) continue;
    if (left >= 0) return true;
    left = other;
  }
  return left >= 0 && fixIn(arcs, left, fixed);
}

/** Whether no projective tree can contain both arcs. The root of a tree has one child. */
export function exclude({ heads, modifiers }: Arcs, one: number, other: number): boolean {
  const g = heads[one];
  const m = modifiers[one];
  const h = heads[other];
  const c = modifiers[other];
  if (m === c || (g === 0 && h === 0)) return true;
  const isGInside = (h < g && g < c) || (c < g && g < h);
  const isMInside = (h < m && m < c) || (c < m && m < h);
  const isHInside = (g < h && h < m) || (m < h && h < g);
  const isCInside = (g < c && c < m) || (m < c && c < g);
  // Each word between the two ends of an arc descends from one of the ends. So the head of the
  // arc's head cannot stand between the ends.
  if (m === h) return g === c || isGInside;
  if (c === g) return isHInside;
  // Arcs cross if they share no end, and each has exactly one end inside the other.
  return isGInside !== isMInside && isHInside !== isCInside;
}

/**
 * Whether there is a projective tree that has all given heads, and whose root has one child. There
 * is one if the given arcs make no cycle and no two of them exclude each other. The other words can
 * then be attached around these arcs.
 *
 * @param heads indexed by word: its head, counted from 1; 0 for the root, null for any head
 */
export function haveTree(heads: readonly (number | null)[]): boolean {
  const modifiers = heads.flatMap((head, i) => (head === null ? [] : [i + 1]));
  const arcs = {
    heads: Int32Array.from(modifiers, (modifier) => heads[modifier - 1]!),
    modifiers: Int32Array.from(modifiers),
  };
  return modifiers.every((modifier, one) => {
    let above: number | null = modifier;
    for (let steps = 0; above !== null && above !== 0; steps++) {
      if (steps === heads.length) return false;
      above = heads[above - 1];
    }
    return modifiers.slice(0, one).every((_, other) => !exclude(arcs, one, other));
  });
}
