import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import type { WorkerMessage } from '../../../server/src/hosts/messages.ts';
import { serveRealizer } from '../../../server/src/hosts/serve.ts';
import type { Realization, Realized, Realizer } from '../../../server/src/realize/realizer.ts';

const sentence = (text: string, score: number): Realization => ({
  ...{ text, display: text, score, tokens: [], transitions: [] },
});

describe('a worker', () => {
  it('reports what a search has found when it finds more, not when it looks whether to stop', () => {
    const sent: WorkerMessage<Realized>[] = [];
    const reports = () => sent.filter(({ type }) => type === 'partial').length;
    const counts: number[] = [];
    const realizer: Realizer = {
      realize: (_bag, _options, stop, onFound) => {
        const search = (ms: number): void => {
          const until = performance.now() + ms;
          while (!stop.requested && performance.now() < until);
          counts.push(reports());
        };
        for (const [place, text] of ['b a', 'a b'].entries()) {
          onFound!(sentence(text, place));
          search(150);
        }
        return {
          ...{ status: 'complete', search: 'best-first', message: null, realizations: [] },
          ...{ isAll: false, isProven: false },
        };
      },
    };
    let receive: (message: unknown) => void = () => undefined;
    const port = {
      post: (message: unknown) => void sent.push(message as WorkerMessage<Realized>),
      listen: (onMessage: typeof receive) => (receive = onMessage),
    };
    const open = {
      explainer: () => assert.fail(),
      tracer: () => assert.fail(),
      surveyor: () => assert.fail(),
      parser: () => assert.fail(),
    };
    serveRealizer(port, { stop: new SharedArrayBuffer(4) }, realizer, open, () => 0);
    const bag = plainBag({ words: [], arcs: [], root: null });
    const options = { beam: 1, results: 2 };
    receive({ id: 1, job: { kind: 'realize', bag, options, timeLimit: 0, isStreamed: true } });
    assert.deepEqual(counts, [0, 1]);
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['ready', 'partial', 'done'],
    );
  });
});
