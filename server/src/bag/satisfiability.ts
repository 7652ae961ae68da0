import type { Bag } from './bag.ts';

/** How many parser states may still be examined. A count, not a time, so that every machine decides the same. */
export interface StateBudget {
  states: number;
}

/** Whether some sentence satisfies all constraints of a bag; `undecided` once the budget is used up. */
export type Satisfiable = 'yes' | 'no' | 'undecided';

/**
 * Decides whether a bag is satisfiable; its arcs must form a forest. Subtracts the number of examined states from the
 * budget.
 */
export type Satisfiability = (bag: Bag, budget: StateBudget) => Satisfiable;
