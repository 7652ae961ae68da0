/**
 * Counts the wrong forms of T1 output by kind: forms chosen in the search, and forms chosen before it. With
 * --gold-order, the words have the treebank's order: all forms chosen together, and each beside the treebank's forms of
 * the other words.
 *
 *     npx tsx test/bench/forms.ts TREEBANK [--gold-order] [--limit N] [--model FILE]
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import type { Bag, BagWord } from '../../server/src/bag/bag.ts';
import { inflected } from '../../server/src/problem/inflected.ts';
import { createRealizer, NEVER, type SearchChoice } from '../../server/src/realize/realizer.ts';
import { readAnnotatedConllu } from '../../server/src/treebank/conllu.ts';
import { t1Bag } from '../../server/src/treebank/t1-bag.ts';
import { readT1, writeT1, type T1Sentence } from '../../server/src/treebank/t1.ts';
import { Random } from '../../server/src/util/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '10000' },
    'gold-order': { type: 'boolean', default: false },
    model: { type: 'string' },
  },
});

const extension = fileURLToPath(new URL('../..', import.meta.url));
const resources = loadResources({
  model: await openModelFile(values.model ?? shippedModelPath(extension), MODEL_FORMAT),
  languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
});
const realizer = createRealizer(resources);
const morphology = resources.model.morphology!();
const { sentences } = readAnnotatedConllu(readFileSync(positionals[0], 'utf8'));
const random = new Random(1);
const inputs = sentences.slice(0, Number(values.limit)).flatMap((sentence) => {
  return readT1(writeT1(sentence, { lin: true, training: true }, random)).sentences;
});

/** The kind of a wrong form. Agreement: other forms of a verb in the present tense, or of a past form of *be*. */
function kindOf(lemma: string, tag: string, right: string, chosen: string): string {
  if (lemma === 'a') return '*a*, *an*';
  if (lemma === 'not') return "*not*, *n't*";
  if (/['’]/u.test(right) !== /['’]/u.test(chosen)) return 'another contraction, or none';
  if (lemma === 'be') return '*be*';
  if (tag === 'VBZ' || tag === 'VBP') return 'agreement of another verb';
  return 'other: misspellings, abbreviations, styles';
}

/** Counts the wrong forms by kind, over all sentences. */
function wrongForms(chosenFor: (input: T1Sentence) => readonly string[]): {
  readonly kinds: Map<string, number>;
  readonly all: number;
} {
  const kinds = new Map<string, number>();
  let all = 0;
  for (const input of inputs) {
    for (const [word, form] of chosenFor(input).entries()) {
      all++;
      const [right, chosen] = [input.forms![word].toLowerCase(), form.toLowerCase()];
      if (right === chosen) continue;
      const kind = kindOf(input.lemmas[word].toLowerCase(), input.tags[word], right, chosen);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return { kinds, all };
}

/** The forms that a search chooses; null if it finds no sentence. */
function realized(bag: Bag, search: SearchChoice = 'bottom-up'): readonly string[] | null {
  const options = { beam: 64, results: 1, search };
  const first = realizer.realize(bag, options, NEVER).realizations.at(0);
  if (first === undefined) return null;
  const forms = bag.words.map(({ form }) => form);
  for (const { word, form } of first.tokens) forms[word] = form;
  return forms;
}

/** A bag in the treebank's order, with the possible forms of its lemmas. */
function inGoldOrder(input: T1Sentence): Bag {
  const places = input.places!;
  const words = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const order = words
    .slice(1)
    .map((word, i) => ({ relation: 'before' as const, words: [words[i], word] }));
  return { ...inflected(t1Bag(input, null), morphology), order };
}

/** Realizes a bag in the treebank's order. If arcs cross in it, the tree serves the choice of forms alone. */
function chosenIn(bag: Bag): readonly string[] {
  return realized(bag) ?? realized({ ...bag, arcs: [], root: null }, 'beam')!;
}

/** Chooses each form on its own, beside the treebank's forms of the other words. */
function chosenAlone(input: T1Sentence): readonly string[] {
  const bag = inGoldOrder(input);
  const given = bag.words.map((word, i): BagWord => {
    const form = { form: input.forms![i], tag: input.tags[i], weight: 0 };
    return word.forms === undefined ? word : { ...word, forms: [form] };
  });
  return bag.words.map((word, i) => {
    if (word.forms === undefined || word.forms.length === 1)
      return word.forms?.[0].form ?? word.form;
    return chosenIn({ ...bag, words: given.with(i, word) })[i];
  });
}

function likeliest({ lemmas, tags, features }: T1Sentence): string[] {
  return lemmas.map((lemma, i) => morphology.candidates(lemma, [tags[i]], features[i])[0].form);
}

const columns: Readonly<Record<string, (input: T1Sentence) => readonly string[]>> = values[
  'gold-order'
]
  ? {
      'chosen together': (input) => chosenIn(inGoldOrder(input)),
      'each beside the right others': chosenAlone,
    }
  : {
      'chosen in the search': (input) => realized(t1Bag(input, null)) ?? input.lemmas,
      'chosen before it': likeliest,
    };
const counts = Object.values(columns).map(wrongForms);
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
console.log(row('wrong forms', ...Object.keys(columns)));
console.log(row('---', ...counts.map(() => '---:')));
for (const kind of new Set(counts.flatMap(({ kinds }) => [...kinds.keys()]))) {
  console.log(row(kind, ...counts.map(({ kinds }) => String(kinds.get(kind) ?? 0))));
}
const totals = counts.map(({ kinds, all }) => {
  const sum = [...kinds.values()].reduce((a, b) => a + b, 0);
  return `${sum} of ${all} (${((100 * sum) / all).toFixed(2)} %)`;
});
console.log(row('all', ...totals));
