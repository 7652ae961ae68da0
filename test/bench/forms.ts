/**
 * Counts the wrong forms of T1 output by kind: forms chosen in the search, and forms chosen before it.
 *
 *     npx tsx test/bench/forms.ts TREEBANK [--limit N]
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
import { createRealizer, NEVER } from '../../server/src/realize/realizer.ts';
import { readAnnotatedConllu } from '../../server/src/treebank/conllu.ts';
import { t1Bag } from '../../server/src/treebank/t1-bag.ts';
import { readT1, writeT1, type T1Sentence } from '../../server/src/treebank/t1.ts';
import { Random } from '../../server/src/util/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '10000' } },
});

const extension = fileURLToPath(new URL('../..', import.meta.url));
const resources = loadResources({
  model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
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

function wrongForms(isFirst: boolean): {
  readonly kinds: Map<string, number>;
  readonly all: number;
} {
  const kinds = new Map<string, number>();
  let all = 0;
  for (const input of inputs) {
    const forms = isFirst ? firstForms(input) : null;
    const bag = t1Bag(input, forms);
    const options = { beam: 64, results: 1, search: 'bottom-up' } as const;
    const tokens = realizer.realize(bag, options, NEVER).realizations.at(0)?.tokens ?? [];
    for (const { word, form } of tokens) {
      all++;
      const [right, chosen] = [input.forms![word].toLowerCase(), form.toLowerCase()];
      if (right === chosen) continue;
      const kind = kindOf(input.lemmas[word].toLowerCase(), input.tags[word], right, chosen);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return { kinds, all };
}

function firstForms({ lemmas, tags, features }: T1Sentence): string[] {
  return lemmas.map((lemma, i) => morphology.candidates(lemma, [tags[i]], features[i])[0].form);
}

const joint = wrongForms(false);
const first = wrongForms(true);
console.log('| wrong forms | chosen in the search | chosen before it |\n| --- | ---: | ---: |');
for (const kind of new Set([...first.kinds.keys(), ...joint.kinds.keys()])) {
  console.log(`| ${kind} | ${joint.kinds.get(kind) ?? 0} | ${first.kinds.get(kind) ?? 0} |`);
}
const sum = ({ kinds }: typeof joint): number => [...kinds.values()].reduce((a, b) => a + b, 0);
const share = (one: typeof joint): string => ((100 * sum(one)) / one.all).toFixed(2);
console.log(`| all | ${sum(joint)} (${share(joint)} %) | ${sum(first)} (${share(first)} %) |`);
