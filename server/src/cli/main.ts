import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { declareCoverage, declareExplain, declareRealize, declareTest } from './commands/bags.ts';
import { declareCcg } from './commands/ccg.ts';
import { declareLm } from './commands/lm.ts';
import { declareModel } from './commands/model.ts';
import { declareTrain } from './commands/train.ts';
import { declareEvaluate, declareImport } from './commands/treebanks.ts';
import { ExitCode } from './errors.ts';
import { installation } from './files.ts';

const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as {
  version: string;
};

const program = new Command('bowline')
  .description('Turns bags of words, and what is known about them, into ranked sentences.')
  .version(version)
  .exitOverride()
  .addHelpText(
    'after',
    '\nExit code: 0 all done; 1 something in the input is wrong (messages: file:line:col);' +
      ' 2 could not run.',
  );

// Declared in the order in which the help lists them.
declareRealize(program);
declareImport(program);
declareExplain(program);
declareCoverage(program);
declareTest(program);
declareEvaluate(program);
declareTrain(program);
declareModel(program);
declareLm(program);
declareCcg(program);

// A reader may stop early, as in `bowline realize … | head`: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

program.parseAsync().catch((error: unknown) => {
  // Commander has printed the message. Its exit code is 0 for help and version.
  if (error instanceof Error && 'exitCode' in error) {
    process.exitCode = error.exitCode === 0 ? ExitCode.Done : ExitCode.CannotRun;
  } else {
    throw error;
  }
});
