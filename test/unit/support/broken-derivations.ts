import type { CheckedNode } from '../../../server/src/treebank/ccg/checker.ts';
import type { Random } from '../../../server/src/util/random.ts';

/** A derivation with a mistake in it; null where it has no place for one. */
export type Break = (root: CheckedNode, random: Random) => CheckedNode | null;

const features: Readonly<Record<string, readonly string[]>> = {
  S: 'dcl b to ng pt pss adj q wq qem em inv intj for'.split(' '),
  NP: ['thr', 'expl'],
};

/**
 * Ways to break a derivation, by what they are called.
 *
 * @param categories what results are altered to
 */
export function breaksOf(categories: readonly string[]): Readonly<Record<string, Break>> {
  return {
    'children swapped': (root, random) =>
      replaceOne(
        root,
        random,
        ({ children }) => children.length === 2,
        (node) => ({
          ...node,
          children: node.children.toReversed(),
        }),
      ),
    'slash turned': (root, random) =>
      replaceOne(
        root,
        random,
        ({ category }) => /[/\\]/.test(category),
        (node) => ({
          ...node,
          category: replaceMatch(node.category, /[/\\]/g, random, ([slash]) =>
            slash === '/' ? '\\' : '/',
          ),
        }),
      ),
    'feature changed': (root, random) =>
      replaceOne(
        root,
        random,
        ({ category }) => hasFeature.test(category),
        (node) => ({
          ...node,
          category: replaceMatch(
            node.category,
            /(S|NP)\[(?!conj)(\w+)\]/g,
            random,
            ([, name, old]) => {
              const others = features[name].filter((feature) => feature !== old);
              return `${name}[${others[random.below(others.length)]}]`;
            },
          ),
        }),
      ),
    'result altered': (root, random) =>
      replaceOne(
        root,
        random,
        ({ children }) => children.length > 0,
        (node) => {
          const others = categories.filter((category) => category !== node.category);
          return { ...node, category: others[random.below(others.length)] };
        },
      ),
  };
}

const hasFeature = /(?:S|NP)\[(?!conj)/;

function replaceOne(
  root: CheckedNode,
  random: Random,
  where: (node: CheckedNode) => boolean,
  change: (node: CheckedNode) => CheckedNode,
): CheckedNode | null {
  const places = nodesOf(root).filter(where);
  if (places.length === 0) return null;
  const chosen = places[random.below(places.length)];
  const rebuilt = (node: CheckedNode): CheckedNode =>
    node === chosen ? change(node) : { ...node, children: node.children.map(rebuilt) };
  return rebuilt(root);
}

export function nodesOf(root: CheckedNode): CheckedNode[] {
  return [root, ...root.children.flatMap(nodesOf)];
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
