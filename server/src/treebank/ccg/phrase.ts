import type { Category } from '../../grammar/ccg/category.ts';
import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import type { Merge } from './merges.ts';
import type { Plan } from './plans.ts';
import { withSlots, type Slot, type Slotted } from './slotted.ts';

/** A phrase that is built from its outermost merge inwards: what is not taken yet, and what was put around that. */
export class Phrase {
  readonly head: number;
  readonly plan: Plan;
  /** How many merges are left. */
  left: number;
  /** The category of what is left, but for the slots. */
  base: Slotted;
  /** Arguments that were taken outside, the one that the head takes first at the end. */
  slots: readonly Slot[];
  readonly #around: ((inner: CcgDerivation) => CcgDerivation)[] = [];

  constructor(head: number, plan: Plan, base: Slotted, slots: readonly Slot[] = []) {
    this.head = head;
    this.plan = plan;
    this.left = plan.merges.length;
    this.base = base;
    this.slots = slots;
  }

  /** The category of what is left. */
  get category(): Category {
    return withSlots(this.base, this.slots).category;
  }

  /** What the category of what is left is by nature. */
  get level(): Category {
    return this.plan.levels[this.left];
  }

  peek(): Merge | undefined {
    return this.plan.merges[this.left - 1];
  }

  /** Takes the outermost merge of what is left. */
  next(): Merge | undefined {
    return this.left === 0 ? undefined : this.plan.merges[--this.left];
  }

  /** Puts another phrase beside what is left; together they are what is left now. */
  put(side: 'left' | 'right', other: CcgDerivation): void {
    this.putAs(this.category, side, other);
  }

  putAs(category: Category, side: 'left' | 'right', other: CcgDerivation): void {
    this.#around.push((inner) =>
      side === 'left' ? binary(category, other, inner) : binary(category, inner, other),
    );
  }

  /** Makes another category of what is left by a unary rule. */
  change(category: Category): void {
    this.#around.push((inner) => unary(category, inner));
  }

  /** The whole phrase, where the head alone is left. */
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
