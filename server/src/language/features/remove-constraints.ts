import type { Bag } from '../../bag/bag.ts';
import { arcsOf, depsOf, orderOf } from '../tree/syntax.ts';
import type { BagNode } from '../tree/syntax.ts';
import { toBag } from '../meaning/to-bag.ts';
import { removalOf, type Removable } from '../writing/deletions.ts';
import { editedBag } from '../writing/edited.ts';

/** The removable constraints of a bag, in the order of the text. */
export function removablesOf(bag: BagNode): Removable[] {
  const dependents = depsOf(bag).flatMap((statement) =>
    arcsOf(statement).map(({ dependent }) => dependent),
  );
  return [...dependents, ...orderOf(bag)].sort((a, b) => a.start - b.start);
}

/** Redundant constraints. `isWhole` is false if some constraints could not be tried. */
export interface Superfluous {
  readonly found: readonly Removable[];
  readonly isWhole: boolean;
}

/**
 * Finds constraints that do not change a bag's first realizations. Tries to remove one after the
 * other. If the realizations stay the same, the constraint stays removed.
 *
 * @param bag a bag without errors
 * @param realize returns the first realizations of a bag, in order; null if they are unknown
 * @param most the most constraints to try
 * @returns null if the realizations of the bag itself are unknown
 */
export async function superfluous(
  bag: BagNode,
  realize: (bag: Bag) => Promise<readonly string[] | null>,
  most = Infinity,
  onTried: () => void = () => undefined,
): Promise<Superfluous | null> {
  const wanted = await realize(toBag(bag));
  if (wanted === null) return null;
  const removables = removablesOf(bag);
  let found: readonly Removable[] = [];
  let isWhole = removables.length <= most;
  for (const removable of removables.slice(0, most)) {
    const tried = [...found, removable];
    const texts = await realize(toBag(editedBag(bag, removalOf(bag, tried))));
    if (texts === null) isWhole = false;
    else if (areEqual(texts, wanted)) found = tried;
    onTried();
  }
  return { found, isWhole };
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
