/**
 * Times the queries of a language model over the words of a treebank, and how long it takes to load.
 *
 *     npx tsx test/bench/language-model.ts MODEL FILE.conllu
 */
import { readFileSync } from 'node:fs';
import { LanguageModel } from '../../server/src/lm/language-model.ts';
import { Random } from '../../server/src/random.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { cpuMs } from './report.ts';

const [modelFile, treebankFile] = process.argv.slice(2);
const rounds = 20;
/** Words tried after each context, as a search tries those of its bag. */
const candidates = 10;

const bytes = new Uint8Array(readFileSync(modelFile));
let start = performance.now();
const model = new LanguageModel(bytes);
const loadMs = performance.now() - start;

const random = new Random(1);
const bags = readConllu(readFileSync(treebankFile, 'utf8')).sentences.map(({ forms }) =>
  forms.map((form) => model.wordId(form)),
);
let queries = 0;
let steps = 0;
let sum = 0;
const pass = (): void => {
  for (const bag of bags) {
    let node = model.start;
    for (const word of bag) {
      for (let i = 0; i < candidates; i++) sum += model.score(node, bag[random.below(bag.length)]);
      queries += candidates;
      node = model.advance(node, word);
      steps++;
    }
  }
};
pass();
[queries, steps] = [0, 0];
start = cpuMs();
for (let round = 0; round < rounds; round++) pass();
const nanoseconds = ((cpuMs() - start) * 1e6) / (queries + steps);
console.log('| model | MB | n-grams | load ms | queries | ns a query |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
const figures = [model.sizes.join(' + '), loadMs.toFixed(0), queries + steps];
console.log(
  `| ${model.order}-gram | ${(bytes.length / 1e6).toFixed(2)} | ${figures.join(' | ')} | ` +
    `${nanoseconds.toFixed(0)} |`,
);
if (!Number.isSafeInteger(sum)) throw new Error('the scores are no integers');
