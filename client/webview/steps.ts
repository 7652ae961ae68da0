import type { ShownCcgDerivation, ShownRealization } from '../../server/src/lsp/protocol.ts';

/** A transition, and the stack after it. */
export interface Step {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC' | 'COMBINE' | 'GLUE';
  /**
   * What the step makes:
   * - SHIFT: the word's tag and, with a grammar, its category: `NN N`.
   * - COMBINE: the rule and the resulting category.
   * - Other actions: the label of the arc, if there is one.
   *
   * Results of unary rules follow: `NN N ⇒ NP`.
   */
  readonly detail: string | null;
  /** Numbers of words, from 1. For SHIFT, `head` is 0 and `dependent` is the shifted word. */
  readonly head: number;
  readonly dependent: number;
  /** The words on the stack after the step, as numbers from 1, bottom first. */
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

/** Unpacks the steps of a realization from the server's compact form. */
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

/**
 * Describes the SHIFT and COMBINE steps of a derivation, in order, like `Step.detail` but without
 * tags.
 */
function madeBySteps(derivation: ShownCcgDerivation | null): string[] {
  const made: string[] = [];
  for (const { category, rule, children } of derivation?.nodes ?? []) {
    if (children.length === 1) made.push(`${made.pop()!} ⇒ ${category}`);
    else made.push(rule === null ? category : `${rule} ${category}`);
  }
  return made;
}
