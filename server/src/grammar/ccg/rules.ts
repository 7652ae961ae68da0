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
 * The greatest degree of composition. A functor X/Y composes with a category that becomes Y after
 * taking some arguments. The degree is the number of these arguments.
 */
const MOST_ARGUMENTS = 3;

export interface Combination {
  readonly rule: Rule;
  /**
   * The side of the functor. If the rule fills no argument (coordination, punctuation), the side of
   * the part whose arguments the result takes.
   */
  readonly main: 'left' | 'right';
  /**
   * The filler fills an argument of the functor. The degree is the number of the filler's own
   * arguments that the result still takes: 0 for application. -1 if the rule fills no argument.
   */
  readonly degree: number;
  /**
   * Whether the functor is a modifier. If so, the result takes all arguments that the filler takes.
   */
  readonly keepsOther: boolean;
}

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

export function binaryRule(left: Category, right: Category, result: Category): Rule | null {
  return combinationOf(left, right, result)?.rule ?? null;
}

export interface Join {
  readonly rule: Rule;
  readonly category: Category;
}

/**
 * Returns all categories that the rules make of two adjacent categories. Leaves out the rule `Φ*`:
 * by it, a conjunction and any category make `X[conj]` for every X.
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

/** Applies X|Y to Y, and composes X|Y with Y|Z, (Y|Z)|W and so on. */
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
 * Adds the arguments of some functors to `result`. For B/C and (B/C)/D and the result A, this makes
 * (A/C)/D.
 *
 * @param around the functors; each is the result of the next
 * @param met the result of the first functor (B in the example), with its gained features
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

/** `T` stands for type-raising and fronting. */
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
 * Tests whether X|Y and `other` compose to `result`. They do if `other` becomes a Y after taking
 * some arguments, and `result` is X with the same arguments: X/Y and Y/Z make X/Z.
 *
 * @returns the number of these arguments and the slash of the innermost one
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
