import { tokenizeRaw } from '../../text/normalise.ts';
import { splitSentences } from '../../text/sentences.ts';
import { alphabetical, canBeExpected, writeBag } from '../writing/write-bag.ts';

/** A longer text is a corpus rather than a few sentences. */
export const maxCharacters = 20_000;

/** A file with a bag for each sentence of a text; null if there is none. */
export function bagsOfText(text: string): string | null {
  const bags = splitSentences(text).flatMap((sentence) => bagOfSentence(sentence) ?? []);
  return bags.length === 0 ? null : bags.join('\n');
}

/**
 * A bag of a sentence's words, in an order that does not reveal the sentence, which the bag
 * expects; null without words.
 *
 * @param sentence as a person writes it
 */
function bagOfSentence(sentence: string): string | null {
  const tokens = tokenizeRaw(sentence);
  if (tokens.length === 0) return null;
  const words = tokens.map((form) => ({ form, tags: [] }));
  const text = tokens.join(' ');
  return writeBag({
    ...{ name: null, comments: [], arcs: [], root: null },
    words: alphabetical(words).map((place) => words[place]),
    expect: canBeExpected(text) ? [text] : [],
  });
}
