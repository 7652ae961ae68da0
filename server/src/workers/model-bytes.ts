import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The model that ships with Bowline, in the folder that it is installed in. */
export function shippedModelPath(root: string): string {
  return join(root, 'models', 'en-ewt.bow-model');
}

/** The language model that ships with Bowline. */
export function shippedLanguageModelPath(root: string): string {
  return join(root, 'models', 'en.bow-lm');
}

/** What stands for the absence of a language model where a file can be named. */
export const NO_LANGUAGE_MODEL = 'none';

/** Why a file could not be read, from what Node threw: to stand behind a colon. */
export function readFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no such file';
  if ('code' in error && error.code === 'EISDIR') return 'it is a folder';
  return error.message;
}

/**
 * Reads a model file into memory that all workers share, so that it is held once whatever their
 * number.
 *
 * @throws {Error} with `readFailure` as its message
 */
export async function readModelBytes(path: string): Promise<SharedArrayBuffer> {
  try {
    return await readShared(path);
  } catch (error) {
    throw new Error(readFailure(error), { cause: error });
  }
}

async function readShared(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const shared = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(shared);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break; // The file shrank meanwhile: its checksum will say so.
      filled += bytesRead;
    }
    return shared;
  } finally {
    await file.close();
  }
}
