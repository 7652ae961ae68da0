import type { ModelFile, ModelFormat, SharedModelFile } from '../model/file.ts';

/**
 * The services of the platform that the programs need: Node today, perhaps a browser's worker
 * later. Globals of both platforms, such as timers and `performance`, are not listed.
 */
export interface Host {
  /** The platform and its version. */
  readonly name: string;

  /** The number of threads that can run at the same time. */
  readonly processors: number;

  /** The folder of the running program's installation; null if there is none. */
  installation(): string | null;

  /** Resolves a path relative to a folder. An absolute path stays as it is. */
  resolve(folder: string, path: string): string;

  /** The URI of a file, for an editor to open. */
  uriOf(path: string): string;

  /** The path of the file that a URI names; null if it names no file of this machine. */
  pathOf(uri: string): string | null;

  /** Reads a text file. Rejects with an `Error` whose message can follow a colon. */
  readText(path: string): Promise<string>;

  /**
   * Opens a model file or a language model file, so that threads can share it. Reads the parts that
   * every use needs. Rejects like `readText` if the file cannot be read. Rejects with a
   * `ModelError` if the file has another format or is damaged.
   */
  openModel(path: string, format: ModelFormat): Promise<SharedModelFile>;

  /** Opens a shared model file in this thread. */
  modelFile(file: SharedModelFile): ModelFile;

  /** Hashes a text to a short string. Different texts practically never have the same hash. */
  digest(text: string): string;

  /** Calls `resume` after all messages that have arrived are handled. */
  yield(resume: () => void): void;

  /** Starts a thread that runs a script. The thread receives `start` as plain data. */
  startWorker(script: string, start: object, listener: WorkerListener): WorkerThread;
}

/** Receives the events of a thread. */
export interface WorkerListener {
  onMessage(message: unknown): void;
  /** Called when the thread is about to end with an error. */
  onError(error: unknown): void;
  /** Called when the thread has ended. */
  onExit(code: number): void;
}

/** A thread, as its starter sees it. */
export interface WorkerThread {
  /** The id of the thread, unique in this program. */
  readonly id: number;
  post(message: unknown): void;
  /** Sets whether the program waits for this thread before it exits. */
  keepAlive(waits: boolean): void;
  /** Ends the thread. Resolves once it has ended. */
  terminate(): Promise<void>;
}

/** A worker's connection to the thread that started it. */
export interface WorkerPort {
  post(message: unknown): void;
  /** Sets the listener for messages. Messages that arrived earlier are passed to it, too. */
  listen(onMessage: (message: unknown) => void): void;
}
