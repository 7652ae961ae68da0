import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  declareCheck,
  declareCoverage,
  declareExplain,
  declareFormat,
  declareRealize,
  declareTest,
} from './commands/bags.ts';
import { declareCcg } from './commands/ccg.ts';
import { declareLm } from './commands/lm.ts';
import { declareModel } from './commands/model.ts';
import { declareParse } from './commands/parser.ts';
import { declareTrain } from './commands/train.ts';
import { declareEvaluate, declareImport, declareT1 } from './commands/treebanks.ts';
import { installation } from './files.ts';
import { examples } from './options.ts';

const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as {
  version: string;
};

export function bowlineProgram(): Command {
  const program = new Command('bowline')
    .description('Turns bags of words into ranked sentences. Tags, arcs and order are optional.')
    .version(version)
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit code: 0 all done; 1 something in the input is wrong (messages: file:line:col);' +
        ' 2 could not run.',
    )
    .addHelpText('after', examples('realize trip.bow', 'explain trip.bow --bag trip'));

  // In the order of the help.
  declareRealize(program);
  declareImport(program);
  declareParse(program);
  declareCheck(program);
  declareFormat(program);
  declareExplain(program);
  declareCoverage(program);
  declareTest(program);
  declareEvaluate(program);
  declareT1(program);
  declareTrain(program);
  declareModel(program);
  declareLm(program);
  declareCcg(program);
  return program;
}

/**
 * If the command is unknown, leaves out everything after its name. Otherwise commander would answer
 * `bowline unknown --help` with the general help instead of refusing the command.
 *
 * @param args the arguments without Node and the script
 */
export function withoutUnknownHelp(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const [place, name] of args.entries()) {
    if (command.commands.length === 0 || name.startsWith('-')) return args;
    const found = command.commands.find(
      (one) => one.name() === name || one.aliases().includes(name),
    );
    if (found === undefined) return name === 'help' ? args : args.slice(0, place + 1);
    command = found;
  }
  return args;
}
