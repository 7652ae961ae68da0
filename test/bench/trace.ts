/**
 * Searches bags of a treebank with a recorder and without, and adds up what every kept state scores.
 *
 *     npx tsx test/bench/trace.ts TREEBANK [--bags N]
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bag } from '../../server/src/bag/bag.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { Recorder } from '../../server/src/explain/trace.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { NO_WORD, Problem } from '../../server/src/problem/problem.ts';
import { scoringOf } from '../../server/src/scoring/scoring.ts';
import { ArcStandard } from '../../server/src/search/arc-standard/arc-standard.ts';
import { FIRST_SHIFT, LEFTARC, RIGHTARC } from '../../server/src/scoring/arc-standard/records.ts';
import { TransitionSearch } from '../../server/src/search/arc-standard/transition-search.ts';
import { aloneLinearizations, BottomUp } from '../../server/src/search/bottom-up/bottom-up.ts';
import { HeadSystem } from '../../server/src/search/bottom-up/head-system.ts';
import { LinearizationField } from '../../server/src/scoring/bottom-up/records.ts';
import type { Search } from '../../server/src/search/search.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { NEVER } from '../../server/src/util/stop.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bags: { type: 'string', default: '2000' } },
});
const BEAM = 64;
const extension = fileURLToPath(new URL('../../', import.meta.url));
const { model, languageModel } = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const { sentences } = selectSentences(readConllu(readFileSync(positionals[0], 'utf8'), []));
const open = scoringOf(model.tables, 'arc-standard', languageModel);
const full = scoringOf(model.tables, 'bottom-up', languageModel);
const half = Math.ceil(Number(values.bags) / 2);
check('tags only', bagsOf('none', false), new TransitionSearch(open), addUpTransitions);
check('labelled full trees', bagsOf('all', true), new BottomUp(full), addUpOrders);

function bagsOf(dep: 'none' | 'all', label: boolean): Bag[] {
  return sentences
    .slice(0, half)
    .map((sentence, i) => evaluationBag(sentence, i, { pos: 'all', dep, label }, 1).bag);
}

function check(
  name: string,
  bags: readonly Bag[],
  search: Search,
  addUp: (problem: Problem, beams: Recorder['beams']) => number,
): void {
  let different = 0;
  let states = 0;
  for (const bag of bags) {
    const problem = new Problem(bag, model.lexicon);
    const options = () => ({ beam: BEAM, results: BEAM, budget: { states: 1000 } });
    const recorder = new Recorder();
    const without = search.search(problem, options(), NEVER, null);
    const traced = search.search(problem, options(), NEVER, recorder);
    if (JSON.stringify(traced) !== JSON.stringify(without)) different++;
    states += addUp(problem, recorder.beams);
  }
  console.log(
    `${name}: ${bags.length} bags, ${different} with other results when recorded; ` +
      `${states} kept states, each with the score that its features add up to`,
  );
}

/** @returns how many kept states were added up */
function addUpTransitions(problem: Problem, beams: Recorder['beams']): number {
  const system = new ArcStandard(open);
  let count = 0;
  let before = [{ state: system.begin(problem), score: 0 }];
  for (const { kept } of beams[0].steps) {
    before = kept.map(({ parent, action, added, score }) => {
      const from = before[parent];
      const number =
        action === 'SHIFT' ? FIRST_SHIFT + added[0] : action === 'LEFTARC' ? LEFTARC : RIGHTARC;
      let sum = from.score;
      system.observe(from.state, number, {
        onFeature: (_group, _template, _place, weight) => (sum += weight),
        onEvidence: (evidence) => (sum += evidence),
      });
      assert.equal(score, sum);
      count++;
      return { state: system.apply(from.state, number, score), score };
    });
  }
  return count;
}

/** @returns how many kept states were added up */
function addUpOrders(problem: Problem, beams: Recorder['beams']): number {
  const system = new HeadSystem(full);
  system.begin(problem);
  const { linearizations } = system;
  const scoreOf = (state: number): number => linearizations.data[state + LinearizationField.Score];
  const choices = aloneLinearizations(problem, linearizations);
  /** By word: its choices by their variants. */
  const named = choices.map(
    ([alone], word) => new Map([[String(problem.variantStart[word]), alone]]),
  );
  let count = 0;
  for (const { head, steps } of beams) {
    let states = [{ state: system.start(head, choices, BEAM), variants: [] as readonly number[] }];
    for (const { kept } of steps) {
      states = kept.map(({ parent, action, added, score }) => {
        const { state, variants } = states[parent];
        let sum = scoreOf(state);
        const observer = {
          onFeature: (_g: unknown, _t: number, _p: number, w: number) => (sum += w),
          onEvidence: (evidence: number) => (sum += evidence),
        };
        count++;
        if (action === 'FINISH') {
          system.observeEnd(state, observer);
          system.end(state);
          assert.equal(score, sum);
          assert.equal(scoreOf(state), sum);
          return { state, variants };
        }
        const places = [...named.keys()];
        const word = places.find((one) => named[one].has(added.join(' ')))!;
        const placed = named[word].get(added.join(' '))!;
        sum += scoreOf(placed) - scoreOf(choices[word][0]);
        system.observe(state, placed, observer);
        assert.equal(score, sum);
        return { state: system.apply(state, placed, score), variants: [...variants, ...added] };
      });
    }
    const isTop = problem.head[head] === NO_WORD;
    const passedOn = isTop ? states : states.slice(0, Math.ceil(BEAM / 4));
    choices[head] = Int32Array.from(passedOn, ({ state }) => state);
    // From here on the word is placed with what is below it.
    named[head] = new Map(passedOn.map(({ state, variants }) => [variants.join(' '), state]));
  }
  return count;
}
