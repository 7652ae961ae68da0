import {
  damaged,
  decodeText,
  isNatural,
  isObject,
  ModelError,
  parseJson,
  type ModelFile,
} from './file.ts';

/**
 * The contents of a part of a model file: named arrays of bytes (sections), and some metadata.
 * Reading copies nothing: each section is a view of the part's bytes.
 *
 *   directory length u32 · 4 bytes of zeros · directory: JSON,
 *   { metadata, sections: { name: [offset, length] } } · sections, each aligned to 8 bytes
 */
export interface Sections {
  readonly metadata: unknown;
  readonly sections: ReadonlyMap<string, Uint8Array>;
}

const HEADER_LENGTH = 8;
const ALIGNMENT = 8;

/** Returns the bytes of a part. Their number is a multiple of 8. */
export function encodeSections({ metadata, sections }: Sections): Uint8Array {
  const places = new Map<string, readonly [offset: number, length: number]>();
  // Offsets count from the first section, so they do not depend on the length of the directory.
  let end = 0;
  for (const [name, { length }] of sections) {
    places.set(name, [end, length]);
    end = align(end + length);
  }
  const directory = new TextEncoder().encode(
    JSON.stringify({ metadata, sections: Object.fromEntries(places) }),
  );
  const first = HEADER_LENGTH + align(directory.length);
  const bytes = new Uint8Array(first + end);
  new DataView(bytes.buffer).setUint32(0, directory.length, true);
  bytes.set(directory, HEADER_LENGTH);
  for (const [name, section] of sections) bytes.set(section, first + places.get(name)![0]);
  return bytes;
}

/**
 * @param bytes the bytes of a part, at an address that is a multiple of 8
 * @throws {ModelError} if `encodeSections` cannot have written the bytes
 */
export function decodeSections(bytes: Uint8Array): Sections {
  if (bytes.length < HEADER_LENGTH) throw damaged();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const directory = parseJson(bytes.subarray(HEADER_LENGTH, HEADER_LENGTH + length));
  if (!isObject(directory) || !isObject(directory.sections)) throw damaged();
  const all = bytes.subarray(HEADER_LENGTH + align(length));
  const sections = new Map<string, Uint8Array>();
  for (const [name, place] of Object.entries(directory.sections)) {
    const [offset, size] = (Array.isArray(place) ? place : []) as unknown[];
    if (!isNatural(offset) || !isNatural(size) || offset + size > all.length) throw damaged();
    // A caller may read the section as 8-byte numbers, which must be aligned.
    if (offset % ALIGNMENT !== 0) throw damaged();
    sections.set(name, all.subarray(offset, offset + size));
  }
  return { metadata: directory.metadata, sections };
}

/**
 * Reads a part of a file. A forged file can have the right checksum, so `decode` must check the
 * sections.
 *
 * @throws {ModelError} if the part cannot be read or decoded; the message names the part
 */
export function readPart<T>(file: ModelFile, name: string, decode: (part: Sections) => T): T {
  const bytes = file.read(name);
  try {
    return decode(decodeSections(bytes));
  } catch (error) {
    throw error instanceof ModelError ? damaged(name) : error;
  }
}

/** @throws {ModelError} if the section is missing */
export function sectionOf(sections: Sections['sections'], name: string): Uint8Array {
  const found = sections.get(name);
  if (found === undefined) throw damaged();
  return found;
}

interface TypedArrayConstructor<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

/**
 * Returns the bytes as an array of numbers, without copying them.
 *
 * @throws {ModelError} if the number of bytes is not a multiple of an element's length
 */
export function viewOf<T>(type: TypedArrayConstructor<T>, bytes: Uint8Array): T {
  const length = bytes.byteLength / type.BYTES_PER_ELEMENT;
  if (!Number.isInteger(length)) throw damaged();
  return new type(bytes.buffer, bytes.byteOffset, length);
}

/** Returns the bytes of an array, without copying them. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export function bytesOfLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join('\n'));
}

/** Reads the lines that `bytesOfLines` wrote. A single empty line is read as no lines. */
export function linesOf(bytes: Uint8Array): string[] {
  const text = decodeText(bytes);
  return text === '' ? [] : text.split('\n');
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
