import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { MAX_ORDER } from '../lm/query/packed.ts';
import { EvaluationError } from '../evaluate/evaluate.ts';
import { ModelError } from '../model/model.ts';
import type { UnitsPerNat } from '../model/tables.ts';
import { searchChoices } from '../realize/realizer.ts';
import { formats } from '../results/realize-formats.ts';
import type { Part } from '../treebank/parts.ts';
import { MOST_LEARNED_CLASSES } from '../model/word-classes.ts';
import { dependencySearches, trainedSearches, type TrainedSearch } from '../train/phases.ts';
import { matchTemplates } from '../scoring/template-names.ts';
import { bestFirstUpdates, updates } from '../train/trainer.ts';
import { NO_LANGUAGE_MODEL } from '../hosts/model-files.ts';
import { SearchFailed } from '../hosts/pool.ts';
import {
  ccgDeriveCommand,
  ccgStatsCommand,
  deriveFormats,
  type DeriveCommandOptions,
  type StatsCommandOptions,
} from './ccg.ts';
import { CommandError, ExitCode } from './errors.ts';
import { evaluateCommand, type EvaluateOptions } from './evaluate.ts';
import { packageRoot, shippedLanguageModel, shippedModel } from './files.ts';
import { explainFormats } from '../results/explain-formats.ts';
import { explainCommand, type ExplainCommandOptions } from './explain.ts';
import { coverageFormats } from '../results/coverage-formats.ts';
import { coverageCommand, type CoverageCommandOptions } from './coverage.ts';
import { importCommand, type ImportCommandOptions } from './import.ts';
import { MAX_TOKENS } from '../treebank/select.ts';
import { lmBuildCommand, lmPerplexityCommand, lmQueryCommand, type LmBuildOptions } from './lm.ts';
import { realizeCommand, type RealizeCommandOptions } from './realize.ts';
import { testCommand, type TestCommandOptions } from './test.ts';
import { trainCommand, type TrainCommandOptions } from './train.ts';

/** Each holds a model's vocabulary and its own search: a slip of the finger must not fill the memory. */
const MAX_THREADS = 256;

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

function counts(text: string): number[] {
  return text.split(',').map(whole(0, 2 ** 31 - 1));
}

function thresholds(text: string): number[] {
  return text.split(',').map((item) => {
    const value = Number(item);
    if (item.trim() === '' || !(value >= 0)) {
      throw new InvalidArgumentError('It must be numbers from 0, one an order.');
    }
    return value;
  });
}

function part(text: string): Part {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const found = { index: Number(index) - 1, of: Number(of) };
  if (!(found.index >= 0 && found.index < found.of)) {
    throw new InvalidArgumentError('It must be a part such as 1/10, the first of ten.');
  }
  return found;
}

function amount(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1000)) {
    throw new InvalidArgumentError('It must be a number from 0 to 1000.');
  }
  return value;
}

function units(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(Math.abs(value) <= 1_000_000)) {
    throw new InvalidArgumentError('It must be a number from -1000000 to 1000000.');
  }
  return value;
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 86_400)) {
    throw new InvalidArgumentError('It must be a number of seconds above 0, to 86400.');
  }
  return value;
}

function unitsPerNat(text: string): UnitsPerNat {
  const units = text.split(',').map(whole(0, 1000));
  if (units.length !== 3) {
    throw new InvalidArgumentError('It must be three numbers, as in 20,10,5.');
  }
  return { withoutArcs: units[0], open: units[1], given: units[2] };
}

function searchNames(text: string): readonly TrainedSearch[] {
  const isTrained = (name: string): name is TrainedSearch =>
    (trainedSearches as readonly string[]).includes(name);
  const names = text.split(',');
  if (!names.every(isTrained)) {
    throw new InvalidArgumentError(`It must be a list of ${trainedSearches.join(', ')}.`);
  }
  return names;
}

/** Collects the files that the patterns match. */
function templates(pattern: string, before: readonly string[]): readonly string[] {
  const names = matchTemplates(pattern);
  if (names.length === 0) {
    throw new InvalidArgumentError(`No feature template has such a name: ${pattern}.`);
  }
  return [...before, ...names];
}

