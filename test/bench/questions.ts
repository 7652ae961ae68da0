/**
 * Answers questions about lists of sentences truthfully, with a treebank's sentences in mind: how many answers it
 * takes until the sentence that is meant comes first. After each answer the bag is realized again, and each sentence of
 * the list is tested for the answer.
 *
 *     npx tsx test/bench/questions.ts TREEBANK [--limit N] [--shortest N] [--longest N] [--heads]
 *
 * With `--heads`, questions about heads are answered as long as there are some.
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { isDecision, withAddition } from '../../server/src/bag/addition.ts';
import type { Bag } from '../../server/src/bag/bag.ts';
import { questionsAbout, type Said } from '../../server/src/explain/questions.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { readConllu, type Sentence } from '../../server/src/treebank/conllu.ts';

import { selectSentences } from '../../server/src/treebank/select.ts';

/** The default settings. */
const options = { beam: 64, results: 10 } as const;
/** More answers than any sentence needs. */
const MOST_ANSWERS = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    shortest: { type: 'string', default: '8' },
    longest: { type: 'string', default: '20' },
    heads: { type: 'boolean', default: false },
  },
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
  .filter(({ forms: { length } }) => length >= Number(values.shortest))
  .filter(({ forms: { length } }) => length <= Number(values.longest))
  .slice(0, Number(values.limit ?? Infinity));

/** Knows the intended sentence. */
class Author {
  readonly #sentence: Sentence;
  readonly #bag: Bag;
  /** Indexed by word of the bag: its place in the sentence, once an answer needs it. */
  readonly #places = new Map<number, number>();

  constructor(sentence: Sentence, bag: Bag) {
    this.#sentence = sentence;
    this.#bag = bag;
  }

  /** Whether an addition is true of the sentence; if so, its words have their places from now on. */
  agrees(said: Said): boolean {
    const { forms, heads } = this.#sentence;
    if (isDecision(said)) throw noChoices();
    if (said.kind === 'order') {
      const [first, second] = said.words;
      const place = this.#placeOf(first);
      if (said.relation === 'last') return place === forms.length - 1;
      if (said.relation === 'before') return place < this.#placeOf(second);
      return this.#isAt(second, place + 1);
    }
    const head = heads[this.#placeOf(said.dependent)];
    return said.head === null ? head === 0 : head > 0 && this.#isAt(said.head, head - 1);
  }

  #placeOf(word: number): number {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    const place = this.#sentence.forms.findIndex((_, at) => this.#mayBeAt(word, at));
    this.#places.set(word, place);
    return place;
  }

  #isAt(word: number, place: number): boolean {
    const known = this.#places.get(word);
    if (known !== undefined) return known === place;
    if (!this.#mayBeAt(word, place)) return false;
    this.#places.set(word, place);
    return true;
  }

  /** Whether a word without a place may have this one. */
  #mayBeAt(word: number, place: number): boolean {
    const { form, tags } = this.#bag.words[word];
    const { forms, tags: given } = this.#sentence;
    const isTaken = [...this.#places.values()].includes(place);
    return !isTaken && forms[place] === form && given[place] === tags[0];
  }
}

const answers: number[] = [];
let rows = 0;
let broken = 0;
let others = 0;
let headAnswers = 0;
let unlisted = 0;
let stuck = 0;
for (const [i, sentence] of chosen.entries()) {
  let { bag } = evaluationBag(sentence, i, { pos: 'all', dep: 'none', label: false }, 1);
  const meant = sentence.forms.join(' ');
  const author = new Author(sentence, bag);
  const said: Said[] = [];
  for (let asked = 0; ; asked++) {
    const { realizations, message } = realizer.realize(bag, options, NEVER);
    if (realizations.length === 0) {
      stuck++;
      console.log(`${message} ${meant}\n  ${JSON.stringify(said)} ${JSON.stringify(bag.words)}`);
      break;
    }
    for (const { tokens } of realizations) {
      rows++;
      if (!said.every((one) => isTrueOf(one, tokens))) broken++;
    }
    if (realizations.at(0)?.text === meant) {
      answers.push(asked);
      break;
    }
    if (asked === 0 && realizations.every(({ text }) => text !== meant)) unlisted++;
    const questions = questionsAbout(
      realizations.map(({ tokens }) => tokens),
      bag,
    );
    const question =
      (values.heads ? questions.find(({ kind }) => kind === 'head') : null) ?? questions.at(0);
    const listed = question?.answers.map(({ addition }) => addition) ?? [];
    const answer = [...listed, ...(question?.others ?? [])].find((one) => author.agrees(one));
    if (answer === undefined || asked === MOST_ANSWERS) {
      stuck++;
      console.log(`stuck after ${asked} answers: ${meant}\n  ${JSON.stringify(said)}`);
      break;
    }
    if (!listed.includes(answer)) others++;
    if (answer.kind === 'arc') headAnswers++;
    said.push(answer);
    bag = withAddition(bag, answer);
  }
}

function noChoices(): Error {
  return new Error('The bags of a treebank have no choices.');
}

function isTrueOf(
  said: Said,
  tokens: readonly { readonly word: number; readonly head: number }[],
): boolean {
  const placeOf = (word: number): number => tokens.findIndex((token) => token.word === word);
  if (isDecision(said)) throw noChoices();
  if (said.kind === 'arc') {
    const { head } = tokens[placeOf(said.dependent)];
    return head === (said.head === null ? 0 : placeOf(said.head) + 1);
  }
  const [first, second] = said.words.map(placeOf);
  if (said.relation === 'last') return first === tokens.length - 1;
  return said.relation === 'before' ? first < second : first + 1 === second;
}

const describe = (all: number[]): string => {
  all.sort((a, b) => a - b);
  return `median ${quantile(all, 0.5)}, 95th percentile ${quantile(all, 0.95)}, most ${all.at(-1)}`;
};
console.log(`${chosen.length} bags, ${unlisted} without the sentence in the first list`);
console.log(`reached: ${answers.length}; stuck: ${stuck}`);
console.log(`answers: ${describe(answers)}`);
const notFirst = answers.filter((count) => count > 0);
console.log(`answers if it was not the first, ${notFirst.length} bags: ${describe(notFirst)}`);
console.log(`answers that no sentence of the list gave: ${others}; about heads: ${headAnswers}`);
console.log(`rows in which an answer does not hold: ${broken} of ${rows}`);
