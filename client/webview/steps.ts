import type { ShownCcgDerivation, ShownRealization } from '../../server/src/lsp/protocol.ts';

/** A transition, and the stack after it. */
export interface Step {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /**
   * SHIFT: the word's tag, and with a grammar its category: `NN N ⇒ NP`. An arc: its label, if it has one. COMBINE:
   * the rule and its result.
   */
  readonly detail: string | null;
  /** Places in the realization, from 1. A shift has no head (0), and its word as dependent. */
  readonly head: number;
  readonly dependent: number;
  /** The words left on the stack, bottom first, as places in the realization from 1. */
  readonly stack: readonly number[];
  readonly score: number;
}

const actions: Readonly<Record<string, Step['action']>> = {
  S: 'SHIFT',
  L: 'LEFTARC',
  R: 'RIGHTARC',
  C: 'COMBINE',
  G: 'GLUE',
};

/** The derivation of a realization, unpacked. */
export function stepsOf({
  tokens,
  steps: { actions: letters, heads, dependents, scores },
  ccg = null,
}: Pick<ShownRealization, 'tokens' | 'steps' | 'ccg'>): Step[] {
  let stack: readonly number[] = [];
  const made = madeBySteps(ccg);
  return dependents.map((dependent, i) => {
    const action = actions[letters[i]];
    const isShift = action === 'SHIFT';
    const { tag, label } = tokens[dependent - 1];
    stack = isShift ? [...stack, dependent] : stack.filter((place) => place !== dependent);
    const rule = action === 'GLUE' ? undefined : made.shift();
    const detail = isShift ? [tag, rule ?? []].flat().join(' ') : (rule ?? label);
    return { action, detail, head: heads[i], dependent, stack, score: scores[i] };
  });
}

/** The rule and the category of each SHIFT and COMBINE, in their order, with the results of unary rules behind them. */
function madeBySteps(derivation: ShownCcgDerivation | null): string[] {
  const made: string[] = [];
  for (const { category, rule, children } of derivation?.nodes ?? []) {
    if (children.length === 1) made.push(`${made.pop()!} ⇒ ${category}`);
    else made.push(rule === null ? category : `${rule} ${category}`);
  }
  return made;
}
