import type { Connection } from 'vscode-languageserver';

/** Work that the user did not ask for is shown only once it takes so many milliseconds. */
const UNASKED_QUIET_MS = 1_500;
const REPORT_EVERY_MS = 100;

/** Work that is done piece by piece. */
export interface Work {
  readonly done: number;
  readonly total: number;
  readonly finished: Promise<unknown>;
  /** Resolves once the user has asked for some of it. */
  readonly asked?: Promise<unknown>;
}

/** How work is shown. */
export interface Announcement {
  readonly title: string;
  /** What its pieces are called. */
  readonly pieces: string;
  /** Milliseconds before anything is shown, unless the user asks for the work. */
  readonly quiet: number;
}

/** Shows what is realized as work-done progress, until it ends or the user cancels it. */
export function showRealizing(
  connection: Connection,
  work: Work,
  cancel: () => void,
): Promise<void> {
  const announcement = { title: 'Realizing', pieces: 'bags', quiet: UNASKED_QUIET_MS };
  return showProgress(connection, work, announcement, cancel);
}

/** Shows work as work-done progress, until it ends or the user cancels it. */
export async function showProgress(
  connection: Connection,
  work: Work,
  { title, pieces, quiet }: Announcement,
  cancel: () => void,
): Promise<void> {
  if (quiet > 0 && (await endsWithin(work, quiet))) return;

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

/** Whether work ends before so many milliseconds have passed, and before the user asks for it. */
function endsWithin({ finished, asked }: Work, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (ends: boolean): void => {
      clearTimeout(timer);
      resolve(ends);
    };
    const timer = setTimeout(() => answer(false), milliseconds);
    void finished.then(() => answer(true));
    void asked?.then(() => answer(false));
  });
}
