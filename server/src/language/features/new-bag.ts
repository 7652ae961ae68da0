import { tokenizeRaw } from '../../parse/normalise.ts';
import { splitSentences } from '../../parse/sentences.ts';
import { edited } from '../edits.ts';
import { indentStep } from '../lines.ts';
import { parse } from '../parser.ts';
import { spell } from '../spelling.ts';
import { insertExpectation } from './insert-expectation.ts';

/** A longer text is rather a corpus than a few sentences. */
export const mostCharacters = 100_000;

/** Lines of words are not made longer than this, unless a word is. */
const LINE_WIDTH = 100;

/** A file of a bag for each sentence of a text; null where there is none. */
export function bagsOfText(text: string): string | null {
  const bags = splitSentences(text).flatMap((sentence) => bagOfSentence(sentence) ?? []);
  return bags.length === 0 ? null : bags.join('\n');
}

/**
 * A bag of a sentence's words, in an order that does not betray that of the sentence, which the bag
 * expects; null where there are no words.
 *
 * @param sentence as a person writes it
 */
function bagOfSentence(sentence: string): string | null {
  const tokens = tokenizeRaw(sentence);
  if (tokens.length === 0) return null;
  const words = tokens.toSorted(alphabetically).map(spell);
  const bag = ['bag {', `${indentStep}words:`, ...wrapped(words), '}', ''].join('\n');
  const expectation = insertExpectation(parse(bag).bags[0], tokens.join(' '));
  return expectation === null ? bag : edited(bag, [expectation]);
}

function wrapped(words: readonly string[]): string[] {
  const indent = indentStep + indentStep;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE_WIDTH) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The same on every host, which `localeCompare` is not. */
function alphabetically(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()];
  if (lowerA !== lowerB) return lowerA < lowerB ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
