import { Option, type Command } from 'commander';
import { searchChoices } from '../../realize/realizer.ts';
import { MAX_TOKENS } from '../../treebank/select.ts';
import { evaluateParserCommand } from '../evaluate-parser.ts';
import { shippedParser } from '../files.ts';
import { evaluateT1Command, type EvaluateT1Options } from '../evaluate-t1.ts';
import { evaluateCommand, type EvaluateOptions } from '../evaluate.ts';
import { importCommand, type ImportCommandOptions } from '../import.ts';
import {
  beam,
  examples,
  languageModel,
  MAX_THREADS,
  model,
  refuseOptions,
  seed,
  strict,
  whole,
} from '../options.ts';
import { run } from '../run.ts';
import { t1Command, type T1CommandOptions } from '../t1.ts';

// The commands that make bags from the sentences of a treebank.

const shares = ['none', 'half', 'all'];

export function declareImport(program: Command): void {
  program
    .command('import')
    .description('make a .bow file of the sentences of a treebank')
    .argument('<treebank>', 'a CoNLL-U file; - is the standard input')
    .addOption(
      new Option('--pos <tags>', 'tags kept').choices(['xpos', 'upos', 'none']).default('xpos'),
    )
    .addOption(new Option('--dep <share>', 'arcs kept').choices(['none', 'all']).default('none'))
    .option('--label', 'arcs keep their labels', false)
    .option('--lemmas', 'words are lemmas with their features', false)
    .addOption(
      new Option(
        '--grammar <name>',
        "words get the categories of their sentence's derivation",
      ).choices(['ccg']),
    )
    .addOption(model())
    .option('-o, --output <file>', 'where the bags go; without it, the standard output')
    .addOption(strict())
    .addHelpText(
      'after',
      examples('import treebank.conllu -o bags.bow', 'import treebank.conllu --pos none --dep all'),
    )
    .action(
      run((treebank: string, options: ImportCommandOptions) => importCommand(treebank, options)),
    );
}

export function declareT1(program: Command): void {
  program
    .command('t1')
    .description('write a treebank as input of the surface realization shared tasks (T1)')
    .argument('<treebank>', 'a CoNLL-U file; - is the standard input')
    .option('--training', 'give the forms and the places of the words too', false)
    .option('--no-lin', 'leave out lin, the order of some dependents, as in 2018')
    .option('-o, --output <file>', 'where the trees go; without it, the standard output')
    .option('--reference <file>', 'write the sentences too, a line each')
    .addOption(seed())
    .addOption(strict())
    .addHelpText(
      'after',
      examples('t1 dev.conllu -o dev-t1.conllu --reference dev.txt', 't1 train.conllu --training'),
    )
    .action(run((treebank: string, options: T1CommandOptions) => t1Command(treebank, options)));
}

interface EvaluateKind {
  /** The parser to evaluate; true for the shipped one. */
  readonly parser?: string | true;
  /** Whether to realize lemmas. */
  readonly t1: boolean;
}

type AllEvaluateOptions = EvaluateOptions & EvaluateT1Options & EvaluateKind;

/** Options of `bowline evaluate` that are refused with `--t1`. */
const ofFormsOnly = [
  ...['pos', 'dep', 'label', 'all', 'categories'],
  ...['maxWords', 'lowerCase', 'outputs', 'parser'],
];

export function declareEvaluate(program: Command): void {
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
    .option(
      '--max-words <n>',
      'only sentences of up to this many words',
      whole(1, MAX_TOKENS),
      MAX_TOKENS,
    )
    .option('--limit <n>', 'only the first sentences', whole(1, 10_000_000))
    .option('--t1', 'realize lemmas as the surface realization shared tasks do (T1)', false)
    .option('--no-lin', 'with --t1: without lin, the order of some dependents')
    .option('--forms-first', 'with --t1: choose the forms before the order', false)
    .option('--lower-case', 'sentences begin in lower case, unless with a name', false)
    .addOption(seed())
    .addOption(
      new Option('--format <format>').choices(['text', 'json', 'markdown']).default('text'),
    )
    .option('--outputs <file>', 'write a line of JSON a sentence')
    .option(
      '--threads <n>',
      'threads that search; use one to measure times',
      whole(1, MAX_THREADS),
      1,
    )
    .addOption(strict())
    .addOption(model())
    .addOption(languageModel())
    .option(
      '--parser [file]',
      'parse the sentences instead, with the parser that ships with Bowline or another one',
    )
    .addHelpText(
      'after',
      examples('evaluate dev.conllu', 'evaluate dev.conllu --pos none --limit 200 --format json'),
    )
    .action(
      run((treebank: string, options: AllEvaluateOptions, command: Command) => {
        const { parser, t1, ...others } = options;
        if (t1) {
          refuseOptions(command, ofFormsOnly, 'is not for --t1: leave it out');
          return evaluateT1Command(treebank, others);
        }
        refuseOptions(command, ['lin', 'formsFirst'], 'needs --t1');
        return parser === undefined
          ? evaluateCommand(treebank, others)
          : evaluateParserCommand(treebank, {
              ...others,
              parser: parser === true ? shippedParser : parser,
            });
      }),
    );
}
