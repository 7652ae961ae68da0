import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openModelFile,
  openShared,
  packModelFile,
  shareModelFile,
} from '../../../server/src/hosts/node/model-file.ts';
import {
  encodeFile,
  ModelError,
  stored,
  type SharedModelFile,
} from '../../../server/src/model/file.ts';

const FORMAT = { version: 9, needed: ['needed'] };

const bytesOf = (length: number, step = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * i * step) >> 7);
const contents = new Map([
  ['needed', bytesOf(800)],
  ['large', bytesOf(2 ** 22)],
  ['other', bytesOf(800, 3)],
  ['empty', new Uint8Array()],
]);
const encode = (parts: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  encodeFile(
    FORMAT,
    { is: 'metadata' },
    new Map([...parts].map(([name, part]) => [name, stored(part)])),
  );
const file = encode(contents);
const packed = packModelFile(file, FORMAT);

/** Which parts are in memory. */
function filled({ directory, isFilled }: SharedModelFile): string[] {
  const flags = new Int32Array(isFilled);
  return [...directory.parts.keys()].filter((_, i) => flags[i] === 1);
}

describe('A model file', () => {
  let folder: string;
  let path: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-model-file-'));
    path = join(folder, 'file.bow-model');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const open = (bytes: Uint8Array): Promise<SharedModelFile> => {
    writeFileSync(path, bytes);
    return openModelFile(path, FORMAT);
  };

  it('has the parts that were packed, and may be packed or not', async () => {
    assert.ok(packed.length < file.length / 2);
    for (const bytes of [file, packed]) {
      const { metadata, parts, read } = openShared(await open(bytes));
      assert.deepEqual(metadata, { is: 'metadata' });
      assert.deepEqual([...parts.keys()], [...contents.keys()]);
      for (const [name, part] of contents) assert.ok(Buffer.from(read(name)).equals(part), name);
    }
  });

  it('gives memory to a part when it is first read, which all threads share from then on', async () => {
    const shared = await open(packed);
    assert.deepEqual(filled(shared), ['needed']);
    // What a worker gets is a copy, whose memory is the same.
    const sent = structuredClone(shared);
    const part = openShared(sent).read('large');
    assert.deepEqual(filled(shared), ['needed', 'large']);
    rmSync(path);
    assert.deepEqual(openShared(shared).read('large'), part);
    assert.throws(() => openShared(shared).read('other'), {
      name: 'ModelError',
      message: 'The part "other" of this model cannot be read: there is no such file.',
    });
  });

  it('says which part is damaged when it is first read, and serves all others', async () => {
    const shared = await open(packed);
    const { offset, packed: length } = shared.directory.parts.get('large')!;
    for (const at of [0, 1, length >> 1, length - 1]) {
      const changed = packed.slice();
      changed[offset + at] ^= 0x55;
      const { read } = openShared(await open(changed));
      assert.throws(() => read('large'), {
        name: 'ModelError',
        message: /^The part "large" of this model is damaged: .* Copy the file again\.$/,
      });
      assert.ok(Buffer.from(read('other')).equals(contents.get('other')!));
    }
  });

  it('is refused at once where its directory or a part that is always needed is damaged', async () => {
    const { offset, packed: length } = (await open(packed)).directory.parts.get('needed')!;
    for (const at of [0, 8, 12, 16, 20, 24, 100, offset, offset + length - 1]) {
      const changed = packed.slice();
      changed[at] ^= 0x55;
      await assert.rejects(open(changed), ModelError, `changed ${at}`);
    }
    for (let end = 0; end < packed.length; end += 1 + (end >> 2)) {
      await assert.rejects(open(packed.subarray(0, end)), ModelError, `cut ${end}`);
    }
    await assert.rejects(open(new Uint8Array([...packed, 0])), ModelError);
  });

  it('that was replaced since it was opened says so, and what to do', async () => {
    const shared = await open(packed);
    writeFileSync(path, packed);
    utimesSync(path, 1, 1);
    assert.throws(() => openShared(shared).read('large'), {
      name: 'ModelError',
      message:
        'The part "large" of this model cannot be read: its file was replaced: reload the window, or run the ' +
        'command again.',
    });
  });

  it('takes no more memory than any model, whatever it says', async () => {
    const huge = { bytes: new Uint8Array(8), length: 2 ** 30, checksum: 0 };
    const parts = [
      ['needed', stored(bytesOf(8))] as const,
      ['a', huge] as const,
      ['b', huge] as const,
    ];
    await assert.rejects(open(encodeFile(FORMAT, {}, new Map(parts))), /damaged/);
    // Parts that unpack to more or to less than the directory says.
    const { offset, packed: end } = (await open(packed)).directory.parts.get('large')!;
    const large = { ...stored(contents.get('large')!), bytes: packed.slice(offset, offset + end) };
    for (const length of [64, 2 ** 22 - 8, 2 ** 22 + 8]) {
      const parts = new Map([
        ['needed', stored(bytesOf(8))],
        ['a', { ...large, length }],
      ]);
      const forged = encodeFile(FORMAT, {}, parts);
      const { read } = openShared(await open(forged));
      assert.throws(() => read('a'), /"a" of this model is damaged/);
      // If a part is always needed, it is unpacked in steps when the file is opened.
      const needed = openModelFile(path, { ...FORMAT, needed: ['a'] });
      await assert.rejects(needed, /"a" of this model is damaged/);
    }
  });

  it('reads a large part that is always needed in steps, with the same bytes', async () => {
    const part = contents.get('large')!;
    const format = { ...FORMAT, needed: ['large'] };
    for (const bytes of [file, packed]) {
      const shared = await open(bytes);
      assert.deepEqual(filled(await openModelFile(path, format)), ['large']);
      assert.ok(
        Buffer.from(openShared(await openModelFile(path, format)).read('large')).equals(part),
      );
      const { offset, packed: length } = shared.directory.parts.get('large')!;
      for (const at of [0, length >> 1, length - 1]) {
        const changed = bytes.slice();
        changed[offset + at] ^= 0x55;
        writeFileSync(path, changed);
        await assert.rejects(openModelFile(path, format), /"large" of this model is damaged/);
      }
    }
  });

  it('cannot be a folder or a pipe, or nothing', async () => {
    mkdirSync(join(folder, 'folder'));
    await assert.rejects(openModelFile(join(folder, 'folder'), FORMAT), {
      message: 'it is a folder',
    });
    await assert.rejects(openModelFile('/dev/null', FORMAT), { message: 'it is not a file' });
    await assert.rejects(openModelFile(join(folder, 'none'), FORMAT), {
      message: 'there is no such file',
    });
  });

  it('keeps the packed bytes of parts that are the same in a former file', async () => {
    const stored = await open(file);
    // Nothing in the former file is compressed: so are the parts that it shares with the new one.
    const again = packModelFile(
      encode(new Map([...contents, ['other', new Uint8Array(800).fill(5)]])),
      FORMAT,
      stored,
    );
    const { directory } = await open(again);
    for (const [name, { packed: kept, length }] of directory.parts) {
      if (name === 'other') assert.ok(kept < length);
      else assert.equal(kept, length, name);
    }
    assert.deepEqual(packModelFile(file, FORMAT, await open(packed)), packed);
  });

  it('may be in memory alone', () => {
    const shared = shareModelFile(file, FORMAT);
    assert.deepEqual(filled(shared), [...contents.keys()]);
    for (const [name, part] of contents) {
      assert.ok(Buffer.from(openShared(structuredClone(shared)).read(name)).equals(part));
    }
  });
});
