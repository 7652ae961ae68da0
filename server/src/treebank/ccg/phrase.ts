import type { Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Merge } from './merges.ts';
import type { Plan } from './plans.ts';
import { withSlots, type Slot, type Slotted } from './slotted.ts';

/**
 * A phrase that is being built from the outside inwards. Merges join dependents to the phrase of a
 * head. The outermost merge is taken first: its dependents are built, and split off the phrase.
 * What remains of the phrase is called the rest. When all merges are taken, the rest is only the
 * head.
 */
export class Phrase {
  readonly head: number;
  readonly plan: Plan;
  /** The number of merges not taken yet. */
  left: number;
  /** The category of the rest, without `slots`. */
  base: Slotted;
  /**
   * Arguments that the head takes from outside the rest. They are added to the category `base`. The
   * head takes the last of them first.
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

  /** The category of the rest, with `slots`. */
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

  /** Removes and returns the outermost remaining merge; undefined if no merge remains. */
  next(): Merge | undefined {
    return this.left === 0 ? undefined : this.plan.merges[--this.left];
  }

  /**
   * Splits `other` off the rest, at the given side. `other` and the new rest together have the
   * category of the former rest.
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
