// Trains the models that ship, from scratch: npm run train -- TEXTS MORE_TEXTS TREEBANKS [MODELS]
// TEXTS is the folder of the language model's texts, MORE_TEXTS the folder of further texts for the word classes of
// the parser, TREEBANKS the folder of English-EWT's files. The models are written to MODELS, by default the project's
// own. models/README.md lists the sources of the data.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { languageModelOptions, languageModelTexts } from './lib/language-model.mjs';
import { inProject } from './lib/paths.mjs';
import { setUp } from './lib/setup.mjs';

const [texts, moreTexts, treebanks, models = inProject('models')] = process.argv.slice(2);
if (treebanks === undefined) {
  console.error('npm run train -- TEXTS MORE_TEXTS TREEBANKS [MODELS]');
  process.exit(2);
}
await setUp();

/** The treebank has this many parts. On each part, training uses a language model that was built without it. */
const parts = 10;
const trainingSet = join(treebanks, 'en_ewt-ud-train.conllu');
const sources = [...languageModelTexts(texts), trainingSet];
const more = readdirSync(moreTexts)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .map((name) => join(moreTexts, name));

const bowline = (...options) =>
  execFileSync(process.execPath, [inProject('bin/bowline.js'), ...options], { stdio: 'inherit' });
const buildLanguageModel = (output, ...options) =>
  bowline('lm', 'build', ...sources, '-o', output, ...languageModelOptions, ...options);

const temporary = mkdtempSync(join(tmpdir(), 'bowline-train-'));
try {
  const whole = resolve(models, 'en.bow-lm');
  buildLanguageModel(whole);
  const partFiles = [];
  for (let part = 1; part <= parts; part++) {
    const file = join(temporary, `without-${part}.bow-lm`);
    buildLanguageModel(file, '--without-part', `${part}/${parts}`);
    partFiles.push(file);
  }
  const model = resolve(models, 'en-ewt.bow-model');
  const learn = (...options) =>
    bowline(
      ...['train', trainingSet, '--dev', join(treebanks, 'en_ewt-ud-dev.conllu'), '-o', model],
      ...['--language-model', whole, '--language-model-parts', ...partFiles],
      ...options,
    );
  learn(
    ...['--search', 'arc-standard,bottom-up', '--passes', '8', '--name', 'en-ewt'],
    ...['--class-texts', ...sources],
  );
  learn('--search', 'best-first', '--passes', '4', '--add-to', model);
  learn('--search', 'ccg-shift-reduce', '--passes', '6', '--add-to', model);
  learn('--search', 'ccg-best-first', '--passes', '2', '--add-to', model);
  const parser = resolve(models, 'en-ewt.bow-parser');
  bowline(
    ...['train', trainingSet, '--parser', '--name', 'en-ewt', '-o', parser],
    ...['--class-texts', ...sources, ...more, '--word-classes', '220'],
  );
} finally {
  rmSync(temporary, { recursive: true });
}