const shares = ['none', 'half', 'all'];
const model = () =>
  new Option('--model <file>', 'the model').default(
    shippedModel,
    'the one that ships with Bowline',
  );
const languageModel = () =>
  new Option('--language-model <file>', `the language model, or ${NO_LANGUAGE_MODEL}`).default(
    shippedLanguageModel,
    'the one that ships with Bowline',
  );
const beam = (width: number) =>
  new Option('--beam <n>', 'hypotheses kept at each step').argParser(whole(1, 4096)).default(width);
const timeLimit = () =>
  new Option(
    '--time-limit <seconds>',
    'end the search of a bag after so long; a proof may go on until then ' +
      '(default: none: results do not depend on time)',
  ).argParser(seconds);
const maxWords = () =>
  new Option('--max-words <n>', 'refuse larger bags').argParser(whole(1, 1000)).default(100);
const search = () =>
  new Option(
    '--search <name>',
    `how words are ordered (default: what the file sets, or ${searchChoices[0]})`,
  ).choices(searchChoices);
const seed = () =>
  new Option('--seed <n>', 'what is random follows from it')
    .argParser(whole(0, 2 ** 31 - 1))
    .default(1);
const threads = (byDefault: string) =>
  new Option('--threads <n>', `threads that search (default: ${byDefault})`).argParser(
    whole(1, MAX_THREADS),
  );

const strict = () =>
  new Option('--strict', 'refuse a file with a broken line, instead of leaving it out').default(
    false,
  );

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
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

program
  .command('realize')
  .description('realize the bags of .bow files')
  .argument('<files...>', '.bow files; - is the standard input')
  .option('--bag <name>', 'only the bag of this name')
  .option('-k <n>', 'realizations a bag', whole(1, 1000), 5)
  .addOption(new Option('--format <format>').choices(formats).default('text'))
  .addOption(beam(64))
  .addOption(search())
  .addOption(timeLimit())
  .addOption(maxWords())
  .option('--verbose', 'show remarks of the checks too', false)
  .addOption(threads('all processors, one for a few bags'))
  .addOption(model())
  .addOption(languageModel())
  .action(run((files: string[], options: RealizeCommandOptions) => realizeCommand(files, options)));

program
  .command('import')
  .description('make a .bow file of the sentences of a treebank')
  .argument('<treebank>', 'a CoNLL-U file; - is the standard input')
  .addOption(
    new Option('--pos <tags>', 'tags kept').choices(['xpos', 'upos', 'none']).default('xpos'),
  )
  .addOption(new Option('--dep <share>', 'arcs kept').choices(['none', 'all']).default('none'))
  .option('--label', 'arcs keep their labels', false)
  .addOption(
    new Option(
      '--grammar <name>',
      "words get the categories of their sentence's derivation",
    ).choices(['ccg']),
  )
  .option('-o, --output <file>', 'where the bags go; without it, the standard output')
  .addOption(strict())
  .action(
    run((treebank: string, options: ImportCommandOptions) => importCommand(treebank, options)),
  );

program
  .command('explain')
  .description('say why expected sentences are not the best, and what would help')
  .argument('<file>', 'a .bow file; - is the standard input')
  .option('--bag <name>', 'only the bag of this name')
  .option('--expect <n>', 'only this line of its expect:, from 1', whole(1, 1_000_000))
  .addOption(new Option('--format <format>').choices(explainFormats).default('text'))
  .addOption(beam(64))
  .option('-k <n>', 'sentences after which a best-first search ends', whole(1, 1000), 10)
  .addOption(search())
  .addOption(maxWords())
  .addOption(threads('all processors, one for a few bags'))
  .addOption(model())
  .addOption(languageModel())
  .action(run((file: string, options: ExplainCommandOptions) => explainCommand(file, options)));

