import { InvalidArgumentError, type Command } from 'commander';
import { MAX_ORDER } from '../../lm/query/packed.ts';
import type { Part } from '../../treebank/parts.ts';
import { lmBuildCommand, lmPerplexityCommand, lmQueryCommand, type LmBuildOptions } from '../lm.ts';
import { examples, strict, whole } from '../options.ts';
import { run } from '../run.ts';

function counts(text: string): number[] {
  return text.split(',').map(whole(0, 2 ** 31 - 1));
}

function thresholds(text: string): number[] {
  return text.split(',').map((item) => {
    const value = Number(item);
    if (item.trim() === '' || !(value >= 0)) {
      throw new InvalidArgumentError('It must be a list of numbers from 0, one for each order.');
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

export function declareLm(program: Command): void {
  const lm = program
    .command('lm')
    .description('n-gram language models: build and query them')
    .addHelpText(
      'after',
      examples('lm build text.txt -o my.bow-lm', 'lm perplexity my.bow-lm dev.conllu'),
    );

  lm.command('build')
    .description('estimate a model from text (modified Kneser-Ney), or convert an ARPA file')
    .argument(
      '<files...>',
      'text (a sentence a line; .tok.txt if tokenised), .conllu, or one .arpa',
    )
    .requiredOption('-o, --output <file>', 'where the model goes (required)')
    .option('--order <n>', 'the longest n-grams', whole(1, MAX_ORDER), 4)
    .option(
      '--cutoffs <list>',
      'smallest count of an n-gram to keep, by order, as in 1,1,2',
      counts,
      [1],
    )
    .option(
      '--prune <list>',
      'relative growth of perplexity allowed, by order, as in 0,0,1e-7',
      thresholds,
      [0],
    )
    .option('--min-count <n>', 'rarer words are unknown words', whole(1, 1_000_000), 2)
    .option(
      '--without-part <i/n>',
      'leave out the i-th of n parts of each treebank, for training with the model',
      part,
    )
    .option('--classes', 'divide unknown words by their spelling', false)
    .option(
      '--any-case',
      'count the first words of sentences in lower case too, unless they are names',
      false,
    )
    .option('--arpa', 'write the ARPA format', false)
    .addOption(strict())
    .addHelpText(
      'after',
      examples('lm build text.txt train.conllu -o my.bow-lm', 'lm build other.arpa -o my.bow-lm'),
    )
    .action(run((files: string[], options: LmBuildOptions) => lmBuildCommand(files, options)));

  lm.command('query')
    .description("print base-10 logarithms of the probabilities of a sentence's words")
    .argument('<model>', 'a language model, or an .arpa file')
    .argument('<words...>', 'the sentence')
    .addHelpText(
      'after',
      examples('lm query my.bow-lm dogs bark .', 'lm query other.arpa the dog barks'),
    )
    .action(run((path: string, words: string[]) => lmQueryCommand(path, words)));

  lm.command('perplexity')
    .description('measure how well a model predicts text')
    .argument('<model>', 'a language model, or an .arpa file')
    .argument('<files...>', 'text, as for building')
    .addOption(strict())
    .addHelpText(
      'after',
      examples('lm perplexity my.bow-lm dev.conllu', 'lm perplexity other.arpa text.tok.txt'),
    )
    .action(
      run((path: string, files: string[], options: { strict: boolean }) =>
        lmPerplexityCommand(path, files, options),
      ),
    );
}
