import { tokenize } from './tokenizer.ts';

/** Longer sentences are not split into words. */
export const MOST_CHARACTERS = 20_000;

/** Characters that may stand between a full stop and the next sentence. */
const CLOSING = /^["”'’)\]]+$/u;
const FULL_STOP = /^[.!?]+$/u;
/** Matches a word that ends in one mark, without closing quotes or brackets behind it. */
const ONE_MARK = /[\p{L}\p{N}][.!?]$/u;
const BEGINNING = /^["“„'‘([]*[\p{Lu}\p{N}]/u;

export interface PlacedSentence {
  /** The line on which the sentence begins, from 0. */
  readonly line: number;
  /** The offset in the text where the sentence's last line ends. */
  readonly end: number;
  readonly text: string;
}

/**
 * Splits at empty lines, after a full stop before a capital or a figure, and after a word with one
 * full stop at the end of a line. The tokenizer decides whether a period is a full stop or belongs to an
 * abbreviation.
 */
export function splitSentences(text: string): string[] {
  return Array.from(placeSentences(text), (sentence) => sentence.text);
}

/** Yields the sentences of `splitSentences` one by one, each with its place. */
export function* placeSentences(text: string): Generator<PlacedSentence> {
  let chunks: string[] = [];
  let [first, last] = [0, 0];
  const sentence = (): PlacedSentence => ({ line: first, end: last, text: chunks.join(' ') });
  for (const { line, end, text: content } of placeLines(text)) {
    const added = content.split(/\s+/u).filter((chunk) => chunk !== '');
    const ending = chunks.at(-1) ?? '';
    const isEnd = added.length === 0 || (ONE_MARK.test(ending) && endsSentence(ending));
    if (isEnd && chunks.length > 0) {
      yield sentence();
      chunks = [];
    }
    for (const chunk of added) {
      if (chunks.length > 0 && BEGINNING.test(chunk) && endsSentence(chunks[chunks.length - 1])) {
        yield sentence();
        chunks = [];
      }
      if (chunks.length === 0) first = line;
      last = end;
      chunks.push(chunk);
    }
  }
  if (chunks.length > 0) yield sentence();
}

/** Yields the lines of a text without their line ends. */
export function* placeLines(text: string): Generator<PlacedSentence> {
  let start = 0;
  let line = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/gu)) {
    yield { line, end: index, text: text.slice(start, index) };
    line++;
    start = index + lineEnd.length;
  }
  yield { line, end: text.length, text: text.slice(start) };
}

function endsSentence(chunk: string): boolean {
  if (!/[.!?]/u.test(chunk)) return false;
  // The tokenizer takes any period at the end of its text for a full stop. So a word is appended.
  const tokens = tokenize(`${chunk} x`).slice(0, -1);
  const last = tokens.findLast((token) => !CLOSING.test(token));
  return last !== undefined && FULL_STOP.test(last);
}
