import type { Category, Functor, Slash } from './category.ts';
import { functor, half, isModifier, matches, punctuationAtoms } from './category.ts';
import { passBack, passOn, unify } from './unify.ts';

/**
 * The sign of a rule in a derivation: application `>` `<`, composition `>B` `<B`, crossed
 * composition `>B×` `<B×`, coordination `Φ`, coordination of unlike categories `Φ*`, absorption of
 * punctuation `p`, type-raising `T`, type-changing `U`.
 */
export type Rule = '>' | '<' | '>B' | '<B' | '>B×' | '<B×' | 'Φ' | 'Φ*' | 'p' | 'T' | 'U';

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

/**
 * The highest degree of composition. Composition joins X/Y with a category that must take some
 * arguments to become Y. The degree is the number of these arguments.
 */
const MOST_ARGUMENTS = 3;

/** How a rule makes a category from two categories. */
export interface Combination {
  readonly rule: Rule;
  /**
   * The side of the functor. If the rule fills no argument (coordination, absorption of
   * punctuation), the side of the part whose arguments the result takes.
   */
  readonly main: 'left' | 'right';
  /**
   * The filler is the part that fills an argument of the functor. The degree is the number of the
   * filler's own arguments that the result still takes: 0 for an application. -1 if the rule fills
   * no argument.
   */
  readonly degree: number;
  /**
   * Whether the functor is a modifier. If so, the result takes all arguments that the filler still
   * takes.
   */
  readonly keepsOther: boolean;
}

/** Finds how a rule makes `result` from two adjacent categories; null if no rule does. */
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

/** Finds the rule that makes `result` from two adjacent categories; null if there is none. */
export function binaryRule(left: Category, right: Category, result: Category): Rule | null {
  return combinationOf(left, right, result)?.rule ?? null;
}

/** A category that a rule makes of two categories. */
export interface Join {
  readonly rule: Rule;
  readonly category: Category;
}

/**
 * Returns all results of the rules for two adjacent categories. Leaves out the rule `Φ*`, which
 * allows any result `X[conj]`.
 */
export function joinsOf(left: Category, right: Category): Join[] {
  const joins: Join[] = [];
  if (left.kind === 'functor' && left.slash === '/') joins.push(...functorJoins(left, right, '>'));
  if (right.kind === 'functor' && right.slash === '\\') {
    joins.push(...functorJoins(right, left, '<'));
  }
  if (isConjunction(left) || isPunctuation(left)) joins.push({ rule: 'Φ', category: half(right) });
  const both = right.kind === 'half' ? unify(left, right.of) : null;
  if (both !== null) joins.push({ rule: 'Φ', category: both });
  if (isPunctuation(left)) joins.push({ rule: 'p', category: right });
  if (isPunctuation(right)) joins.push({ rule: 'p', category: left });
  return joins;
}

/** Returns the results of applying X|Y to Y, and of composing X|Y with Y|Z, (Y|Z)|W and so on. */
function functorJoins(
  { result: x, slash, argument: y }: Functor,
  other: Category,
  arrow: '>' | '<',
): Join[] {
  const joins: Join[] = [];
  /** The functors around `inner`, the innermost first. */
  const around: Functor[] = [];
  for (let inner = other; ; inner = inner.result) {
    const met = unify(y, inner);
    if (met !== null) {
      const composition =
        around[0]?.slash === slash ? (`${arrow}B` as const) : (`${arrow}B×` as const);
      const rule = around.length === 0 ? arrow : composition;
      joins.push({ rule, category: withArguments(passOn(x, y, met), around, met) });
    }
    if (inner.kind !== 'functor' || around.length === MOST_ARGUMENTS) return joins;
    around.unshift(inner);
  }
}

/**
 * Adds the arguments of some functors to `result`, the innermost first. For example, B/C and
 * (B/C)/D are `around`, and `result` is A: this makes (A/C)/D.
 *
 * @param around the functors, the innermost first. Each functor is the result of the next one
 * @param met the result of the innermost functor (B in the example), with the features that it has
 *   gained
 */
function withArguments(result: Category, around: readonly Functor[], met: Category): Category {
  let [composed, own] = [result, met];
  for (const { result: inner, slash, argument } of around) {
    const filled = passBack(argument, inner, own);
    own = functor(own, slash, filled);
    composed = functor(composed, slash, filled);
  }
  return composed;
}

/** Returns `T` if a unary rule is type-raising or fronting, and `U` if it is type-changing. */
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
 * Tests whether X|Y and `other` compose to `result`. The composition is X with the arguments that
 * `other` must take to become a Y.
 *
 * @returns the number of these arguments, and the slash of the innermost one; null if the
 *   categories do not compose to `result`
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
