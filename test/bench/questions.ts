/**
 * Answers questions about lists of sentences truthfully, with a treebank's sentences in mind: how many answers it
 * takes until the sentence that is meant is the first of those that are left.
 *
 *     npx tsx test/bench/questions.ts TREEBANK [--limit N] [--beam N]
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { bestQuestion } from '../../server/src/explain/questions.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';

const RESULTS = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, beam: { type: 'string', default: '512' } },
});
const extension = fileURLToPath(new URL('../../', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  }),
);
const { sentences } = selectSentences(readConllu(readFileSync(positionals[0], 'utf8'), []));
const chosen = sentences
  .filter(({ forms }) => forms.length >= 8 && forms.length <= 20)
  .slice(0, Number(values.limit ?? Infinity));
const answers: number[] = [];
const sizes: number[] = [];
let stuck = 0;
for (const [i, sentence] of chosen.entries()) {
  const { bag } = evaluationBag(sentence, i, { pos: 'all', dep: 'none', label: false }, 1);
  const { realizations } = realizer.realize(
    bag,
    { beam: Number(values.beam), results: RESULTS },
    NEVER,
  );
  const meant = realizations.findIndex(({ text }) => text === sentence.forms.join(' '));
  if (meant < 0) continue;
  sizes.push(realizations.length);
  const forms = bag.words.map(({ form }) => form);
  let left = realizations.map(({ tokens }, place) => ({
    place,
    words: tokens.map(({ word }) => word),
  }));
  let asked = 0;
  while (left[0].place !== meant) {
    const question = bestQuestion(
      left.map(({ words }) => words),
      forms,
    );
    if (question === null) {
      stuck++;
      break;
    }
    asked++;
    const place = left.findIndex((one) => one.place === meant);
    const answer = question.answers.find((one) => one.sentences.includes(place))!;
    left = answer.sentences.map((one) => left[one]);
  }
  answers.push(asked);
}
const describe = (all: number[]): string => {
  all.sort((a, b) => a - b);
  return `median ${quantile(all, 0.5)}, 95th percentile ${quantile(all, 0.95)}, most ${all.at(-1)}`;
};
console.log(`${chosen.length} bags, ${answers.length} with the sentence among ${RESULTS}`);
console.log(`sentences listed: ${describe(sizes)}`);
console.log(`answers: ${describe(answers)}; no line tells them apart: ${stuck}`);
const notFirst = answers.filter((count) => count > 0);
console.log(`answers where it was not the first, ${notFirst.length} bags: ${describe(notFirst)}`);
