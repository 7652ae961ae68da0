/** A command cannot do what it was asked; the message says why and what to do. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = ExitCode.CannotRun,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/**
 * Exit codes: everything was done; something in the input is wrong; nothing could be run. As a test
 * command's: every test passed; one failed; one could not be run.
 */
export const enum ExitCode {
  Done = 0,
  Wrong = 1,
  CannotRun = 2,
}
