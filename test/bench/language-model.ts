/**
 * Times the queries of a language model over the words of a treebank, and how long it takes to load.
 *
 *     npx tsx test/bench/language-model.ts MODEL FILE.conllu
 */
import { readFileSync, statSync } from 'node:fs';
import { Contexts } from '../../server/src/lm/query/contexts.ts';
import { LanguageModel } from '../../server/src/lm/query/language-model.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { cpuMs } from './report.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { openModelFile, openShared } from '../../server/src/hosts/node/model-file.ts';

const [modelFile, treebankFile] = process.argv.slice(2);
const rounds = 3;

const start = performance.now();
const model = new LanguageModel(openShared(await openModelFile(modelFile, LANGUAGE_MODEL_FORMAT)));
const loadMs = performance.now() - start;

const bags = readConllu(readFileSync(treebankFile, 'utf8')).sentences.map(({ forms }) =>
  forms.map((form) => model.wordId(form)),
);
let queries = 0;
let sum = 0;
const contexts = new Contexts(model);
/** Every word of the bag after every prefix of the sentence, as a search asks. */
const pass = (bag: readonly number[]): void => {
  let context = contexts.start;
  for (const word of bag.keys()) {
    for (const other of bag.keys()) sum += contexts.score(context, other);
    queries += bag.length;
    context = contexts.advance(context, word);
  }
};
/** Nanoseconds a query, if each bag is passed so many times. */
const measure = (times: number): number => {
  queries = 0;
  const before = cpuMs();
  for (let round = 0; round < rounds; round++) {
    for (const bag of bags) {
      contexts.begin(Int32Array.from(bag));
      for (let i = 0; i < times; i++) pass(bag);
    }
  }
  return ((cpuMs() - before) * 1e6) / queries;
};
measure(1);
const first = measure(1);
const all = measure(8);
console.log('| model | MB | n-grams | load ms | ns a query | asked eight times |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
const figures = [model.sizes.join(' + '), loadMs, first, all];
const cells = figures.map((figure) => (typeof figure === 'string' ? figure : figure.toFixed(0)));
console.log(
  `| ${model.order}-gram | ${(statSync(modelFile).size / 1e6).toFixed(2)} | ${cells.join(' | ')} |`,
);
if (!Number.isSafeInteger(sum)) throw new Error('the scores are no integers');
