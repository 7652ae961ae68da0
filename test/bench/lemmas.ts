/**
 * Makes random bags with lemmas of a treebank's sentences, realizes them with the models that ship, and checks every
 * realization. The check shares no code with the searches; it asks the morphology alone which forms a lemma can have.
 * Every bag has a sentence, unless a form that the treebank has is no candidate of its lemma: that changes no order.
 *
 *     npx tsx test/bench/lemmas.ts FILE.conllu [--bags 2000] [--search beam] [--ccg] [--beam 64]
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bag, BagArc, BagChoice, BagOrder, BagWord } from '../../server/src/bag/bag.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import {
  createRealizer,
  NEVER,
  searchChoices,
  type Realization,
} from '../../server/src/realize/realizer.ts';
import { readAnnotatedConllu, type AnnotatedSentence } from '../../server/src/treebank/conllu.ts';
import { isProjective, isTree } from '../../server/src/treebank/tree.ts';
import { Random } from '../../server/src/util/random.ts';
import { cpuMs, report, reportHeader } from './report.ts';

const MOST_WORDS = 15;
const MOST_SHOWN = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bags: { type: 'string', default: '2000' },
    beam: { type: 'string', default: '64' },
    search: { type: 'string', default: 'beam' },
    ccg: { type: 'boolean', default: false },
  },
});
const search = searchChoices.find((name) => name === values.search);
if (search === undefined) throw new Error(`${values.search} is no search.`);

const extension = fileURLToPath(new URL('../..', import.meta.url));
const resources = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const morphology = resources.model.morphology!();
const realizer = createRealizer(resources);
const random = new Random(1);
const sentences = readAnnotatedConllu(readFileSync(positionals[0], 'utf8')).sentences.filter(
  ({ forms, heads }) =>
    forms.length >= 2 && forms.length <= MOST_WORDS && isTree(heads) && isProjective(heads),
);

const draw = <T>(all: readonly T[]): T => all[random.below(all.length)];
const happens = (share: number): boolean => random.next() < share;

/** A word of a sentence: its form or its lemma, with some of its tags and features in the treebank. */
function wordOf(sentence: AnnotatedSentence, place: number, lemmaShare: number): BagWord {
  const { forms, lemmas, tags, features } = sentence;
  const given = happens(0.6) ? [tags[place]] : [];
  const lemma = lemmas[place];
  if (lemma === '_' || lemma.includes(' ') || !happens(lemmaShare)) {
    return { form: forms[place], tags: given };
  }
  const all = features[place] === '_' ? [] : features[place].split('|');
  const kept = draw([0, 0.5, 1]);
  return { form: lemma, features: all.filter(() => happens(kept)).join('|'), tags: given };
}

/** A bag with constraints that the sentence satisfies. Its lemmas may have other forms in the sentence. */
function bagOf(sentence: AnnotatedSentence, hasArcs: boolean): Bag {
  const size = sentence.forms.length;
  const places = random.shuffle([...sentence.forms.keys()]);
  const wordAt = new Map(places.map((place, word) => [place, word]));
  const at = (place: number): number => wordAt.get(place)!;
  const lemmaShare = draw([0.2, 0.5, 1]);
  const words = places.map((place) => wordOf(sentence, place, lemmaShare));
  const density = hasArcs ? draw([0, 0.3, 0.7, 1]) : 0;
  const arcs: BagArc[] = [];
  let root: number | null = null;
  for (const [place, head] of sentence.heads.entries()) {
    if (!happens(density)) continue;
    const label = happens(0.5) ? sentence.labels[place] : null;
    if (head === 0) root = at(place);
    else arcs.push({ head: at(head - 1), dependent: at(place), label });
  }
  const order = Array.from({ length: random.below(4) }, (): BagOrder => {
    const relation = draw(['before', 'right-before', 'first', 'last'] as const);
    if (relation === 'first') return { relation, words: [at(0)] };
    if (relation === 'last') return { relation, words: [at(size - 1)] };
    const place = random.below(size - 1);
    const other = relation === 'right-before' ? 1 : 1 + random.below(size - 1 - place);
    return { relation, words: [at(place), at(place + other)] };
  });
  const chunks = Array.from({ length: random.below(2) }, () => {
    const start = random.below(size - 1);
    const end = Math.min(size, start + 2 + random.below(4));
    return Array.from({ length: end - start }, (_, i) => at(start + i));
  });
  const choices: BagChoice[] = [];
  for (const word of random.shuffle([...words.keys()]).slice(0, random.below(3))) {
    const members = [word];
    if (happens(0.5)) {
      const other = draw(sentences);
      members.push(words.length);
      words.push(wordOf(other, random.below(other.forms.length), lemmaShare));
    }
    choices.push({ words: members, optional: members.length === 1 || happens(0.3) });
  }
  const grammar = hasArcs ? {} : ({ grammar: 'ccg' } as const);
  return { words, arcs, root, order, chunks, choices, ...grammar };
}

