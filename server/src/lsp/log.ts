import type { RemoteConsole } from 'vscode-languageserver';

export type Console = Pick<RemoteConsole, 'info' | 'error'>;

/** Writes lines for someone who looks for the cause of a delay or a defect. */
export class Log {
  readonly #console: Console;

  constructor(console: Console) {
    this.#console = console;
  }

  info(message: string): void {
    this.#console.info(message);
  }

  /** @param started when the work began, by `performance.now()` */
  took(work: string, started: number): void {
    this.info(`${work} in ${(performance.now() - started).toFixed(0)} ms.`);
  }

  /** Logs an error that no part of the server expects, which is a defect of Bowline. */
  defect(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#console.error(`This should not happen: ${text}`);
  }
}

/** The last part of a URI, which names the file in a line of the log. */
export function fileNameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    // A client may send any text as a URI.
    return name;
  }
}
