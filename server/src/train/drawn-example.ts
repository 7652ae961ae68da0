import type { Bag } from '../bag/bag.ts';
import { Problem } from '../problem/problem.ts';
import { Random } from '../util/random.ts';
import { orderTwins, type Reference } from '../search/arc-standard/oracle.ts';
import { sampleBag, type Condition } from '../treebank/sampling.ts';
import type { Sentence } from '../treebank/conllu.ts';
import { mergeNounPhrases } from './noun-phrases.ts';
import type { RareWordLexicon } from './rare-words.ts';
import type { Example } from './trainer.ts';

/** A bag that was drawn from a sentence, and the sentence as its right output. */
export interface DrawnExample {
  readonly problem: Problem;
  readonly reference: Reference;
}

/**
 * Draws what an example gives of a sentence: which words are taken for unknown ones, the condition, and
 * the base noun phrases that are merged.
 *
 * @param phrases the share of sentences in which noun phrases may be merged
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

/** The problem of a bag; words have their tags given where the dictionary does not offer them: of another treebank. */
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
