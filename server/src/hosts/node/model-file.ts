import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TransformOptions } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate, deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';
import {
  ALIGNMENT,
  checksum,
  CHECKSUM_START,
  damaged,
  directoryEnd,
  encodeFile,
  fileInMemory,
  HEADER_LENGTH,
  ModelError,
  placeOf,
  readDirectory,
  type Directory,
  type ModelFile,
  type ModelFormat,
  type ModelSource,
  type PackedPart,
  type PartPlace,
  type SharedModelFile,
} from '../../model/file.ts';
import { SHIPPED_LANGUAGE_MODEL, SHIPPED_MODEL, SHIPPED_PARSER } from '../model-files.ts';

/** @param root the folder of the installation */
export function shippedModelPath(root: string): string {
  return join(root, SHIPPED_MODEL);
}

export function shippedLanguageModelPath(root: string): string {
  return join(root, SHIPPED_LANGUAGE_MODEL);
}

export function shippedParserPath(root: string): string {
  return join(root, SHIPPED_PARSER);
}

/** Says why a file could not be read, in a text that can follow a colon. */
export function readFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no such file';
  if ('code' in error && error.code === 'EISDIR') return 'it is a folder';
  return error.message;
}

/**
 * Compresses the parts of a file.
 *
 * @param bytes a file with uncompressed parts
 * @param former an earlier version of the file. Unchanged parts are copied from it, since another
 *   version of zlib might compress them differently
 */
export function packModelFile(
  bytes: Uint8Array,
  format: ModelFormat,
  former: SharedModelFile | null = null,
): Uint8Array {
  const { metadata, parts, read } = fileInMemory(bytes, format);
  const packed = new Map<string, PackedPart>();
  for (const [name, { length, checksum: sum }] of parts) {
    const unpacked = read(name);
    const kept = former === null ? null : packedBytes(former, name, unpacked);
    const deflated = kept ?? deflateSync(unpacked, { level: 9 });
    const isSmaller = deflated.length < unpacked.length;
    packed.set(name, { bytes: isSmaller ? deflated : unpacked, length, checksum: sum });
  }
  return encodeFile(format, metadata, packed);
}

/**
 * The compressed bytes of a part. Null if they do not unpack to `unpacked`, or if the file can no
 * longer be read.
 */
