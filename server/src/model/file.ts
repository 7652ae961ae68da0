/**
 * The file of a model or a language model: a directory, and parts that are read one by one. So only
 * the weights of the searches in use are loaded.
 *
 *   magic "BOWLINE\n" · version u32 · file length u32 · checksum of the directory u32 ·
 *   directory length u32 · directory: JSON,
 *   { metadata, parts: { name: { offset, packed, length, checksum } } } · parts
 *
 * A part takes `packed` bytes of the file. It is compressed (zlib, RFC 1950) unless `packed` equals
 * `length`. Its checksum covers the uncompressed bytes. `sections.ts` describes its contents.
 * Numbers are little-endian, as on every machine that VS Code runs on.
 */
export interface ModelFile {
  readonly metadata: unknown;
  /** In the order of the file. */
  readonly parts: ReadonlyMap<string, PartPlace>;
  /**
   * Returns the uncompressed bytes of a part, at an address that is a multiple of 8. Do not change
   * the bytes.
   *
   * @throws {ModelError} if the part is missing, unreadable or damaged; the message names the part
   */
  readonly read: (part: string) => Uint8Array;
}

export interface PartPlace {
  readonly offset: number;
  /** Bytes in the file. */
  readonly packed: number;
  /** Bytes after unpacking; a multiple of 8. */
  readonly length: number;
  readonly checksum: number;
}

export interface PackedPart {
  readonly bytes: Uint8Array;
  /** Bytes of the unpacked part. */
  readonly length: number;
  /** Of the unpacked part. */
  readonly checksum: number;
}

export interface Directory extends Pick<ModelFile, 'metadata' | 'parts'> {
  /** Bytes of the whole file. */
  readonly length: number;
}

/** A model file that threads share. It is plain data, which can be sent to workers. */
export interface SharedModelFile {
  /** Null for a model that is only in memory. */
  readonly source: ModelSource | null;
  readonly directory: Directory;
  /** Indexed by part name: the shared memory for the unpacked part. */
  readonly memory: ReadonlyMap<string, SharedArrayBuffer>;
  /**
   * A 32-bit number for each part, in the order of the directory: 1 if the memory contains the
   * part, otherwise 0.
   */
  readonly isFilled: SharedArrayBuffer;
}

/** A file on disk, as it was when it was opened. */
export interface ModelSource {
  readonly path: string;
  /** When the file was last written, in milliseconds. */
  readonly modified: number;
  /** In bytes. */
  readonly length: number;
}

export interface ModelFormat {
  /** Increased when a change makes older files unusable. */
  readonly version: number;
  /** The parts that every use of the file needs. */
  readonly needed: readonly string[];
}

const MAGIC = 'BOWLINE\n';
export const HEADER_LENGTH = 24;
export const ALIGNMENT = 8;
// Limits in bytes. Only a forged file exceeds them.
const MAX_PART_LENGTH = 2 ** 30;
const MAX_DIRECTORY_LENGTH = 2 ** 24;
const MAX_TEXT_LENGTH = 2 ** 28;

/** The error for a model that cannot be used. Its message is a sentence for the user. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

/** The error for a file of a version that this Bowline does not read. */
export class OtherVersion extends ModelError {}

/** The error for a search that the model has no weights for. */
export class NotLearned extends ModelError {}

/** @param part left out if the beginning of the file is damaged */
export function damaged(part?: string): ModelError {
  return new ModelError(
    `${part === undefined ? 'This model' : `The part "${part}" of this model`} is damaged: ` +
      'its bytes are not those that were written. Copy the file again.',
  );
}

export function stored(bytes: Uint8Array): PackedPart {
  return { bytes, length: bytes.length, checksum: checksum(bytes) };
}

