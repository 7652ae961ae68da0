import { LSPErrorCodes, ProgressType, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Host } from '../hosts/host.ts';
import type { LongParams, Portion } from './protocol.ts';
import { Slices } from './slices.ts';

const portion = new ProgressType<Portion>();

/**
 * A request that takes long: it reports its progress, yields to other requests, and can be
 * cancelled.
 */
export class LongRequest {
  readonly #connection: Connection;
  readonly #params: LongParams;
  readonly #token: CancellationToken;
  readonly #slices: Slices;

  constructor(
    host: Pick<Host, 'yield'>,
    connection: Connection,
    params: LongParams,
    token: CancellationToken,
  ) {
    this.#slices = new Slices(host);
    this.#connection = connection;
    this.#params = params;
    this.#token = token;
  }

  /** @throws {ResponseError} if the request was cancelled */
  async step(done: number, total: number): Promise<void> {
    if (!this.#slices.isOver) return;
    void this.#connection.sendProgress(portion, this.#params.progress, { done, total });
    await this.#slices.next();
    this.throwIfCancelled();
  }

  /** @throws {ResponseError} if the request was cancelled */
  throwIfCancelled(): void {
    if (!this.#token.isCancellationRequested) return;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'It was cancelled.');
  }
}
