import { join } from 'node:path';

/** The paths of the texts of the shipped language model, besides the treebank. */
export const languageModelTexts = (folder) =>
  ['wikisplit.tok.txt', 'wikitext2.tok.txt', 'tatoeba-eng.txt', 'us-addresses.txt'].map((name) =>
    join(folder, name),
  );

/** The options of `bowline lm build` for the shipped language model. */
export const languageModelOptions = [
  ...['--order', '5'],
  ...['--cutoffs', '1,1,2'],
  ...['--min-count', '8'],
  '--classes',
];
