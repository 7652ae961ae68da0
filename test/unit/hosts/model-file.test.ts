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
/** Pseudo-random bytes, so that even the packed bytes have the size of several steps. */
function irregular(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48271) % 2147483647) >> 9);
}
const contents = new Map([
  ['needed', bytesOf(800)],
  ['large', new Uint8Array([...bytesOf(2 ** 21), ...irregular(2 ** 21)])],
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
    assert.ok(packed.length < file.length);
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
  });

  describe('with a large part', () => {
    const part = contents.get('large')!;
    const always = { ...FORMAT, needed: ['large'] };

    /** A file whose large part has these packed bytes and this length. */
    const forged = (bytes: Uint8Array, length = part.length): Uint8Array =>
      encodeFile(
        FORMAT,
        {},
        new Map([
          ['needed', stored(bytesOf(8))],
          ['large', { ...stored(part), bytes, length }],
        ]),
      );
    const packedPart = async (): Promise<Uint8Array> => {
      const { offset, packed: length } = (await open(packed)).directory.parts.get('large')!;
      return packed.slice(offset, offset + length);
    };
    /** Checks that the part is refused when it is first read, and when it is read at once. */
    const refused = async (bytes: Uint8Array): Promise<void> => {
      const { read } = openShared(await open(bytes));
      const message = /^The part "large" of this model is damaged/;
      assert.throws(() => read('large'), { name: 'ModelError', message });
      await assert.rejects(openModelFile(path, always), { name: 'ModelError', message });
    };

    it('reads it at once if it is always needed, with the same bytes', async () => {
      assert.ok((await packedPart()).length > 2 ** 21, 'the packed bytes have several steps');
      for (const bytes of [file, packed]) {
        await open(bytes);
        const shared = await openModelFile(path, always);
        assert.deepEqual(filled(shared), ['large']);
        assert.ok(Buffer.from(openShared(shared).read('large')).equals(part));
      }
    });

    it('refuses it if it is damaged anywhere', async () => {
      for (const bytes of [file, packed]) {
        const { offset, packed: length } = (await open(bytes)).directory.parts.get('large')!;
        for (const at of [0, 1, 2 ** 19, length >> 1, length - 1]) {
          const changed = bytes.slice();
          changed[offset + at] ^= 0x55;
          await refused(changed);
        }
      }
    });

    it('refuses it if it unpacks to more or to less than the directory says', async () => {
      const bytes = await packedPart();
      for (const length of [64, part.length - 8, part.length + 8]) {
        await refused(forged(bytes, length));
      }
    });

    it('refuses it if its packed bytes are cut', async () => {
      const bytes = await packedPart();
      for (const end of [-1, bytes.length >> 1, 0]) await refused(forged(bytes.slice(0, end)));
    });

    it('refuses it if it is always needed and other bytes follow the packed ones', async () => {
      const bytes = await packedPart();
      for (const more of [3, 10, 2 ** 20, 10 * 2 ** 20]) {
        await open(forged(Buffer.concat([bytes, new Uint8Array(more)])));
        const opened = openModelFile(path, always);
        await assert.rejects(opened, /^ModelError: The part "large" of this model is damaged/);
      }
    });
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
