import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checksum,
  damaged,
  decodeText,
  encodeFile,
  fileInMemory,
  stored,
} from '../../../server/src/model/file.ts';
import {
  decodeSections,
  encodeSections,
  readPart,
  sectionOf,
  viewOf,
} from '../../../server/src/model/sections.ts';

const HEADER = 24;
const FORMAT = { version: 7, needed: [] };
const isDamaged = { name: 'ModelError', message: /damaged/ };

/** A file of 16 bytes behind its directory, with a right checksum. */
function fileWith(directory: string, more = 0): Uint8Array {
  const padded = directory.padEnd(Math.ceil(directory.length / 8) * 8);
  const length = HEADER + padded.length + 16 + more;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('BOWLINE\n'));
  bytes.set(new TextEncoder().encode(padded), HEADER);
  view.setUint32(8, 7, true);
  view.setUint32(12, length, true);
  view.setUint32(16, checksum(bytes.subarray(HEADER, HEADER + padded.length)), true);
  view.setUint32(20, padded.length, true);
  return bytes;
}

const place = { offset: 128, packed: 16, length: 16, checksum: checksum(new Uint8Array(16)) };
const directoryOf = (changes: object): string =>
  JSON.stringify({ metadata: 'm', parts: { one: { ...place, ...changes } } }).padEnd(104);

/** The bytes of a part with this directory, behind which are 16 more. */
function partWith(directory: string): Uint8Array {
  const bytes = new Uint8Array(8 + Math.ceil(directory.length / 8) * 8 + 16);
  new DataView(bytes.buffer).setUint32(0, directory.length, true);
  bytes.set(new TextEncoder().encode(directory), 8);
  return bytes;
}

describe('the file of a model', () => {
  it('gives back metadata and parts, which begin at multiples of eight bytes', () => {
    const parts = fc.dictionary(
      fc.string(),
      fc.uint8Array({ maxLength: 5 }).map((bytes) => new Uint8Array(8 * bytes.length).fill(7)),
    );
    fc.assert(
      fc.property(parts, fc.jsonValue(), (byName, metadata) => {
        const written = new Map(Object.entries(byName));
        const packed = new Map([...written].map(([name, part]) => [name, stored(part)]));
        const bytes = encodeFile(FORMAT, metadata, packed);
        const file = fileInMemory(bytes, FORMAT);
        assert.equal(JSON.stringify(file.metadata), JSON.stringify(metadata));
        assert.deepEqual([...file.parts.keys()], [...written.keys()]);
        for (const [name, part] of written) {
          const read = file.read(name);
          assert.deepEqual([...read], [...part]);
          assert.equal(read.byteOffset % 8, 0);
        }
      }),
    );
  });

  it('may lie anywhere in memory', () => {
    const bytes = encodeFile(FORMAT, {}, new Map([['a', stored(new Uint8Array(8).fill(1))]]));
    for (let offset = 0; offset < 8; offset++) {
      const memory = new Uint8Array(offset + bytes.length);
      memory.set(bytes, offset);
      const part = fileInMemory(memory.subarray(offset), FORMAT).read('a');
      assert.deepEqual(viewOf(Uint32Array, part), Uint32Array.of(0x01010101, 0x01010101));
    }
  });

  it('is read in its own version alone', () => {
    const bytes = encodeFile({ version: 4, needed: [] }, null, new Map());
    assert.throws(() => fileInMemory(bytes, FORMAT), {
      name: 'ModelError',
      message:
        /^This file has version 4, and this Bowline reads version 7 here: name a file of the right kind /,
    });
  });

  it('names the part that is damaged once it is read, and gives all others', () => {
    const parts = ['a', 'b'].map((name) => [name, stored(new Uint8Array(8))] as const);
    const bytes = encodeFile(FORMAT, {}, new Map(parts));
    bytes[bytes.length - 1] = 1;
    const file = fileInMemory(bytes, FORMAT);
    assert.deepEqual([...file.read('a')], [...new Uint8Array(8)]);
    assert.throws(() => file.read('b'), {
      name: 'ModelError',
      message:
        'The part "b" of this model is damaged: its bytes are not those that were written. Copy the file again.',
    });
    assert.throws(() => file.read('c'), /no part "c"/);
  });

  it('is refused where a part lies outside of it, or nowhere', () => {
    assert.equal(fileInMemory(fileWith(directoryOf({})), FORMAT).read('one').length, 16);
    for (const changes of [
      { offset: -8 },
      { offset: 129 },
      { offset: 128.5 },
      { offset: '128' },
      { offset: null },
      { offset: 2 ** 60 },
      { packed: 17 },
      { packed: -8 },
      { packed: '16' },
      { length: 2 ** 31 },
      { length: 15 },
      { length: -16 },
      { checksum: -1 },
      { checksum: null },
    ]) {
      const bytes = fileWith(directoryOf(changes));
      assert.throws(() => fileInMemory(bytes, FORMAT), isDamaged, JSON.stringify(changes));
    }
    for (const directory of ['', 'x', 'null', '{}', '{"parts":{"one":1}}', '[]']) {
      assert.throws(() => fileInMemory(fileWith(directory), FORMAT), isDamaged, directory);
    }
  });

  it('is refused where it is longer or shorter than it says', () => {
    const bytes = fileWith(directoryOf({}));
    assert.throws(() => fileInMemory(new Uint8Array([...bytes, 0]), FORMAT), isDamaged);
    assert.throws(() => fileInMemory(bytes.subarray(0, -1), FORMAT), /truncated/);
    const view = new DataView(bytes.buffer);
    for (const length of [0, 4, 2 ** 31]) {
      view.setUint32(20, length, true);
      assert.throws(() => fileInMemory(bytes, FORMAT), isDamaged);
    }
  });

  it('decodes text as it was written, with a byte order mark at its beginning too', () => {
    for (const text of ['', 'dog', '\uFEFFdog', '猫\n🐈']) {
      assert.equal(decodeText(new TextEncoder().encode(text)), text);
    }
  });
});

