import { Option, type Command } from 'commander';
import {
  ccgDeriveCommand,
  ccgStatsCommand,
  deriveFormats,
  type DeriveCommandOptions,
  type StatsCommandOptions,
} from '../ccg.ts';
import { examples, strict } from '../options.ts';
import { run } from '../run.ts';

export function declareCcg(program: Command): void {
  const ccg = program
    .command('ccg')
    .description('derivations of combinatory categorial grammar')
    .addHelpText('after', examples('ccg derive treebank.conllu', 'ccg stats treebank.conllu'));

  ccg
    .command('derive')
    .description('print the derivations of the sentences of treebanks')
    .argument('<treebanks...>', 'CoNLL-U or AUTO files; - is the standard input')
    .addOption(new Option('--format <format>').choices(deriveFormats).default('text'))
    .addOption(strict())
    .addHelpText(
      'after',
      examples(
        'ccg derive treebank.conllu',
        'ccg derive treebank.conllu --format auto > derivations.auto',
      ),
    )
    .action(
      run((paths: string[], options: DeriveCommandOptions) => ccgDeriveCommand(paths, options)),
    );

  ccg
    .command('stats')
    .description('measure the grammar of treebanks, and check all derivations')
    .argument('<treebanks...>', 'CoNLL-U or AUTO files; - is the standard input')
    .option('--dev <file>', 'say how much of this treebank the grammar covers')
    .addOption(strict())
    .addHelpText(
      'after',
      examples('ccg stats train.conllu', 'ccg stats train.conllu --dev dev.conllu'),
    )
    .action(
      run((paths: string[], options: StatsCommandOptions) => ccgStatsCommand(paths, options)),
    );
}
