import { ProgressType } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { Host } from '../hosts/host.ts';
import { Cancelled } from '../hosts/pool.ts';
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
  readonly #signal: AbortSignal;
  #until = performance.now() + SLICE_MS;

  constructor(
    host: Pick<Host, 'yield'>,
    connection: Connection,
    params: LongParams,
    signal: AbortSignal,
  ) {
    this.#host = host;
    this.#connection = connection;
    this.#params = params;
    this.#signal = signal;
  }

  /** @throws {Cancelled} if the request was cancelled */
  async step(done: number, total: number): Promise<void> {
    if (performance.now() < this.#until) return;
    void this.#connection.sendProgress(portion, this.#params.progress, { done, total });
    await new Promise<void>((resolve) => this.#host.yield(resolve));
    if (this.#signal.aborted) throw new Cancelled();
    this.#until = performance.now() + SLICE_MS;
  }
}
