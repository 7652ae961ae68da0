/**
 * Times how soon a search comes to rest once it is cancelled, in a real worker with the models that
 * ship: until then its worker can do nothing else. Cancellations are spread over the whole search. With a model that has
 * a grammar, bags with categories are measured too, and after them the most memory that the process has used, worker and
 * all.
 *
 *     npx tsx test/bench/stopping.ts [MODEL]
 *
 * @param MODEL in place of the one that ships
 */
import { LANGUAGE_MODEL_FORMAT } from '../../server/src/lm/query/format.ts';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RealizeJob } from '../../server/src/hosts/messages.ts';
import {
  openModelFile,
  openShared,
  shippedLanguageModelPath,
  shippedModelPath,
} from '../../server/src/hosts/node/model-file.ts';
import { nodeHost } from '../../server/src/hosts/node/host.ts';
import { Cancelled, Pool } from '../../server/src/hosts/pool.ts';
import { plainBag, type Bag } from '../../server/src/bag/bag.ts';
import { MODEL_FORMAT, loadModel } from '../../server/src/model/model.ts';
import { report, reportHeader } from './report.ts';

const WORDS = 60;
const cancels = 100;
const warmUps = 10;
const beams = [64, 256];
const extension = fileURLToPath(new URL('../..', import.meta.url));

const sentence =
  'The researchers who led the team at the university said on Monday that they had studied the ' +
  'effects of the changing climate on the old rivers of the country for more than ten years , and ' +
  'that most of the people who live near the water know very little about the danger that comes ' +
  'with every heavy rain in the spring , but the government has not yet decided whether it will ' +
  'pay for new bridges and better roads in the villages .';
const words = sentence
  .split(' ')
  .slice(0, WORDS)
  .map((form) => ({ form, tags: [] }));
const plain = plainBag({ words, arcs: [], root: null });

const [modelPath = shippedModelPath(extension)] = process.argv.slice(2);
const model = await openModelFile(modelPath, MODEL_FORMAT);
const hasGrammar = loadModel(openShared(model)).grammar !== undefined;
const pool = new Pool({
  host: nodeHost,
  script: `${extension}/dist/worker.cjs`,
  files: {
    model,
    languageModel: await openModelFile(shippedLanguageModelPath(extension), LANGUAGE_MODEL_FORMAT),
  },
  size: 1,
});

/** Cancels a search after a while; the milliseconds until it is at rest, or null if it was before. */
async function stop(job: RealizeJob, after: number): Promise<number | null> {
  const abort = new AbortController();
  const cancelled = pool.realize(job, { signal: abort.signal }).then(
    () => false,
    (error: unknown) => error instanceof Cancelled,
  );
  await delay(after);
  const began = performance.now();
  abort.abort();
  while (pool.busy > 0) await nextTurn();
  const took = performance.now() - began;
  return (await cancelled) ? took : null;
}

async function measure(name: string, bag: Bag, beam: number): Promise<void> {
  const job: RealizeJob = {
    bag,
    options: { beam, results: 10 },
    timeLimit: 0,
  };
  // The first searches load the model and warm up.
  let search = Infinity;
  for (let i = 0; i < warmUps; i++) {
    const began = performance.now();
    await pool.realize(job);
    search = Math.min(search, performance.now() - began);
  }
  const times: number[] = [];
  let replaced = 0;
  for (let i = 0; times.length < cancels; i++) {
    const [thread] = pool.threads;
    const took = await stop(job, search * ((i % cancels) / cancels));
    if (took === null) continue; // Its end came first.
    times.push(took);
    if (pool.threads[0] === thread) continue;
    replaced++;
    await pool.realize({ ...job, options: { beam: 1, results: 1 } });
  }
  const workers = replaced === 0 ? 'no worker ended' : `${replaced} of ${cancels} workers ended`;
  report(`${name}, beam ${beam}, a search of ${search.toFixed(0)} ms, ${workers}`, times);
}

reportHeader(`from cancelling to rest, a bag of ${words.length} words`);
for (const beam of beams) await measure('without categories', plain, beam);
if (hasGrammar) {
  for (const beam of beams) await measure('categories', { ...plain, grammar: 'ccg' }, beam);
  const most = process.resourceUsage().maxRSS / 1024;
  console.log(`\nmost memory of the process: ${most.toFixed(0)} MB`);
}
await pool.dispose();
