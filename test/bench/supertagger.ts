/**
 * Measures what the words of a bag are offered to be used as, by the category dictionary alone and by the supertagger: for
 * several β, the categories a word, the share of words whose category is among them, and of sentences with all of
 * theirs; with all tags given, and with nothing given. Order is never given.
 *
 *     npx tsx test/bench/supertagger.ts TRAINING TREEBANK…
 *
 * The first treebank is what dictionary and supertagger are learned from, as training does, with the shipped model's
 * lexicon.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leavesOf } from '../../server/src/grammar/ccg/derivation.ts';
import {
  openModelFile,
  openShared,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { MODEL_FORMAT, loadModel } from '../../server/src/model/model.ts';
import { LexicalEntries } from '../../server/src/problem/lexical-entries.ts';
import { Problem } from '../../server/src/problem/problem.ts';
import { learnGrammar } from '../../server/src/train/learn-grammar.ts';
import { learnSupertaggers, SUPERTAGGER_FOLDS } from '../../server/src/train/learn-supertagger.ts';
import { withDerivation, type DerivedSentence } from '../../server/src/treebank/ccg/derived.ts';
import { subcategorizedOf } from '../../server/src/treebank/ccg/subcategorized.ts';
import { readAnnotatedConllu, type AnnotatedSentence } from '../../server/src/treebank/conllu.ts';
import { partOf } from '../../server/src/treebank/parts.ts';
import { sampleBag, type Share } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { Random } from '../../server/src/util/random.ts';
import { NEVER } from '../../server/src/util/stop.ts';

const shares = [0.1, 0.05, 0.01, 0.005, 0.001, 0.0001];

const [training, ...treebanks] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const shipped = await openModelFile(shippedModelPath(extension), MODEL_FORMAT);
const { lexicon } = loadModel(openShared(shipped));

const read = (path: string): readonly AnnotatedSentence[] =>
  selectSentences(readAnnotatedConllu(readFileSync(path, 'utf8'))).sentences;
const trees = read(training);
const subcategorized = subcategorizedOf(trees);
const derived = (some: readonly AnnotatedSentence[]): DerivedSentence[] =>
  some.flatMap((sentence) => {
    const { derivation, ...plain } = withDerivation(sentence, subcategorized);
    return derivation === undefined ? [] : [{ ...plain, derivation }];
  });

const seen = derived(trees).map((sentence, i) => ({
  ...sentence,
  part: partOf(i, SUPERTAGGER_FOLDS),
}));
const sentences = derived(treebanks.flatMap(read));
const learned = learnGrammar(seen, lexicon, subcategorized);
const begun = process.cpuUsage();
const { whole } = learnSupertaggers(seen, lexicon, learned, { seed: 1, dropout: 2 });
const { user } = process.cpuUsage(begun);
console.error(
  `${seen.length} sentences learned from in ${Math.round(user / 1e6)} s of one processor`,
);
const { grammar, dictionary, supertagger } = learned.withSupertagger(whole);

/** Categories a word, words with theirs in percent, and sentences with all of theirs. */
function measure(entries: LexicalEntries, pos: Share): string[] {
  const random = new Random(1);
  let [words, offered, found, whole, all] = [0, 0, 0, 0, 0];
  for (const sentence of sentences) {
    const condition = { pos, dep: 'none', label: false, categories: 'none' } as const;
    const { bag, places } = sampleBag(sentence, condition, random);
    const problem = new Problem(bag, lexicon, NEVER, entries);
    const leaves = leavesOf(sentence.derivation);
    const { variantStart, variantEntry } = problem;
    let isWhole = true;
    problem.places.forEach((place, word) => {
      const uses = variantEntry.subarray(variantStart[word], variantStart[word + 1]);
      const categories = new Set([...uses].map((entry) => grammar.entryCategory[entry]));
      const isFound = categories.has(grammar.idOf(leaves[places[place]].category.text));
      offered += categories.size;
      found += Number(isFound);
      isWhole &&= isFound;
    });
    words += problem.size;
    whole += Number(isWhole);
    all++;
  }
  return [(offered / words).toFixed(1), percent(found, words), percent(whole, all)];
}

function percent(part: number, of: number): string {
  return ((100 * part) / of).toFixed(1);
}

console.log(
  '| given | β | dictionary: a word | recall % | sentences % | supertagger: a word | recall % | sentences % |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const pos of ['all', 'none'] as const) {
  for (const share of shares) {
    const cells = [null, supertagger].flatMap((tagger) =>
      measure(new LexicalEntries(grammar, dictionary, tagger, share), pos),
    );
    console.log(`| ${pos === 'all' ? 'tags' : 'nothing'} | ${share} | ${cells.join(' | ')} |`);
  }
}
