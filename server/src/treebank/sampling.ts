import { plainBag, type Bag, type BagArc } from '../bag/bag.ts';
import type { Random } from '../util/random.ts';
import type { Sentence } from './conllu.ts';

export type Share = 'none' | 'half' | 'all';

/** Which properties of a sentence are given in its bag (Liu et al. 2015, Table 3). */
export interface Condition {
  readonly pos: Share;
  readonly dep: Share;
  readonly label: boolean;
  /** Left out for bags without a grammar. */
  readonly categories?: Share;
}

export interface SampledBag {
  readonly bag: Bag;
  /** For each word of the bag, its place in the sentence, from 0. */
  readonly places: readonly number[];
}

const rate: Record<Share, number> = { none: 0, half: 0.5, all: 1 };

/**
 * Shuffles the words of a sentence, and draws which tags, arcs and categories to give. The arc to
 * the root is given only if all arcs are given.
 */
export function sampleBag(sentence: Sentence, condition: Condition, random: Random): SampledBag {
  const places = random.shuffle(sentence.forms.map((_, place) => place));
  const wordAt = new Array<number>(places.length);
  places.forEach((place, word) => (wordAt[place] = word));
  const arcs: BagArc[] = [];
  let root: number | null = null;
  const words = places.map((place, word) => {
    const tagged = random.next() < rate[condition.pos];
    const attached = random.next() < rate[condition.dep];
    const head = sentence.heads[place];
    if (attached && head > 0) {
      const label = condition.label ? sentence.labels[place] : null;
      arcs.push({ head: wordAt[head - 1], dependent: word, label });
    }
    if (head === 0 && condition.dep === 'all') root = word;
    const given = tagged ? [sentence.tags[place]] : [];
    const plain = { form: sentence.forms[place], tags: given };
    if (condition.categories === undefined) return plain;
    const category = sentence.categories?.at(place) ?? null;
    if (random.next() >= rate[condition.categories] || category === null) return plain;
    return { ...plain, tags: [], categories: [{ category, tag: given.at(0) ?? null }] };
  });
  const bag = plainBag({ words, arcs, root });
  return { bag: condition.categories === undefined ? bag : { ...bag, grammar: 'ccg' }, places };
}
