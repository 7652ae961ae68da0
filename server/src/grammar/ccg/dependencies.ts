import { argumentsOf, isModifier, type Category } from './category.ts';
import { postorder, type CcgDerivation } from './derivation.ts';
import { type Combination, combinationOf, unaryRule } from './rules.ts';

/**
 * A phrase. Its roots are the words that no word of the phrase governs; the first root is the head.
 * The phrase has a mode for each argument that it still takes; the argument that it takes first
 * comes first. When one phrase (the functor) takes another (the filler) as an argument, the mode of
 * this argument decides which arcs are made:
 *
 * - `g`: the functor governs the filler (verbs and their objects);
 * - `h`: the filler governs the functor (modifiers, determiners, prepositions, markers, wh-words);
 * - `f`: the filler governs the functor (auxiliaries, copulas, *to*). Another word that joins the
 *   functor first waits among the roots: if *he* and *will* join before *sleep*, *he* waits, and
 *   then *sleep* governs both;
 * - `w`: no arc yet. The filler waits among the roots for a later head (the subject of an inverted
 *   auxiliary);
 * - `t`: the functor is itself an argument of the filler, and the mode of that argument decides
 *   (type-raised phrases).
 */
export interface Phrase {
  readonly roots: readonly number[];
  readonly modes: string;
}

/** @param govern called for each arc that the rule makes */
export function join(
  { main, degree, keepsOther }: Combination,
  left: Phrase,
  right: Phrase,
  govern: (head: number, dependent: number) => void,
): Phrase {
  const governAll = (head: Phrase, dependents: Phrase): void => {
    for (const dependent of dependents.roots) govern(head.roots[0], dependent);
  };
  let [functor, filler] = main === 'left' ? [left, right] : [right, left];
  if (degree < 0) {
    governAll(functor, filler);
    return functor;
  }
  const ofFunctor = functor.modes.slice(1);
  const ofFiller = filler.modes.slice(0, degree);
  // Undefined if the file of the derivation has no modes. Then the functor governs.
  let mode: string | undefined = functor.modes[0];
  let modes = keepsOther ? filler.modes : ofFiller + ofFunctor;
  /**
   * For functor and filler: the modes of the arguments that each still takes after this step. A
   * phrase that still has a mode `f` (an auxiliary without its verb) does not govern yet. Then the
   * roots of both phrases are roots of the new phrase.
   */
  let open = { functor: ofFunctor, filler: keepsOther ? filler.modes : ofFiller };
  if (mode === 't') {
    mode = filler.modes[degree];
    modes = ofFiller + ofFunctor;
    open = { functor: ofFiller, filler: '' };
    [functor, filler] = [filler, functor];
  }
  const both = (first: Phrase, second: Phrase): Phrase => ({
    roots: [...first.roots, ...second.roots],
    modes,
  });
  switch (mode) {
    case 'w':
      return both(functor, filler);
    case 'h':
    case 'f':
      if (open.filler.includes('f')) return both(filler, functor);
      governAll(filler, functor);
      return { roots: filler.roots, modes };
    default:
      if (open.functor.includes('f')) return both(functor, filler);
      governAll(functor, filler);
      return { roots: functor.roots, modes };
  }
}

/** Returns the modes of a phrase after a unary rule. Its roots do not change. */
export function modesAfter(child: Category, modes: string, result: Category): string {
  const { length } = argumentsOf(result);
  if (length === 0) return '';
  const others = 'g'.repeat(length - 1);
  if (child.kind !== 'half' && unaryRule(child, result) === 'T') return `t${others}`;
  if (!isModifier(result) && length === modes.length) return modes;
  return `h${others}`;
}

/**
 * Reads the heads of the words from the categories and modes of a derivation. Heads are numbered as
 * in CoNLL-U: words from 1, and 0 for the root. Words that still wait for a head at the end depend
 * on the first root.
 *
 * @throws {RangeError} if no rule makes the category of a binary node
 */
export function headsOf(derivation: CcgDerivation): number[] {
  const heads: number[] = [];
  const govern = (head: number, dependent: number): void => {
    heads[dependent] = head + 1;
  };
  const phrases: Phrase[] = [];
  for (const node of postorder(derivation)) {
    if (node.kind === 'leaf') {
      phrases.push({ roots: [node.word], modes: node.modes });
    } else if (node.kind === 'unary') {
      const { roots, modes } = phrases.pop()!;
      phrases.push({ roots, modes: modesAfter(node.child.category, modes, node.category) });
    } else {
      const right = phrases.pop()!;
      const left = phrases.pop()!;
      const [one, other, result] = [node.left.category, node.right.category, node.category];
      const combination = combinationOf(one, other, result);
      if (combination === null) {
        throw new RangeError(`no rule makes ${result.text} of ${one.text} and ${other.text}`);
      }
      phrases.push(join(combination, left, right, govern));
    }
  }
  const [root, ...waiting] = phrases[0].roots;
  heads[root] = 0;
  for (const word of waiting) govern(root, word);
  return heads;
}
