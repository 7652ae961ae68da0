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

/** Bytes of a model that are compressed together: so many that little is lost, so few that parts unpack side by side. */
const PART_BYTES = 2 ** 22;

/**
 * The bytes of a model as its file has them: compressed, as weights halve in size. The parts are members of one gzip
 * file, each with its length in the header (RFC 1952), so that any program unpacks them, and ours all at once.
 */
export function packModelBytes(bytes: Uint8Array): Uint8Array {
  const members: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES) {
    members.push(withLength(gzipSync(bytes.subarray(at, at + PART_BYTES), { level: 9 })));
  }
  return Buffer.concat(members);
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
  if (!isPacked(bytes)) return shared([bytes]);
  try {
    const members = membersOf(bytes);
    const told = members.reduce((sum, member) => sum + unpackedLength(member), 0);
    if (told > MAX_BYTES) throw new RangeError('it unpacks to too much');
    return shared(await Promise.all(members.map(unpack)));
  } catch {
    throw new ModelError(
      'This model is truncated or damaged: it cannot be unpacked. Copy it again.',
    );
  }
}

function shared(parts: readonly Uint8Array[]): SharedArrayBuffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const buffer = new SharedArrayBuffer(length);
  const bytes = new Uint8Array(buffer);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return buffer;
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** No model is larger; a file that unpacks to more was made to fill the memory. */
const MAX_BYTES = 2 ** 30;
/** Bytes unpacked at a time: with the default, a model takes three times as long. */
const CHUNK_BYTES = 2 ** 20;

function unpack(member: Uint8Array): Promise<Uint8Array> {
  const maxOutputLength = lengthOf(member) === null ? MAX_BYTES : unpackedLength(member) + 1;
  return promisify(gunzip)(member, { maxOutputLength, chunkSize: CHUNK_BYTES });
}

/** What the end of a member says (RFC 1952, 2.3). */
function unpackedLength(member: Uint8Array): number {
  return member.length < 4
    ? 0
    : Buffer.from(member.buffer, member.byteOffset, member.length).readUInt32LE(member.length - 4);
}

/** A member's header without its extra field, and the flag that it has one (RFC 1952, 2.3). */
const HEADER_BYTES = 10;
const FLAGS = 3;
const HAS_EXTRA = 4;
/** The length of the extra field, the name of its one entry, the length of that, and the member's length. */
const EXTRA_BYTES = 2 + 2 + 2 + 4;
const EXTRA_NAME = 'BW';

function withLength(member: Uint8Array): Uint8Array {
  const extra = Buffer.alloc(EXTRA_BYTES);
  extra.writeUInt16LE(EXTRA_BYTES - 2, 0);
  extra.write(EXTRA_NAME, 2, 'latin1');
  extra.writeUInt16LE(4, 4);
  extra.writeUInt32LE(member.length + EXTRA_BYTES, 6);
  const written = Buffer.concat([
    member.subarray(0, HEADER_BYTES),
    extra,
    member.subarray(HEADER_BYTES),
  ]);
  written[FLAGS] |= HAS_EXTRA;
  return written;
}

/** No file of ours has more. */
const MOST_MEMBERS = MAX_BYTES / PART_BYTES;

/** The members of a file, as far as they tell their lengths: those behind, or all of them, are left together. */
function membersOf(bytes: Uint8Array): Uint8Array[] {
  const members: Uint8Array[] = [];
  let rest = bytes;
  while (members.length < MOST_MEMBERS) {
    const length = lengthOf(rest);
    if (length === null) break;
    members.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return rest.length > 0 ? [...members, rest] : members;
}

/** The length that the first member tells; null where it tells none that can be. */
function lengthOf(bytes: Uint8Array): number | null {
  if (!isPacked(bytes) || (bytes[FLAGS] & HAS_EXTRA) === 0) return null;
  if (bytes.length < HEADER_BYTES + EXTRA_BYTES) return null;
  const extra = Buffer.from(bytes.buffer, bytes.byteOffset + HEADER_BYTES, EXTRA_BYTES);
  if (extra.readUInt16LE(0) !== EXTRA_BYTES - 2) return null;
  if (extra.toString('latin1', 2, 4) !== EXTRA_NAME || extra.readUInt16LE(4) !== 4) return null;
  const length = extra.readUInt32LE(6);
  return length > HEADER_BYTES + EXTRA_BYTES && length <= bytes.length ? length : null;
}
