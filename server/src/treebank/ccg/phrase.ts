import type { Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Merge } from './merges.ts';
import type { Plan } from './plans.ts';
import { withSlots, type Slot, type Slotted } from './slotted.ts';

/**
 * A phrase that is built from its outermost merge inwards. Each merge that is taken removes a part of the
 * phrase. The part that remains is called the rest; everything around it is already built.
 */
export class Phrase {
  readonly head: number;
  readonly plan: Plan;
  /** The number of merges not taken yet. */
  left: number;
  /** The category of the phrase without the merges taken so far, and without the slots. */
  base: Slotted;
  /** The arguments of the head that are filled outside the rest. The head takes the last of them first. */
  slots: readonly Slot[];
  readonly #around: ((inner: CcgDerivation) => CcgDerivation)[] = [];

  constructor(head: number, plan: Plan, base: Slotted, slots: readonly Slot[] = []) {
    this.head = head;
    this.plan = plan;
    this.left = plan.merges.length;
    this.base = base;
    this.slots = slots;
  }

  /** The category of the phrase without the merges taken so far. */
  get category(): Category {
    return withSlots(this.base, this.slots).category;
  }

  /** The natural category of the phrase without the merges taken so far. */
  get level(): Category {
    return this.plan.levels[this.left];
  }

  peek(): Merge | undefined {
    return this.plan.merges[this.left - 1];
  }

  /** Takes the outermost merge of the rest; undefined if the rest has none. */
  next(): Merge | undefined {
    return this.left === 0 ? undefined : this.plan.merges[--this.left];
  }

  /**
   * Splits the rest of the phrase into `other`, on the given side, and a new rest. Together they
   * have the category of the old rest.
   */
  put(side: 'left' | 'right', other: CcgDerivation): void {
    this.putAs(this.category, side, other);
  }

  putAs(category: Category, side: 'left' | 'right', other: CcgDerivation): void {
    this.#around.push((inner) =>
      side === 'left' ? binary(category, other, inner) : binary(category, inner, other),
    );
  }

  /** Adds a unary rule that makes the given category from the category of the new rest. */
  change(category: Category): void {
    this.#around.push((inner) => unary(category, inner));
  }

  /** Builds the whole phrase, once only the head is left. */
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
