import type { Bag, BagArc, BagOrder, BagWord } from '../bag/bag.ts';
import type { T1Sentence } from './t1.ts';

/**
 * Makes a bag of the lemmas, tags, features and labelled tree of a T1 sentence (the input of a
 * shared task). The bag orders dependents as the feature `lin` of the sentence does. Leaves out an
 * arc of each cycle. Gives no root if the sentence has several roots.
 *
 * @param forms the form of each word; null to let the search choose
 */
export function t1Bag(sentence: T1Sentence, forms: readonly string[] | null): Bag {
  const { lemmas, features, tags, labels } = sentence;
  const heads = withoutCycles(sentence.heads);
  const arcs: BagArc[] = [];
  for (const [dependent, head] of heads.entries()) {
    if (head > 0) arcs.push({ head: head - 1, dependent, label: labels[dependent] });
  }
  const roots = heads.flatMap((head, word) => (head === 0 ? [word] : []));
  return {
    words: lemmas.map((lemma, i): BagWord => {
      const given = { tags: [tags[i]] };
      if (forms !== null) return { form: forms[i], ...given };
      // A lemma of several words is not inflected.
      return lemma.includes(' ')
        ? { form: lemma, ...given }
        : { form: lemma, features: features[i], ...given };
    }),
    arcs,
    root: roots.length === 1 ? roots[0] : null,
    order: linearOrder(heads, sentence.lin),
    chunks: [],
    choices: [],
  };
}

/** Attaches a word of every cycle to the root. */
function withoutCycles(heads: readonly number[]): readonly number[] {
  const whole = [...heads];
  for (let word = 1; word <= whole.length; word++) {
    let at = whole[word - 1];
    for (let steps = 0; at !== 0 && at !== word && steps <= whole.length; steps++) {
      at = whole[at - 1];
    }
    if (at === word) whole[word - 1] = 0;
  }
  return whole;
}

/**
 * Orders each head and its dependents by their numbers in `lin`; the head has the number 0.
 * Dependents without a number may stand anywhere.
 */
function linearOrder(heads: readonly number[], lin: T1Sentence['lin']): readonly BagOrder[] {
  const ofHead = new Map<number, [number: number, word: number][]>();
  for (const [word, number] of lin.entries()) {
    const head = heads[word] - 1;
    if (number === null || head < 0) continue;
    const numbered = ofHead.get(head) ?? [[0, head]];
    ofHead.set(head, [...numbered, [number, word]]);
  }
  const order: BagOrder[] = [];
  for (const numbered of ofHead.values()) {
    const sorted = numbered.sort(([a], [b]) => a - b);
    for (const [i, [number, word]] of sorted.entries()) {
      // Equal numbers are a mistake of the input and order nothing.
      const next = sorted.find(([other], j) => j > i && other > number);
      if (next !== undefined) order.push({ relation: 'before', words: [word, next[1]] });
    }
  }
  return order;
}
