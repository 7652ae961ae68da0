import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ProgressType } from 'vscode-languageclient/node';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { LongParams, Portion } from '../../server/src/lsp/protocol.ts';

const portion = new ProgressType<Portion>();

/**
 * Sends a request that takes a while, and shows a notification with its progress and a button to cancel it. Resolves
 * to null if the request was cancelled.
 *
 * @param watch `onPortion` also receives the progress; `token` also cancels the request
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
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const id = randomUUID();
      const source = new vscode.CancellationTokenSource();
      const cancelled = [token, ...(watch.token === undefined ? [] : [watch.token])].map((one) =>
        one.onCancellationRequested(() => source.cancel()),
      );
      let shown = 0;
      const listening = client.onProgress(portion, id, ({ done, total }) => {
        const percent = (100 * done) / total;
        progress.report({ increment: percent - shown });
        watch.onPortion?.({ done, total });
        shown = percent;
      });
      try {
        return await client.sendRequest<R>(message, { ...params, progress: id }, source.token);
      } catch (error) {
        if (source.token.isCancellationRequested) return null;
        throw error;
      } finally {
        listening.dispose();
        for (const one of [...cancelled, source]) one.dispose();
      }
    },
  );
}
