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
  const { bag: sampled, places } = sampleBag(sentence, condition, random);
  const bag = withOfferedTags(sampled, places, sentence, lexicon);
  const problem = new Problem(bag, lexicon);
  const words = new Array<number>(problem.size);
  problem.places.forEach((place, word) => (words[places[place]] = word));
  const ordered = orderTwins(problem, words);
  const variants = sentence.tags.map((tag, place) =>
    problem.variantOf(ordered[place], lexicon.tagId(tag)),
  );
  const reference = { words: ordered, variants, heads: sentence.heads };
  return { problem, reference };
}

/** The bag with the tags of words that the dictionary does not offer them for: of a treebank that it was not made of. */
function withOfferedTags(
  bag: Bag,
  places: readonly number[],
  { tags }: Sentence,
  lexicon: RareWordLexicon,
): Bag {
  const words = bag.words.map((word, i) => {
    const tag = tags[places[i]];
    const last = word.form.slice(word.form.lastIndexOf(' ') + 1);
    const isOffered = lexicon.tagsOf(lexicon.wordId(last)).includes(lexicon.tagId(tag));
    return word.tags.length > 0 || isOffered ? word : { ...word, tags: [tag] };
  });
  return { ...bag, words };
}
