import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decodeSections,
  decodeText,
  encodeSections,
  sectionOf,
  viewOf,
} from '../../../server/src/model/file.ts';

const HEADER = 24;
const isDamaged = { name: 'ModelError', message: /damaged/ };

/** The checksum of a file, as its format says: of all that follows it. */
function checksumOf(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
  return words.subarray(5).reduce((sum, word) => {
    const mixed = Math.imul(sum ^ word, 0x85ebca6b);
    return ((mixed << 13) | (mixed >>> 19)) >>> 0;
  }, 0x42574c4e);
}

/** A file of 16 bytes behind its directory, with a right checksum. */
function fileWith(directory: string, length = HEADER + Math.ceil(directory.length / 8) * 8 + 16) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('BOWLINE\n'));
  view.setUint32(8, 1, true);
  view.setUint32(12, length, true);
  view.setUint32(20, directory.length, true);
  bytes.set(new TextEncoder().encode(directory), HEADER);
  view.setUint32(16, checksumOf(bytes), true);
  return bytes;
}

const section = (offset: unknown, size: unknown): string =>
  JSON.stringify({ metadata: 'm', sections: { one: [offset, size] } });

describe('the container of models', () => {
  it('gives back metadata and sections, which begin at multiples of eight bytes', () => {
    const sections = fc.dictionary(fc.string(), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(sections, fc.jsonValue(), (byName, metadata) => {
        const written = new Map(Object.entries(byName));
        const bytes = encodeSections({ version: 7, metadata, sections: written });
        const read = decodeSections(bytes, 7);
        assert.equal(JSON.stringify(read.metadata), JSON.stringify(metadata));
        assert.deepEqual([...read.sections.keys()], [...written.keys()]);
        for (const [name, content] of read.sections) {
          assert.deepEqual([...content], [...written.get(name)!]);
          assert.equal(content.buffer, bytes.buffer);
          assert.equal(content.byteOffset % 8, 0);
        }
      }),
    );
  });

  it('may lie anywhere in memory', () => {
    const bytes = encodeSections({
      version: 7,
      metadata: {},
      sections: new Map([['a', Uint8Array.of(1, 2, 3, 4)]]),
    });
    for (let offset = 0; offset < 8; offset++) {
      const memory = new Uint8Array(offset + bytes.length);
      memory.set(bytes, offset);
      const { sections } = decodeSections(memory.subarray(offset), 7);
      assert.deepEqual(viewOf(Uint32Array, sectionOf(sections, 'a')), Uint32Array.of(0x04030201));
    }
  });

  it('is read in the versions from the oldest to the newest', () => {
    const bytes = (version: number) =>
      encodeSections({ version, metadata: null, sections: new Map() });
    for (const version of [3, 4, 5])
      assert.equal(decodeSections(bytes(version), 5, 3).version, version);
    assert.throws(() => decodeSections(bytes(2), 5, 3), {
      name: 'ModelError',
      message: /version 2, and this Bowline reads versions 3 to 5: train it again/,
    });
    assert.throws(() => decodeSections(bytes(6), 5, 3), /version 6/);
    assert.throws(
      () => decodeSections(bytes(4), 5),
      /version 4, and this Bowline reads version 5:/,
    );
  });

  it('is refused where a section lies askew, outside of it, or nowhere', () => {
    assert.equal(decodeSections(fileWith(section(72, 16)), 1).sections.get('one')?.length, 16);
    const { length } = fileWith(section(72, 16));
    assert.equal(length, 88);
    for (const [offset, size] of [
      [76, 4],
      [73, 4],
      [72, 24],
      [72, 17],
      [88, 1],
      [-8, 4],
      [72, -8],
      [72.5, 4],
      [72, 4.5],
      ['72', 4],
      [72, '4'],
      [null, 4],
      [72, null],
      [2 ** 60, 4],
    ]) {
      const bytes = fileWith(section(offset, size));
      assert.throws(() => decodeSections(bytes, 1), isDamaged, section(offset, size));
    }
    for (const directory of ['', 'x', 'null', '{}', '{"sections":{"one":1}}', '[]']) {
      assert.throws(() => decodeSections(fileWith(directory), 1), isDamaged, directory);
    }
  });

  it('is refused where it is no multiple of eight bytes long', () => {
    for (const more of [1, 2, 4, 7]) {
      assert.throws(() => decodeSections(fileWith(section(72, 16), 88 + more), 1), isDamaged);
    }
  });

  it('has no section but those that are there', () => {
    assert.throws(() => sectionOf(new Map(), 'one'), isDamaged);
  });

  it('has no arrays of broken elements', () => {
    assert.deepEqual(viewOf(Int32Array, new Uint8Array(8)), new Int32Array(2));
    for (const length of [1, 2, 3, 6]) {
      assert.throws(() => viewOf(Int32Array, new Uint8Array(length)), isDamaged);
    }
  });

  it('decodes text as it was written, with a byte order mark at its beginning too', () => {
    for (const text of ['', 'dog', '\uFEFFdog', '猫\n🐈']) {
      assert.equal(decodeText(new TextEncoder().encode(text)), text);
    }
  });
});
