import type { Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Merge } from './merges.ts';
import type { Plan } from './plans.ts';
import { withSlots, type Slot, type Slotted } from './slotted.ts';

/**
 * A phrase that is being built, from its outermost merge inwards. A merge joins one or more
 * dependents to the phrase of their head. Taking a merge removes its dependents from the phrase.
 * The part that remains is called the rest; everything around the rest is already built.
 */
export class Phrase {
  readonly head: number;
  readonly plan: Plan;
  /** The number of merges not taken yet. */
  left: number;
  /** The category of the part of the phrase that is not built yet (the rest), without `slots`. */
  base: Slotted;
  /** The arguments of the rest that stand outside it. The head takes the last of them first. */
  slots: readonly Slot[];
  readonly #around: ((inner: CcgDerivation) => CcgDerivation)[] = [];

  constructor(head: number, plan: Plan, base: Slotted, slots: readonly Slot[] = []) {
    this.head = head;
    this.plan = plan;
    this.left = plan.merges.length;
    this.base = base;
    this.slots = slots;
  }

  /** The category of the part of the phrase that is not built yet, with `slots`. */
  get category(): Category {
    return withSlots(this.base, this.slots).category;
  }

  /** The natural category (`Plan`) of the part of the phrase that is not built yet. */
  get level(): Category {
    return this.plan.levels[this.left];
  }

  peek(): Merge | undefined {
    return this.plan.merges[this.left - 1];
  }

  /** Removes and returns the outermost remaining merge; undefined if no merge remains. */
  next(): Merge | undefined {
    return this.left === 0 ? undefined : this.plan.merges[--this.left];
  }

  /**
   * Splits `other` off the part that is not built yet, at the given side. Together, `other` and the
   * remaining part have the category of the former part.
   */
  put(side: 'left' | 'right', other: CcgDerivation): void {
    this.putAs(this.category, side, other);
  }

  putAs(category: Category, side: 'left' | 'right', other: CcgDerivation): void {
    this.#around.push((inner) =>
      side === 'left' ? binary(category, other, inner) : binary(category, inner, other),
    );
  }

  /** Adds a unary rule that makes the given category from the category of the rest. */
  change(category: Category): void {
    this.#around.push((inner) => unary(category, inner));
  }

  /**
   * Returns the whole phrase. All merges must be taken already, so that the rest is only the head.
   */
  close(): CcgDerivation {
    const { category, modes } = withSlots(this.base, this.slots);
    const leaf: CcgDerivation = { kind: 'leaf', category, modes, word: this.head };
    return this.#around.reduceRight<CcgDerivation>((inner, put) => put(inner), leaf);
  }
}

export function unary(category: Category, child: CcgDerivation): CcgDerivation {
  return { kind: 'unary', category, child };
}

export function binary(
  category: Category,
  left: CcgDerivation,
  right: CcgDerivation,
): CcgDerivation {
  return { kind: 'binary', category, left, right };
}
