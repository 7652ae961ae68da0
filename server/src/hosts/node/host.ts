import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Host, WorkerListener, WorkerThread } from '../host.ts';
import { openModelFile, openShared, readFailure } from './model-file.ts';
import { packageRoot } from './package-root.ts';

export const nodeHost: Host = {
  name: `Node ${process.versions.node}`,
  processors: availableParallelism(),
  installation: packageRoot,
  resolve: (folder, path) => (isAbsolute(path) ? path : join(folder, path)),
  uriOf: (path) => pathToFileURL(path).href,
  pathOf,
  readText: async (path) => {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      throw new Error(readFailure(error), { cause: error });
    }
  },
  openModel: openModelFile,
  modelFile: openShared,
  digest: (text) => createHash('sha1').update(text).digest('base64'),
  yield: (resume) => void setImmediate(resume),
  startWorker,
};

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

function startWorker(script: string, start: object, listener: WorkerListener): WorkerThread {
  const worker = new Worker(script, { workerData: start, name: 'bowline search' });
  worker.on('message', (message) => listener.onMessage(message));
  worker.on('error', (error) => listener.onError(error));
  worker.on('exit', (code) => listener.onExit(code));
  const { threadId: id } = worker;
  return {
    id,
    post: (message) => worker.postMessage(message),
    keepAlive: (waits) => (waits ? worker.ref() : worker.unref()),
    terminate: async () => {
      await worker.terminate();
    },
  };
}
