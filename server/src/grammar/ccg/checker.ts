import type { Checked } from './checked-category.ts';
import { isPunctuation, passBack, passOn, readChecked, spell, unify } from './checked-category.ts';

/**
 * A node of a derivation as plain data. Only a leaf has a word; any other node has one or two
 * children.
 */
export interface CheckedNode {
  readonly category: string;
  readonly word: string | null;
  readonly children: readonly CheckedNode[];
}

export interface Refusal {
  readonly node: CheckedNode;
  /**
   * - `words`: the leaves do not spell the sentence.
   * - `shape`: the node has too many children, has both children and a word, or has neither.
   * - `category`: the text is not a category.
   * - `rule`: no rule gives the category.
   * - `unlisted`: the grammar does not list this unary rule. It may be intended.
   */
  readonly kind: 'words' | 'shape' | 'category' | 'rule' | 'unlisted';
  /** A sentence for people, without a full stop. */
  readonly message: string;
}

/**
 * The greatest degree of composition. A functor X/Y composes with a category that becomes Y after
 * taking some arguments. The degree is the number of these arguments.
 */
const HIGHEST_DEGREE = 3;

/**
 * Checks a derivation against the rules in `docs/ccg.md`. Each node must have exactly the category
 * that a rule gives, including the features. The leaves must spell the sentence.
 *
 * @param unlisted further type-changing rules to accept, as `changeOf` writes them
 * @returns the errors, children before their parents
 */
export function checkDerivation(
  root: CheckedNode,
  words: readonly string[],
  unlisted: ReadonlySet<string> = new Set(),
): Refusal[] {
  const refusals: Refusal[] = [];
  const read = new Map<string, Checked | null>();
  const categoryOf = ({ category }: CheckedNode): Checked | null => {
    let found = read.get(category);
    if (found === undefined) read.set(category, (found = readChecked(category)));
    return found;
  };
  const nodes = preorder(root);
  const spelt = nodes.flatMap(({ word }) => (word === null ? [] : [word]));
  const apart = words.findIndex((word, i) => word !== spelt[i]);
  if (apart >= 0 || spelt.length !== words.length) {
    refusals.push({ node: root, kind: 'words', message: wrongWord(words, spelt, apart) });
  }
  for (const node of nodes.reverse()) {
    const { children } = node;
    const refuse = (kind: Refusal['kind'], message: string): void => {
      refusals.push({ node, kind, message });
    };
    const category = categoryOf(node);
    if (category === null) refuse('category', `"${node.category}" is no category`);
    if (children.length > 2 || (children.length === 0) !== (node.word !== null)) {
      refuse('shape', 'a node has one or two children, or it is a leaf and has a word');
      continue;
    }
    const [left, right] = children.map(categoryOf);
    // A text that is not a category is reported at its own node.
    if (category === null || left === null || right === null) continue;
    if (children.length === 1) {
      if (isListed(left, category)) continue;
      if (!unlisted.has(changeOf(node))) {
        refuse('unlisted', `no rule turns ${spell(left)} into ${spell(category)}`);
      }
    } else if (children.length === 2) {
      const message = wrongJoin(left, right, category);
      if (message !== null) refuse('rule', message);
    }
  }
  if (categoryOf(root)?.kind === 'half') {
    const message = `${root.category} is half of a coordination, and no sentence`;
    refusals.push({ node: root, kind: 'rule', message });
  }
  return refusals;
}

/** Writes a unary node as `X ⇒ Y`. */
export function changeOf({ category, children: [child] }: CheckedNode): string {
  return `${child.category} ⇒ ${category}`;
}

/**
 * Lists all nodes, parents before their children, from left to right. Does not recurse, since
 * derivations may be deep.
 */
function preorder(root: CheckedNode): CheckedNode[] {
  const nodes: CheckedNode[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
  }
  return nodes;
}

