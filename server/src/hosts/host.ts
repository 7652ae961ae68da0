import type { ModelFile, ModelFormat, SharedModelFile } from '../model/file.ts';

/**
 * What the programs need of the place that they run in: of Node today, of a browser's worker later.
 * What both have under one name, such as timers and `performance`, is not part of it.
 */
export interface Host {
  /** How many threads can run at the same time. */
  readonly processors: number;

  /** The path of a file: as given where it is absolute, else from a folder. */
  resolve(folder: string, path: string): string;

  /** The URI of a file, for an editor to open. */
  uriOf(path: string): string;

  /** Rejects with an `Error` whose message says why, to be written after a colon. */
  readText(path: string): Promise<string>;

  /**
   * Opens the file of a model or a language model, to share it between threads, and reads the parts that are always
   * needed. Rejects as `readText` does, and with a `ModelError` if the file is not of this format or is damaged.
   */
  openModel(path: string, format: ModelFormat): Promise<SharedModelFile>;

  /** A model file, for this thread. */
  modelFile(file: SharedModelFile): ModelFile;

  /** A short string for a text: equal texts have the same, others practically never. */
  digest(text: string): string;

  /** Calls back as soon as the messages that have arrived are handled. */
  yield(resume: () => void): void;

  /** Starts a thread that runs a script, which gets `start` as plain data. */
  startWorker(script: string, start: object, listener: WorkerListener): WorkerThread;
}

/** What a thread reports. */
export interface WorkerListener {
  onMessage(message: unknown): void;
  /** The thread is about to end with an error. */
  onError(error: unknown): void;
  /** The thread has ended. */
  onExit(code: number): void;
}

/** A thread, as seen by the one that started it. */
export interface WorkerThread {
  /** Of no other thread of this program. */
  readonly id: number;
  post(message: unknown): void;
  /** Whether the program waits for this thread before it exits. */
  keepAlive(waits: boolean): void;
  /** Resolves once the thread has ended. */
  terminate(): Promise<void>;
}

/** How a worker thread speaks to the one that started it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** Messages are kept until somebody listens. */
  listen(onMessage: (message: unknown) => void): void;
}
