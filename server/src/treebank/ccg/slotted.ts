import {
  argumentsOf,
  atom,
  functor,
  plain,
  type Category,
  type Slash,
} from '../../grammar/ccg/category.ts';

/**
 * A category with a mode for each argument, in the order in which the arguments are taken. A mode
 * is a letter that decides the arc between the word and the argument (see `Phrase` in
 * `grammar/ccg/dependencies.ts`).
 */
export interface Slotted {
  readonly category: Category;
  readonly modes: string;
}

export interface Slot {
  readonly slash: Slash;
  readonly argument: Category;
  readonly mode: string;
}

/** Gives all arguments the mode `g`: the word governs them. */
export function governing(category: Category): Slotted {
  return { category, modes: 'g'.repeat(argumentsOf(category).length) };
}

export function withSlot({ category, modes }: Slotted, slot: Slot): Slotted {
  return {
    category: functor(category, slot.slash, slot.argument),
    modes: slot.mode + modes,
  };
}

/** The word takes the argument of the last slot first. */
export function withSlots(base: Slotted, slots: readonly Slot[]): Slotted {
  return slots.reduce(withSlot, base);
}

/**
 * Returns the category that a modifier of `category` takes: `category` without its features. If two
 * atoms differ only in their features, all features are kept.
 */
export function modified(category: Category): Category {
  const met = new Map<string, Set<string | null>>();
  const collect = (part: Category): void => {
    if (part.kind === 'half') {
      collect(part.of);
      return;
    }
    if (part.kind === 'functor') {
      collect(part.result);
      collect(part.argument);
      return;
    }
    const seen = met.get(part.name) ?? new Set();
    met.set(part.name, seen.add(part.feature));
  };
  collect(category);
  return [...met.values()].some((seen) => seen.size > 1) ? category : plain(category);
}

export function modifierOf(x: Category, slash: Slash): Slotted {
  return { category: functor(x, slash, x), modes: `h${governing(x).modes}` };
}

export function sizeOf(category: Category): number {
  if (category.kind === 'atom') return 1;
  if (category.kind === 'half') return sizeOf(category.of);
  return sizeOf(category.result) + sizeOf(category.argument);
}

export const S: Category = atom('S');
export const N: Category = atom('N');
export const NP: Category = atom('NP');
export const PP: Category = atom('PP');
export const PR: Category = atom('PR');

export function clause(feature: string): Category {
  return atom('S', feature);
}

/** The category of a clause that lacks only its subject. */
export function predicate(feature: string, subject: Category = NP): Category {
  return functor(clause(feature), '\\', subject);
}