program
  .command('coverage')
  .description('say how much of bags, of their words and of their arcs the grammar covers')
  .argument('<files...>', '.bow files; - is the standard input')
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
  .option('-k <n>', 'realizations a list shows', whole(1, 1000), 10)
  .addOption(beam(64))
  .addOption(search())
  .addOption(maxWords())
  .addOption(threads('all processors, one for a few bags'))
  .addOption(model())
  .addOption(languageModel())
  .action(
    run((files: string[], options: CoverageCommandOptions) => coverageCommand(files, options)),
  );

program
  .command('test')
  .description('realize the bags that have expect:, and compare the best with what is expected')
  .argument('<files...>', '.bow files; - is the standard input')
  .option('--junit <file>', 'write the outcome as JUnit XML too')
  .option('-k <n>', 'realizations among which an expected one is ranked', whole(1, 1000), 10)
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
  .action(run((files: string[], options: TestCommandOptions) => testCommand(files, options)));

program
  .command('evaluate')
  .description('reorder the sentences of a treebank, and measure quality and speed')
  .argument('<treebank>', 'a CoNLL-U file')
  .addOption(new Option('--pos <share>', 'tags given').choices(shares).default('all'))
  .addOption(new Option('--dep <share>', 'arcs given').choices(shares).default('none'))
  .option('--label', 'given arcs carry their labels', false)
  .option('--all', 'the nine conditions and the labelled full tree', false)
  .addOption(beam(64))
  .addOption(
    new Option('--search <name>', 'how words are ordered')
      .choices(searchChoices)
      .default(searchChoices[0]),
  )
  .addOption(
    new Option('--categories <share>', 'bags with grammar: ccg, and categories given').choices(
      shares,
    ),
  )
  .option('--max-words <n>', 'only sentences of up to so many', whole(1, MAX_TOKENS), MAX_TOKENS)
  .option('--limit <n>', 'only the first sentences', whole(1, 10_000_000))
  .addOption(seed())
  .addOption(new Option('--format <format>').choices(['text', 'json', 'markdown']).default('text'))
  .option('--outputs <file>', 'write a line of JSON a sentence')
  .option(
    '--threads <n>',
    'threads that search; times are best taken of one',
    whole(1, MAX_THREADS),
    1,
  )
  .addOption(strict())
  .addOption(model())
  .addOption(languageModel())
  .action(run((treebank: string, options: EvaluateOptions) => evaluateCommand(treebank, options)));

program
  .command('train')
  .description('train a model from treebanks')
  .argument('<treebanks...>', 'CoNLL-U files')
  .requiredOption('-o, --output <file>', 'where the model goes (required)')
  .option('--dev <file>', 'the development set; without it every twentieth sentence is held out')
  .option('--name <name>', 'what the model is called', 'model')
  .option(
    '--search <names>',
    `learn weights for these searches alone, of ${trainedSearches.join(',')}`,
    searchNames,
    dependencySearches,
  )
  .addOption(
    new Option(
      '--add-to <model>',
      'keep the other tables of this model, and learn with its vocabularies',
    ).conflicts(['classTexts']),
  )
  .option('--language-model <file>', 'learn also with this language model beside the weights')
  .option(
    '--language-model-parts <files...>',
    'if it has seen the treebank: the same, each built --without-part of it',
  )
  .option(
    '--class-texts <files...>',
    'text to learn word classes from, as for lm build (default: the treebanks)',
  )
  .option('--word-classes <n>', 'how many', whole(1, MOST_LEARNED_CLASSES), 80)
  .option('--passes <n>', 'passes over the sentences', whole(1, 1000), 12)
  .addOption(beam(16))
  .addOption(new Option('--update <kind>').choices(updates).default('max-violation'))
  .option('--learners <n>', 'learn so many times apart, and average the weights', whole(1, 64), 2)
  .option(
    '--batch <n>',
    'sentences that a learner decodes with the same weights',
    whole(1, 10_000),
    2,
  )
  .addOption(
    new Option('--best-first-update <kind>', 'how best-first learns')
      .choices(bestFirstUpdates)
      .default('margin'),
  )
  .option(
    '--scaled-scores',
    'best-first compares parts by the mean score of an action (the default over categories)',
  )
  .option('--no-scaled-scores', 'by the sum (the default over trees)')
  .option('--no-negatives', 'best-first drops wrong parts while it learns')
  .option(
    '--units-per-word <n>',
    'what each word adds to what best-first compares parts by: the less, the more it tries',
    units,
  )
  .option(
    '--haste <n>',
    'what each word adds besides while best-first finds no sentence, more and more',
    units,
  )
  .addOption(threads('all processors'))
  .option('--margin <n>', 'units that each right action is to win by', whole(0, 1000), 8)
  .option('--dropout <n>', 'a word seen k times is unknown n times in n + k', amount, 2)
  .option(
    '--units-per-nat <without,open,given>',
    'what a nat of the language model adds in bags without arcs, beside arcs, and to words with a head',
    unitsPerNat,
    { withoutArcs: 20, open: 10, given: 5 },
  )
  .option(
    '--without-templates <patterns...>',
    'learn without these feature templates, GROUP/NAME with * for any text, as in "kin/*"',
    templates,
    [],
  )
  .option('--bits <n>', 'the model holds 2^n weights, a byte each', whole(10, 26), 22)
  .addOption(seed())
  .addOption(strict())
  .action(
    run((treebanks: string[], options: TrainCommandOptions) => trainCommand(treebanks, options)),
  );

