import { readFileSync } from 'node:fs';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';
import { countLexicon } from '../../server/src/model/lexicon.ts';
import { learnWordClasses } from '../../server/src/train/word-classes.ts';
import { BestFirstTrainer } from '../../server/src/train/best-first-trainer.ts';
import { Perceptron } from '../../server/src/train/perceptron.ts';

const treebank = readConllu(readFileSync(process.argv[2], 'utf8'));
const { sentences } = selectSentences(treebank);
const classes = learnWordClasses(sentences.map((s) => s.forms), 10);
const lexicon = countLexicon(sentences, classes);
const p = new Perceptron(22);
const t = new BestFirstTrainer({
  search: 'best-first', weights: p.weights, fluency: null, lexicon,
  options: { beam: 16, margin: 1000, update: 'early', phrases: 0.1, dropout: 2, withoutTemplates: [],
    bestFirst: { update: 'margin', isScaled: true, expandsNegatives: true, chart: 1000 } },
});
(globalThis as any).ST = {goal:0,wrong:0,pops:0};
for (let pass = 0; pass < Number(process.argv[3] ?? 3); pass++) {
  const start = performance.now();
  let found = 0; let changed = 0;
  sentences.forEach((sentence, i) => {
    const lesson = t.decode({ sentence, part: 0, seed: i + pass * 1000 });
    if (lesson.found) found++;
    if (lesson.changed) { p.change(lesson.changed); changed += lesson.changed.places.length; }
    p.nextExample();
  });
  console.log(pass, sentences.length, found, changed, Math.round(performance.now() - start), JSON.stringify((globalThis as any).ST)); (globalThis as any).ST = {goal:0,wrong:0,pops:0}; void (0);
}
