import { InvalidArgumentError, Option, type Command } from 'commander';
import type { UnitsPerNat } from '../../model/tables.ts';
import { MOST_LEARNED_CLASSES } from '../../model/word-classes.ts';
import { matchTemplates } from '../../scoring/template-groups.ts';
import { dependencySearches, trainedSearches, type TrainedSearch } from '../../train/phases.ts';
import { bestFirstUpdates, updates } from '../../train/trainer.ts';
import { beam, examples, seed, strict, threads, whole } from '../options.ts';
import { run } from '../run.ts';
import { trainParserCommand, type TrainParserOptions } from '../train-parser.ts';
import { trainCommand, type TrainCommandOptions } from '../train.ts';

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

function templates(pattern: string, before: readonly string[]): readonly string[] {
  const names = matchTemplates(pattern);
  if (names.length === 0) {
    throw new InvalidArgumentError(`No feature template has such a name: ${pattern}.`);
  }
  return [...before, ...names];
}

/** By default, a parser considers this many heads for each word. */
const HEADS = 10;

interface Kind {
  /** Whether to train a parser. */
  readonly parser: boolean;
}

export function declareTrain(program: Command): void {
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
    .option(
      '--morphology',
      'only count the forms of lemmas, for the model of --add-to; its other parts stay as they are',
      false,
    )
    .option(
      '--inflections <file>',
      'a table of inflections, a line a lemma (lemma,part of speech,forms): the irregular forms',
    )
    .option('--language-model <file>', 'learn also with this language model beside the weights')
    .option(
      '--language-model-parts <files...>',
      'if it has seen the treebank: the same, each built without one part of it',
    )
    .option(
      '--parsed <files...>',
      'trees that a parser found: each learner visits its share of them once, before the treebanks',
    )
    .option(
      '--class-texts <files...>',
      'text to learn word classes from, as for lm build (default: the treebanks)',
    )
    .option('--word-classes <n>', 'the number of word classes', whole(1, MOST_LEARNED_CLASSES), 80)
    .option('--passes <n>', 'passes over the sentences', whole(1, 1000), 12)
    .option(
      '--patience <n>',
      'end a table after n passes in a row without a better score (default: all passes)',
      whole(1, 1000),
    )
    .addOption(beam(16))
    .addOption(new Option('--update <kind>').choices(updates).default('max-violation'))
    .option('--learners <n>', 'train this many models, and average their weights', whole(1, 64), 2)
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
      'added to the value of a part for each of its words; smaller values try more parts',
      units,
    )
    .option('--haste <n>', 'added besides until there is a sentence; it doubles repeatedly', units)
    .addOption(threads('all processors'))
    .option('--margin <n>', 'units that each right action is to win by', whole(0, 1000), 8)
    .option('--dropout <n>', 'a word seen k times is unknown n times in n + k', amount, 2)
    .option(
      '--units-per-nat <without,open,given>',
      'what a nat of the language model adds in bags without arcs, beside arcs, and to words with a head',
      unitsPerNat,
      { withoutArcs: 20, open: 15, given: 10 },
    )
    .option('--any-case', 'six in ten sentences begin in lower case, unless with a name', false)
    .option(
      '--without-templates <patterns...>',
      'learn without these feature templates, GROUP/NAME with * for any text, as in "kin/*"',
      templates,
      [],
    )
    .option('--bits <n>', 'the model holds 2^n weights, a byte each', whole(10, 26), 22)
    .option('--parser', 'learn a parser instead (see docs/command-line.md for its options)', false)
    .option('--heads <n>', 'the heads that a parser considers for a word', whole(1, 100), HEADS)
    .addOption(seed())
    .addOption(strict())
    .addHelpText(
      'after',
      examples(
        'train train.conllu --dev dev.conllu -o my.bow-model',
        'train train.conllu -o quick.bow-model --search bottom-up --passes 3',
      ),
    )
    .action(
      run((treebanks: string[], options: TrainCommandOptions & TrainParserOptions & Kind) =>
        options.parser ? trainParserCommand(treebanks, options) : trainCommand(treebanks, options),
      ),
    );
}
