/**
 * Measures how often features share what they should not: contexts of different templates or values that hash
 * to the same 32 bits, and features whose weights are at the same place of the table. Beside each the share
 * that an ideal hash would give. Features are those of all actions that are legal along the derivations of
 * the reference sentences, with tags and with none, half and all of the arcs.
 *
 *     npx tsx test/bench/collisions.ts FILE.conllu [LIMIT]
 *
 * @param LIMIT only the first sentences (300)
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { FeatureSum, type FeatureObserver } from '../../server/src/scoring/feature-sum.ts';
import { scoringOf } from '../../server/src/scoring/scoring.ts';
import type { TemplateGroup } from '../../server/src/scoring/templates.ts';
import { ArcStandard } from '../../server/src/search/arc-standard/arc-standard.ts';
import { derivationOf } from '../../server/src/search/arc-standard/oracle.ts';
import { Candidates } from '../../server/src/search/candidates.ts';
import { drawExample } from '../../server/src/train/drawn-example.ts';
import { RareWordLexicon } from '../../server/src/train/rare-words.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { mix } from '../../server/src/util/hash.ts';

const conditions: readonly Condition[] = [
  { pos: 'all', dep: 'none', label: false },
  { pos: 'all', dep: 'half', label: false },
  { pos: 'all', dep: 'all', label: true },
];

const [treebank, limit = '300'] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const { model, languageModel } = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const scoring = scoringOf(model.tables, 'arc-standard', languageModel);
const { weights } = scoring;

/** By what identifies a context, 53 bits that are mixed anew, its hash. */
const contexts = new Map<number, number>();
/** The same of features, and their places in the table. */
const features = new Map<number, number>();

const sums = new Map<TemplateGroup, FeatureSum>();
const hashed = new Int32Array(1);
const observer: FeatureObserver = {
  onFeature(group, template, place, _weight, values) {
    let sum = sums.get(group);
    if (sum === undefined) sums.set(group, (sum = new FeatureSum(weights, group, new Set())));
    const { seed, reads, scope } = group.templates[template];
    let low = mix(1, seed);
    let high = mix(2, seed);
    for (const read of scope === null ? reads : [...reads, scope]) {
      low = mix(low, values[read]);
      high = mix(high, values[read]);
    }
    contexts.set(identity(low, high), sum.context(values, template));
    sum.hash(values, template, template + 1, hashed, 0);
    const key = place ^ hashed[0];
    features.set(identity(mix(low, key), mix(high, key)), place);
  },
};

function identity(low: number, high: number): number {
  return (low >>> 0) + (high & 0x1fffff) * 2 ** 32;
}

/** Every legal action of a state, whatever it scores. */
class AllCandidates extends Candidates {
  readonly actions: number[] = [];

  override offer(_score: number, _parent: number, action: number): void {
    this.actions.push(action);
  }
}

const system = new ArcStandard(scoring);
const candidates = new AllCandidates();
const lexicon = new RareWordLexicon(model.lexicon, 0);
const { sentences } = selectSentences(readConllu(readFileSync(treebank, 'utf8')));
for (const [seed, sentence] of sentences.slice(0, Number(limit)).entries()) {
  for (const condition of conditions) {
    const example = { sentence, seed, part: 0 };
    const { problem, reference } = drawExample(example, lexicon, 0, () => condition);
    let state = system.begin(problem);
    for (const step of derivationOf(reference)) {
      candidates.actions.length = 0;
      system.expand(state, candidates);
      for (const action of candidates.actions) system.observe(state, action, observer);
      state = system.apply(state, step, 0);
    }
  }
}

/** How many of the values some other one equals. */
function sharing(values: Iterable<number>): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let shared = 0;
  for (const count of counts.values()) if (count > 1) shared += count;
  return shared;
}

console.log('| | number | share one with another, % | with an ideal hash, % |');
console.log('| --- | ---: | ---: | ---: |');
for (const [name, { values, range }] of Object.entries({
  'contexts, 32 bits': { values: contexts, range: 2 ** 32 },
  [`features, ${weights.length} places`]: { values: features, range: weights.length },
})) {
  const share = (100 * sharing(values.values())) / values.size;
  const ideal = -100 * Math.expm1(-(values.size - 1) / range);
  console.log(`| ${name} | ${values.size} | ${share.toFixed(3)} | ${ideal.toFixed(3)} |`);
}
