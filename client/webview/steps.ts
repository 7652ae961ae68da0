import type { ShownCcgDerivation, ShownRealization } from '../../server/src/lsp/protocol.ts';

/** A transition, and the stack after it. */
export interface Step {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /**
   * For SHIFT, the word's tag and, with a grammar, its category: `NN N ⇒ NP`. For an arc, its label. For COMBINE, the
   * rule and its result. Null if there is none.
   */
  readonly detail: string | null;
  /** Places in the realization, from 1. A shift has the head 0, and the shifted word as its dependent. */
  readonly head: number;
  readonly dependent: number;
  /** The words on the stack after the step, bottom first, as places in the realization from 1. */
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

/** Unpacks the derivation of a realization into steps. */
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

/** For each SHIFT and COMBINE in order: the rule and the category, followed by the results of unary rules. */
function madeBySteps(derivation: ShownCcgDerivation | null): string[] {
  const made: string[] = [];
  for (const { category, rule, children } of derivation?.nodes ?? []) {
    if (children.length === 1) made.push(`${made.pop()!} ⇒ ${category}`);
    else made.push(rule === null ? category : `${rule} ${category}`);
  }
  return made;
}
