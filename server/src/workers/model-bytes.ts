import { open } from 'node:fs/promises';

/**
 * Reads a model file into memory that all workers share, so that it is held once whatever their
 * number. Rejects with Node's error if the file cannot be read.
 */
export async function readModelBytes(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const shared = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(shared);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break; // The file shrank meanwhile: its checksum will say so.
      filled += bytesRead;
    }
    return shared;
  } finally {
    await file.close();
  }
}
