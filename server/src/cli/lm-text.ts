import type { ClassTexts } from '../train/train.ts';
import { normalise, retokenize, tokenizeRaw } from '../text/normalise.ts';
import { partOf, type Part } from '../treebank/parts.ts';
import { describeLeftOut, type LeftOut } from '../treebank/select.ts';
import { CommandError } from './errors.ts';
import { fileName, readText, readTreebank, reportBroken, type DecodedText } from './files.ts';

export interface Text {
  readonly sentences: readonly (readonly string[])[];
  /** By reason: how many sentences of a treebank, or lines of other text, were left out. */
  readonly leftOut: LeftOut;
}

/**
 * Reads the sentences of a file, tokenised as in English-EWT. The file is a treebank (`.conllu`),
 * tokenised text (`.tok.txt`), or plain text with one sentence per line. Broken sentences, and
 * lines that are not UTF-8, are reported and left out.
 *
 * @param without a part of a treebank to leave out
 * @throws {CommandError} if the file cannot be read, has no sentence, or is broken and `strict` is
 *   set
 */
export async function readSentences(
  path: string,
  strict: boolean,
  without: Part | null = null,
): Promise<Text> {
  const text = path.endsWith('.conllu')
    ? await fromTreebank(path, strict, without)
    : fromLines(path, await readText(path), strict);
  if (text.sentences.length === 0) {
    throw new CommandError(`${path}: has no sentence${describeLeftOut(text.leftOut)}`);
  }
  return text;
}

/** @throws {CommandError} as `readSentences` does */
export async function readClassTexts(
  paths: readonly string[],
  strict: boolean,
): Promise<ClassTexts> {
  const sentences: (readonly string[])[] = [];
  for (const path of paths) {
    for (const sentence of (await readSentences(path, strict)).sentences) sentences.push(sentence);
  }
  return { names: paths.map(fileName), sentences };
}

async function fromTreebank(path: string, strict: boolean, without: Part | null): Promise<Text> {
  const { sentences, problems, empty } = await readTreebank(path, strict);
  const used =
    without === null
      ? sentences
      : sentences.filter((_, i) => partOf(i, without.of) !== without.index);
  return {
    sentences: used.map(({ forms }) => forms.map(normalise)),
    leftOut: {
      ...(problems.length > 0 && { broken: problems.length }),
      ...(empty > 0 && { 'without words': empty }),
    },
  };
}

function fromLines(path: string, { text, notUtf8 }: DecodedText, strict: boolean): Text {
  const problems = notUtf8.map((line) => ({ line, message: 'is not UTF-8' }));
  reportBroken(path, problems, 'the line is left out', strict);
  const broken = new Set(notUtf8);
  const tokenizeLine = path.endsWith('.tok.txt') ? retokenize : tokenizeRaw;
  const sentences = text.split('\n').flatMap((line, i) => {
    const tokens = broken.has(i + 1) ? [] : tokenizeLine(line);
    return tokens.length > 0 ? [tokens] : [];
  });
  return { sentences, leftOut: broken.size > 0 ? { 'not UTF-8': broken.size } : {} };
}
