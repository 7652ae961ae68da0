/**
 * Measures the choice of words: of sentences that have a word of some kind, marked as optional, how often
 * the best realization uses it; of sentences that have none, one added, how often it is left out. Beside
 * the rule of the search (the mean score of a transition), the plain sum of scores. Tags are given.
 *
 *     npx tsx test/bench/word-choice.ts FILE.conllu
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bag } from '../../server/src/bag/bag.ts';
import { Random } from '../../server/src/util/random.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { readConllu, type Sentence } from '../../server/src/treebank/conllu.ts';
import { sampleBag } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';

const SENTENCES = 200;
const LONGEST = 25;

interface Kind {
  readonly name: string;
  readonly holds: (form: string, tag: string) => boolean;
}

const kinds: readonly Kind[] = [
  { name: '“that”', holds: (form, tag) => form === 'that' && tag === 'IN' },
  { name: 'a determiner', holds: (_, tag) => tag === 'DT' },
  { name: 'an adverb', holds: (_, tag) => tag === 'RB' },
];

const [treebank] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  }),
);
const sentences = selectSentences(readConllu(readFileSync(treebank, 'utf8'))).sentences.filter(
  ({ forms }) => forms.length > 3 && forms.length <= LONGEST,
);
const random = new Random(1);
const given = { pos: 'all', dep: 'none', label: false } as const;
const best = (bag: Bag) => realizer.realize(bag, { beam: 64, results: 1 }, NEVER).realizations[0];

/** Whether a word of a bag is used, by the search's rule and by the plain sum of scores. */
function choose(bag: Bag, word: number): { mean: boolean; sum: boolean } {
  const rest = { ...bag, words: bag.words.toSpliced(word, 1) };
  const optional = { ...bag, choices: [{ words: [word], optional: true }] };
  return {
    mean: best(optional).tokens.some((token) => token.word === word),
    // A bag without choices is scored by the sum.
    sum: best(bag).score > best(rest).score,
  };
}

const placesOf = ({ forms, tags }: Sentence, { holds }: Kind): number[] =>
  forms.flatMap((form, place) => (holds(form, tags[place]) ? [place] : []));

console.log(
  '| % chosen rightly | the sentence has it: mean | sum | the sentence lacks it: mean | sum |',
);
console.log('| --- | ---: | ---: | ---: | ---: |');
for (const kind of kinds) {
  const having = sentences.filter((sentence) => placesOf(sentence, kind).length > 0);
  const lacking = sentences.filter((sentence) => placesOf(sentence, kind).length === 0);
  const right = { used: { mean: 0, sum: 0 }, left: { mean: 0, sum: 0 } };
  const tried = { used: 0, left: 0 };
  for (const sentence of random.shuffle([...having]).slice(0, SENTENCES)) {
    const { bag, places } = sampleBag(sentence, given, random);
    const among = placesOf(sentence, kind);
    const { mean, sum } = choose(bag, places.indexOf(among[random.below(among.length)]));
    tried.used++;
    right.used.mean += Number(mean);
    right.used.sum += Number(sum);
  }
  for (const sentence of random.shuffle([...lacking]).slice(0, SENTENCES)) {
    const other = having[random.below(having.length)];
    const among = placesOf(other, kind);
    const place = among[random.below(among.length)];
    const added = { form: other.forms[place].toLowerCase(), tags: [other.tags[place]] };
    const { bag } = sampleBag(sentence, given, random);
    const { mean, sum } = choose({ ...bag, words: [...bag.words, added] }, bag.words.length);
    tried.left++;
    right.left.mean += Number(!mean);
    right.left.sum += Number(!sum);
  }
  const cells = [
    [right.used.mean, tried.used],
    [right.used.sum, tried.used],
    [right.left.mean, tried.left],
    [right.left.sum, tried.left],
  ].map(([count, all]) => ((100 * count) / all).toFixed(0));
  console.log(`| ${kind.name} | ${cells.join(' | ')} |`);
}
