/**
 * Profiles the search with the models that ship: how much of its CPU time each part takes, and what a
 * feature look-up costs.
 *
 *     npx tsx test/bench/search.ts FILE.conllu
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../server/src/problem/problem.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { conditionName } from '../../server/src/evaluate/conditions.ts';
import { NEVER } from '../../server/src/realize/realizer.ts';
import { isFullTree } from '../../server/src/problem/order-constraints.ts';
import { BottomUp } from '../../server/src/search/bottom-up/bottom-up.ts';
import { ArcStandard } from '../../server/src/search/arc-standard/arc-standard.ts';
import { Beam } from '../../server/src/search/beam.ts';
import { scoringOf } from '../../server/src/scoring/scoring.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';

const BEAM = 64;
const SENTENCES = 500;
const SAMPLE_MICROSECONDS = 200;
const conditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'half', dep: 'half', label: false },
  { pos: 'all', dep: 'all', label: true },
];
/** The parts of the search, by the file that their functions are in. */
const parts = new Map([
  ['arc-standard-scores.ts', 'features: hashing and look-ups'],
  ['shift-scores.ts', 'features: hashing and look-ups'],
  ['arc-scores.ts', 'features: hashing and look-ups'],
  ['kin-scores.ts', 'features: hashing and look-ups'],
  ['linearization-scores.ts', 'features: hashing and look-ups'],
  ['item-scores.ts', 'features: hashing and look-ups'],
  ['item-values.ts', 'features: hashing and look-ups'],
  ['boundary-scores.ts', 'features: hashing and look-ups'],
  ['whole-scores.ts', 'features: hashing and look-ups'],
  ['feature-sum.ts', 'features: hashing and look-ups'],
  ['contexts.ts', 'features: hashing and look-ups'],
  ['memo-table.ts', 'features: hashing and look-ups'],
  ['hash.ts', 'features: hashing and look-ups'],
  ['fluency.ts', 'language model'],
  ['boundary-fluency.ts', 'language model'],
  ['packed.ts', 'language model'],
  ['language-model.ts', 'language model'],
  ['vocabulary.ts', 'language model'],
  ['legal.ts', 'legal actions'],
  ['beam.ts', 'beam: expanding, and choosing the best'],
  ['arc-standard.ts', 'beam: expanding, and choosing the best'],
  ['candidates.ts', 'beam: expanding, and choosing the best'],
  ['full-tree.ts', 'features: hashing and look-ups'],
  ['sum-memo.ts', 'features: hashing and look-ups'],
  ['sum-rows.ts', 'features: hashing and look-ups'],
  ['head-beam.ts', 'beam: expanding, and choosing the best'],
  ['head-system.ts', 'beam: expanding, and choosing the best'],
  ['choices.ts', 'beam: expanding, and choosing the best'],
  ['bottom-up.ts', 'beam: expanding, and choosing the best'],
  ['states.ts', 'states: building and reading'],
  ['linearizations.ts', 'states: building and reading'],
  ['problem.ts', 'the bag as integers'],
  ['canonical.ts', 'the bag as integers'],
  ['lexicon.ts', 'the bag as integers'],
]);
const OTHER = 'other, garbage collection';

const [treebank] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const { model, languageModel } = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const sentences = selectSentences(readConllu(readFileSync(treebank, 'utf8'))).sentences.slice(
  0,
  SENTENCES,
);
const beam = new Beam(new ArcStandard(scoringOf(model.tables, 'arc-standard', languageModel)));
const bottomUp = new BottomUp(scoringOf(model.tables, 'bottom-up', languageModel));

function searchAll(condition: Condition): void {
  for (const [place, sentence] of sentences.entries()) {
    const { bag } = evaluationBag(sentence, place, condition, 1);
    const problem = new Problem(bag, model.lexicon);
    if (isFullTree(bag)) {
      bottomUp.search(problem, { beam: BEAM, results: 1 }, NEVER, null);
      continue;
    }
    beam.start(beam.system.begin(problem), BEAM);
    for (let step = 1; step < 2 * problem.size; step++) beam.step();
  }
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });

console.log('| part of the CPU time, % | ' + conditions.map(conditionName).join(' | ') + ' |');
console.log('| --- |' + ' ---: |'.repeat(conditions.length));
const shares: Map<string, number>[] = [];
for (const condition of conditions) {
  searchAll(condition);
  await session.post('Profiler.start');
  searchAll(condition);
  const { profile } = await session.post('Profiler.stop');
  const share = sharesOf(profile);
  shares.push(share);
}
for (const part of new Set([...parts.values(), OTHER])) {
  console.log(`| ${part} | ${shares.map((s) => (s.get(part) ?? 0).toFixed(1)).join(' | ')} |`);
}

function sharesOf(profile: Profiler.Profile): Map<string, number> {
  const files = new Map(
    profile.nodes.map(({ id, callFrame }) => [id, basename(callFrame.url.split('?')[0])]),
  );
  const times = new Map<string, number>();
  let total = 0;
  profile.samples!.forEach((id, i) => {
    const part = parts.get(files.get(id)!) ?? OTHER;
    const delta = profile.timeDeltas![i];
    times.set(part, (times.get(part) ?? 0) + delta);
    total += delta;
  });
  return new Map([...times].map(([part, time]) => [part, (100 * time) / total]));
}
