import { Option, type Command } from 'commander';
import { coverageFormats } from '../../results/coverage-formats.ts';
import { explainFormats } from '../../results/explain-formats.ts';
import { formats } from '../../results/realize-formats.ts';
import { checkCommand, checkFormats, type CheckCommandOptions } from '../check.ts';
import { coverageCommand, type CoverageCommandOptions } from '../coverage.ts';
import { explainCommand, type ExplainCommandOptions } from '../explain.ts';
import { formatCommand, type FormatCommandOptions } from '../format.ts';
import {
  beam,
  examples,
  labelParser,
  languageModel,
  maxWords,
  model,
  refuseOptions,
  search,
  SENTENCES,
  threads,
  timeLimit,
  whole,
} from '../options.ts';
import { realizeT1Command, type RealizeT1Options } from '../realize-t1.ts';
import { realizeCommand, type RealizeCommandOptions } from '../realize.ts';
import { run } from '../run.ts';
import { testCommand, type TestCommandOptions } from '../test.ts';

// The commands that read .bow files.

type RealizeOptions = RealizeCommandOptions & RealizeT1Options & { readonly t1: boolean };

/** Options of `bowline realize` that are refused with `--t1`. */
const ofBagsOnly = ['bag', 'k', 'timeLimit', 'maxWords', 'verbose', 'parser'];

export function declareRealize(program: Command): void {
  program
    .command('realize')
    .alias('export')
    .description('realize the bags of .bow files')
    .argument('<files...>', '.bow files; - is the standard input')
    .option('--bag <name>', 'only the bag of this name')
    .option('-k <n>', 'realizations of each bag', whole(1, 1000), 5)
    .addOption(new Option('--format <format>').choices(formats).default('text'))
    .addOption(beam(64))
    .addOption(search())
    .addOption(timeLimit())
    .addOption(maxWords())
    .option('--verbose', 'show remarks of the checks too', false)
    .option('--t1', 'the files are trees of lemmas (T1), as bowline t1 writes them', false)
    .option('--no-lin', 'with --t1: ignore lin, the order of some dependents')
    .addOption(threads('all processors, one for a few bags'))
    .addOption(model())
    .addOption(languageModel())
    .addOption(labelParser())
    .addHelpText(
      'after',
      examples('realize trip.bow', 'export *.bow --format conllu -k 1 > sentences.conllu'),
    )
    .action(
      run((files: string[], options: RealizeOptions, command: Command) => {
        if (!options.t1) {
          refuseOptions(command, ['lin'], 'needs --t1');
          return realizeCommand(files, options);
        }
        refuseOptions(command, ofBagsOnly, 'is for .bow files: leave it out with --t1');
        return realizeT1Command(files, options);
      }),
    );
}

export function declareCheck(program: Command): void {
  program
    .command('check')
    .description('list the problems of .bow files, without realizing bags')
    .argument('<files...>', '.bow files; - is the standard input')
    .option('--bag <name>', 'only the bag of this name')
    .addOption(new Option('--format <format>').choices(checkFormats).default('text'))
    .option('--fail-on-warning', 'exit code 1 also for a warning', false)
    .option('--verbose', 'list remarks too', false)
    .addOption(maxWords())
    .addOption(model())
    .addHelpText('after', '\nExit code: 0 no errors; 1 an error; 2 could not run.')
    .addHelpText('after', examples('check *.bow', 'check trip.bow --fail-on-warning'))
    .action(run((files: string[], options: CheckCommandOptions) => checkCommand(files, options)));
}

export function declareFormat(program: Command): void {
  program
    .command('format')
    .description('format .bow files in place')
    .argument('<files...>', '.bow files; - formats the standard input to the output')
    .option('--check', 'write nothing; list the files that would change', false)
    .addHelpText(
      'after',
      '\nExit code: 0 done; 1 a file is not UTF-8 or, with --check, would change; 2 could not run.',
    )
    .addHelpText('after', examples('format *.bow', 'format --check *.bow'))
    .action(run((files: string[], options: FormatCommandOptions) => formatCommand(files, options)));
}

export function declareExplain(program: Command): void {
  program
    .command('explain')
    .description('say why expected sentences do not come first, and which lines would help')
    .argument('<files...>', '.bow files; - is the standard input')
    .option('--bag <name>', 'only the bag of this name')
    .option('--expect <n>', 'only this line of its expect:, from 1', whole(1, 1_000_000))
    .addOption(new Option('--format <format>').choices(explainFormats).default('text'))
    .addOption(beam(64))
    .option('-k <n>', 'sentences after which a best-first search ends', whole(1, 1000), SENTENCES)
    .addOption(search())
    .addOption(maxWords())
    .addOption(threads('all processors, one for a few bags'))
    .addOption(model())
    .addOption(languageModel())
    .addHelpText(
      'after',
      '\nExit code: 0 every expected sentence is explained, whether it comes first or not;' +
        ' 1 a bag could not be explained; 2 could not run.',
    )
    .addHelpText('after', examples('explain trip.bow', 'explain trip.bow --bag trip --format json'))
    .action(
      run((files: string[], options: ExplainCommandOptions) => explainCommand(files, options)),
    );
}

export function declareCoverage(program: Command): void {
  program
    .command('coverage')
    .description('say how much of bags, of their words and of their arcs the grammar covers')
    .argument('<files...>', '.bow files; - is the standard input')
    .option('--bag <name>', 'only the bag of this name')
    .addOption(new Option('--format <format>').choices(coverageFormats).default('text'))
    .option(
      '--compare <report>',
      'a report in JSON, of another model or setting or of an earlier day',
    )
    .option(
      '--fail-on-regression',
      'exit code 1 if a bag is worse than in that report, or gone',
      false,
    )
    .option('--all', 'list every bag, not only the first 50 of each kind', false)
    .option('-k <n>', 'realizations a list shows', whole(1, 1000), SENTENCES)
    .addOption(beam(64))
    .addOption(search())
    .addOption(maxWords())
    .addOption(threads('all processors, one for a few bags'))
    .addOption(model())
    .addOption(languageModel())
    .addHelpText(
      'after',
      examples('coverage *.bow', 'coverage *.bow --compare main.json --fail-on-regression'),
    )
    .action(
      run((files: string[], options: CoverageCommandOptions) => coverageCommand(files, options)),
    );
}

export function declareTest(program: Command): void {
  program
    .command('test')
    .description(
      'realize the bags that have expect:, and compare the first sentence with the expected ones',
    )
    .argument('<files...>', '.bow files; - is the standard input')
    .option('--bag <name>', 'only the bag of this name')
    .option('--junit <file>', 'write the outcome as JUnit XML too')
    .option('-k <n>', 'sentences after which a best-first search ends', whole(1, 1000), SENTENCES)
    .addOption(beam(64))
    .addOption(search())
    .addOption(maxWords())
    .addOption(threads('all processors, one for a few bags'))
    .addOption(model())
    .addOption(languageModel())
    .addHelpText(
      'after',
      '\nExit code: 0 every test passed; 1 one failed; 2 one could not be run, or nothing could.',
    )
    .addHelpText('after', examples('test *.bow', 'test trip.bow --junit results.xml'))
    .action(run((files: string[], options: TestCommandOptions) => testCommand(files, options)));
}
