import type { ModelFile, ModelFormat, SharedModelFile } from '../model/file.ts';

/**
 * What the programs need of the platform: Node today, perhaps a browser's worker later. Globals of
 * both, such as timers and `performance`, are not listed.
 */
export interface Host {
  /** The platform and its version. */
  readonly name: string;

  /** The number of threads that can run at the same time. */
  readonly processors: number;

  /** The folder of the program's installation; null if there is none. */
  installation(): string | null;

  /** Resolves a path in a folder. An absolute path stays as it is. */
  resolve(folder: string, path: string): string;

  /** The URI of a file, for an editor to open. */
  uriOf(path: string): string;

  /** Null if the URI names no file of this machine. */
  pathOf(uri: string): string | null;

  /** Reads a text file. Rejects with an `Error`; its message can follow a colon. */
  readText(path: string): Promise<string>;

  /**
   * Opens a model file of any kind, so that threads can share it, and reads the parts that every
   * use needs. Rejects like `readText` if the file cannot be read. Rejects with a `ModelError` if
   * it has another format or is damaged.
   */
  openModel(path: string, format: ModelFormat): Promise<SharedModelFile>;

  /** Opens a shared model file in this thread. */
  modelFile(file: SharedModelFile): ModelFile;

  /** A short hash. Different texts practically never have the same hash. */
  digest(text: string): string;

  /** Calls `resume` after all messages that have arrived are handled. */
  yield(resume: () => void): void;

  /** Runs a script in a thread, which receives `start` as plain data. */
  startWorker(script: string, start: object, listener: WorkerListener): WorkerThread;
}

export interface WorkerListener {
  onMessage(message: unknown): void;
  /** Called when the thread is about to end with an error. */
  onError(error: unknown): void;
  onExit(code: number): void;
}

/** A thread, as its starter sees it. */
export interface WorkerThread {
  /** Unique in this program. */
  readonly id: number;
  post(message: unknown): void;
  /** Sets whether the program waits for this thread before it exits. */
  keepAlive(waits: boolean): void;
  /** Resolves once the thread has ended. */
  terminate(): Promise<void>;
}

/** A worker's connection to the thread that started it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** The listener also gets the messages that arrived earlier. */
  listen(onMessage: (message: unknown) => void): void;
}
