import { Option, type Command } from 'commander';
import {
  ccgDeriveCommand,
  ccgStatsCommand,
  deriveFormats,
  type DeriveCommandOptions,
  type StatsCommandOptions,
} from '../ccg.ts';
import { strict } from '../options.ts';
import { run } from '../run.ts';

/** Declares the commands of `bowline ccg` and their options. */
export function declareCcg(program: Command): void {
  const ccg = program.command('ccg').description('derivations of combinatory categorial grammar');

  ccg
    .command('derive')
    .description('print the derivations of the sentences of treebanks')
    .argument('<treebanks...>', 'CoNLL-U or AUTO files; - is the standard input')
    .addOption(new Option('--format <format>').choices(deriveFormats).default('text'))
    .addOption(strict())
    .action(
      run((paths: string[], options: DeriveCommandOptions) => ccgDeriveCommand(paths, options)),
    );

  ccg
    .command('stats')
    .description('measure the grammar of treebanks, and check all derivations')
    .argument('<treebanks...>', 'CoNLL-U or AUTO files; - is the standard input')
    .option('--dev <file>', 'say how much of this treebank the grammar covers')
    .addOption(strict())
    .action(
      run((paths: string[], options: StatsCommandOptions) => ccgStatsCommand(paths, options)),
    );
}
