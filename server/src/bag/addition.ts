import type { Bag, BagOrder, BagWord } from './bag.ts';
import { withDecision } from './selections.ts';

/**
 * A fact to add to a bag, or the decision of a choice. Words are given by their places in the bag.
 */
export type Addition =
  | { readonly kind: 'tag'; readonly word: number; readonly tag: string }
  | {
      /**
       * Gives the word this category with this tag, and removes its other tags and categories. Only
       * for a bag with a grammar.
       */
      readonly kind: 'category';
      readonly word: number;
      readonly tag: string;
      readonly category: string;
    }
  | (BagOrder & { readonly kind: 'order' })
  | {
      readonly kind: 'arc';
      /** Null makes the dependent the root of the sentence. */
      readonly head: number | null;
      readonly dependent: number;
    }
  | {
      /** Labels an arc that the bag already has. */
      readonly kind: 'label';
      readonly head: number;
      readonly dependent: number;
      readonly label: string;
    }
  | Decision;

/**
 * Decides the choice that contains the word. `use`: the choice uses this word. `remove`: the choice
 * uses no word. `remove` also removes a word that is in no choice.
 */
export type Decision =
  | { readonly kind: 'use'; readonly word: number }
  | { readonly kind: 'remove'; readonly word: number };

export function isDecision<A extends Pick<Addition, 'kind'>>(
  addition: A,
): addition is A & Pick<Decision, 'kind'> {
  return addition.kind === 'use' || addition.kind === 'remove';
}

/**
 * Returns how a sentence decides the choice between `words`.
 *
 * @param isUsed whether the sentence uses a word
 */
export function decisionOf(words: readonly number[], isUsed: (word: number) => boolean): Decision {
  const word = words.find(isUsed);
  return word === undefined ? { kind: 'remove', word: words[0] } : { kind: 'use', word };
}

/**
 * Sorts decisions by word, the last word of the bag first. A decision removes words, and so moves
 * the words after them. In this order, no decision moves the words of the decisions still to apply.
 * For this, the words of each choice must be neighbours in the bag.
 */
export function inOrderOfDeciding(decisions: readonly Decision[]): Decision[] {
  return decisions.toSorted((a, b) => b.word - a.word);
}

export function wordsOfAddition(addition: Addition): readonly number[] {
  switch (addition.kind) {
    case 'tag':
    case 'category':
    case 'use':
    case 'remove':
      return [addition.word];
    case 'order':
      return addition.words;
    case 'arc':
    case 'label': {
      const { head, dependent } = addition;
      return head === null ? [dependent] : [head, dependent];
    }
  }
}

/**
 * Copies a bag and adds one fact. After a decision, the words behind the removed words have new
 * places.
 */
export function withAddition(bag: Bag, addition: Addition): Bag {
  switch (addition.kind) {
    case 'tag': {
      const { word, tag } = addition;
      const words = bag.words.map((one, i) => (i === word ? withTag(one, tag) : one));
      return { ...bag, words };
    }
    case 'category': {
      const { word, tag, category } = addition;
      const words = bag.words.map((one, i) =>
        i === word ? { ...one, tags: [], categories: [{ category, tag }] } : one,
      );
      return { ...bag, words };
    }
    case 'order': {
      const { relation, words } = addition;
      return { ...bag, order: [...bag.order, { relation, words }] };
    }
    case 'arc': {
      const { head, dependent } = addition;
      if (head === null) return { ...bag, root: dependent };
      return { ...bag, arcs: [...bag.arcs, { head, dependent, label: null }] };
    }
    case 'label': {
      const { dependent, label } = addition;
      const arcs = bag.arcs.map((arc) => (arc.dependent === dependent ? { ...arc, label } : arc));
      return { ...bag, arcs };
    }
    case 'use':
    case 'remove':
      return withDecision(bag, addition.word, addition.kind === 'use');
  }
}

/** Copies a bag and adds facts. Decisions come last, since they move words. */
export function withAdditions(bag: Bag, additions: readonly Addition[]): Bag {
  const facts = additions.filter((one) => !isDecision(one));
  return [...facts, ...inOrderOfDeciding(additions.filter(isDecision))].reduce(withAddition, bag);
}

/** Copies a word. Keeps only this tag, and the categories that are possible with it. */
function withTag(word: BagWord, tag: string): BagWord {
  if (word.categories === undefined) return { ...word, tags: [tag] };
  const kept = word.categories.filter((one) => one.tag === null || one.tag === tag);
  return {
    ...word,
    tags: word.tags.includes(tag) || kept.length === 0 ? [tag] : [],
    categories: kept.map(({ category }) => ({ category, tag })),
  };
}
