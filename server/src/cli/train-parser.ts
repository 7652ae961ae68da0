import { encodeParser, PARSER_FORMAT } from '../parser/parser-model.ts';
import { trainParser } from '../train/parser/train-parser.ts';
import { learnWordClasses } from '../train/word-classes.ts';
import { describeLeftOut } from '../treebank/select.ts';
import { isTree } from '../treebank/tree.ts';
import type { AnnotatedSentence } from '../treebank/conllu.ts';
import { counted } from '../text/counted.ts';
import { packModelFile } from '../hosts/node/model-file.ts';
import { CommandError, ExitCode } from './errors.ts';
import { ensureWritable, fileName, readAnnotatedTreebank, replaceFile } from './files.ts';
import { readClassTexts } from './lm-text.ts';

export interface TrainParserOptions {
  readonly output: string;
  readonly name: string;
  readonly heads: number;
  readonly bits: number;
  /** The texts from which word classes are learned; by default the treebanks. */
  readonly classTexts?: readonly string[];
  readonly wordClasses: number;
  readonly strict: boolean;
  readonly seed: number;
}

/** `bowline train --parser`: trains a parser, in this thread. */
export async function trainParserCommand(
  paths: readonly string[],
  { output, name, heads, bits, classTexts = paths, wordClasses, strict, seed }: TrainParserOptions,
): Promise<ExitCode> {
  const trees: AnnotatedSentence[] = [];
  for (const path of paths) {
    const { sentences } = await readAnnotatedTreebank(path, strict);
    const usable = sentences.filter((sentence) => isTree(sentence.heads));
    const broken = sentences.length - usable.length;
    const leftOut = describeLeftOut(broken > 0 ? { 'no tree': broken } : {});
    console.error(`${path}: ${counted(usable.length, 'sentence')}${leftOut}`);
    for (const sentence of usable) trees.push(sentence);
  }
  if (trees.length === 0) throw new CommandError(`${paths.join(', ')}: too few trees to train on`);
  await ensureWritable(output);
  const started = performance.now();
  const texts = await readClassTexts(classTexts, strict);
  const classes = learnWordClasses(texts.sentences, wordClasses);
  const learning = {
    ...{ name, treebanks: paths.map(fileName), seed, heads, bits },
    wordClasses: { count: wordClasses, texts: texts.names },
  };
  const parser = trainParser(trees, classes, learning, (done) =>
    console.error(`${Math.round((performance.now() - started) / 1000)} s: learned ${done}`),
  );
  const bytes = packModelFile(encodeParser(parser), PARSER_FORMAT);
  await replaceFile(output, [bytes]);
  console.error(`${output}: ${(bytes.length / 1e6).toFixed(2)} MB`);
  return ExitCode.Done;
}
