import type { Bag, BagCategory, BagChoice, BagWord } from '../../bag/bag.ts';
import { constraintsOf } from './constraints.ts';
import type { Constraints } from './constraints.ts';
import { givenTag } from '../tree/given-tag.ts';
import type { Grammar } from '../tree/given-tag.ts';
import { featuresText, lemmaOf, type BagNode, type NamedWord } from '../tree/syntax.ts';

/**
 * Converts the syntax tree of a bag without errors to the bag of the search. Words keep their order
 * in the text.
 */
export function toBag(bag: BagNode): Bag {
  const { words, arcs, root, order, chunks, choices } = constraintsOf(bag);
  const { grammar } = bag;
  const ofGroup = new Map(
    choices.flatMap(({ node, words: members }) => members.map((word) => [word, node] as const)),
  );
  return {
    words: words.map((node, word) => ({
      ...formOf(node),
      ...given(node.tags.length > 0 ? node.tags : (ofGroup.get(word)?.tags ?? []), grammar),
    })),
    arcs: arcs.map(({ head, dependent, label }) => ({ head, dependent, label })),
    root,
    order: order.map(({ relation, words: named }) => ({ relation, words: named })),
    chunks: chunks.map(({ words: members }) => members),
    choices: choicesOf({ choices }),
    ...(grammar === 'ccg' && { grammar }),
  };
}

function formOf(node: NamedWord): Pick<BagWord, 'form' | 'features'> {
  if (node.kind === 'word') return { form: node.form };
  return { form: lemmaOf(node), features: featuresText(node) };
}

/** The tags and categories that the alternatives behind a word's slash give to the word. */
function given(
  alternatives: readonly string[],
  grammar: Grammar,
): Pick<BagWord, 'tags' | 'categories'> {
  const distinct = [...new Set(alternatives)].map((text) => givenTag(text, grammar));
  const tags = distinct.flatMap(({ tag, category }) => (tag === null || category ? [] : [tag]));
  const byKey = new Map<string, BagCategory>();
  for (const { tag, category } of distinct) {
    if (category) byKey.set(`${category.text} ${tag ?? ''}`, { category: category.text, tag });
  }
  return byKey.size === 0 ? { tags } : { tags, categories: [...byKey.values()] };
}

/** The groups of alternatives and the optional words, in the form that the search takes. */
export function choicesOf({ choices }: Pick<Constraints, 'choices'>): BagChoice[] {
  return choices.map(({ node, words }) => ({ words, optional: node.optional }));
}
