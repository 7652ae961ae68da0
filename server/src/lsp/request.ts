import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import { printable } from '../text/printable.ts';
import { messages } from './protocol.ts';

/**
 * Answers a request with the result of work. A cancelled request ends at once, even while its work
 * waits for a model.
 *
 * @param what the subject of '… was cancelled.', such as 'Explaining'
 * @param work receives a signal that aborts when the request ends, so that no search outlives it
 * @param turns limits how many requests work at the same time; by default there is no limit
 * @throws {ResponseError} if the request was cancelled, or a search of the work was cancelled or
 *   failed
 */
export async function cancellable<T>(
  token: CancellationToken,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
  turns: Turns | null = null,
): Promise<T> {
  const abort = new AbortController();
  const { signal } = abort;
  const listener = token.onCancellationRequested(() => abort.abort());
  try {
    return await new Promise<T>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Cancelled()));
      // The request may have been cancelled before the listener was added.
      if (token.isCancellationRequested) reject(new Cancelled());
      else (turns?.take(signal, work) ?? work(signal)).then(resolve, reject);
    });
  } catch (error) {
    if (error instanceof Cancelled) {
      throw new ResponseError(LSPErrorCodes.RequestCancelled, `${what} was cancelled.`);
    }
    throw error instanceof SearchFailed ? requestFailed(error.message) : error;
  } finally {
    listener.dispose();
    abort.abort();
  }
}

/**
 * Runs at most two requests of a kind at the same time, in the order of their arrival. This limits
 * the memory: a request holds the results of a whole file, and its messages stay in memory until
 * the client has read them.
 */
export class Turns {
  static readonly MOST = 2;
  readonly #connection: Pick<Connection, 'sendRequest'>;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(connection: Pick<Connection, 'sendRequest'>) {
    this.#connection = connection;
  }

  /** @throws {Cancelled} if the request was cancelled while it waited */
  async take<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running < Turns.MOST) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (signal.aborted) throw new Cancelled();
      const result = await work(signal);
      await received(this.#connection);
      return result;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** Resolves once the client has read all earlier messages. */
export async function received(connection: Pick<Connection, 'sendRequest'>): Promise<void> {
  // A client that does not know this request answers with an error, after it has read the messages
  // before it.
  await connection.sendRequest(messages.received).catch(() => undefined);
}

/** @param message the text for the user; unprintable characters are replaced */
export function requestFailed(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, printable(message));
}

export function fileChanged(): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, 'The file has changed meanwhile.');
}