function packedBytes(file: SharedModelFile, name: string, unpacked: Uint8Array): Uint8Array | null {
  const place = file.directory.parts.get(name);
  if (place?.length !== unpacked.length || file.source === null) return null;
  try {
    if (Buffer.compare(openShared(file).read(name), unpacked) !== 0) return null;
    return readPart(file.source, name, place);
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/**
 * Opens a model file, and reads the parts that every use needs.
 *
 * @throws {Error} with the text of `readFailure` if the file cannot be read
 * @throws {ModelError} if the file is not a model of this format, or is damaged
 */
export async function openModelFile(path: string, format: ModelFormat): Promise<SharedModelFile> {
  let file: SharedModelFile;
  try {
    file = readBytes(path, ({ at, length, modified }) => {
      const end = Math.min(directoryEnd(at(0, Math.min(HEADER_LENGTH, length))), length);
      const directory = readDirectory(at(0, end), length, format);
      return withMemory({ path, modified, length }, directory);
    });
  } catch (error) {
    throw error instanceof ModelError ? error : new Error(readFailure(error), { cause: error });
  }
  await Promise.all(format.needed.map((name) => fillInSteps(file, name)));
  return file;
}

export function shareModelFile(bytes: Uint8Array, format: ModelFormat): SharedModelFile {
  const { metadata, parts, read } = fileInMemory(bytes, format);
  const shared = withMemory(null, { metadata, parts, length: bytes.length });
  for (const name of parts.keys()) fill(shared, name, read(name));
  return shared;
}

/** The limit on the total size of a file's unpacked parts, in bytes. */
const MAX_BYTES = 2 ** 30;

/**
 * Reserves shared memory for every part. The system uses physical memory only once a part is
 * written.
 */
function withMemory(source: ModelSource | null, directory: Directory): SharedModelFile {
  const places = [...directory.parts];
  if (places.reduce((sum, [, { length }]) => sum + length, 0) > MAX_BYTES) throw damaged();
  return {
    source,
    directory,
    memory: new Map(places.map(([name, { length }]) => [name, new SharedArrayBuffer(length)])),
    isFilled: new SharedArrayBuffer(places.length * Int32Array.BYTES_PER_ELEMENT),
  };
}

/**
 * Opens a shared file in this thread. The first thread that needs a part unpacks it into shared
 * memory. No thread waits for another thread, which may have ended. So two threads may unpack the
 * same part; they write the same bytes.
 */
export function openShared(file: SharedModelFile): ModelFile {
  const { source, directory, memory } = file;
  return {
    ...directory,
    read(name) {
      const place = placeOf(directory.parts, name);
      if (!isFilled(file, name)) {
        const bytes = readPart(source!, name, place);
        fill(file, name, place.packed === place.length ? bytes : unpack(bytes, place.length));
      }
      return new Uint8Array(memory.get(name)!);
    },
  };
}

/**
 * Writes a part into shared memory.
 *
 * @param part null if the part could not be unpacked
 * @throws {ModelError} if the part's length or checksum is wrong
 */
function fill(file: SharedModelFile, name: string, part: Uint8Array | null): void {
  const { length, checksum: sum } = placeOf(file.directory.parts, name);
  // Checks before writing, since another thread may use these bytes already.
  if (part?.length !== length || checksum(part) !== sum) throw damaged(name);
  new Uint8Array(file.memory.get(name)!).set(part);
  markFilled(file, name);
}

/**
 * A large part is read and unpacked in steps of this many bytes. Half and twice this size are
 * slower.
 */
const STEP = 2 ** 19;

/**
 * Reading may be four steps ahead of unpacking, and unpacking four steps ahead of writing. So none
 * of them waits for another.
 */
const inflateOptions: ZlibOptions & TransformOptions = {
  chunkSize: STEP,
  highWaterMark: 4 * STEP,
};

/**
 * Unpacks a part into shared memory step by step, in a thread of Node's pool. If it were unpacked
 * in a single step, the packed bytes and a second copy of the unpacked bytes would stay in memory
 * until the next garbage collection: 50 MB for the shipped language model. No other thread may have
 * the file yet, since the bytes are written before their checksum is known.
 *
 * @throws {ModelError} if the part cannot be read, or is damaged
 */
async function fillInSteps(file: SharedModelFile, name: string): Promise<void> {
  const place = placeOf(file.directory.parts, name);
  const { offset, packed, length } = place;
  const part = new Uint8Array(file.memory.get(name)!);
  function* packedSteps(): Iterable<Uint8Array> {
    for (let at = 0; at < packed; at += STEP) {
      const step = { offset: offset + at, packed: Math.min(STEP, packed - at) };
      yield readPart(file.source!, name, step);
    }
  }
  let filled = 0;
  let summed = 0;
  let sum = CHECKSUM_START;
  const write = (step: Uint8Array): void => {
    if (filled + step.length > length) throw damaged(name);
    part.set(step, filled);
    filled += step.length;
    // Computes the checksum while the next step is unpacked. Bytes after the last multiple of
    // `ALIGNMENT` wait for the next step.
    const end = filled - (filled % ALIGNMENT);
    sum = checksum(part.subarray(summed, end), sum);
    summed = end;
  };
  if (packed === length) for (const step of packedSteps()) write(step);
  else await unpackInSteps(packedSteps(), packed, name, write);
  if (filled !== length || sum !== place.checksum) throw damaged(name);
  markFilled(file, name);
}

/**
 * @param packed the number of bytes in `steps`
 * @throws {ModelError} if the part is damaged
 */
async function unpackInSteps(
  steps: Iterable<Uint8Array>,
  packed: number,
  name: string,
  write: (step: Uint8Array) => void,
): Promise<void> {
  const inflate = createInflate(inflateOptions);
  try {
    await pipeline(steps, inflate, async (unpacked: AsyncIterable<Uint8Array>) => {
      for await (const step of unpacked) write(step);
    });
  } catch (error) {
    // The errors of zlib have a code, and so has the error of a stream that ends too early. The
    // errors of `write` have none.
    throw error instanceof Error && 'code' in error ? damaged(name) : error;
  }
  if (inflate.bytesWritten !== packed) throw damaged(name);
}

function markFilled(file: SharedModelFile, name: string): void {
  Atomics.store(new Int32Array(file.isFilled), indexOf(file, name), 1);
}

function isFilled(file: SharedModelFile, name: string): boolean {
  return Atomics.load(new Int32Array(file.isFilled), indexOf(file, name)) === 1;
}

function indexOf({ directory }: SharedModelFile, name: string): number {
  return [...directory.parts.keys()].indexOf(name);
}

/** @throws {ModelError} if the file can no longer be read, or was replaced */
function readPart(
  source: ModelSource,
  name: string,
  { offset, packed }: Pick<PartPlace, 'offset' | 'packed'>,
): Uint8Array {
  try {
    return readBytes(source.path, ({ at, length, modified }) => {
      if (length === source.length && modified === source.modified) return at(offset, packed);
      throw new Error('its file was replaced: reload the window, or run the command again');
    });
  } catch (error) {
    const reason = readFailure(error).replace(/\.$/, '');
    throw new ModelError(`The part "${name}" of this model cannot be read: ${reason}.`);
  }
}

/** Null if the bytes cannot be unpacked, or would exceed `length` bytes. */
function unpack(packed: Uint8Array, length: number): Uint8Array | null {
  try {
    // One chunk is three times as fast as many small ones. Node requires at least 64 bytes.
    return inflateSync(packed, { maxOutputLength: length, chunkSize: length + 64 });
  } catch {
    return null;
  }
}

interface Reader {
  readonly length: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** Reads up to `length` bytes; fewer at the end of the file. */
  readonly at: (offset: number, length: number) => Uint8Array;
}

/** @throws {Error} Node's error if the file cannot be read */
function readBytes<T>(path: string, use: (file: Reader) => T): T {
  // First makes sure that the path names a file: opening a pipe would wait for a writer.
  const stat = statSync(path);
  if (!stat.isFile()) throw new Error(stat.isDirectory() ? 'it is a folder' : 'it is not a file');
  const file = openSync(path, 'r');
  try {
    const at = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      let read = 0;
      for (;;) {
        const more = readSync(file, bytes, read, length - read, offset + read);
        read += more;
        if (more === 0 || read === length) return bytes.subarray(0, read);
      }
    };
    const { size, mtimeMs } = fstatSync(file);
    return use({ length: size, modified: mtimeMs, at });
  } finally {
    closeSync(file);
  }
}
