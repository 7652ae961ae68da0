import { LSPErrorCodes, ProgressType, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Host } from '../hosts/host.ts';
import type { LongParams, Portion } from './protocol.ts';

/** The longest that a request which takes a while may keep the server from answering others. */
const SLICE_MS = 10;

const portion = new ProgressType<Portion>();

/** Tells how much of a request is done, lets others be answered meanwhile, and ends it if asked to. */
export class Pace {
  #until = performance.now() + SLICE_MS;

  constructor(
    private readonly host: Pick<Host, 'yield'>,
    private readonly connection: Connection,
    private readonly params: LongParams,
    private readonly token: CancellationToken,
  ) {}

  /** @throws {ResponseError} if the request was cancelled */
  async step(done: number, total: number): Promise<void> {
    if (performance.now() < this.#until) return;
    void this.connection.sendProgress(portion, this.params.progress, { done, total });
    await new Promise<void>((resolve) => this.host.yield(resolve));
    this.check();
    this.#until = performance.now() + SLICE_MS;
  }

  /** @throws {ResponseError} if the request was cancelled */
  check(): void {
    if (!this.token.isCancellationRequested) return;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'It was cancelled.');
  }
}
