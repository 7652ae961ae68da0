import { tokenize } from './tokenizer.ts';

/** Characters that may stand between a full stop and the next sentence. */
const CLOSING = /^["”'’)\]]+$/u;
const FULL_STOP = /^[.!?]+$/u;
const BEGINNING = /^["“„'‘([]*[\p{Lu}\p{N}]/u;

/**
 * Splits text into sentences: at empty lines, and after a full stop before a capital or a figure.
 * The tokenizer separates full stops from the periods of abbreviations.
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
  // Appends a word, since the tokenizer would take any period at the end of its text for a full stop.
  const tokens = tokenize(`${chunk} x`).slice(0, -1);
  const last = tokens.findLast((token) => !CLOSING.test(token));
  return last !== undefined && FULL_STOP.test(last);
}
