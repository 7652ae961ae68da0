import type { AnnotatedSentence } from '../conllu.ts';
import { Words } from './words.ts';

/**
 * The prepositional phrases that are arguments of a verb or an adjective, such as `depend VB on`:
 * lemma, class, preposition. All others are adjuncts.
 */
export type Subcategorized = ReadonlySet<string>;

const LEAST_COUNT = 3;
/** The preposition must follow the lemma in at least this share of the lemma's uses. */
const LEAST_SHARE = 0.08;
/**
 * The preposition must follow the lemma this many times as often as it follows the average word of
 * the lemma's class.
 */
const LEAST_LIFT = 3;

/** Nouns of time expressions, which are adjuncts of any verb. */
const timeNouns: ReadonlySet<string> = new Set(
  `second minute hour day night week weekend month year decade century time moment morning afternoon evening today
  tomorrow yesterday tonight period monday tuesday wednesday thursday friday saturday sunday january february march
  april may june july august september october november december summer winter spring fall autumn`.split(
    /\s+/,
  ),
);

/**
 * Finds the prepositional phrases that are arguments. Counts only the first oblique (relation
 * `obl`) after each verb or adjective.
 */
export function subcategorizedOf(sentences: Iterable<AnnotatedSentence>): Subcategorized {
  const uses = new Map<string, number>();
  const pairs = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const sentence of sentences) {
    const words = new Words(sentence);
    words.forms.forEach((_, head) => {
      const kind = classOf(words, head);
      if (kind === null) return;
      add(uses, kind);
      add(uses, `${words.lemmas[head]} ${kind}`);
      const oblique = words.right[head].find((i) => words.relations[i] === 'obl');
      if (oblique === undefined || timeNouns.has(words.lemmas[oblique])) return;
      const preposition = words.preposition(oblique);
      if (preposition === null) return;
      add(pairs, `${kind} ${preposition}`);
      add(pairs, `${words.lemmas[head]} ${kind} ${preposition}`);
    });
  }
  const found = new Set<string>();
  for (const [triple, count] of pairs) {
    const parts = triple.split(' ');
    if (parts.length !== 3 || count < LEAST_COUNT) continue;
    const [lemma, kind, preposition] = parts;
    const share = count / uses.get(`${lemma} ${kind}`)!;
    const chance = pairs.get(`${kind} ${preposition}`)! / uses.get(kind)!;
    if (share >= LEAST_SHARE && share >= LEAST_LIFT * chance) found.add(triple);
  }
  return found;
}

export function isSubcategorized(
  subcategorized: Subcategorized,
  words: Words,
  head: number,
  oblique: number,
): boolean {
  const preposition = words.preposition(oblique);
  if (preposition === null || timeNouns.has(words.lemmas[oblique])) return false;
  return subcategorized.has(`${words.lemmas[head]} ${classOf(words, head)} ${preposition}`);
}

/**
 * Returns `VB` for a verb, `JJ` for an adjective, and null for other words. All forms of a lemma
 * have one class, since they take the same prepositions.
 */
function classOf(words: Words, i: number): string | null {
  return /^(?:VB|JJ)/.exec(words.tags[i])?.[0] ?? null;
}