/** Returns the lost words and broken constraints of a realization of a bag, as sentences. */
function violationsOf(bag: Bag, { text, tokens }: Realization): string[] {
  const found: string[] = [];
  const placeOf = new Map<number, number>();
  for (const [place, { word, form, tag }] of tokens.entries()) {
    if (placeOf.has(word)) found.push(`word ${word} is used twice`);
    placeOf.set(word, place);
    const { form: written, features, tags } = bag.words[word];
    if (tags.length > 0 && !tags.includes(tag)) found.push(`${form} has the tag ${tag}`);
    if (features === undefined) {
      if (form !== written) found.push(`${form} is used for ${written}`);
      continue;
    }
    const candidates = morphology.candidates(written, tags, features);
    if (!candidates.some((one) => one.form === form && one.tag === tag)) {
      found.push(`${form}/${tag} is no form of @${written}[${features}]/${tags.join('|')}`);
    }
  }
  if (tokens.map(({ form }) => form).join(' ') !== text) found.push('its text has other words');
  const isUsed = (word: number): boolean => placeOf.has(word);
  const chosen = new Set(bag.choices.flatMap(({ words }) => words));
  for (const word of bag.words.keys()) {
    if (!chosen.has(word) && !isUsed(word)) found.push(`word ${word} is missing`);
  }
  for (const { words, optional } of bag.choices) {
    const count = words.filter(isUsed).length;
    if (count > 1 || (count === 0 && !optional)) found.push(`${count} of ${words.join(' | ')}`);
  }
  const headOf = (word: number): number | null => {
    const { head } = tokens[placeOf.get(word)!];
    return head === 0 ? null : tokens[head - 1].word;
  };
  for (const { head, dependent } of bag.arcs) {
    if (isUsed(head) && isUsed(dependent) && headOf(dependent) !== head) {
      found.push(`no arc ${head} -> ${dependent}`);
    }
  }
  if (bag.root !== null && isUsed(bag.root) && headOf(bag.root) !== null) found.push('no root');
  const heads = tokens.map(({ head }) => head);
  if (!isOneProjectiveTree(heads)) found.push(`no tree: ${heads.join(' ')}`);
  for (const { relation, words } of bag.order) {
    if (!words.every(isUsed)) continue;
    const [first, second] = words.map((word) => placeOf.get(word)!);
    const isHeld = {
      before: first < second,
      'right-before': first + 1 === second,
      first: first === 0,
      last: first === tokens.length - 1,
    }[relation];
    if (!isHeld) found.push(`${relation} ${words.join(' ')}`);
  }
  for (const chunk of bag.chunks) {
    const used = chunk.filter(isUsed).map((word) => placeOf.get(word)!);
    if (Math.max(...used) - Math.min(...used) >= used.length)
      found.push(`chunk ${chunk.join(' ')}`);
  }
  return found;
}

/** Whether heads, from 1, make one tree in which no two arcs cross. */
function isOneProjectiveTree(heads: readonly number[]): boolean {
  if (heads.filter((head) => head === 0).length !== 1) return false;
  return heads.every((head, place) => {
    // From each word, the root is reached, and each word below an arc is below its head.
    let at = place;
    for (let steps = 0; heads[at] !== 0; at = heads[at] - 1)
      if (steps++ > heads.length) return false;
    if (head === 0) return true;
    const [left, right] = [Math.min(place, head - 1), Math.max(place, head - 1)];
    for (let between = left + 1; between < right; between++) {
      let above = between;
      while (above !== head - 1 && heads[above] !== 0) above = heads[above] - 1;
      if (above !== head - 1) return false;
    }
    return true;
  });
}

const counts = new Map<string, number>();
const count = (what: string, by = 1): void => {
  counts.set(what, (counts.get(what) ?? 0) + by);
};
const took: number[] = [];
let shown = 0;
for (let made = 0; made < Number(values.bags); made++) {
  const bag = bagOf(draw(sentences), !values.ccg);
  const lemmas = bag.words.filter(({ features }) => features !== undefined);
  count('lemmas', lemmas.length);
  count('words', bag.words.length);
  count('bags with arcs', Number(bag.arcs.length > 0));
  count('bags with order', Number(bag.order.length > 0));
  count('bags with chunks', Number(bag.chunks.length > 0));
  count('bags with choices', Number(bag.choices.length > 0));
  const began = cpuMs();
  const options = { beam: Number(values.beam), results: 10, search };
  const { status, message, realizations } = realizer.realize(bag, options, NEVER);
  took.push(cpuMs() - began);
  count(`bags ${status}`);
  if (status === 'impossible' || status === 'refused') {
    if (shown++ < MOST_SHOWN) console.log(`${status}: ${message} ${JSON.stringify(bag)}`);
  }
  const texts = new Set(realizations.map(({ text }) => text));
  if (texts.size < realizations.length) count('bags with a sentence twice');
  for (const realization of realizations) {
    count('realizations');
    const found = violationsOf(bag, realization);
    if (found.length === 0) continue;
    count('realizations with a violation');
    if (shown++ >= MOST_SHOWN) continue;
    console.log(`${realization.text}: ${found.join('; ')}`);
    console.log(JSON.stringify(bag));
  }
}
console.log('| what | number |');
console.log('| --- | ---: |');
for (const [what, number] of [...counts].sort()) console.log(`| ${what} | ${number} |`);
if (!counts.has('realizations with a violation')) console.log('\nNo violation.');
console.log('');
reportHeader('realizing one of them (CPU)');
report(values.search, took);
