import { tokenize } from './tokenizer.ts';

/** What may follow a full stop before the next sentence. */
const CLOSING = /^["”'’)\]]+$/u;
const FULL_STOP = /^[.!?]+$/u;
const BEGINNING = /^["“„'‘([]*[\p{Lu}\p{N}]/u;

/**
 * Splits text into sentences: at empty lines, and after a full stop, as the tokenizer distinguishes it from the
 * period of an abbreviation, where a capital or a figure comes next.
 */
export function splitSentences(text: string): string[] {
  return text.split(/(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/u).flatMap((paragraph) => {
    const sentences: string[][] = [[]];
    const chunks = paragraph.split(/\s+/u).filter((chunk) => chunk !== '');
    chunks.forEach((chunk, i) => {
      sentences[sentences.length - 1].push(chunk);
      const next = chunks.at(i + 1);
      if (next !== undefined && BEGINNING.test(next) && endsSentence(chunk)) sentences.push([]);
    });
    return sentences.filter((words) => words.length > 0).map((words) => words.join(' '));
  });
}

function endsSentence(chunk: string): boolean {
  // Whether a period ends a sentence must not depend on the end of the text.
  const tokens = tokenize(`${chunk} x`).slice(0, -1);
  const last = tokens.findLast((token) => !CLOSING.test(token));
  return last !== undefined && FULL_STOP.test(last);
}
