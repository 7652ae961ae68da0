import type { CheckedNode } from '../../../server/src/grammar/ccg/checker.ts';
import type { Random } from '../../../server/src/util/random.ts';

/** Puts a mistake into a derivation; null if the derivation has no place for it. */
export type Break = (root: CheckedNode, random: Random) => CheckedNode | null;

const features: Readonly<Record<string, readonly string[]>> = {
  S: 'dcl b to ng pt pss adj q wq qem em inv intj for'.split(' '),
  NP: ['thr', 'expl'],
};

/**
 * Ways to break a derivation, by name. The result is always wrong.
 *
 * @param categories results are replaced by these
 */
export function breaksOf(categories: readonly string[]): Readonly<Record<string, Break>> {
  return {
    'children swapped': (root, random) =>
      change(root, random, isBinary, (node) => ({
        ...node,
        children: node.children.toReversed(),
      })),
    'slash turned of a word or phrase that is applied': (root, random) =>
      change(root, random, isApplication, (node) => {
        const [left, right] = node.children;
        const children = isApplied(node, left, '/', right)
          ? [withTurned(left, '/'), right]
          : [left, withTurned(right, '\\')];
        return { ...node, children };
      }),
    'feature changed of what a rule makes': (root, random) =>
      changeFeature(root, random, (node) => isBinary(node) && hasFeature(node)),
    'result altered of two categories': (root, random) => alter(root, random, isBinary, categories),
  };
}

/**
 * Changes that may give another correct derivation: for *has not* `>B` instead of `<B×`; a verb instead of an adjective
 * of one word.
 */
export function loosePlaces(categories: readonly string[]): Readonly<Record<string, Break>> {
  return {
    'slash turned anywhere': (root, random) =>
      change(
        root,
        random,
        ({ category }) => /[/\\]/.test(category),
        (node) => ({
          ...node,
          category: replaceMatch(node.category, /[/\\]/g, random, ([slash]) => turned(slash)),
        }),
      ),
    'feature changed anywhere': (root, random) => changeFeature(root, random, hasFeature),
    'result altered of any rule': (root, random) =>
      alter(root, random, ({ children }) => children.length > 0, categories),
  };
}

export function nodesOf(root: CheckedNode): CheckedNode[] {
  return [root, ...root.children.flatMap(nodesOf)];
}

function isBinary({ children }: CheckedNode): boolean {
  return children.length === 2;
}

function hasFeature({ category }: CheckedNode): boolean {
  return /(?:S|NP)\[(?!conj)/.test(category);
}

function isApplication(node: CheckedNode): boolean {
  const [left, right] = node.children;
  return (
    isBinary(node) && (isApplied(node, left, '/', right) || isApplied(node, right, '\\', left))
  );
}

/** Whether the functor's text is the result, the slash and the argument, apart from features. */
function isApplied(
  node: CheckedNode,
  functor: CheckedNode,
  slash: string,
  argument: CheckedNode,
): boolean {
  const [whole, result, taken] = [functor, node, argument].map(({ category }) =>
    category.replace(/\[(?!conj)\w+\]/g, ''),
  );
  const part = (category: string): string =>
    /[/\\]/.test(category.replace(/^\(.*\)\[conj\]$/, '')) ? `(${category})` : category;
  return whole === `${part(result)}${slash}${part(taken)}`;
}

/** A functor with its outermost slash turned. This is the last slash outside brackets. */
function withTurned(functor: CheckedNode, slash: string): CheckedNode {
  const { category } = functor;
  let depth = 0;
  let at = category.length - 1;
  while (depth > 0 || category[at] !== slash) {
    if (category[at] === ')') depth++;
    if (category[at] === '(') depth--;
    at--;
  }
  return { ...functor, category: category.slice(0, at) + turned(slash) + category.slice(at + 1) };
}

function turned(slash: string): string {
  return slash === '/' ? '\\' : '/';
}

function changeFeature(
  root: CheckedNode,
  random: Random,
  where: (node: CheckedNode) => boolean,
): CheckedNode | null {
  return change(root, random, where, (node) => ({
    ...node,
    category: replaceMatch(
      node.category,
      /(S|NP)\[(?!conj)(\w+)\]/g,
      random,
      ([, name, old]) => `${name}[${drawn(features[name], random, old)}]`,
    ),
  }));
}

function alter(
  root: CheckedNode,
  random: Random,
  where: (node: CheckedNode) => boolean,
  categories: readonly string[],
): CheckedNode | null {
  return change(root, random, where, (node) => ({
    ...node,
    category: drawn(categories, random, node.category),
  }));
}

/** Changes a random node for which `where` holds. */
function change(
  root: CheckedNode,
  random: Random,
  where: (node: CheckedNode) => boolean,
  by: (node: CheckedNode) => CheckedNode,
): CheckedNode | null {
  const places = nodesOf(root).filter(where);
  if (places.length === 0) return null;
  const chosen = places[random.below(places.length)];
  const rebuilt = (node: CheckedNode): CheckedNode =>
    node === chosen ? by(node) : { ...node, children: node.children.map(rebuilt) };
  return rebuilt(root);
}

function drawn(from: readonly string[], random: Random, but: string): string {
  const others = from.filter((one) => one !== but);
  return others[random.below(others.length)];
}

function replaceMatch(
  text: string,
  pattern: RegExp,
  random: Random,
  by: (match: RegExpExecArray) => string,
): string {
  const matches = [...text.matchAll(pattern)];
  const match = matches[random.below(matches.length)];
  return text.slice(0, match.index) + by(match) + text.slice(match.index + match[0].length);
}
