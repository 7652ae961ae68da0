import type { Realization } from '../realize/realizer.ts';
import type { ShownStep } from './protocol.ts';

/** A derivation as a table: each transition with the stack that it leaves. */
export function stepsOf({ tokens, transitions }: Realization): ShownStep[] {
  let stack: number[] = [];
  return transitions.map(({ action, head, dependent, score }) => {
    const token = tokens[dependent - 1];
    const shift = action === 'SHIFT';
    stack = shift ? [...stack, dependent] : stack.filter((place) => place !== dependent);
    const detail = shift ? token.tag : token.label;
    return { action, detail, head, dependent, stack, score };
  });
}
