import type { Category } from './category.ts';
import { functor, half, matches, punctuationAtoms } from './category.ts';

/**
 * How a rule is called beside the line of a derivation: application `>` `<`, composition `>B` `<B`, crossed
 * composition `>B×` `<B×`, coordination `Φ`, that of unlike categories `Φ*`, punctuation that is absorbed `p`,
 * type-raising `T`, type-changing `U`.
 */
export type Rule = '>' | '<' | '>B' | '<B' | '>B×' | '<B×' | 'Φ' | 'Φ*' | 'p' | 'T' | 'U';

/** What each rule is called in words. */
export const ruleNames: Readonly<Record<Rule, string>> = {
  '>': 'forward application',
  '<': 'backward application',
  '>B': 'forward composition',
  '<B': 'backward composition',
  '>B×': 'forward crossed composition',
  '<B×': 'backward crossed composition',
  Φ: 'coordination',
  'Φ*': 'coordination of unlike categories',
  p: 'absorption of punctuation',
  T: 'type-raising',
  U: 'type-changing',
};

/** Composition reaches so many arguments into the other category at most. */
const MOST_ARGUMENTS = 3;

/** The rule that makes a category of two, the left one first; null where none does. */
export function binaryRule(left: Category, right: Category, result: Category): Rule | null {
  const isPunctuation = (category: Category): boolean =>
    category.kind === 'atom' && punctuationAtoms.includes(category.name);
  if (left.kind === 'functor' && left.slash === '/') {
    if (matches(left.argument, right) && matches(left.result, result)) return '>';
  }
  if (right.kind === 'functor' && right.slash === '\\') {
    if (matches(right.argument, left) && matches(right.result, result)) return '<';
  }
  if (isConjunction(left) || isPunctuation(left)) {
    if (matches(half(right), result)) return 'Φ';
  }
  if (right.kind === 'half' && matches(left, right.of) && matches(left, result)) return 'Φ';
  if (isConjunction(left) && result.kind === 'half') return 'Φ*';
  if (isPunctuation(left) && matches(right, result)) return 'p';
  if (isPunctuation(right) && matches(left, result)) return 'p';
  return composition(left, right, result);
}

/** The rule that makes a category of one. */
export function unaryRule(child: Category, result: Category): 'T' | 'U' {
  const isRaised =
    result.kind === 'functor' &&
    result.argument.kind === 'functor' &&
    result.slash !== result.argument.slash &&
    matches(result.argument.argument, child) &&
    matches(functor(result.result, '/', child), functor(result.argument.result, '/', child));
  const isFronted =
    result.kind === 'functor' &&
    result.slash === '/' &&
    result.argument.kind === 'functor' &&
    result.argument.slash === '/' &&
    matches(result.argument.argument, child) &&
    result.result.kind === 'atom' &&
    result.argument.result.kind === 'atom' &&
    result.result.name === result.argument.result.name;
  return isRaised || isFronted ? 'T' : 'U';
}

function isConjunction(category: Category): boolean {
  return category.kind === 'atom' && category.name === 'conj';
}

function composition(left: Category, right: Category, result: Category): Rule | null {
  if (left.kind === 'functor' && left.slash === '/') {
    const slash = composed(left.result, left.argument, right, result);
    if (slash !== null) return slash === '/' ? '>B' : '>B×';
  }
  if (right.kind === 'functor' && right.slash === '\\') {
    const slash = composed(right.result, right.argument, left, result);
    if (slash !== null) return slash === '\\' ? '<B' : '<B×';
  }
  return null;
}

/**
 * Whether X of a functor X|Y, and the arguments that another category takes until it is a Y, are a result.
 *
 * @returns the slash of the innermost of those arguments; null where they are not
 */
function composed(x: Category, y: Category, other: Category, result: Category): '/' | '\\' | null {
  for (let taken = 0; taken < MOST_ARGUMENTS; taken++) {
    if (other.kind !== 'functor' || result.kind !== 'functor') return null;
    if (other.slash !== result.slash || !matches(other.argument, result.argument)) return null;
    if (matches(other.result, y) && matches(x, result.result)) return other.slash;
    other = other.result;
    result = result.result;
  }
  return null;
}
