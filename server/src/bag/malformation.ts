import { readCategory } from '../grammar/ccg/category.ts';
import { counted } from '../text/counted.ts';
import { printable, shortened } from '../text/printable.ts';
import type { Bag, BagArc, BagCategory, BagForm, BagOrder } from './bag.ts';
import { distinctBy } from '../util/distinct-by.ts';

/** A message shows at most this many characters of a category. */
const LONGEST_QUOTATION = 200;

const arity: Readonly<Record<BagOrder['relation'], number>> = {
  before: 2,
  'right-before': 2,
  first: 1,
  last: 1,
};

/**
 * Returns a sentence that says why a bag is malformed; null if it is well-formed. A malformed bag
 * refers to missing words, or has a constraint without a meaning. The constraints of a well-formed
 * bag can still contradict each other (`findContradiction`).
 */
export function findMalformation(bag: Bag): string | null {
  return (
    findBadWord(bag) ??
    findBadArc(bag) ??
    findBadOrder(bag) ??
    findBadChunk(bag) ??
    findBadChoice(bag)
  );
}

function findBadWord({ words, grammar }: Bag): string | null {
  for (const [place, { form, features, forms, tags, categories = [] }] of words.entries()) {
    const word = `Word ${place}`;
    if (form === '') return `${word} has an empty form.`;
    if (form.split(' ').includes('')) {
      return `${word} is a phrase with an empty word: single spaces stand between words, and nowhere else.`;
    }
    if (tags.includes('') || categories.some(({ tag }) => tag === '')) {
      return `${word}, "${form}", has an empty tag.`;
    }
    if (categories.length > 0 && grammar !== 'ccg') {
      return `${word}, "${form}", has a category, and the bag has no grammar: its grammar must be "ccg".`;
    }
    if (features !== undefined && form.includes(' ')) {
      return `${word}, the lemma "${form}", is to be a single word.`;
    }
    if (forms !== undefined && (forms.length === 0 || forms.some(isBadForm))) {
      return `${word}, the lemma "${form}", needs forms, each a single word with a tag.`;
    }
    const bad = findBadCategory(categories);
    if (bad !== null) return `${word}, "${form}", has a malformed category: ${bad}.`;
  }
  return null;
}

function isBadForm({ form, tag, weight }: BagForm): boolean {
  return form === '' || form.includes(' ') || tag === '' || !(weight <= 0);
}

function findBadCategory(categories: readonly BagCategory[]): string | null {
  for (const { category } of categories) {
    const read = readCategory(category);
    const written = printable(shortened(category, LONGEST_QUOTATION));
    if ('message' in read) return `"${written}", ${read.message}`;
    if (read.text !== category) return `"${written}" is to be written "${read.text}"`;
  }
  return null;
}

function findBadArc({ words, arcs, root }: Bag): string | null {
  const labels = new Map<number, BagArc>();
  for (const [at, arc] of arcs.entries()) {
    const { head, dependent, label } = arc;
    const stranger = [head, dependent].find((word) => !isPlace(word, words));
    if (stranger !== undefined) return noSuchWord(`Arc ${at}`, stranger, words);
    if (label === '') return `Arc ${at} has an empty label: an open one is null.`;
    const other = labels.get(dependent);
    if (other?.head === head && label !== null && other.label !== label) {
      const [form, above] = [words[dependent].form, words[head].form];
      return `"${form}" has two labels under "${above}", ${other.label!} and ${label}.`;
    }
    if (label !== null) labels.set(dependent, arc);
  }
  return root === null || isPlace(root, words) ? null : noSuchWord('The root', root, words);
}

function findBadOrder({ words, order }: Bag): string | null {
  for (const [at, { relation, words: named }] of order.entries()) {
    if (!Object.hasOwn(arity, relation)) return `Order ${at} has an unknown relation.`;
    if (named.length !== arity[relation]) {
      return `Order ${at}, ${relation}, takes ${counted(arity[relation], 'word')}, not ${named.length}.`;
    }
    const stranger = named.find((word) => !isPlace(word, words));
    if (stranger !== undefined) return noSuchWord(`Order ${at}`, stranger, words);
  }
  return null;
}

function findBadChunk({ words, chunks }: Bag): string | null {
  for (const [at, chunk] of chunks.entries()) {
    const stranger = chunk.find((word) => !isPlace(word, words));
    if (stranger !== undefined) return noSuchWord(`Chunk ${at}`, stranger, words);
  }
  return null;
}

function findBadChoice({ words, choices }: Bag): string | null {
  const choiceOf = new Map<number, number>();
  for (const [at, choice] of choices.entries()) {
    if (choice.words.length === 0) return `Choice ${at} has no words.`;
    for (const word of choice.words) {
      if (!isPlace(word, words)) return noSuchWord(`Choice ${at}`, word, words);
      const other = choiceOf.get(word);
      if (other !== undefined) {
        const where = other === at ? `twice in choice ${at}` : `in choices ${other} and ${at}`;
        return `"${words[word].form}" is ${where}: a word is in one choice at most, once.`;
      }
      choiceOf.set(word, at);
    }
  }
  return null;
}

function isPlace(place: number, words: Bag['words']): boolean {
  return Number.isInteger(place) && place >= 0 && place < words.length;
}

function noSuchWord(what: string, place: number, { length }: Bag['words']): string {
  const places = length === 0 ? 'there are no words' : `words are numbered from 0 to ${length - 1}`;
  return `${what} names word ${place}, and ${places}.`;
}

/** Copies a well-formed bag without repeated facts. */
export function withoutRepeats(bag: Bag): Bag {
  const { arcs, order, chunks } = bag;
  const merged = new Map<string, BagArc>();
  for (const arc of arcs) {
    const key = `${arc.head} ${arc.dependent}`;
    // An arc with a label replaces the same arc without a label.
    if (arc.label !== null || !merged.has(key)) merged.set(key, arc);
  }
  const sets = chunks.map((chunk) => [...new Set(chunk)]);
  const asSet = (chunk: readonly number[]): string => chunk.toSorted((a, b) => a - b).join(' ');
  return {
    ...bag,
    words: bag.words.map(({ form, features, forms, tags, categories }) => ({
      form,
      ...(features !== undefined && { features }),
      ...(forms && { forms: distinctBy(forms, (one) => `${one.form} ${one.tag}`) }),
      tags: [...new Set(tags)],
      ...(categories && {
        categories: distinctBy(categories, ({ category, tag }) => `${category} ${tag ?? ''}`),
      }),
    })),
    arcs: [...merged.values()],
    order: distinctBy(order, ({ relation, words }) => `${relation} ${words.join(' ')}`),
    chunks: distinctBy(sets, asSet),
  };
}
