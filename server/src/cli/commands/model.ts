import { Option, type Command } from 'commander';
import { modelCommand, modelFormats } from '../model.ts';
import { examples } from '../options.ts';
import { run } from '../run.ts';

export function declareModel(program: Command): void {
  program
    .command('model')
    .description('show what is in the file of a model or a language model')
    .argument('<file>', 'the file')
    .addOption(new Option('--format <format>').choices(modelFormats).default('text'))
    .addHelpText('after', examples('model my.bow-model', 'model my.bow-model --format json'))
    .action(run(modelCommand));
}
