import { normalise, retokenize, tokenizeRaw } from '../parse/normalise.ts';
import { CommandError } from './errors.ts';
import { readText, readTreebank } from './files.ts';

/** Decoding puts it where bytes are no UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * The sentences of a file, by English-EWT's conventions: of a treebank (`.conllu`) its words; of
 * tokenised text (`.tok.txt`) and of other text its tokens, a sentence a line. Tells of the lines that
 * are left out because they are not UTF-8.
 *
 * @throws {CommandError} if the file cannot be read, or has no sentence
 */
export async function readSentences(path: string): Promise<readonly (readonly string[])[]> {
  const sentences = path.endsWith('.conllu')
    ? (await readTreebank(path)).sentences.map(({ forms }) => forms.map(normalise))
    : readLines(path, await readText(path));
  if (sentences.length === 0) throw new CommandError(`${path}: has no sentence`);
  return sentences;
}

function readLines(path: string, text: string): string[][] {
  const tokenizeLine = path.endsWith('.tok.txt') ? retokenize : tokenizeRaw;
  const sentences: string[][] = [];
  text.split('\n').forEach((line, i) => {
    if (line.includes(REPLACEMENT)) {
      console.error(`${path}:${i + 1}:1: is not UTF-8; the line is left out`);
      return;
    }
    const tokens = tokenizeLine(line);
    if (tokens.length > 0) sentences.push(tokens);
  });
  return sentences;
}
