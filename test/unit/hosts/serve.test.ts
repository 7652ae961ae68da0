import assert from 'node:assert/strict';
import { plainBag } from '../../../server/src/bag/bag.ts';
import type { WorkerMessage } from '../../../server/src/hosts/messages.ts';
import { serveRealizer } from '../../../server/src/hosts/serve.ts';
import type {
  Realization,
  Realized,
  Realizer,
  Stop,
} from '../../../server/src/realize/realizer.ts';

const sentence = (text: string, score: number): Realization => ({
  ...{ text, display: text, score, tokens: [], transitions: [] },
});

/**
 * Lets a worker realize a bag with a search of the test's own. The worker reports what it has found
 * so far.
 *
 * @param sent receives the worker's messages
 */
function serveSearch(
  sent: WorkerMessage<Realized>[],
  search: (stop: Stop, onFound: (one: Realization) => void) => void,
): void {
  const realizer: Realizer = {
    realize: (_bag, _options, stop, onFound) => {
      search(stop, onFound!);
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
}

/** Takes the time after which a worker reports again. */
function wait(stop: Stop): void {
  const until = performance.now() + 150;
  while (!stop.requested && performance.now() < until);
}

describe('a worker', () => {
  it('reports what a search has found when it finds more, not when it looks whether to stop', () => {
    const sent: WorkerMessage<Realized>[] = [];
    const counts: number[] = [];
    serveSearch(sent, (stop, onFound) => {
      for (const [place, text] of ['b a', 'a b'].entries()) {
        onFound(sentence(text, place));
        wait(stop);
        counts.push(sent.filter(({ type }) => type === 'partial').length);
      }
    });
    assert.deepEqual(counts, [0, 1]);
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['ready', 'partial', 'done'],
    );
  });

  it('reports a sentence that was found twice once, at the place of its higher score', () => {
    const sent: WorkerMessage<Realized>[] = [];
    serveSearch(sent, (stop, onFound) => {
      onFound(sentence('a b', 1));
      onFound(sentence('b a', 5));
      wait(stop);
      onFound(sentence('a b', 10));
    });
    const [, partial] = sent;
    assert.ok(partial.type === 'partial');
    assert.deepEqual(
      partial.result.realizations.map(({ text, score }) => [text, score]),
      [
        ['a b', 10],
        ['b a', 5],
      ],
    );
  });
});
