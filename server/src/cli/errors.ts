/** Thrown if a command cannot do its work. The message says why, and what to do. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = ExitCode.CannotRun,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Thrown if the user presses Ctrl-C. */
export class Interrupted extends Error {}

/**
 * `Wrong`: something in the input is wrong, or a test failed. `CannotRun`: nothing could run, or a
 * test could not run.
 */
export const enum ExitCode {
  Done = 0,
  Wrong = 1,
  CannotRun = 2,
}
