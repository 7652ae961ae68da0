import type { Bag } from './bag.ts';

/**
 * The number of parser states that may still be examined. It is not a time, so every machine
 * decides the same.
 */
export interface StateBudget {
  states: number;
}

/**
 * Whether some sentence satisfies all constraints of a bag; `undecided` if the budget is used up.
 */
export type Satisfiable = 'yes' | 'no' | 'undecided';

/**
 * Decides whether a bag is satisfiable; its arcs must form a forest. Subtracts the number of examined states from the
 * budget.
 */
export type Satisfiability = (bag: Bag, budget: StateBudget) => Satisfiable;
