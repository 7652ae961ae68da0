import type { Bag } from './bag.ts';

/**
 * The number of parser states that may still be examined. Unlike a limit on time, this limit
 * decides alike on all machines.
 */
export interface StateBudget {
  states: number;
}

/**
 * Whether some sentence satisfies all constraints of a bag. `undecided`: the budget was used up
 * first.
 */
export type Satisfiable = 'yes' | 'no' | 'undecided';

/** The bag's arcs must form a forest. Subtracts the number of examined states from the budget. */
export type Satisfiability = (bag: Bag, budget: StateBudget) => Satisfiable;