describe('a part of a model file', () => {
  it('gives back metadata and sections, which are views of it at multiples of eight bytes', () => {
    const sections = fc.dictionary(fc.string(), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(sections, fc.jsonValue(), (byName, metadata) => {
        const written = new Map(Object.entries(byName));
        const bytes = encodeSections({ metadata, sections: written });
        assert.equal(bytes.length % 8, 0);
        const read = decodeSections(bytes);
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

  it('may have a section, and a file a part, of any name', () => {
    const name = '__proto__';
    const section = Uint8Array.of(1, 2, 3);
    const part = encodeSections({ metadata: null, sections: new Map([[name, section]]) });
    const file = fileInMemory(encodeFile(FORMAT, null, new Map([[name, stored(part)]])), FORMAT);
    assert.deepEqual(decodeSections(file.read(name)).sections.get(name), section);
  });

  it('is refused where a section lies askew, outside of it, or nowhere', () => {
    const section = (offset: unknown, size: unknown): string =>
      JSON.stringify({ metadata: 'm', sections: { one: [offset, size] } });
    assert.equal(decodeSections(partWith(section(0, 16))).sections.get('one')?.length, 16);
    for (const [offset, size] of [
      [4, 4],
      [1, 4],
      [0, 24],
      [0, 17],
      [16, 1],
      [-8, 4],
      [0, -8],
      [0.5, 4],
      [0, 4.5],
      ['0', 4],
      [0, '4'],
      [null, 4],
      [0, null],
      [2 ** 60, 4],
    ]) {
      const bytes = partWith(section(offset, size));
      assert.throws(() => decodeSections(bytes), isDamaged, section(offset, size));
    }
    for (const directory of ['', 'x', 'null', '{}', '{"sections":{"one":1}}', '[]']) {
      assert.throws(() => decodeSections(partWith(directory)), isDamaged, directory);
    }
    for (const length of [0, 4, 8]) {
      assert.throws(() => decodeSections(new Uint8Array(length)), isDamaged);
    }
    const far = partWith('{}');
    new DataView(far.buffer).setUint32(0, 2 ** 32 - 1, true);
    assert.throws(() => decodeSections(far), isDamaged);
  });

  it('is called damaged if its content is not as expected, and not if reading it has a bug', () => {
    const part = encodeSections({ metadata: null, sections: new Map() });
    const file = fileInMemory(encodeFile(FORMAT, null, new Map([['one', stored(part)]])), FORMAT);
    const read = (error: Error) => () =>
      readPart(file, 'one', () => {
        throw error;
      });
    assert.throws(read(damaged()), { name: 'ModelError', message: /^The part "one".* damaged/ });
    const bug = new TypeError('x is not a function');
    assert.throws(read(bug), (error) => error === bug);
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
});
