import { join } from 'node:path';

/** The paths of the texts of the small language model that experiments use. */
export const languageModelTexts = (folder) =>
  ['wikisplit.tok.txt', 'wikitext2.tok.txt', 'tatoeba-eng.txt', 'us-addresses.txt'].map((name) =>
    join(folder, name),
  );

/** The options of `bowline lm build` for the small language model. */
export const languageModelOptions = [
  ...['--order', '5'],
  ...['--cutoffs', '1,1,2'],
  ...['--min-count', '8'],
  '--classes',
];

/** The options of `bowline lm build` for the shipped language model. */
export const shippedLanguageModelOptions = [
  ...['--order', '5'],
  ...['--cutoffs', '1,2,2,3,3'],
  ...['--min-count', '30'],
  ...['--classes', '--any-case'],
];
