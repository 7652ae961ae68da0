/*
 * Prints how often the morphology gives the right form of a lemma, in lower case:
 * npx tsx test/bench/morphology.ts TRAINING [DEVELOPMENT] [--inflections FILE] [--show N]
 * Without a development set, each tenth of the training set is looked up in the counts of the others. --show prints
 * the commonest wrong forms of unseen words; use it on the training set alone, so that no rule is fitted to the
 * development set.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CandidateForm, Morphology } from '../../server/src/morphology/morphology.ts';
import { english } from '../../server/src/morphology/english.ts';
import { learnMorphology } from '../../server/src/train/learn-morphology.ts';
import { readAnnotatedConllu, type AnnotatedSentence } from '../../server/src/treebank/conllu.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { inflections: { type: 'string' }, show: { type: 'string', default: '0' } },
});
const [training, development = null] = positionals;
const read = (path: string): readonly AnnotatedSentence[] =>
  readAnnotatedConllu(readFileSync(path, 'utf8')).sentences;
const sentences = read(training);
const table = values.inflections === undefined ? null : readFileSync(values.inflections, 'utf8');

/** Counts right ones among all. */
class Share {
  right = 0;
  all = 0;

  add(isRight: boolean): void {
    this.all++;
    if (isRight) this.right++;
  }

  toString(): string {
    return `${((100 * this.right) / this.all).toFixed(2)}% of ${this.all}`;
  }
}

const one = new Share();
const withoutFeatures = new Share();
const inflecting = new Share();
const unseen = new Share();
const among = new Share();
const ambiguous = new Share();
let candidateCount = 0;
const wrong = new Map<string, number>();

function measure(morphology: Morphology, tested: readonly AnnotatedSentence[]): void {
  const seen = new Set(
    morphology.data.counts.map(({ lemma, tag }) => `${lemma.toLowerCase()}\t${tag}`),
  );
  const isForm = ({ form }: CandidateForm, gold: string): boolean => form.toLowerCase() === gold;
  for (const { forms, lemmas, tags, features } of tested) {
    for (const [i, lemma] of lemmas.entries()) {
      const gold = forms[i].toLowerCase();
      const tag = tags[i];
      const candidates = morphology.candidates(lemma, [tag], features[i]);
      const isRight = isForm(candidates[0], gold);
      one.add(isRight);
      withoutFeatures.add(isForm(morphology.candidates(lemma, [tag], '')[0], gold));
      among.add(candidates.some((candidate) => isForm(candidate, gold)));
      ambiguous.add(candidates.length > 1);
      candidateCount += candidates.length;
      if (!english.inflects(tag)) continue;
      inflecting.add(isRight);
      if (seen.has(`${lemma.toLowerCase()}\t${tag}`)) continue;
      unseen.add(isRight);
      if (isRight) continue;
      const miss = `${lemma} ${tag}: ${candidates[0].form}, is ${forms[i]}`;
      wrong.set(miss, (wrong.get(miss) ?? 0) + 1);
    }
  }
}

if (development === null) {
  for (let tenth = 0; tenth < 10; tenth++) {
    const isOfTenth = (_: unknown, i: number): boolean => i % 10 === tenth;
    const others = sentences.filter((sentence, i) => !isOfTenth(sentence, i));
    measure(learnMorphology(others, table, null)!, sentences.filter(isOfTenth));
  }
} else {
  const morphology = learnMorphology(sentences, table, null)!;
  const { counts, irregular } = morphology.data;
  console.log(`${counts.length} counts, ${irregular.length} irregular forms\n`);
  measure(morphology, read(development));
}
console.log('| | |\n| --- | ---: |');
for (const [name, figure] of [
  ['one form per lemma, XPOS and features', one],
  ['one form per lemma and XPOS', withoutFeatures],
  ['the same with features, tags that inflect', inflecting],
  ['of these, lemma and tag unseen', unseen],
  ['right form among the candidates', among],
  ['lemmas with several candidates', ambiguous],
] as const) {
  console.log(`| ${name} | ${String(figure)} |`);
}
console.log(`| candidates per lemma | ${(candidateCount / one.all).toFixed(3)} |`);
const misses = [...wrong].sort(([, m], [, n]) => n - m).slice(0, Number(values.show));
for (const [miss, count] of misses) console.log(`${count} ${miss}`);
