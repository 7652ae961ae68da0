import { LSPErrorCodes, ProgressType, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Host } from '../hosts/host.ts';
import type { LongParams, Portion } from './protocol.ts';

/** The most milliseconds that a long request may block the server. */
const SLICE_MS = 10;

const portion = new ProgressType<Portion>();

/**
 * A request that takes long: it reports its progress, yields to other requests, and can be
 * cancelled.
 */
export class LongRequest {
  readonly #host: Pick<Host, 'yield'>;
  readonly #connection: Connection;
  readonly #params: LongParams;
  readonly #token: CancellationToken;
  #until = performance.now() + SLICE_MS;

  constructor(
    host: Pick<Host, 'yield'>,
    connection: Connection,
    params: LongParams,
    token: CancellationToken,
  ) {
    this.#host = host;
    this.#connection = connection;
    this.#params = params;
    this.#token = token;
  }

  /** @throws {ResponseError} if the request was cancelled */
  async step(done: number, total: number): Promise<void> {
    if (performance.now() < this.#until) return;
    void this.#connection.sendProgress(portion, this.#params.progress, { done, total });
    await new Promise<void>((resolve) => this.#host.yield(resolve));
    this.throwIfCancelled();
    this.#until = performance.now() + SLICE_MS;
  }

  /** @throws {ResponseError} if the request was cancelled */
  throwIfCancelled(): void {
    if (!this.#token.isCancellationRequested) return;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'It was cancelled.');
  }
}
