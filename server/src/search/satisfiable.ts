import { countLexicon } from '../model/lexicon.ts';
import type { Bag } from '../bag/bag.ts';
import { Completability } from './arc-standard/completable.ts';
import type { StateBudget, Satisfiable } from '../bag/satisfiability.ts';
import { isFullTree, isOrderable } from '../problem/order-constraints.ts';
import { Problem } from '../problem/problem.ts';
import { MOST_SELECTIONS, selectionsOf } from '../bag/selections.ts';

/** Checking this many order lines and chunks takes as much time as examining one parser state. */
const LINES_A_STATE = 32;

/** Tags do not affect whether a bag is satisfiable. */
const noLexicon = countLexicon([]);

/**
 * Whether some sentence satisfies all constraints of a bag. The bag's arcs must form a forest.
 *
 * @param budget how many parser states may be examined; it is counted down. When it is used up, the
 *   answer is `undecided`
 */
export function isSatisfiable(bag: Bag, budget: StateBudget): Satisfiable {
  let looked = 0;
  let isUndecided = false;
  for (const { bag: selected } of selectionsOf(bag)) {
    if (looked++ === MOST_SELECTIONS || budget.states <= 0) return 'undecided';
    const verdict = decide(selected, budget);
    if (verdict === 'yes') return 'yes';
    if (verdict === 'undecided') isUndecided = true;
  }
  return isUndecided ? 'undecided' : 'no';
}

function decide(bag: Bag, budget: StateBudget): Satisfiable {
  const { words, order, chunks } = bag;
  budget.states -= words.length + Math.ceil((order.length + chunks.length) / LINES_A_STATE);
  if (!isOrderable(bag)) return 'no';
  const isPlain = order.length === 0 && chunks.length === 0;
  const isExact = bag.arcs.length === 0 || isFullTree(bag);
  if (isPlain || isExact) return 'yes';
  return Completability.ofProblem(new Problem(bag, noLexicon), budget);
}
