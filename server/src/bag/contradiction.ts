import type { Bag } from './bag.ts';

/**
 * Returns a sentence that says why a bag's arcs contradict each other; null if they do not. Arcs
 * contradict each other only if they form no forest, since every forest has a projective order.
 * Arcs of words in choices count like all others. So two arcs that give a word different heads
 * contradict each other even if the heads are alternatives, and no sentence uses both.
 */
export function findContradiction(bag: Bag): string | null {
  const { words, arcs, root } = bag;
  const form = (word: number): string => `"${words[word].form}"`;
  const head = new Int32Array(words.length).fill(-1);
  for (const arc of arcs) {
    if (head[arc.dependent] >= 0 && head[arc.dependent] !== arc.head) {
      return `${form(arc.dependent)} has two heads, ${form(head[arc.dependent])} and ${form(arc.head)}.`;
    }
    head[arc.dependent] = arc.head;
  }
  if (root !== null && head[root] >= 0) {
    return `${form(root)} is the root and yet has the head ${form(head[root])}.`;
  }
  for (let word = 0; word < words.length; word++) {
    let above = head[word];
    for (let steps = 0; above >= 0 && above !== word && steps < words.length; steps++) {
      above = head[above];
    }
    if (above === word) return `${form(word)} is its own head, by way of a cycle of arcs.`;
  }
  return null;
}
