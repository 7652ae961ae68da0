import { InvalidArgumentError, Option, type Command } from 'commander';
import { NO_LANGUAGE_MODEL, NO_PARSER } from '../hosts/model-files.ts';
import { searchChoices } from '../realize/realizer.ts';
import { CommandError } from './errors.ts';
import { shippedLanguageModel, shippedModel, shippedParser } from './files.ts';

// Options and pieces of help that several commands have.

/**
 * Refuses options that a command does not read.
 *
 * @param names in code, such as `maxWords` for `--max-words`
 * @param why the end of the sentence “bowline realize: --max-words …”
 * @throws {CommandError} if the user gave such an option
 */
export function refuseOptions(command: Command, names: readonly string[], why: string): void {
  const given = command.options.find(
    (option) =>
      names.includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given === undefined) return;
  throw new CommandError(`${command.name()}: ${given.long ?? given.short} ${why}`);
}

/**
 * Returns the examples for the end of a command's help.
 *
 * @param lines the examples without the `bowline` at their beginning
 */
export function examples(...lines: readonly string[]): string {
  return ['\nExamples:', ...lines.map((line) => `  $ bowline ${line}`)].join('\n');
}

/** Each thread holds a vocabulary and a search, so a mistyped number could fill the memory. */
export const MAX_THREADS = 256;

/** By default, a best-first search ends after this many sentences. */
export const SENTENCES = 10;

export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 86_400)) {
    throw new InvalidArgumentError('It must be a number of seconds above 0, to 86400.');
  }
  return value;
}

export const model = () =>
  new Option('--model <file>', 'the model').default(
    shippedModel,
    'the one that ships with Bowline',
  );
export const languageModel = () =>
  new Option('--language-model <file>', `the language model, or ${NO_LANGUAGE_MODEL}`).default(
    shippedLanguageModel,
    'the one that ships with Bowline',
  );
export const parser = () =>
  new Option('--parser <file>', 'the parser').default(
    shippedParser,
    'the one that ships with Bowline',
  );
/** The parser of a command that only labels trees. */
export const labelParser = () =>
  new Option(
    '--parser <file>',
    `the parser that labels arcs in CoNLL-U and JSON, or ${NO_PARSER}`,
  ).default(shippedParser, 'the one that ships with Bowline');
export const beam = (width: number) =>
  new Option('--beam <n>', 'hypotheses kept at each step').argParser(whole(1, 4096)).default(width);
export const timeLimit = () =>
  new Option(
    '--time-limit <seconds>',
    'stop the search of a bag after this time; a proof may go on until then ' +
      '(default: none: results do not depend on time)',
  ).argParser(seconds);
export const maxWords = () =>
  new Option('--max-words <n>', 'refuse larger bags').argParser(whole(1, 1000)).default(100);
export const search = () =>
  new Option(
    '--search <name>',
    `how words are ordered (default: what the file sets, or ${searchChoices[0]})`,
  ).choices(searchChoices);
export const seed = () =>
  new Option('--seed <n>', 'the seed of all random choices')
    .argParser(whole(0, 2 ** 31 - 1))
    .default(1);
export const threads = (byDefault: string) =>
  new Option('--threads <n>', `threads that search (default: ${byDefault})`).argParser(
    whole(1, MAX_THREADS),
  );

export const strict = () =>
  new Option('--strict', 'refuse a file with a broken line, instead of leaving it out').default(
    false,
  );
