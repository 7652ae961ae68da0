import { ProgressType } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { Host } from '../hosts/host.ts';
import { Cancelled } from '../hosts/pool.ts';
import type { LongParams, Portion } from './protocol.ts';
import { Slices } from './slices.ts';

const portion = new ProgressType<Portion>();

/**
 * A request that reports its progress, lets other requests run in between, and can be cancelled.
 */
export class LongRequest {
  readonly #connection: Connection;
  readonly #params: LongParams;
  readonly #signal: AbortSignal;
  readonly #slices: Slices;

  constructor(
    host: Pick<Host, 'yield'>,
    connection: Connection,
    params: LongParams,
    signal: AbortSignal,
  ) {
    this.#slices = new Slices(host);
    this.#connection = connection;
    this.#params = params;
    this.#signal = signal;
  }

  /**
   * If the time slice is over, reports the progress and lets the server read other messages.
   *
   * @throws {Cancelled} if the request was cancelled
   */
  async step(done: number, total: number): Promise<void> {
    if (!this.#slices.isOver) return;
    void this.#connection.sendProgress(portion, this.#params.progress, { done, total });
    await this.#slices.next();
    if (this.#signal.aborted) throw new Cancelled();
  }
}
