import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LANGUAGE_MODEL_FORMAT } from '../lm/query/format.ts';
import { LanguageModel } from '../lm/query/language-model.ts';
import type { ModelFormat, SharedModelFile } from '../model/file.ts';
import { loadModel, MODEL_FORMAT, type Model } from '../model/model.ts';
import { usesLanguageModel } from '../model/tables.ts';
import type { Morphology } from '../morphology/morphology.ts';
import { loadParser, PARSER_FORMAT, type ParserModel } from '../parser/parser-model.ts';
import {
  readAnnotatedConllu,
  readConllu,
  type AnnotatedSentence,
  type Sentence,
  type Treebank,
  type TreebankProblem,
} from '../treebank/conllu.ts';
import { printable } from '../text/printable.ts';
import { NO_LANGUAGE_MODEL } from '../hosts/model-files.ts';
import {
  openModelFile,
  openShared,
  readFailure,
  shippedLanguageModelPath,
  shippedModelPath,
  shippedParserPath,
} from '../hosts/node/model-file.ts';
import { packageRoot } from '../hosts/node/package-root.ts';
import type { SharedResources } from '../hosts/node/realizers.ts';
import { CommandError, ExitCode } from './errors.ts';

export const installation = packageRoot() ?? '.';

export const shippedModel = shippedModelPath(installation);
export const shippedLanguageModel = shippedLanguageModelPath(installation);
export const shippedParser = shippedParserPath(installation);

const LINE_FEED = 0x0a;

const BYTE_ORDER_MARK = '\ufeff';

/** The path that stands for the standard input. */
export const STDIN = '-';

/** The scripts of workers are bundles, even if the command runs from its source. */
export const workerScript = join(installation, 'dist/worker.cjs');
export const trainWorkerScript = join(installation, 'dist/train-worker.cjs');

export interface DecodedText {
  /** Without the byte order mark. Replacement characters stand for bytes that are not UTF-8. */
  readonly text: string;
  /** The byte order mark; empty if the file has none. */
  readonly mark: string;
  /** The lines that are not UTF-8, from 1. */
  readonly notUtf8: readonly number[];
}

/**
 * @param path a file, or STDIN
 * @throws {CommandError} if the file cannot be read
 */
export async function readText(path: string): Promise<DecodedText> {
  try {
    const bytes = path === STDIN ? await buffer(process.stdin) : await readFile(path);
    const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const mark = decoded.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    return { text: decoded.slice(mark.length), mark, notUtf8: linesNotUtf8(bytes) };
  } catch (error) {
    throw new CommandError(`${path}: cannot be read: ${readFailure(error)}`);
  }
}

function linesNotUtf8(bytes: Uint8Array): number[] {
  if (isUtf8(bytes)) return [];
  const lines: number[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const lineEnd = bytes.indexOf(LINE_FEED, start);
    const end = lineEnd < 0 ? bytes.length : lineEnd;
    if (!isUtf8(bytes.subarray(start, end))) lines.push(line);
    start = end + 1;
  }
  return lines;
}

export interface ModelOptions {
  readonly model: string;
  /** The path of a file, or NO_LANGUAGE_MODEL. */
  readonly languageModel: string;
}

/**
 * Loads the model and, if the model uses one, the language model.
 *
 * @throws {CommandError} if a file cannot be used, or if the model cannot use the language model
 */
export async function readResources(options: ModelOptions): Promise<SharedResources> {
  const path = options.languageModel;
  // Most of the time goes into unpacking, which runs in other threads. So both files are opened at
  // once.
  const [modelFile, file] = await Promise.all([
    openFile(options.model, MODEL_FORMAT),
    path === NO_LANGUAGE_MODEL ? null : openFile(path, LANGUAGE_MODEL_FORMAT),
  ]);
  const model = usable(options.model, () => loadModel(openShared(modelFile)));
  const withNone = {
    resources: { model, languageModel: null },
    files: { model: modelFile, languageModel: null },
  };
  if (file === null) return withNone;
  if (!usesLanguageModel(model.tables)) {
    if (path === shippedLanguageModel) return withNone;
    throw new CommandError(
      `${options.model}: was trained without a language model: leave out --language-model, ` +
        'or train it anew with one',
    );
  }
  const languageModel = usable(path, () => new LanguageModel(openShared(file)));
  return {
    resources: { model, languageModel },
    files: { model: modelFile, languageModel: file },
  };
}

export interface ModelOfFile {
  readonly model: Model;
  readonly file: SharedModelFile;
}

/** @throws {CommandError} if the file cannot be read or is not a usable model */
export async function readModelFile(path: string): Promise<ModelOfFile> {
  const file = await openFile(path, MODEL_FORMAT);
  return { model: usable(path, () => loadModel(openShared(file))), file };
}

/** @throws {CommandError} if the file cannot be read or is not a usable parser */
export async function readParserFile(path: string): Promise<ParserModel> {
  const file = await openFile(path, PARSER_FORMAT);
  return usable(path, () => loadParser(openShared(file)));
}

