// Trains the models that ship, from scratch: npm run train -- TEXTS MORE_TEXTS TREEBANKS INFLECTIONS [MODELS]
// TEXTS and MORE_TEXTS are folders of texts, TREEBANKS is the folder of English-EWT's files, INFLECTIONS is a table of
// inflections. The models are written to MODELS, by default the project's own. models/README.md lists the sources of the data.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { languageModelTexts, shippedLanguageModelOptions } from './lib/language-model.mjs';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';
import { divideTexts, textsIn } from './lib/texts.mjs';

const [texts, moreTexts, treebanks, inflections, models = inProject('models')] =
  process.argv.slice(2);
if (inflections === undefined) {
  console.error('npm run train -- TEXTS MORE_TEXTS TREEBANKS INFLECTIONS [MODELS]');
  process.exit(2);
}
await setUp();

const trainingSet = join(treebanks, 'en_ewt-ud-train.conllu');

/** Runs the command with enough memory to count the n-grams of all texts. */
const bowline = (options, stdout = 'inherit') =>
  execFileSync(
    process.execPath,
    ['--max-old-space-size=9000', inProject('bin/bowline.js'), ...options],
    { stdio: ['inherit', stdout, 'inherit'] },
  );

const temporary = mkdtempSync(join(tmpdir(), 'bowline-train-'));
try {
  const { all, unparsed, toParse } = divideTexts(textsIn(texts, moreTexts), temporary);
  const parser = resolve(models, 'en-ewt.bow-parser');
  bowline([
    ...['train', trainingSet, '--parser', '--name', 'en-ewt', '-o', parser],
    ...['--class-texts', ...languageModelTexts(texts), trainingSet, ...textsIn(moreTexts)],
    ...['--word-classes', '220'],
  ]);
  const parsed = join(temporary, 'parsed.conllu');
  const file = openSync(parsed, 'w');
  bowline(['parse', toParse, '--parser', parser], file);
  closeSync(file);

  const shipped = resolve(models, 'en.bow-lm');
  bowline(['lm', 'build', ...all, trainingSet, '-o', shipped, ...shippedLanguageModelOptions]);
  // Training uses a language model that has seen neither the treebank nor the parsed sentences, so that it is as
  // reliable in training as it is later.
  const unseen = join(temporary, 'texts.bow-lm');
  bowline(['lm', 'build', ...unparsed, '-o', unseen, ...shippedLanguageModelOptions]);

  const model = resolve(models, 'en-ewt.bow-model');
  const learn = (...options) =>
    bowline([
      ...['train', trainingSet, '--dev', join(treebanks, 'en_ewt-ud-dev.conllu'), '-o', model],
      ...['--language-model', unseen, '--any-case', '--patience', '2', ...options],
    ]);
  learn(
    ...['--search', 'arc-standard,bottom-up', '--passes', '7', '--learners', '4'],
    ...['--name', 'en-ewt'],
    ...[
      '--inflections',
      inflections,
      '--parsed',
      parsed,
      '--class-texts',
      ...languageModelTexts(texts),
      trainingSet,
    ],
  );
  learn('--search', 'best-first', '--passes', '4', '--add-to', model);
  learn('--search', 'ccg-shift-reduce', '--passes', '6', '--add-to', model);
  learn('--search', 'ccg-best-first', '--passes', '2', '--add-to', model);
} finally {
  rmSync(temporary, { recursive: true });
}
