import type { Bag } from './bag.ts';

/**
 * The number of parser states that may still be examined. A limit on time would decide differently
 * on different machines; this limit does not.
 */
export interface StateBudget {
  states: number;
}

/**
 * Whether some sentence satisfies all constraints of a bag. `undecided` if the budget was used up
 * before the answer was found.
 */
export type Satisfiable = 'yes' | 'no' | 'undecided';

/**
 * Decides whether some sentence satisfies all constraints of a bag. The bag's arcs must form a
 * forest. Subtracts the number of examined states from the budget.
 */
export type Satisfiability = (bag: Bag, budget: StateBudget) => Satisfiable;