export function encodeFile(
  { version }: ModelFormat,
  metadata: unknown,
  parts: ReadonlyMap<string, PackedPart>,
): Uint8Array {
  const encodeDirectory = (first: number): Uint8Array => {
    const places = new Map<string, PartPlace>();
    let offset = first;
    for (const [name, { bytes, length, checksum }] of parts) {
      places.set(name, { offset, packed: bytes.length, length, checksum });
      offset += bytes.length;
    }
    return new TextEncoder().encode(
      JSON.stringify({ metadata, parts: Object.fromEntries(places) }),
    );
  };
  // The offsets depend on the length of the directory, and the length depends on the digits of the
  // offsets. So the directory is encoded again until it fits into the length that its offsets
  // assume.
  let directoryLength = 0;
  let directory = encodeDirectory(HEADER_LENGTH);
  while (directory.length > directoryLength) {
    directoryLength = Math.ceil(directory.length / ALIGNMENT) * ALIGNMENT;
    directory = encodeDirectory(HEADER_LENGTH + directoryLength);
  }
  const packed = [...parts.values()];
  const length = packed.reduce(
    (sum, { bytes }) => sum + bytes.length,
    HEADER_LENGTH + directoryLength,
  );
  const file = new Uint8Array(length);
  file.set(new TextEncoder().encode(MAGIC));
  file.fill(0x20, HEADER_LENGTH, HEADER_LENGTH + directoryLength);
  file.set(directory, HEADER_LENGTH);
  const view = new DataView(file.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, length, true);
  view.setUint32(16, checksum(file.subarray(HEADER_LENGTH, HEADER_LENGTH + directoryLength)), true);
  view.setUint32(20, directoryLength, true);
  let at = HEADER_LENGTH + directoryLength;
  for (const { bytes } of packed) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/** Returns how many bytes, from the beginning of the file, `readDirectory` needs. */
export function directoryEnd(header: Uint8Array): number {
  if (header.length < HEADER_LENGTH) return header.length;
  return HEADER_LENGTH + new DataView(header.buffer, header.byteOffset).getUint32(20, true);
}

/**
 * Reads and checks the header and the directory of a file.
 *
 * @param beginning the first `directoryEnd` bytes of the file, or more
 * @throws {ModelError} if the file is not a model of this version, or is truncated or damaged
 */
export function readDirectory(
  beginning: Uint8Array,
  fileLength: number,
  { version }: ModelFormat,
): Directory {
  if (beginning.length < HEADER_LENGTH || decodeText(beginning.subarray(0, 8)) !== MAGIC) {
    throw new ModelError('This is not a Bowline model.');
  }
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) {
    throw new OtherVersion(
      `This file has version ${found}, and this Bowline reads version ${version} here: ` +
        'name a file of the right kind (model, language model or parser), train it again, ' +
        'or use the Bowline that it was made for.',
    );
  }
  const length = view.getUint32(12, true);
  if (fileLength < length) {
    throw new ModelError(
      `This model is truncated: it has ${fileLength} of its ${length} bytes. Copy it again.`,
    );
  }
  const directoryLength = view.getUint32(20, true);
  const directory = beginning.subarray(HEADER_LENGTH, HEADER_LENGTH + directoryLength);
  const isWhole =
    fileLength === length &&
    directoryLength <= MAX_DIRECTORY_LENGTH &&
    directory.length === directoryLength &&
    directoryLength % ALIGNMENT === 0;
  if (!isWhole || checksum(directory) !== view.getUint32(16, true)) throw damaged();
  // The checksum was right. So only a forged file can be malformed here.
  const content = parseJson(directory);
  if (!isObject(content) || !isObject(content.parts)) throw damaged();
  const parts = new Map<string, PartPlace>();
  for (const [name, place] of Object.entries(content.parts)) {
    if (!isPlace(place, length)) throw damaged();
    parts.set(name, place);
  }
  return { metadata: content.metadata, parts, length };
}

function isPlace(value: unknown, fileLength: number): value is PartPlace {
  if (!isObject(value)) return false;
  const { offset, packed, length, checksum: sum } = value;
  return (
    isNatural(offset) &&
    isNatural(packed) &&
    isNatural(length) &&
    isNatural(sum) &&
    offset + packed <= fileLength &&
    length <= MAX_PART_LENGTH &&
    length % ALIGNMENT === 0
  );
}

/**
 * Makes a model file from its bytes in memory. Its parts must be uncompressed.
 *
 * @throws {ModelError} in the same cases as `readDirectory`
 */
export function fileInMemory(bytes: Uint8Array, format: ModelFormat): ModelFile {
  const { metadata, parts } = readDirectory(bytes, bytes.length, format);
  return {
    metadata,
    parts,
    read(name) {
      const { offset, packed, length, checksum: sum } = placeOf(parts, name);
      // A caller may read the part as 8-byte numbers, which must be aligned.
      const view = bytes.subarray(offset, offset + packed);
      const part = view.byteOffset % ALIGNMENT === 0 ? view : view.slice();
      if (packed !== length || checksum(part) !== sum) throw damaged(name);
      return part;
    },
  };
}

/** @throws {ModelError} if there is no such part */
export function placeOf(parts: ModelFile['parts'], name: string): PartPlace {
  const place = parts.get(name);
  if (place === undefined)
    throw new ModelError(`This model has no part "${name}". Train it again.`);
  return place;
}

/** Not 0, so that the checksum of zeros depends on their number. */
export const CHECKSUM_START = 0x42574c4e;

/**
 * Mixes the bytes as 32-bit words. Each step is bijective in the word and in the sum so far. So if
 * a single word changes, the checksum changes.
 *
 * @param bytes their number must be a multiple of 8
 * @param before the checksum of the preceding bytes
 */
export function checksum(bytes: Uint8Array, before = CHECKSUM_START): number {
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
  let sum = before;
  // A loop over an iterator takes five times as long here.
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x85ebca6b);
    sum = (sum << 13) | (sum >>> 19);
  }
  return sum >>> 0;
}

/**
 * Decodes UTF-8, also from shared memory. Keeps a byte order mark, since it may be a treebank's
 * first word.
 *
 * @throws {ModelError} if the text is too long for a string
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > MAX_TEXT_LENGTH) throw damaged();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.slice());
}

/** @throws {ModelError} if the bytes are not JSON */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw damaged();
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isNatural(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
