import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { SharedModelFile } from '../../../server/src/model/file.ts';

/** The worker that does what the first word says. */
export function bundleFakeWorker(): { script: string; remove: () => void } {
  return bundleWorker(new URL('./fake-worker.ts', import.meta.url));
}

/** A worker's script runs without the loader that the tests have, so it is bundled first. */
export function bundleWorker(entry: URL): { script: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-worker-'));
  const script = join(folder, 'worker.cjs');
  buildSync({
    entryPoints: [fileURLToPath(entry)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  return {
    script,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A "model" without parts: the fake worker counts in its memory. */
export function memoryToCountIn(bytes: number): SharedModelFile {
  return {
    source: null,
    directory: { metadata: null, parts: new Map(), length: 0 },
    memory: new Map(),
    isFilled: new SharedArrayBuffer(bytes),
  };
}
