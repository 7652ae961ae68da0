import type { Category } from './category.ts';

/** A derivation of combinatory categorial grammar. Its leaves are the words in order. */
export type CcgDerivation = Leaf | Unary | Binary;

export interface Leaf {
  readonly kind: 'leaf';
  readonly category: Category;
  /** The index of the word in the sentence, from 0. */
  readonly word: number;
  /**
   * A letter for each argument of the category; the argument that is taken first comes first. A
   * mode says whether the functor or the argument becomes the head (`dependencies.ts`). The
   * category does not decide this: *saw* and *is* may both be `(S[dcl]\NP)/NP`.
   */
  readonly modes: string;
}

export interface Unary {
  readonly kind: 'unary';
  readonly category: Category;
  readonly child: CcgDerivation;
}

export interface Binary {
  readonly kind: 'binary';
  readonly category: Category;
  readonly left: CcgDerivation;
  readonly right: CcgDerivation;
}

/** From left to right. */
export function leavesOf(derivation: CcgDerivation): Leaf[] {
  return postorder(derivation).filter((node) => node.kind === 'leaf');
}

/** Children come before their parents. */
export function postorder(derivation: CcgDerivation): CcgDerivation[] {
  // No recursion: the derivation of a long sentence may be deep.
  const nodes: CcgDerivation[] = [];
  const open = [derivation];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    if (node.kind === 'unary') open.push(node.child);
    else if (node.kind === 'binary') open.push(node.left, node.right);
  }
  return nodes.reverse();
}
