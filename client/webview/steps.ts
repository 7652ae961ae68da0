import type { ShownRealization } from '../../server/src/lsp/protocol.ts';

/** A transition, with what it left on the stack. */
export interface Step {
  readonly action: 'SHIFT' | 'LEFTARC' | 'RIGHTARC';
  /** SHIFT: the word's tag. An arc: its label, if it has one. */
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
};

/** The derivation of a realization, unpacked. */
export function stepsOf({
  tokens,
  steps: { actions: letters, heads, dependents, scores },
}: Pick<ShownRealization, 'tokens' | 'steps'>): Step[] {
  let stack: readonly number[] = [];
  return dependents.map((dependent, i) => {
    const action = actions[letters[i]];
    const isShift = action === 'SHIFT';
    const { tag, label } = tokens[dependent - 1];
    stack = isShift ? [...stack, dependent] : stack.filter((place) => place !== dependent);
    const detail = isShift ? tag : label;
    return { action, detail, head: heads[i], dependent, stack, score: scores[i] };
  });
}
