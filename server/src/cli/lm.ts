import { stat } from 'node:fs/promises';
import { ArpaError, readArpa, writeArpa } from '../lm/build/arpa.ts';
import type { BackoffModel } from '../lm/build/backoff-model.ts';
import { countVocabulary } from '../lm/build/count-vocabulary.ts';
import { countNgrams } from '../lm/build/counts.ts';
import { encodeLanguageModel } from '../lm/build/encode.ts';
import { LANGUAGE_MODEL_FORMAT } from '../lm/query/format.ts';
import { estimateKneserNey } from '../lm/build/kneser-ney.ts';
import type { LanguageModelRecord } from '../lm/query/format.ts';
import { LanguageModel } from '../lm/query/language-model.ts';
import { perplexity, scoreSentence } from '../lm/query/perplexity.ts';
import { UsualCase } from '../lm/build/usual-case.ts';
import { prune } from '../lm/build/prune.ts';
import { ModelError } from '../model/file.ts';
import { counted } from '../text/counted.ts';
import { tokenizeRaw } from '../text/normalise.ts';
import { describeLeftOut } from '../treebank/select.ts';
import { openShared, packModelFile } from '../hosts/node/model-file.ts';
import type { Part } from '../treebank/parts.ts';
import { CommandError, ExitCode } from './errors.ts';
import { ensureWritable, fileName, readLanguageModelFile, readText, replaceFile } from './files.ts';
import { readSentences } from './lm-text.ts';
import { Progress } from './progress.ts';

export interface LmBuildOptions {
  readonly output: string;
  readonly order: number;
  readonly cutoffs: readonly number[];
  readonly prune: readonly number[];
  readonly minCount: number;
  readonly withoutPart?: Part;
  readonly classes: boolean;
  readonly anyCase: boolean;
  readonly arpa: boolean;
  readonly strict: boolean;
}

const ARPA_SUFFIX = '.arpa';

/** `bowline lm build`: estimates a model from text, or converts an ARPA file. */
export async function lmBuildCommand(
  paths: readonly string[],
  options: LmBuildOptions,
): Promise<ExitCode> {
  await ensureWritable(options.output);
  const built = paths[0].endsWith(ARPA_SUFFIX)
    ? await convert(paths)
    : await estimate(paths, options);
  await replaceFile(options.output, options.arpa ? writeArpa(built.model) : [packed(built)]);
  const { size } = await stat(options.output);
  const sizes = built.model.tables.map(({ word }) => word.length).join(' + ');
  console.error(`${options.output}: ${sizes} n-grams, ${(size / 1e6).toFixed(2)} MB`);
  return ExitCode.Done;
}

interface Built {
  readonly model: BackoffModel;
  readonly record: LanguageModelRecord | null;
}

async function convert(paths: readonly string[]): Promise<Built> {
  if (paths.length > 1) throw new CommandError('an ARPA file is converted alone: name one file');
  return { model: await readArpaFile(paths[0]), record: null };
}

async function estimate(paths: readonly string[], options: LmBuildOptions): Promise<Built> {
  const sentences: (readonly string[])[] = [];
  for (const path of paths) {
    const { sentences: found, leftOut } = await readSentences(
      path,
      options.strict,
      options.withoutPart ?? null,
    );
    console.error(`${path}: ${counted(found.length, 'sentence')}${describeLeftOut(leftOut)}`);
    for (const sentence of found) sentences.push(sentence);
  }
  const usualCase = options.anyCase ? new UsualCase(sentences) : null;
  const startOf = (sentence: readonly string[]) => usualCase?.startOf(sentence) ?? null;
  const vocabulary = countVocabulary(sentences, options.minCount, options.classes, startOf);
  const bar = new Progress('Counting', sentences.length);
  let done = 0;
  const counts = countNgrams(sentences, vocabulary, options.order, {
    startOf,
    onSentence: () => bar.update(++done),
  });
  bar.end();
  const { cutoffs, prune: thresholds, minCount: leastCount } = options;
  const model = prune(estimateKneserNey(counts), counts, { cutoffs, thresholds });
  const record = {
    sources: paths.map(fileName),
    sentences: sentences.length,
    tokens: counts.tokens,
    leastCount,
    cutoffs,
    thresholds,
    ...(options.anyCase && { anyCase: true }),
  };
  return { model, record };
}

/** @throws {CommandError} if the model is too large for the format */
function packed({ model, record }: Built): Uint8Array {
  try {
    return packModelFile(encodeLanguageModel(model, record), LANGUAGE_MODEL_FORMAT);
  } catch (error) {
    throw error instanceof ModelError ? new CommandError(error.message) : error;
  }
}

/**
 * `bowline lm query`: prints the base-10 logarithm of the probability of each word of a sentence.
 */
export async function lmQueryCommand(path: string, texts: readonly string[]): Promise<ExitCode> {
  const model = await readLanguageModel(path);
  const sentence = tokenizeRaw(texts.join(' '));
  if (sentence.length === 0) throw new CommandError('there is no word to query');
  let total = 0;
  scoreSentence(model, sentence).forEach(({ id, log10 }, i) => {
    total += log10;
    const standIn = model.vocabulary.isStandIn(id) ? `\t${model.vocabulary.word(id)}` : '';
    console.log(`${log10.toFixed(4)}\t${sentence.at(i) ?? '</s>'}${standIn}`);
  });
  console.log(`${total.toFixed(4)}\ttotal`);
  return ExitCode.Done;
}

/** `bowline lm perplexity`: measures how well a model predicts text. */
export async function lmPerplexityCommand(
  path: string,
  textPaths: readonly string[],
  { strict }: { readonly strict: boolean },
): Promise<ExitCode> {
  const model = await readLanguageModel(path);
  for (const textPath of textPaths) {
    const { sentences, leftOut } = await readSentences(textPath, strict);
    const measured = perplexity(model, sentences);
    console.log(
      `${textPath}: perplexity ${measured.perplexity.toFixed(2)}, without unknown words ` +
        `${measured.perplexityOfKnown.toFixed(2)}; ${measured.sentences} sentences` +
        `${describeLeftOut(leftOut)}, ` +
        `${measured.words} words, ${measured.unknown} of them unknown`,
    );
  }
  return ExitCode.Done;
}

/**
 * Loads a language model or an ARPA file.
 *
 * @throws {CommandError} if the file cannot be read, or is neither
 */
async function readLanguageModel(path: string): Promise<LanguageModel> {
  if (!path.endsWith(ARPA_SUFFIX)) {
    return new LanguageModel(openShared(await readLanguageModelFile(path)));
  }
  const model = await readArpaFile(path);
  try {
    return new LanguageModel(encodeLanguageModel(model, null));
  } catch (error) {
    if (error instanceof ModelError) throw new CommandError(`${path}: ${error.message}`);
    throw error;
  }
}

async function readArpaFile(path: string): Promise<BackoffModel> {
  const { text, notUtf8 } = await readText(path);
  if (notUtf8.length > 0) throw new CommandError(`${path}:${notUtf8[0]}: is not UTF-8`);
  try {
    return readArpa(text);
  } catch (error) {
    if (!(error instanceof ArpaError)) throw error;
    throw new CommandError(`${path}:${error.line}: ${error.message}`);
  }
}
