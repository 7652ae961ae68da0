/**
 * Measures the exact search on development bags: how many are proven, how long that takes, and how often the
 * beam misses the best. A proof may try what it may in the editor, whatever the machine; times are CPU time of
 * beam and proof. Of each length the first so many sentences are taken, so that a row over several lengths holds
 * as many of each.
 *
 *     npx tsx test/bench/exact.ts FILE.conllu [BAGS]
 */
import { MODEL_FORMAT } from '../../server/src/model/model.ts';
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conditionName } from '../../server/src/evaluate/conditions.ts';
import { evaluationBag } from '../../server/src/evaluate/evaluate.ts';
import { quantile } from '../../server/src/evaluate/timing.ts';
import { cpuMs } from '../../server/src/hosts/node/clock.ts';
import {
  openModelFile,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { loadResources } from '../../server/src/hosts/node/resources.ts';
import { createRealizer, NEVER, type Stop } from '../../server/src/realize/realizer.ts';
import { readConllu, type Sentence } from '../../server/src/treebank/conllu.ts';
import type { Condition } from '../../server/src/treebank/sampling.ts';
import { selectSentences } from '../../server/src/treebank/select.ts';

/** Lengths of sentences, both ends included. */
type Range = readonly [from: number, to: number];

const one = (length: number): Range => [length, length];
const trees: readonly Range[] = [
  [1, 10],
  [11, 20],
];
const tables: readonly { readonly condition: Condition; readonly rows: readonly Range[] }[] = [
  {
    condition: { pos: 'all', dep: 'none', label: false },
    rows: [[1, 5], ...[6, 7, 8, 9, 10].map(one), [1, 6], [1, 10]],
  },
  {
    condition: { pos: 'half', dep: 'half', label: false },
    rows: [
      [1, 6],
      [1, 10],
    ],
  },
  { condition: { pos: 'all', dep: 'all', label: false }, rows: trees },
  { condition: { pos: 'all', dep: 'all', label: true }, rows: trees },
];
const beams = [1, 4, 16, 64, 256];

const [treebank, most = '100'] = process.argv.slice(2);
const extension = fileURLToPath(new URL('../..', import.meta.url));
const realizer = createRealizer(
  loadResources({
    model: await openModelFile(shippedModelPath(extension), MODEL_FORMAT),
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
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

/** What came of a bag. */
interface Measured {
  readonly ms: number;
  readonly isProven: boolean;
  /** The beams that miss the best, where that is known. */
  readonly missed: readonly number[];
}

function measure(sentence: Sentence, place: number, condition: Condition): Measured {
  const { bag } = evaluationBag(sentence, place, condition, 1);
  const started = cpuMs();
  looked = started;
  const exact = realizer.realize(bag, { beam: 64, results: 1, search: 'exact' }, stop);
  const ms = cpuMs() - started;
  const missed = beams.filter((beam) => {
    if (!exact.isProven) return false;
    const { realizations } = realizer.realize(bag, { beam, results: 1 }, NEVER);
    return realizations[0].score < exact.realizations[0].score;
  });
  return { ms, isProven: exact.isProven, missed };
}

/** Of the bags of a condition, by the lengths of their sentences. */
function row(condition: Condition, [from, to]: Range, measured: Map<number, Measured[]>): string {
  const all = [...measured].flatMap(([length, some]) =>
    length >= from && length <= to ? some : [],
  );
  const proven = all.filter(({ isProven }) => isProven);
  const share = (some: readonly unknown[], of: readonly unknown[]): string =>
    ((100 * some.length) / of.length).toFixed(1);
  const times = all.map(({ ms }) => ms);
  const cells = [
    conditionName(condition),
    from === to ? from : `${from}–${to}`,
    all.length,
    share(proven, all),
    share(
      proven.filter(({ ms }) => ms <= 2000),
      all,
    ),
    ...[0.5, 0.95, 1].map((at) => quantile(times, at).toFixed(0)),
    ...beams.map((beam) =>
      share(
        proven.filter(({ missed }) => missed.includes(beam)),
        proven,
      ),
    ),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(
  '| given | words | bags | proven, % | within 2 s, % | CPU ms median | 95% | most | ' +
    beams.map((beam) => `beam ${beam} misses, % |`).join(' '),
);
console.log(`| --- |${' ---: |'.repeat(7 + beams.length)}`);
for (const { condition, rows } of tables) {
  const measured = new Map<number, Measured[]>();
  for (let length = 1; length <= Math.max(...rows.map(([, to]) => to)); length++) {
    const chosen = all
      .filter(({ sentence: { forms } }) => forms.length === length)
      .slice(0, Number(most));
    measured.set(
      length,
      chosen.map(({ sentence, place }) => measure(sentence, place, condition)),
    );
  }
  for (const range of rows) console.log(row(condition, range, measured));
}
console.log(`\nLongest CPU time between two looks at the stop: ${longest.toFixed(1)} ms.`);
