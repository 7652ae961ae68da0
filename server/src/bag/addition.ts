import type { Bag } from './bag.ts';

/** One thing more that can be said of a bag. Words are places in it. */
export type Addition =
  | { readonly kind: 'tag'; readonly word: number; readonly tag: string }
  | {
      readonly kind: 'order';
      readonly relation: 'before' | 'right-before';
      readonly words: readonly [number, number];
    }
  | {
      readonly kind: 'arc';
      /** Null where the dependent is the head of the sentence. */
      readonly head: number | null;
      readonly dependent: number;
    }
  | {
      /** Of an arc that is given. */
      readonly kind: 'label';
      readonly head: number;
      readonly dependent: number;
      readonly label: string;
    };

/** A bag of which one thing more is said. */
export function withAddition(bag: Bag, addition: Addition): Bag {
  switch (addition.kind) {
    case 'tag': {
      const { word, tag } = addition;
      const words = bag.words.map((one, i) => (i === word ? { ...one, tags: [tag] } : one));
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
  }
}
