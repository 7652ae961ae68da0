import type { Connection } from 'vscode-languageserver';

/** Work that the user did not request is shown only after it has run for this many milliseconds. */
const UNASKED_QUIET_MS = 1_500;
const REPORT_EVERY_MS = 100;

/** Work that consists of pieces, such as the bags of a file. */
export interface Work {
  readonly done: number;
  readonly total: number;
  readonly finished: Promise<unknown>;
  /** Resolves once the user has requested a part of the work. */
  readonly asked?: Promise<unknown>;
}

export interface Announcement {
  readonly title: string;
  /** A plural noun, such as `bags`. */
  readonly pieces: string;
  /**
   * The work is shown after this many milliseconds, or as soon as the user requests a part of it.
   */
  readonly quiet: number;
}

export function showRealizing(
  connection: Connection,
  work: Work,
  cancel: () => void,
): Promise<void> {
  const announcement = { title: 'Realizing', pieces: 'bags', quiet: UNASKED_QUIET_MS };
  return showProgress(connection, work, announcement, cancel);
}

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

/**
 * Resolves with true if the work ends within this time. Resolves with false if it does not, or as
 * soon as the user requests a part of the work.
 */
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
