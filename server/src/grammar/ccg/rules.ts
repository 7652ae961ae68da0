import type { Category, Slash } from './category.ts';
import { functor, half, isModifier, matches, punctuationAtoms } from './category.ts';

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

/** The largest number of arguments that composition reaches into the other category. */
const MOST_ARGUMENTS = 3;

/** How a category is made of two. */
export interface Combination {
  readonly rule: Rule;
  /**
   * The functor of an application or composition. In a coordination, or beside an absorbed punctuation mark: the part
   * whose arguments the result takes.
   */
  readonly main: 'left' | 'right';
  /**
   * How many arguments the other part, which fills an argument of the functor, still takes in the result: 0 for an
   * application; -1 if no argument is filled.
   */
  readonly degree: number;
  /** Whether the functor modifies: the result takes all that the other part does. */
  readonly keepsOther: boolean;
}

/** How a rule makes a category from two, the left one first; null if no rule does. */
export function combinationOf(
  left: Category,
  right: Category,
  result: Category,
): Combination | null {
  if (left.kind === 'functor' && left.slash === '/') {
    if (matches(left.argument, right) && matches(left.result, result)) {
      return { rule: '>', main: 'left', degree: 0, keepsOther: isModifier(left) };
    }
  }
  if (right.kind === 'functor' && right.slash === '\\') {
    if (matches(right.argument, left) && matches(right.result, result)) {
      return { rule: '<', main: 'right', degree: 0, keepsOther: isModifier(right) };
    }
  }
  const unfilled = { degree: -1, keepsOther: false } as const;
  if (isConjunction(left) || isPunctuation(left)) {
    if (matches(half(right), result)) return { rule: 'Φ', main: 'right', ...unfilled };
  }
  if (right.kind === 'half' && matches(left, right.of) && matches(left, result)) {
    return { rule: 'Φ', main: 'left', ...unfilled };
  }
  if (isConjunction(left) && result.kind === 'half') {
    return { rule: 'Φ*', main: 'right', ...unfilled };
  }
  if (isPunctuation(right) && matches(left, result))
    return { rule: 'p', main: 'left', ...unfilled };
  if (isPunctuation(left) && matches(right, result)) {
    return { rule: 'p', main: 'right', ...unfilled };
  }
  return compositionOf(left, right, result);
}

/** The rule that makes a category from two others; null if there is none. */
export function binaryRule(left: Category, right: Category, result: Category): Rule | null {
  return combinationOf(left, right, result)?.rule ?? null;
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

function isPunctuation(category: Category): boolean {
  return category.kind === 'atom' && punctuationAtoms.includes(category.name);
}

function compositionOf(left: Category, right: Category, result: Category): Combination | null {
  if (left.kind === 'functor' && left.slash === '/') {
    const found = composed(left.result, left.argument, right, result);
    if (found !== null) {
      const { degree, slash } = found;
      const rule = slash === '/' ? '>B' : '>B×';
      return { rule, main: 'left', degree, keepsOther: isModifier(left) };
    }
  }
  if (right.kind === 'functor' && right.slash === '\\') {
    const found = composed(right.result, right.argument, left, result);
    if (found !== null) {
      const { degree, slash } = found;
      const rule = slash === '\\' ? '<B' : '<B×';
      return { rule, main: 'right', degree, keepsOther: isModifier(right) };
    }
  }
  return null;
}

/**
 * Whether a result is the X of a functor X|Y with the arguments that another category takes before it is a Y.
 *
 * @returns how many arguments, and the slash of the innermost argument; null if it is not
 */
function composed(
  x: Category,
  y: Category,
  other: Category,
  result: Category,
): { degree: number; slash: Slash } | null {
  for (let degree = 1; degree <= MOST_ARGUMENTS; degree++) {
    if (other.kind !== 'functor' || result.kind !== 'functor') return null;
    if (other.slash !== result.slash || !matches(other.argument, result.argument)) return null;
    if (matches(other.result, y) && matches(x, result.result)) {
      return { degree, slash: other.slash };
    }
    other = other.result;
    result = result.result;
  }
  return null;
}
