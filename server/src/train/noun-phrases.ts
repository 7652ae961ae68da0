import type { Random } from '../util/random.ts';
import type { Sentence } from '../treebank/conllu.ts';

const modifiers = new Set(['det', 'amod', 'compound', 'nummod', 'nmod:poss', 'nmod:desc']);

/**
 * Merges each base noun phrase, with the given probability, into a single word, so that a model
 * learns about phrases. A base noun phrase is a noun and the modifiers directly before it, if these
 * have no dependents: *the big dog*. The merged word has the noun's tag, head and label.
 */
export function mergeNounPhrases(
  sentence: Sentence,
  probability: number,
  random: Random,
): Sentence {
  const { forms, tags, heads, labels } = sentence;
  const isHead = new Set(heads);
  // `begin[i]` is the first word of the phrase that ends at word `i`.
  const begin = forms.map((_, i) => i);
  const merged = new Set<number>();
  for (let i = 0; i < forms.length; i++) {
    if (!tags[i].startsWith('NN')) continue;
    let first = i;
    while (
      first > 0 &&
      heads[first - 1] === i + 1 &&
      !isHead.has(first) &&
      modifiers.has(labels[first - 1])
    ) {
      first--;
    }
    if (first === i || random.next() >= probability) continue;
    begin[i] = first;
    for (let j = first; j < i; j++) merged.add(j);
  }
  if (merged.size === 0) return sentence;
  const kept = forms.map((_, i) => i).filter((i) => !merged.has(i));
  const place = new Map(kept.map((i, k) => [i + 1, k + 1]));
  return {
    id: sentence.id,
    forms: kept.map((i) => forms.slice(begin[i], i + 1).join(' ')),
    tags: kept.map((i) => tags[i]),
    heads: kept.map((i) => place.get(heads[i]) ?? 0),
    labels: kept.map((i) => labels[i]),
  };
}
