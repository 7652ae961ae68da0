/**
 * A worker whose realizer does what the bag's first word says: it lets the tests provoke at will
 * what a real search does rarely.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Realized, Realizer } from '../../../server/src/realizer.ts';
import type { WorkerStart } from '../../../server/src/workers/messages.ts';
import { serve } from '../../../server/src/workers/serve.ts';

const start = workerData as WorkerStart;
/** The "model" is memory that the test shares with every worker: a place to count. */
const counter = new Int32Array(start.model);

const answer = (text: string, status: Realized['status']): Realized => ({
  status,
  message: null,
  realizations: [{ text, display: text, score: 0, tokens: [], transitions: [] }],
});

const realizer: Realizer = {
  realize(bag, _options, stop) {
    const text = bag.words.map((word) => word.form).join(' ');
    const [command] = bag.words.map((word) => word.form);
    switch (command) {
      case 'search':
        Atomics.add(counter, 0, 1);
        while (!stop.requested);
        return answer(text, 'cut-short');
      case 'hang':
        for (;;);
      case 'throw':
        throw new Error('no such feature');
      case 'die':
        process.exit(3);
        break;
      case 'die-once':
        if (Atomics.add(counter, 0, 1) === 0) process.exit(3);
        break;
      default:
    }
    return answer(text, 'complete');
  },
};

if (parentPort !== null) serve(parentPort, start, realizer);
