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
 * @throws {ModelError} if the file is not a model of this version, or is damaged
 */
export function decodeSections(bytes: Uint8Array, version: number): Sections {
  if (bytes.length < HEADER_LENGTH || decodeText(bytes.subarray(0, 8)) !== MAGIC) {
    throw new ModelError('This is not a Bowline model.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = view.getUint32(8, true);
  if (found !== version) {
    throw new ModelError(
      `This model has version ${found}, and this Bowline reads version ${version}: ` +
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
      if (offset < 0 || size < 0 || offset + size > length) throw damaged();
      sections.set(name, bytes.subarray(offset, offset + size));
    }
    return { version, metadata: directory.metadata, sections };
  } catch {
    throw damaged();
  }
}

export function damaged(): ModelError {
  return new ModelError(
    'This model is damaged: its bytes are not those that were written. Copy it again.',
  );
}

/** Decodes UTF-8, from shared memory too. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.slice());
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
