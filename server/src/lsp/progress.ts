import type { Connection } from 'vscode-languageserver';
import type { RoundView } from './round.ts';

/** Work that the user did not ask for is announced only once it takes this long. */
const UNASKED_QUIET_MS = 1_500;
const REPORT_EVERY_MS = 100;

/** Work that goes on piece by piece. */
export interface Work {
  readonly done: number;
  readonly total: number;
  readonly finished: Promise<unknown>;
}

/** How work is announced. */
export interface Announcement {
  readonly title: string;
  /** What its pieces are called. */
  readonly pieces: string;
  /** Milliseconds before anything is shown. */
  readonly quiet: number;
}

/** Shows a round as work-done progress, until it ends or the user cancels it. */
export function showRound(
  connection: Connection,
  round: RoundView,
  cancel: () => void,
): Promise<void> {
  const quiet = round.asked ? 0 : UNASKED_QUIET_MS;
  return showProgress(connection, round, { title: 'Realizing', pieces: 'bags', quiet }, cancel);
}

/** Shows work as work-done progress, until it ends or the user cancels it. */
export async function showProgress(
  connection: Connection,
  work: Work,
  { title, pieces, quiet }: Announcement,
  cancel: () => void,
): Promise<void> {
  if (quiet > 0 && (await endsWithin(work.finished, quiet))) return;

  const progress = await connection.window.createWorkDoneProgress();
  const message = (): string => `${work.done} of ${work.total} ${pieces}`;
  const percentage = (): number => Math.floor((100 * work.done) / Math.max(1, work.total));
  progress.begin(title, percentage(), message(), true);
  const cancelled = progress.token.onCancellationRequested(cancel);
  const timer = setInterval(() => progress.report(percentage(), message()), REPORT_EVERY_MS);
  await work.finished;
  clearInterval(timer);
  cancelled.dispose();
  progress.done();
}

/** Whether work ends before so many milliseconds have passed. */
function endsWithin(finished: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    void finished.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