function wrongWord(words: readonly string[], spelt: readonly string[], apart: number): string {
  const place = apart < 0 ? words.length : apart;
  const [expected, found] = [words, spelt].map((all) =>
    place < all.length ? `"${all[place]}"` : 'its end',
  );
  return `the leaves do not spell the sentence: word ${place + 1} is ${found}, not ${expected}`;
}

interface Join {
  readonly rule: string;
  readonly category: Checked;
}

/** Returns why no rule joins two categories into `category`; `null` if a rule does. */
function wrongJoin(left: Checked, right: Checked, category: Checked): string | null {
  const written = spell(category);
  const joins = joinsOf(left, right);
  if (joins.some((join) => spell(join.category) === written)) return null;
  // Categories that differ can be coordinated, too. So a conjunction and its conjunct may make
  // `X[conj]` for any X.
  if (isConjunction(left) && category.kind === 'half') return null;
  const children = `${spell(left)} and ${spell(right)}`;
  if (joins.length > 0) {
    const made = joins.map((join) => `${spell(join.category)} (${join.rule})`).join(' or ');
    return `${children} make ${made}, not ${written}`;
  }
  const wants = [
    ...(left.kind === 'functor' ? [wanted(left, 'right of it', left.slash === '/')] : []),
    ...(right.kind === 'functor' ? [wanted(right, 'left of it', right.slash === '\\')] : []),
    ...(right.kind === 'half' ? [`${spell(right)} takes ${spell(right.of)} to its left`] : []),
  ];
  return [`no rule joins ${children}`, ...wants].join('; ');
}

function wanted(
  functor: Checked & { readonly kind: 'functor' },
  side: string,
  isThere: boolean,
): string {
  const direction = functor.slash === '/' ? 'right' : 'left';
  const takes = `${spell(functor)} takes ${spell(functor.argument)} to its ${direction}`;
  return isThere ? `${takes}, and what is ${side} is or makes none` : takes;
}

function joinsOf(left: Checked, right: Checked): Join[] {
  const joins: Join[] = [];
  if (left.kind === 'functor' && left.slash === '/') joins.push(...functorJoins(left, right, '>'));
  if (right.kind === 'functor' && right.slash === '\\') {
    joins.push(...functorJoins(right, left, '<'));
  }
  if (isConjunction(left) || isPunctuation(left)) {
    joins.push({ rule: 'Φ', category: { kind: 'half', of: right } });
  }
  if (right.kind === 'half') {
    const both = unify(left, right.of);
    if (both !== null) joins.push({ rule: 'Φ', category: both });
  }
  if (isPunctuation(left)) joins.push({ rule: 'p', category: right });
  if (isPunctuation(right)) joins.push({ rule: 'p', category: left });
  return joins;
}

/** Returns the results of applying X|Y to Y, and of composing X|Y with Y|Z, (Y|Z)|W and so on. */
function functorJoins(
  { result: x, slash, argument: y }: Checked & { readonly kind: 'functor' },
  other: Checked,
  arrow: '>' | '<',
): Join[] {
  const joins: Join[] = [];
  let inner = other;
  let innermost = slash;
  for (let degree = 0; degree <= HIGHEST_DEGREE; degree++) {
    const met = unify(y, inner);
    if (met !== null) {
      const isCrossed = innermost !== slash;
      const rule = degree === 0 ? arrow : `${arrow}B${isCrossed ? '×' : ''}`;
      const { composed } = compose(other, degree, met, passOn(x, y, met));
      joins.push({ rule, category: composed });
    }
    if (inner.kind !== 'functor') break;
    innermost = inner.slash;
    inner = inner.result;
  }
  return joins;
}

/**
 * Adds the outer arguments of a functor to `result`. For the functor (B/C)/D, degree 2 and the
 * result A, this makes (A/C)/D.
 *
 * @param degree the number of arguments to add
 * @param met the functor without these arguments (B in the example), with its gained features
 * @returns `composed`: `result` with the arguments; `own`: the functor with the gained features
 */
