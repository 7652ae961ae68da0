import type { Connection } from 'vscode-languageserver';
import type { RoundView } from './round.ts';

/** Work that the user did not ask for is announced only once it takes this long. */
const QUIET_MS = 1_500;
const REPORT_EVERY_MS = 100;

/** Shows a round as work-done progress, until it ends or the user cancels it. */
export async function showProgress(
  connection: Connection,
  round: RoundView,
  cancel: () => void,
): Promise<void> {
  const end = round.finished.then(() => 'finished' as const);
  if (!round.asked && (await Promise.race([end, delay(QUIET_MS)])) === 'finished') return;

  const progress = await connection.window.createWorkDoneProgress();
  const message = (): string => `${round.done} of ${round.total} bags`;
  const percentage = (): number => Math.floor((100 * round.done) / Math.max(1, round.total));
  progress.begin('Realizing', percentage(), message(), true);
  const cancelled = progress.token.onCancellationRequested(cancel);
  const timer = setInterval(() => progress.report(percentage(), message()), REPORT_EVERY_MS);
  await end;
  clearInterval(timer);
  cancelled.dispose();
  progress.done();
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
