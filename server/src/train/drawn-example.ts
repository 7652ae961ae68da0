import type { Bag } from '../bag/bag.ts';
import { leavesOf, type CcgDerivation } from '../grammar/ccg/derivation.ts';
import type { LexicalEntries } from '../problem/lexical-entries.ts';
import { Problem } from '../problem/problem.ts';
import { Random } from '../util/random.ts';
import { NEVER } from '../util/stop.ts';
import { orderTwins, type Reference } from '../search/arc-standard/oracle.ts';
import { sampleBag, type Condition } from '../treebank/sampling.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { mergeNounPhrases } from './noun-phrases.ts';
import type { RareWordLexicon } from './rare-words.ts';
import type { Example } from './trainer.ts';

/**
 * `problem` is a bag that was drawn from a sentence, in the form that a search reads. `reference`
 * is the sentence, which the search should find.
 */
export interface DrawnExample {
  readonly problem: Problem;
  readonly reference: Reference;
}

/**
 * Draws the words to treat as unknown, the condition (which facts the bag gives), and the base noun
 * phrases to merge.
 *
 * @param phrases the share of sentences with merged noun phrases
 */
export function drawExample(
  { sentence: treebankSentence, seed }: Example,
  lexicon: RareWordLexicon,
  phrases: number,
  drawCondition: (random: Random) => Condition,
): DrawnExample {
  const random = new Random(seed);
  lexicon.begin(random);
  const condition = drawCondition(random);
  const sentence =
    random.next() < phrases ? mergeNounPhrases(treebankSentence, 0.5, random) : treebankSentence;
  const { bag, places } = sampleBag(sentence, condition, random);
  const problem = problemOf(bag, places, sentence, lexicon);
  const words = new Array<number>(problem.size);
  problem.places.forEach((place, word) => (words[places[place]] = word));
  const ordered = orderTwins(problem, words);
  const variants = sentence.tags.map((tag, place) =>
    problem.variantOf(ordered[place], lexicon.tagId(tag)),
  );
  const reference = { words: ordered, variants, heads: sentence.heads };
  return { problem, reference };
}

/**
 * A bag that was drawn from a sentence with a derivation. A variant of a word is a choice of a tag
 * and a lexical entry. `variants` lists the variants in the derivation, in the order of the
 * sentence.
 */
export interface DerivedExample {
  readonly problem: Problem;
  readonly variants: readonly number[];
  readonly derivation: CcgDerivation;
}

/** Returns null if there is no derivation, or if the grammar lacks one of its lexical entries. */
export function drawDerivedExample(
  { sentence, seed }: Example,
  lexicon: RareWordLexicon,
  entries: LexicalEntries,
  drawCondition: (random: Random) => Condition,
): DerivedExample | null {
  const { derivation } = sentence;
  if (derivation === undefined) return null;
  const random = new Random(seed);
  lexicon.begin(random);
  const { bag, places } = sampleBag(sentence, drawCondition(random), random);
  const leaves = leavesOf(derivation);
  const uses = leaves.map(({ category, modes }, place) => ({
    tag: lexicon.tagId(sentence.tags[place]),
    entry: entries.grammar.entryOf(category.text, modes),
  }));
  const isOffered = (problem: Problem, word: number): boolean => {
    const { tag, entry } = uses[places[problem.places[word]]];
    for (let v = problem.variantStart[word]; v < problem.variantStart[word + 1]; v++) {
      if (problem.variantTag[v] === tag && problem.variantEntry[v] === entry) return true;
    }
    return false;
  };
  let problem = new Problem(bag, lexicon, NEVER, entries);
  const lacking = new Set<number>();
  problem.places.forEach((place, word) => {
    if (!isOffered(problem, word)) lacking.add(place);
  });
  if (lacking.size > 0) {
    // The dictionary lacks the entries of these words, so the bag gives their categories.
    const words = bag.words.map((word, place) => {
      if (!lacking.has(place)) return word;
      const { category } = leaves[places[place]];
      return {
        ...{ form: word.form, tags: [] },
        categories: [{ category: category.text, tag: sentence.tags[places[place]] }],
      };
    });
    problem = new Problem({ ...bag, words }, lexicon, NEVER, entries);
    if (!problem.places.every((_, word) => isOffered(problem, word))) return null;
  }
  const words = new Array<number>(problem.size);
  problem.places.forEach((place, word) => (words[places[place]] = word));
  const variants = orderTwins(problem, words).map((word, place) =>
    problem.variantOf(word, uses[place].tag, uses[place].entry),
  );
  return { problem, variants, derivation };
}

/**
 * Makes a bag's problem, in which each word can have the treebank's tag. A search tries only the
 * tags that the lexicon lists for a word. A lexicon that was made from another treebank may not
 * list the treebank's tag. Then the bag gives the word this tag.
 */
function problemOf(
  bag: Bag,
  places: readonly number[],
  { tags }: Sentence,
  lexicon: RareWordLexicon,
): Problem {
  const problem = new Problem(bag, lexicon);
  const lacking = new Set<number>();
  problem.places.forEach((place, word) => {
    const tag = lexicon.tagId(tags[places[place]]);
    const { variantStart, variantTag } = problem;
    const offered = variantTag.subarray(variantStart[word], variantStart[word + 1]);
    if (!offered.includes(tag)) lacking.add(place);
  });
  if (lacking.size === 0) return problem;
  const words = bag.words.map((word, place) =>
    lacking.has(place) ? { ...word, tags: [tags[places[place]]] } : word,
  );
  return new Problem({ ...bag, words }, lexicon);
}
