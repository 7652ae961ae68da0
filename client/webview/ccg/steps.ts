import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import { topsOf } from './derivation.ts';

/**
 * A step of a derivation: SHIFT gives a word its category, UNARY gives a phrase another category,
 * and COMBINE joins two phrases.
 */
export interface CcgStep {
  readonly action: 'SHIFT' | 'UNARY' | 'COMBINE';
  readonly node: number;
  /** The nodes on the stack after the step, bottom first. */
  readonly stack: readonly number[];
}

const actions = ['SHIFT', 'UNARY', 'COMBINE'] as const;

/** The steps from left to right. Each node is made directly after its last descendant. */
export function stepsOf(derivation: ShownCcgDerivation): CcgStep[] {
  const { nodes } = derivation;
  let stack: readonly number[] = [];
  return fromLeftToRight(derivation).map((node): CcgStep => {
    const { children } = nodes[node];
    stack = [...stack.slice(0, stack.length - children.length), node];
    return { action: actions[children.length], node, stack };
  });
}

/**
 * The nodes in the order in which they are made: each directly after its last descendant. Long
 * sentences have deep derivations, for which recursion could overflow the stack.
 */
function fromLeftToRight(derivation: ShownCcgDerivation): number[] {
  const reversed: number[] = [];
  const open = topsOf(derivation);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    reversed.push(node);
    open.push(...derivation.nodes[node].children);
  }
  return reversed.reverse();
}
