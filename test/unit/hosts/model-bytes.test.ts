import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packModelBytes, readModelBytes } from '../../../server/src/hosts/node/model-bytes.ts';
import { ModelError } from '../../../server/src/model/file.ts';

describe('A model’s file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-model-bytes-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  const bytesOf = (length: number): Uint8Array =>
    Uint8Array.from({ length }, (_, i) => (i * i) >> 7);
  const large = bytesOf(2 ** 23 + 5);
  const packed = packModelBytes(large);

  async function read(bytes: Uint8Array): Promise<Uint8Array> {
    const path = join(folder, 'file.bow-model');
    writeFileSync(path, bytes);
    return new Uint8Array(await readModelBytes(path));
  }

  it('has the bytes that were packed, however many', async () => {
    for (const length of [0, 1, 2 ** 22, 2 ** 22 + 1]) {
      const bytes = bytesOf(length);
      const written = packModelBytes(bytes);
      assert.ok(Buffer.from(await read(written)).equals(bytes), String(length));
    }
    assert.ok(Buffer.from(await read(packed)).equals(large));
  });

  it('is unpacked by any other program, and may be packed by one, in one part or several', async () => {
    assert.ok(gunzipSync(packed).equals(large));
    assert.ok(Buffer.from(await read(gzipSync(large))).equals(large));
    const two = Buffer.concat(
      [large.subarray(0, 99), large.subarray(99)].map((one) => gzipSync(one)),
    );
    assert.ok(Buffer.from(await read(two)).equals(large));
    assert.ok(Buffer.from(await read(large)).equals(large));
  });

  it('is told to be damaged wherever it is cut off or changed', async () => {
    const small = packModelBytes(bytesOf(300));
    const refused = async (bytes: Uint8Array, what: string): Promise<void> => {
      await assert.rejects(read(bytes), ModelError, what);
    };
    for (let end = 3; end < small.length; end += 7)
      await refused(small.subarray(0, end), `cut ${end}`);
    await refused(packed.subarray(0, packed.length / 2), 'cut');
    for (const at of [10, 12, 14, 16, 17, 30, small.length - 6, small.length - 2]) {
      const changed = small.slice();
      changed[at] ^= 0x55;
      // A length that is not told, or wrongly, leaves what is packed as it was: that may still be read.
      const found = await read(changed).catch((error: unknown) => error);
      const isSame = found instanceof Uint8Array && Buffer.from(found).equals(gunzipSync(small));
      assert.ok(isSame || found instanceof ModelError, `changed ${at}`);
    }
  });

  it('is refused where it says that it unpacks to more than any model', async () => {
    const bomb = packModelBytes(bytesOf(100)).slice();
    bomb.fill(0xff, bomb.length - 4);
    await assert.rejects(read(bomb), ModelError);
    await assert.rejects(read(Buffer.concat([packed, bomb])), ModelError);
  });
});
