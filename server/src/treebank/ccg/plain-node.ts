import type { CcgDerivation } from '../../grammar/ccg/derivation.ts';
import { postorder } from '../../grammar/ccg/derivation.ts';
import type { CheckedNode } from '../../grammar/ccg/checker.ts';

/** A derivation in the form that the checker reads. */
export function plainNode(derivation: CcgDerivation, words: readonly string[]): CheckedNode {
  const made: CheckedNode[] = [];
  // Children precede their parents, so they are on top of the stack.
  for (const node of postorder(derivation)) {
    const category = node.category.text;
    if (node.kind === 'leaf') {
      made.push({ category, word: words[node.word], children: [] });
    } else {
      const children = made.splice(node.kind === 'unary' ? -1 : -2);
      made.push({ category, word: null, children });
    }
  }
  return made[0];
}
