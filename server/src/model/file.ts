/**
 * The container that models are kept in. Loading is a map, not a parse: a section is a view of the
 * file's bytes.
 *
 *   magic "BOWLINE\n" · version u32 · file length u32 · checksum u32 · directory length u32
 *   directory: JSON, { sections: { name: [offset, length] }, … } · sections, each aligned to 8 bytes
 *
 * Numbers are little-endian, as on every machine that VS Code runs on. The checksum is of all that
 * follows it.
 */

const MAGIC = 'BOWLINE\n';
const HEADER_LENGTH = 24;
const CHECKSUM_END = 20;
const ALIGNMENT = 8;

/** Why a model cannot be used, in a sentence for the user. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

export interface Sections {
  readonly version: number;
  readonly metadata: unknown;
  readonly sections: ReadonlyMap<string, Uint8Array>;
}

export function encodeSections({ version, metadata, sections }: Sections): Uint8Array {
  // The directory's own length decides where the sections begin, so its numbers are padded.
  const offsets = new Map<string, readonly [number, number]>();
  const encodeDirectory = () =>
    new TextEncoder().encode(
      JSON.stringify({ metadata, sections: Object.fromEntries(offsets) }).padEnd(directoryLength),
    );
  let directoryLength = 0;
  for (const name of sections.keys()) offsets.set(name, [2 ** 31, 2 ** 31]);
  directoryLength = align(encodeDirectory().length);
  let end = HEADER_LENGTH + directoryLength;
  for (const [name, bytes] of sections) {
    offsets.set(name, [end, bytes.length]);
    end = align(end + bytes.length);
  }
  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, version, true);
  view.setUint32(12, end, true);
  view.setUint32(20, directoryLength, true);
  file.set(encodeDirectory(), HEADER_LENGTH);
  for (const [name, bytes] of sections) file.set(bytes, offsets.get(name)![0]);
  view.setUint32(16, checksum(file), true);
  return file;
}

/**
 * @param bytes the whole file; the sections are views of it
 * @param newest the version that is written now
 * @param oldest the oldest version that is still read
 * @throws {ModelError} if the file is not a model of a version between them, or is damaged
 */
export function decodeSections(bytes: Uint8Array, newest: number, oldest = newest): Sections {
  if (bytes.length < HEADER_LENGTH || decodeText(bytes.subarray(0, 8)) !== MAGIC) {
    throw new ModelError('This is not a Bowline model.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found < oldest || found > newest) {
    const readable = oldest === newest ? `version ${newest}` : `versions ${oldest} to ${newest}`;
    throw new ModelError(
      `This model has version ${found}, and this Bowline reads ${readable}: ` +
        'train it again, or use the Bowline that it was made for.',
    );
  }
  const length = view.getUint32(12, true);
  if (bytes.length < length) {
    throw new ModelError(
      `This model is truncated: it has ${bytes.length} of its ${length} bytes. Copy it again.`,
    );
  }
  if (bytes.length > length || length % ALIGNMENT !== 0) throw damaged();
  if (bytes.byteOffset % ALIGNMENT !== 0) bytes = bytes.slice();
  if (checksum(bytes) !== view.getUint32(16, true)) throw damaged();
  // From here on the file is as it was written; only a forged one can still be malformed.
  try {
    const start = HEADER_LENGTH;
    const text = decodeText(bytes.subarray(start, start + view.getUint32(20, true)));
    const directory = JSON.parse(text) as {
      metadata: unknown;
      sections: Record<string, readonly [number, number]>;
    };
    const sections = new Map<string, Uint8Array>();
    for (const [name, [offset, size]] of Object.entries(directory.sections)) {
      if (!isNatural(offset) || !isNatural(size) || offset + size > length) throw damaged();
      // Sections are read as arrays of up to 8 bytes an element, which must be aligned.
      if (offset % ALIGNMENT !== 0) throw damaged();
      sections.set(name, bytes.subarray(offset, offset + size));
    }
    return { version: found, metadata: directory.metadata, sections };
  } catch {
    throw damaged();
  }
}

export function damaged(): ModelError {
  return new ModelError(
    'This model is damaged: its bytes are not those that were written. Copy it again.',
  );
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
 * A section as an array of numbers, without copying it.
 *
 * @throws {ModelError} if it is not a whole number of them
 */
export function viewOf<T>(type: TypedArrayConstructor<T>, bytes: Uint8Array): T {
  const length = bytes.byteLength / type.BYTES_PER_ELEMENT;
  if (!Number.isInteger(length)) throw damaged();
  return new type(bytes.buffer, bytes.byteOffset, length);
}

/** The bytes of an array of numbers, without copying them. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Decodes UTF-8, from shared memory too. A byte order mark is text: the first word may be one. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice());
}

function isNatural(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/**
 * Mixes 32-bit words, each step bijective in the word and in the sum so far: a change of any one word
 * is certain to be seen.
 */
function checksum(file: Uint8Array): number {
  const words = new Int32Array(file.buffer, file.byteOffset, file.byteLength / 4);
  let sum = 0x42574c4e;
  for (let i = CHECKSUM_END / 4; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x85ebca6b);
    sum = (sum << 13) | (sum >>> 19);
  }
  return sum >>> 0;
}
