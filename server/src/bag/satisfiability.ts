import type { Bag } from './bag.ts';

/** Parser states that may still be examined, shared by several questions. Counted, not timed: results are the same on every machine. */
export interface StateBudget {
  states: number;
}

/** Whether some sentence satisfies all constraints of a bag; `undecided` once the budget is used up. */
export type Satisfiable = 'yes' | 'no' | 'undecided';

/**
 * Decides whether a bag, whose arcs form a forest, is satisfiable. Subtracts the states it examines from the budget.
 */
export type Satisfiability = (bag: Bag, budget: StateBudget) => Satisfiable;
