import { join } from 'node:path';

/** The texts of the language model that ships, from their folder; the treebank comes beside them. */
export const languageModelTexts = (folder) =>
  ['wikisplit.tok.txt', 'wikitext2.tok.txt', 'tatoeba-eng.txt', 'us-addresses.txt'].map((name) =>
    join(folder, name),
  );

/** How it is built from them: options of `bowline lm build`. */
export const languageModelOptions = [
  ...['--order', '5'],
  ...['--cutoffs', '1,1,2'],
  ...['--min-count', '8'],
  '--classes',
];
