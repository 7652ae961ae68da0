import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ProgressType } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { LongParams, Portion } from '../../server/src/lsp/protocol.ts';

const portion = new ProgressType<Portion>();

/** A request that ends within this many milliseconds shows no notification. */
const QUIET_MS = 300;

/**
 * Sends a request. If the answer takes long, a notification shows the progress and a button to
 * cancel. Resolves to null if the request was cancelled.
 *
 * @param watch `onPortion` receives the progress; `token` cancels the request
 */
export async function longRequest<P extends LongParams, R>(
  client: LanguageClient,
  title: string,
  message: string,
  params: Omit<P, 'progress'>,
  watch: {
    readonly onPortion?: (portion: Portion) => void;
    readonly token?: vscode.CancellationToken;
  } = {},
): Promise<R | null> {
  const id = randomUUID();
  const source = new vscode.CancellationTokenSource();
  const disposables: { dispose(): unknown }[] = [source];
  if (watch.token !== undefined) {
    disposables.push(watch.token.onCancellationRequested(() => source.cancel()));
  }
  let shown = 0;
  let report: ((increment: number) => void) | null = null;
  disposables.push(
    client.onProgress(portion, id, ({ done, total }) => {
      watch.onPortion?.({ done, total });
      const percent = (100 * done) / total;
      if (report === null) return;
      report(percent - shown);
      shown = percent;
    }),
  );
  const work = client.sendRequest<R>(message, { ...params, progress: id }, source.token);
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    const isQuick = await Promise.race([ended, delay(QUIET_MS, false)]);
    if (!isQuick) {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (progress, token) => {
          disposables.push(token.onCancellationRequested(() => source.cancel()));
          report = (increment) => progress.report({ increment });
          await ended;
        },
      );
    }
    return await work;
  } catch (error) {
    if (source.token.isCancellationRequested) return null;
    throw error;
  } finally {
    for (const one of disposables) one.dispose();
  }
}