/**
 * Checks that the language model can be used, and returns its file.
 *
 * @throws {CommandError} if it cannot
 */
export async function readLanguageModelFile(path: string): Promise<SharedModelFile> {
  const file = await openFile(path, LANGUAGE_MODEL_FORMAT);
  usable(path, () => new LanguageModel(openShared(file)));
  return file;
}

async function openFile(path: string, format: ModelFormat): Promise<SharedModelFile> {
  try {
    return await openModelFile(path, format);
  } catch (error) {
    throw new CommandError(`${path}: ${readFailure(error)}`);
  }
}

function usable<M>(path: string, load: () => M): M {
  try {
    return load();
  } catch (error) {
    throw new CommandError(`${path}: ${readFailure(error)}`);
  }
}

/**
 * Reads a treebank, and reports broken sentences.
 *
 * @throws {CommandError} if the file cannot be read, has no sentence, or is broken and `strict` is
 *   set
 */
export function readTreebank(path: string, strict: boolean): Promise<Treebank> {
  return readSentences(path, strict, readConllu);
}

/**
 * Like `readTreebank`, but also reads lemmas, universal tags, features and enhanced arcs.
 *
 * @throws {CommandError} as `readTreebank` does
 */
export function readAnnotatedTreebank(
  path: string,
  strict: boolean,
): Promise<Treebank<AnnotatedSentence>> {
  return readSentences(path, strict, readAnnotatedConllu);
}

async function readSentences<Kept extends Sentence>(
  path: string,
  strict: boolean,
  read: (text: string, notUtf8: readonly number[]) => Treebank<Kept>,
): Promise<Treebank<Kept>> {
  const { text, notUtf8 } = await readText(path);
  const treebank = read(text, notUtf8);
  reportBroken(path, treebank.problems, 'its sentence is left out', strict);
  if (treebank.sentences.length === 0) throw noSentence(path, text);
  return treebank;
}

export function noSentence(path: string, text: string): CommandError {
  const why = text.trim() === '' ? 'is empty' : 'has no sentence in CoNLL-U format';
  const isPlain = /\p{L}/u.test(text) && !text.includes('\t');
  const parse = isPlain ? `; plain text is parsed first: bowline parse ${path}` : '';
  return new CommandError(
    `${path}: ${why}: write a line of 10 tab-separated columns for each word, and an empty line ` +
      `after each sentence${parse}`,
  );
}

/**
 * At most this many broken lines are reported one by one. The others usually have the same fault.
 */
const MAX_TOLD = 20;

/**
 * Reports the broken lines of a file.
 *
 * @param effect says what happens to a broken line
 * @throws {CommandError} if `strict` is set and a line is broken
 */
export function reportBroken(
  path: string,
  problems: readonly TreebankProblem[],
  effect: string,
  strict: boolean,
): void {
  if (problems.length === 0) return;
  if (strict) {
    const [{ line, message }] = problems;
    const more = problems.length > 1 ? `, and ${problems.length - 1} more lines are broken` : '';
    throw new CommandError(
      `${path}:${line}: ${printable(message)}${more}: correct the file, or skip broken lines by leaving out --strict`,
      ExitCode.Wrong,
    );
  }
  for (const { line, message } of problems.slice(0, MAX_TOLD)) {
    console.error(`${path}:${line}: ${printable(message)}; ${effect}`);
  }
  if (problems.length > MAX_TOLD) {
    console.error(`${path}: ${problems.length - MAX_TOLD} more lines are broken and left out`);
  }
}

/**
 * Checks that a file can be written, before the long work that makes its content. Leaves no new
 * file.
 *
 * @throws {CommandError} if the file cannot be written
 */
export async function ensureWritable(path: string): Promise<void> {
  try {
    const isNew = !existsSync(path);
    await (await open(path, 'a')).close();
    if (isNew) await rm(path);
  } catch (error) {
    throw cannotBeWritten(path, error);
  }
}

/**
 * Writes a new file under another name, then renames it. So an editor that uses the old model never
 * sees half of the new model.
 *
 * @throws {CommandError} if the file cannot be written; then nothing of the new file is left
 */
export async function replaceFile(
  path: string,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeFile(temporary, pieces);
    await rename(temporary, path);
  } catch (error) {
    // Only the first error is reported.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cannotBeWritten(path, error);
  }
}

/** The error for a file that cannot be written; `error` is Node's. */
export function cannotBeWritten(path: string, error: unknown): CommandError {
  const lacksFolder = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const why = lacksFolder
    ? `there is no folder ${dirname(path)}: make it first`
    : readFailure(error);
  return new CommandError(`${path}: cannot be written: ${why}`);
}

/** Reports show only this part of a path, since they should not reveal folders. */
export function fileName(path: string): string {
  return basename(path);
}

/** @throws {CommandError} if the model has no table of the forms of lemmas */
export function requireMorphology(path: string, { morphology }: Model): Morphology {
  if (morphology !== undefined) return morphology();
  throw new CommandError(
    `${path}: knows no forms of lemmas: add them with bowline train TREEBANK --add-to ${path} --morphology`,
  );
}
