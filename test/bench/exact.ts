/**
 * Measures the exact search on development bags: how many are proven, how long that takes, and how often the
 * beam misses the best. A proof may try what it may in the editor, whatever the machine; times are CPU time of
 * beam and proof.
 *
 *     npx tsx test/bench/exact.ts FILE.conllu [BAGS]
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conditionName } from '../../server/src/evaluate/conditions.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { cpuMs } from '../../server/src/hosts/node/clock.ts';
import {
  readModelBytes,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-bytes.ts';
import { loadResources } from '../../server/src/hosts/resources.ts';
import { createRealizer, type Stop } from '../../server/src/realize/realizer.ts';
import { readConllu } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';

const tables: readonly {
  readonly condition: Condition;
  readonly lengths: readonly (readonly [from: number, to: number])[];
}[] = [
  {
    condition: { pos: 'all', dep: 'none', label: false },
    lengths: [[1, 5], ...[6, 7, 8, 9, 10].map((length) => [length, length] as const)],
  },
  {
    condition: { pos: 'half', dep: 'half', label: false },
    lengths: [
      [1, 6],
      [7, 10],
    ],
  },
  {
    condition: { pos: 'all', dep: 'all', label: false },
    lengths: [
      [1, 10],
      [11, 20],
    ],
  },
  {
    condition: { pos: 'all', dep: 'all', label: true },
    lengths: [
      [1, 10],
      [11, 20],
    ],
  },
];
const beams = [1, 4, 16, 64, 256];

const [treebank, most = '100'] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await readModelBytes(shippedModelPath(extension)),
    languageModel: await readModelBytes(shippedLanguageModelPath(extension)),
  }),
);
const all = selectSentences(readConllu(readFileSync(treebank, 'utf8'))).sentences.map(
  (sentence, place) => ({ sentence, place }),
);

/** The longest CPU time between two looks at the stop: it tells less of what else the machine does. */
let longest = 0;
let looked = 0;
const stop: Stop = {
  get requested() {
    const now = cpuMs();
    longest = Math.max(longest, now - looked);
    looked = now;
    return false;
  },
};

console.log(
  '| given | words | bags | proven | % | CPU ms median | 95% | most | within 2 s, % | ' +
    beams.map((beam) => `beam ${beam} misses, % |`).join(' '),
);
console.log(`| --- | --- |${' ---: |'.repeat(7 + beams.length)}`);
for (const { condition, lengths } of tables) {
  for (const [from, to] of lengths) {
    const chosen = all
      .filter(({ sentence: { forms } }) => forms.length >= from && forms.length <= to)
      .slice(0, Number(most));
    const times: number[] = [];
    let proven = 0;
    let inTime = 0;
    const missed = new Map(beams.map((beam) => [beam, 0]));
    for (const { sentence, place } of chosen) {
      const { bag } = evaluationBag(sentence, place, condition, 1);
      const started = cpuMs();
      looked = cpuMs();
      const exact = realizer.realize(bag, { beam: 64, results: 1, search: 'exact' }, stop);
      const took = cpuMs() - started;
      times.push(took);
      if (!exact.isBest) continue;
      proven++;
      if (took <= 2000) inTime++;
      for (const beam of beams) {
        looked = cpuMs();
        const [best] = realizer.realize(bag, { beam, results: 1 }, stop).realizations;
        if (best.score < exact.realizations[0].score) missed.set(beam, missed.get(beam)! + 1);
      }
    }
    const share = (count: number, of: number): string => ((100 * count) / of).toFixed(1);
    const cells = [
      conditionName(condition),
      from === to ? from : `${from}–${to}`,
      chosen.length,
      proven,
      share(proven, chosen.length),
      ...[0.5, 0.95, 1].map((at) => quantile(times, at).toFixed(0)),
      share(inTime, chosen.length),
      ...beams.map((beam) => share(missed.get(beam)!, proven)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
console.log(`\nLongest CPU time between two looks at the stop: ${longest.toFixed(1)} ms.`);
