import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { ModelError } from '../../model/file.ts';
import { SHIPPED_LANGUAGE_MODEL, SHIPPED_MODEL } from '../model-files.ts';

/** The model that ships with Bowline, in the folder that it is installed in. */
export function shippedModelPath(root: string): string {
  return join(root, SHIPPED_MODEL);
}

/** The language model that ships with Bowline. */
export function shippedLanguageModelPath(root: string): string {
  return join(root, SHIPPED_LANGUAGE_MODEL);
}

/** Why a file could not be read, from what Node threw: to be written after a colon. */
export function readFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no such file';
  if ('code' in error && error.code === 'EISDIR') return 'it is a folder';
  return error.message;
}

/** The bytes of a model as its file has them: compressed, as weights halve in size. */
export function packModelBytes(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9 });
}

/**
 * Reads a model file, compressed or not, into memory that all workers share, so that it is held once
 * whatever their number.
 *
 * @throws {Error} with `readFailure` as its message; {ModelError} if it cannot be unpacked
 */
export async function readModelBytes(path: string): Promise<SharedArrayBuffer> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new Error(readFailure(error), { cause: error });
  }
  const unpacked = isPacked(bytes) ? await unpack(bytes) : bytes;
  const shared = new SharedArrayBuffer(unpacked.length);
  new Uint8Array(shared).set(unpacked);
  return shared;
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** No model is larger; a file that unpacks to more was made to fill the memory. */
const MAX_BYTES = 2 ** 30;
/** Bytes unpacked at a time: with the default, a model takes three times as long. */
const CHUNK_BYTES = 2 ** 20;

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES, chunkSize: CHUNK_BYTES });
  } catch {
    throw new ModelError(
      'This model is truncated or damaged: it cannot be unpacked. Copy it again.',
    );
  }
}
