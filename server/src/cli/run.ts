import { EvaluationError } from '../evaluate/evaluate.ts';
import { SearchFailed } from '../hosts/pool.ts';
import { ModelError } from '../model/file.ts';
import { CommandError, ExitCode, Interrupted } from './errors.ts';

/** The result or the error of the command becomes the exit code of the process. */
export function run<A extends unknown[]>(command: (...given: A) => Promise<ExitCode>) {
  return async (...given: A): Promise<void> => {
    try {
      process.exitCode = await command(...given);
    } catch (error) {
      if (error instanceof Interrupted) {
        // Ends the process by the signal of Ctrl-C. Otherwise a loop of the shell around the
        // command would go on.
        process.stdout.write('', () => process.kill(process.pid, 'SIGINT'));
        return;
      }
      const isForUser = [CommandError, EvaluationError, ModelError, SearchFailed].some(
        (kind) => error instanceof kind,
      );
      if (!(error instanceof Error && isForUser)) throw error;
      console.error(`bowline: ${error.message}`);
      process.exitCode = error instanceof CommandError ? error.exitCode : ExitCode.CannotRun;
    }
  };
}
