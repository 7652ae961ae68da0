import { Option, type Command } from 'commander';
import { parseFormats } from '../../results/parse-formats.ts';
import { examples, parser, whole } from '../options.ts';
import { parseCommand, type ParseCommandOptions } from '../parse.ts';
import { run } from '../run.ts';

export function declareParse(program: Command): void {
  program
    .command('parse')
    .description('give the sentences of a text tags, heads and labels')
    .argument(
      '[file]',
      'a text, or a .conllu file whose words are taken as they are; - is the standard input',
      '-',
    )
    .option('-k <n>', 'trees of each sentence', whole(1, 100), 1)
    .addOption(new Option('--format <format>').choices(parseFormats).default('conllu'))
    .option('--paragraphs', 'lines up to an empty line belong together', false)
    .option('--second-order', 'leave out the factors of branch and bound: faster', false)
    .option('--keep-tags', 'keep the tags of a .conllu file', false)
    .option('--keep-heads', 'keep the heads and labels of a .conllu file', false)
    .option('--explain', 'say why the first tree is preferred to the others', false)
    .addOption(parser())
    .addHelpText(
      'after',
      examples('parse story.txt', 'parse story.txt --format tree -k 2 --explain'),
    )
    .action(run((file: string, options: ParseCommandOptions) => parseCommand(file, options)));
}
