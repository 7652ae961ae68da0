/**
 * Prints the tables on word ordering with categories that stand beside the papers' in `docs/ccg.md`: how good the sentences
 * are by the categories that are tried (β), and by what a search may take; and how many of the words derivations span. Tags
 * are given, categories are not, no language model is used; the sentences are one in ONE_OF (2) of those of up to 40 words.
 *
 *     npx tsx test/bench/ccg-tables.ts TREEBANK [ONE_OF [MODEL]]
 *
 * @param MODEL in place of the one that ships
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Bleu } from '../../server/src/evaluate/bleu.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { NO_CATEGORY } from '../../server/src/grammar/ccg/grammar.ts';
import {
  openModelFile,
  openShared,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { MODEL_FORMAT, loadModel } from '../../server/src/model/model.ts';
import { LexicalEntries } from '../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../server/src/problem/problem.ts';
import { LIMITS } from '../../server/src/search/bag-search.ts';
import { Registry } from '../../server/src/search/registry.ts';
import type { Derivation } from '../../server/src/search/search.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { NEVER } from '../../server/src/util/stop.ts';

const MOST_WORDS = 40;
const condition = { pos: 'all', dep: 'none', label: false, categories: 'none' } as const;
const SEED = 1;

const extension = fileURLToPath(new URL('../..', import.meta.url));
const [treebank, oneOf = '2', path = shippedModelPath(extension)] = process.argv.slice(2);
const model = loadModel(openShared(await openModelFile(path, MODEL_FORMAT)));
const { grammar, dictionary, supertagger } = model.grammar!;
const registry = new Registry({ model, languageModel: null });
const read = readConllu(readFileSync(treebank, 'utf8'));
const sentences = selectSentences(read, Infinity, MOST_WORDS)
  .sentences.map((sentence, place) => ({ sentence, place }))
  .filter(({ place }) => place % Number(oneOf) === 0);

type SearchName = 'ccg-shift-reduce' | 'ccg-best-first';
const searchNames = { 'ccg-shift-reduce': 'shift-reduce', 'ccg-best-first': 'best-first' } as const;

/** What a search makes of all sentences. */
interface Outcome {
  readonly bleu: number;
  /** Share of the sentences, in percent, that one derivation spans. */
  readonly spanned: number;
  /** Share of the words, in percent, that the largest part of their sentence has. */
  readonly inLargest: number;
  /** The same of the words in the sentences that come out. */
  readonly told: number;
  readonly categoriesAWord: number;
  readonly cpuMs: number;
}

function measure(name: SearchName, beam: number, entries: LexicalEntries): Outcome {
  const search = registry.open(name);
  const bleu = new Bleu();
  const times: number[] = [];
  let [words, offered, spanned, inLargest, told] = [0, 0, 0, 0, 0];
  for (const { sentence, place } of sentences) {
    const { bag } = evaluationBag(sentence, place, condition, SEED);
    const begun = process.cpuUsage();
    const problem = new Problem(bag, model.lexicon, NEVER, entries);
    const options = { beam, results: 1, budget: { ...LIMITS.lookahead } };
    const [best] = search.search(problem, options, NEVER, null).derivations;
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
    bleu.add(
      best.variants.map((variant) => bag.words[problem.places[problem.variantWord[variant]]].form),
      sentence.forms,
    );
    words += problem.size;
    told += best.variants.length;
    offered += new Set(
      [...problem.variantEntry].map(
        (entry, variant) => `${problem.variantWord[variant]} ${grammar.entryCategory[entry]}`,
      ),
    ).size;
    const largest = largestPart(best);
    inLargest += largest;
    if (largest === problem.size) spanned++;
  }
  const percent = (part: number, of: number): number => (100 * part) / of;
  return {
    bleu: bleu.score(),
    spanned: percent(spanned, sentences.length),
    inLargest: percent(inLargest, words),
    told: percent(told, words),
    categoriesAWord: offered / words,
    cpuMs: quantile(times, 0.5),
  };
}

/** How many words the largest part has that rules make. */
function largestPart({ parts = [] }: Derivation): number {
  return Math.max(
    0,
    ...parts.map(({ category, first, last }) => (category === NO_CATEGORY ? 0 : last - first + 1)),
  );
}

const digits = (...values: readonly number[]): string[] => values.map((value) => value.toFixed(1));

function table(
  title: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): void {
  console.log(`\n${title}\n\n| ${columns.join(' | ')} |\n|${' ---: |'.repeat(columns.length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

function* byShare(): Generator<(string | number)[]> {
  for (const share of [0.1, 0.05, 0.02, 0.01, 0.005, 0.001]) {
    const cells = [null, supertagger].flatMap((tagger) => {
      const entries = new LexicalEntries(grammar, dictionary, tagger, share);
      const { categoriesAWord, bleu, spanned, cpuMs } = measure('ccg-shift-reduce', 64, entries);
      return digits(categoriesAWord, bleu, spanned, cpuMs);
    });
    yield [share, ...cells];
  }
}

function* byLimit(): Generator<(string | number)[]> {
  for (const name of ['ccg-shift-reduce', 'ccg-best-first'] as const) {
    for (const beam of [4, 16, 64, 256]) {
      const { bleu, spanned, inLargest, told, cpuMs } = measure(name, beam, registry.entries);
      const cells = digits(bleu, spanned, inLargest, told, cpuMs);
      yield [searchNames[name], beam, ...cells];
    }
  }
}

console.log(`${sentences.length} sentences`);
// So that the just-in-time compiler is done before times count.
measure('ccg-shift-reduce', 16, registry.entries);
measure('ccg-best-first', 16, registry.entries);
const measured = ['BLEU', 'spanned %', 'CPU ms'];
table(
  'By the number of categories tried (shift-reduce, beam of 64):',
  ['β', 'dictionary: a word', ...measured, 'supertagger: a word', ...measured],
  byShare(),
);
table(
  'By the amount of search:',
  ['search', 'beam', 'BLEU', 'spanned %', 'words in the largest part %', 'words kept %', 'CPU ms'],
  byLimit(),
);
