import { ExitCode } from './errors.ts';
import { bowlineProgram, withoutUnknownHelp } from './program.ts';

// A reader may stop early (`bowline realize … | head`). That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = bowlineProgram();
const args = withoutUnknownHelp(program, process.argv.slice(2));
program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
  // Commander has printed the message. Commander's exit code is 0 for help and version.
  if (error instanceof Error && 'exitCode' in error) {
    process.exitCode = error.exitCode === 0 ? ExitCode.Done : ExitCode.CannotRun;
  } else {
    throw error;
  }
});
