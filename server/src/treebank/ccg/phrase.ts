import type { Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Merge } from './merges.ts';
import type { Plan } from './plans.ts';
import { withSlots, type Slot, type Slotted } from './slotted.ts';

/**
 * A phrase that is built from the outside inwards. It begins as a head with all its merges (steps
 * that add dependents, see `Merge`). The outermost merge is taken first: its dependents are built
 * and split off, and the rest remains. In the end, the rest is only the head.
 */
export class Phrase {
  readonly head: number;
  readonly plan: Plan;
  /** The number of merges not taken yet. */
  left: number;
  /** The category of the rest, without `slots`. */
  base: Slotted;
  /**
   * Arguments that the rest takes in addition to those of `base`, and before them. They stand
   * outside the rest, such as an object that has been split off. The last one is taken first.
   */
  slots: readonly Slot[];
  readonly #around: ((inner: CcgDerivation) => CcgDerivation)[] = [];

  constructor(head: number, plan: Plan, base: Slotted, slots: readonly Slot[] = []) {
    this.head = head;
    this.plan = plan;
    this.left = plan.merges.length;
    this.base = base;
    this.slots = slots;
  }

  get category(): Category {
    return withSlots(this.base, this.slots).category;
  }

  /** The natural category of the rest (see `Plan`). */
  get level(): Category {
    return this.plan.levels[this.left];
  }

  peek(): Merge | undefined {
    return this.plan.merges[this.left - 1];
  }

  next(): Merge | undefined {
    return this.left === 0 ? undefined : this.plan.merges[--this.left];
  }

  /**
   * Splits `other` off the rest. The node that joins `other` and the new rest gets the category
   * that the rest had before.
   */
  put(side: 'left' | 'right', other: CcgDerivation): void {
    this.putAs(this.category, side, other);
  }

  putAs(category: Category, side: 'left' | 'right', other: CcgDerivation): void {
    this.#around.push((inner) =>
      side === 'left' ? binary(category, other, inner) : binary(category, inner, other),
    );
  }

  change(category: Category): void {
    this.#around.push((inner) => unary(category, inner));
  }

  /** All merges must be taken. */
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
