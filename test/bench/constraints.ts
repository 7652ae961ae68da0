/**
 * Counts how bags end that are asked for an order, chunks, and words to choose from, with the model that
 * ships. Those of sentences can all be met, by the sentence itself; random ones often contradict themselves.
 *
 *     npx tsx test/bench/constraints.ts FILE.conllu
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Bag, BagChoice, BagOrder } from '../../server/src/bag/bag.ts';
import { Random } from '../../server/src/util/random.ts';
import { createRealizer, NEVER, type Status } from '../../server/src/realize/realizer.ts';
import { readConllu, type Sentence } from '../../server/src/treebank/conllu.ts';
import { sampleBag } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { openModelFile, shippedModelPath } from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { constrainedBag } from '../unit/support/bags.ts';
import { cpuMs, report, reportHeader } from './report.ts';

const SENTENCES = 1000;
/** A bag that ends undecided takes seconds. */
const RANDOM = 200;
const statuses: readonly Status[] = ['complete', 'undecided', 'impossible'];

/** A sentence's words with half of its arcs, up to six facts of its order, two chunks, two choices. */
function constrainedSentence(sentence: Sentence, random: Random): Bag {
  const { bag, places } = sampleBag(sentence, { pos: 'all', dep: 'half', label: false }, random);
  const wordAt = new Map(places.map((place, word) => [place, word]));
  const size = places.length;
  const order: BagOrder[] = Array.from({ length: random.below(7) }, () => {
    const place = random.below(size - 1);
    const isNext = random.next() < 0.5;
    const other = isNext ? place + 1 : place + 1 + random.below(size - 1 - place);
    return {
      relation: isNext ? 'right-before' : 'before',
      words: [wordAt.get(place)!, wordAt.get(other)!],
    };
  });
  const chunks = Array.from({ length: random.below(3) }, () => {
    const start = random.below(size - 1);
    const end = Math.min(size, start + 2 + random.below(4));
    return Array.from({ length: end - start }, (_, i) => wordAt.get(start + i)!);
  });
  const choices: BagChoice[] = random
    .shuffle([...bag.words.keys()])
    .slice(0, random.below(3))
    .map((word) => ({ words: [word], optional: true }));
  return { ...bag, order, chunks, choices };
}

const [treebank] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const resources = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: null,
});
const realizer = createRealizer(resources);
const random = new Random(1);
const sentences = selectSentences(readConllu(readFileSync(treebank, 'utf8')))
  .sentences.filter(({ forms }) => forms.length >= 10 && forms.length <= 30)
  .slice(0, SENTENCES);
const forms = ['a', 'the', 'dog', 'saw', 'of', 'red', 'slowly', 'and', 'Kim', 'it'];
const kinds: readonly (readonly [string, readonly Bag[]])[] = [
  ['of sentences', sentences.map((sentence) => constrainedSentence(sentence, random))],
  [
    'random',
    fc.sample(constrainedBag({ minSize: 10, maxSize: 30, forms }), { numRuns: RANDOM, seed: 1 }),
  ],
];

const times: (readonly [string, number[]])[] = [];
console.log(`| bags of 10 to 30 words | number | ${statuses.join(' | ')} |`);
console.log(`| --- | ---: |${' ---: |'.repeat(statuses.length)}`);
for (const [kind, bags] of kinds) {
  const counts = new Map<Status, number>();
  const took: number[] = [];
  for (const bag of bags) {
    const began = cpuMs();
    const { status } = realizer.realize(bag, { beam: 64, results: 1 }, NEVER);
    took.push(cpuMs() - began);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  console.log(
    `| ${kind} | ${bags.length} | ${statuses.map((status) => counts.get(status) ?? 0).join(' | ')} |`,
  );
  times.push([kind, took]);
}
console.log('');
reportHeader('realizing one of them (CPU)');
for (const [kind, took] of times) report(kind, took);
