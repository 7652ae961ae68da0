import type { ModelFile, ModelFormat, SharedModelFile } from '../model/file.ts';

/**
 * The services that the programs need from their platform: Node today, perhaps a browser's worker
 * later. Services that both have under the same name, such as timers and `performance`, are not
 * listed.
 */
export interface Host {
  /** The platform and its version. */
  readonly name: string;

  /** The number of threads that can run at the same time. */
  readonly processors: number;

  /** The folder of the running program's installation; null if there is none. */
  installation(): string | null;

  /** The path of a file. An absolute path stays as it is; others start at the folder. */
  resolve(folder: string, path: string): string;

  /** The URI of a file, for an editor to open. */
  uriOf(path: string): string;

  /** Rejects with an `Error`; its message gives the reason, to follow a colon. */
  readText(path: string): Promise<string>;

  /**
   * Opens the file of a model or a language model, to share it between threads, and reads the parts
   * that every use needs. Rejects as `readText` does, and with a `ModelError` if the file is not of
   * this format or is damaged.
   */
  openModel(path: string, format: ModelFormat): Promise<SharedModelFile>;

  /** A model file, for this thread. */
  modelFile(file: SharedModelFile): ModelFile;

  /** A short string for a text. Equal texts have equal strings; others practically never do. */
  digest(text: string): string;

  /** Calls back after the messages that have already arrived. */
  yield(resume: () => void): void;

  /** Starts a thread that runs a script and receives `start` as plain data. */
  startWorker(script: string, start: object, listener: WorkerListener): WorkerThread;
}

/** The events of a thread. */
export interface WorkerListener {
  onMessage(message: unknown): void;
  /** The thread is about to end with an error. */
  onError(error: unknown): void;
  /** The thread has ended. */
  onExit(code: number): void;
}

/** A thread, from the side of the thread that started it. */
export interface WorkerThread {
  /** Unique in this program. */
  readonly id: number;
  post(message: unknown): void;
  /** Whether the program waits for this thread before it exits. */
  keepAlive(waits: boolean): void;
  /** Resolves once the thread has ended. */
  terminate(): Promise<void>;
}

/** A worker's connection to the thread that started it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** Messages wait until there is a listener. */
  listen(onMessage: (message: unknown) => void): void;
}
