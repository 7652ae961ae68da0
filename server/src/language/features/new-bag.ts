import { tokenizeRaw } from '../../text/normalise.ts';
import { splitSentences } from '../../text/sentences.ts';
import { alphabetical, canBeExpected, writeBag } from '../writing/write-bag.ts';

/**
 * A text with more code units is not made into bags: it is a corpus rather than a few sentences.
 */
export const maxCharacters = 20_000;

/** Writes a file with a bag for each sentence of a text; null if the text has no sentence. */
export function bagsOfText(text: string): string | null {
  const bags = splitSentences(text).flatMap((sentence) => bagOfSentence(sentence) ?? []);
  return bags.length === 0 ? null : bags.join('\n');
}

/** Writes a bag that expects a sentence. The order of its words does not reveal the sentence. */
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