const lm = program.command('lm').description('n-gram language models: build and query them');

lm.command('build')
  .description('estimate a model from text (modified Kneser-Ney), or convert an ARPA file')
  .argument('<files...>', 'text a sentence a line, .tok.txt if tokenised; .conllu; or one .arpa')
  .requiredOption('-o, --output <file>', 'where the model goes (required)')
  .option('--order <n>', 'the longest n-grams', whole(1, MAX_ORDER), 4)
  .option('--cutoffs <list>', 'least occurrences by order, as in 1,1,2', counts, [1])
  .option('--prune <list>', 'least relative entropy by order, as in 0,0,1e-7', thresholds, [0])
  .option('--min-count <n>', 'rarer words are unknown words', whole(1, 1_000_000), 2)
  .option(
    '--without-part <i/n>',
    'leave out the i-th of n parts of each treebank, for training with the model',
    part,
  )
  .option('--classes', 'tell unknown words apart by their spelling', false)
  .option('--arpa', 'write the ARPA format', false)
  .addOption(strict())
  .action(run((files: string[], options: LmBuildOptions) => lmBuildCommand(files, options)));

lm.command('query')
  .description("print base-10 logarithms of the probabilities of a sentence's words")
  .argument('<model>', 'a language model, or an .arpa file')
  .argument('<words...>', 'the sentence')
  .action(run((path: string, words: string[]) => lmQueryCommand(path, words)));

lm.command('perplexity')
  .description('measure how well a model predicts text')
  .argument('<model>', 'a language model, or an .arpa file')
  .argument('<files...>', 'text, as for building')
  .addOption(strict())
  .action(
    run((path: string, files: string[], options: { strict: boolean }) =>
      lmPerplexityCommand(path, files, options),
    ),
  );

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
  .action(run((paths: string[], options: StatsCommandOptions) => ccgStatsCommand(paths, options)));

/** Runs a command, and turns what it returns or throws into an exit code. */
function run<A extends unknown[]>(command: (...given: A) => Promise<ExitCode>) {
  return async (...given: A): Promise<void> => {
    try {
      process.exitCode = await command(...given);
    } catch (error) {
      const isForUser = [CommandError, EvaluationError, ModelError, SearchFailed].some(
        (kind) => error instanceof kind,
      );
      if (!(error instanceof Error && isForUser)) throw error;
      console.error(`bowline: ${error.message}`);
      process.exitCode = error instanceof CommandError ? error.exitCode : ExitCode.CannotRun;
    }
  };
}

// A reader that has seen enough, as in `bowline realize … | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

program.parseAsync().catch((error: unknown) => {
  // Commander has printed its message; help and version end with code 0.
  if (error instanceof Error && 'exitCode' in error) {
    process.exitCode = error.exitCode === 0 ? ExitCode.Done : ExitCode.CannotRun;
  } else {
    throw error;
  }
});
