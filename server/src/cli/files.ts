import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { loadModel } from '../model/model.ts';
import { readConllu, type Treebank } from '../treebank/conllu.ts';
import { readFailure, readModelBytes, shippedModelPath } from '../workers/model-bytes.ts';
import type { SharedModel } from '../workers/realizers.ts';
import { CommandError } from './errors.ts';

/** The root of the installed package: the command's bundle lies in `dist`, as CommonJS. */
export const packageRoot = join(__dirname, '..');

/** The model that ships with Bowline. */
export const shippedModel = shippedModelPath(packageRoot);

/** What search workers run: a bundle beside the command's own. */
export const workerScript = join(__dirname, 'worker.cjs');

/** Reads a text file; bytes that are not UTF-8 become replacement characters. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(`${path}: cannot be read: ${readFailure(error)}`);
  }
}

/** @throws {CommandError} if the model cannot be read or used */
export async function readModel(path: string): Promise<SharedModel> {
  try {
    const bytes = await readModelBytes(path);
    return { model: loadModel(new Uint8Array(bytes)), bytes };
  } catch (error) {
    throw new CommandError(`${path}: ${readFailure(error)}`);
  }
}

/** Reads a treebank, and tells of each sentence that is broken. */
export async function readTreebank(path: string): Promise<Treebank> {
  const treebank = readConllu(await readText(path));
  for (const { line, message } of treebank.problems) {
    console.error(`${path}:${line}:1: ${message}; its sentence is left out`);
  }
  if (treebank.sentences.length === 0) {
    throw new CommandError(`${path}: has no sentence in CoNLL-U format`);
  }
  return treebank;
}

/** Asked before long work, so that it is not lost to a path that cannot be written. */
export async function ensureWritable(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CommandError(`${path}: cannot be written: ${readFailure(error)}`);
  }
}

/** A path's last part, for reports: where a file lies is nobody's business. */
export function fileName(path: string): string {
  return basename(path);
}