function compose(
  functor: Checked,
  degree: number,
  met: Checked,
  result: Checked,
): { readonly own: Checked; readonly composed: Checked } {
  if (degree === 0 || functor.kind !== 'functor') return { own: met, composed: result };
  const below = compose(functor.result, degree - 1, met, result);
  const argument = passBack(functor.argument, functor.result, below.own);
  return {
    own: { ...functor, result: below.own, argument },
    composed: { ...functor, result: below.composed, argument },
  };
}

function isConjunction(category: Checked): boolean {
  return category.kind === 'atom' && category.name === 'conj';
}

function isListed(child: Checked, result: Checked): boolean {
  return isRaising(child, result) || isFronting(child, result) || isChange(child, result);
}

/** Whether a unary rule is type-raising, `NP ⇒ S/(S\NP)`. */
function isRaising(child: Checked, result: Checked): boolean {
  const isNounPhrase = child.kind === 'atom' && child.name === 'NP';
  return isNounPhrase && spell(result) === `S/(S\\${spell(child)})`;
}

/** Whether a unary rule is fronting, `A ⇒ S[x]/(S[y]/A)`. */
function isFronting(child: Checked, result: Checked): boolean {
  if (result.kind !== 'functor' || result.slash !== '/') return false;
  const { result: clause, argument: gapped } = result;
  return (
    isClause(clause) &&
    gapped.kind === 'functor' &&
    gapped.slash === '/' &&
    isClause(gapped.result) &&
    spell(gapped.argument) === spell(child)
  );
}

function isClause(category: Checked): boolean {
  return category.kind === 'atom' && category.name === 'S';
}

const predicates = ['pss', 'ng', 'to', 'adj', 'b', 'dcl'].map((form) => `S[${form}]\\NP`);
const clauses = [...predicates, 'S[dcl]', 'S[em]', 'S[qem]'];
const allClauses = [...clauses, 'S[inv]', 'S[ng]', 'S[pss]'];
const nounPhraseModifiers = new Set([...clauses, 'S[dcl]/NP', 'NP']);
const clauseModifiers = new Set([...allClauses, 'NP']);

/**
 * Keyed by result: the categories that a listed rule turns into it. `isChange` has the rules for
 * measures (*two years old*) and for coordination.
 */
const changes: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  NP: new Set(['N', ...allClauses]),
  'NP\\NP': nounPhraseModifiers,
  'NP/NP': new Set(['NP']),
  'N/N': new Set(['NP']),
  '(S\\NP)\\(S\\NP)': clauseModifiers,
  '(S\\NP)/(S\\NP)': clauseModifiers,
  'S/S': clauseModifiers,
  'S\\S': clauseModifiers,
};

function isChange(child: Checked, result: Checked): boolean {
  if (result.kind === 'half') return spell(result.of) === spell(child);
  const [before, after] = [child, result].map(spell);
  if (child.kind === 'half')
    return after === spell({ kind: 'functor', result: child.of, slash: '\\', argument: child.of });
  const plain = spell(withoutNounFeatures(child));
  return (changes[after]?.has(plain) ?? false) || (before === 'NP' && isMeasured(result));
}

/** Whether a category is `X/X`, where X is a modifier itself. */
function isMeasured(category: Checked): boolean {
  if (category.kind !== 'functor' || category.slash !== '/') return false;
  const { result, argument } = category;
  return spell(result) === spell(argument) && isModifier(result);
}

function isModifier(category: Checked): boolean {
  return category.kind === 'functor' && spell(category.result) === spell(category.argument);
}

/** Type changes treat `NP[thr]` and `NP[expl]` as `NP`. */
function withoutNounFeatures(category: Checked): Checked {
  if (category.kind === 'atom') {
    return category.name === 'NP' ? { ...category, feature: null } : category;
  }
  if (category.kind === 'half') return { kind: 'half', of: withoutNounFeatures(category.of) };
  const [result, argument] = [category.result, category.argument].map(withoutNounFeatures);
  return { ...category, result, argument };
}
