import assert from 'node:assert/strict';
import type { PanelQuestion } from '../../../client/src/panel-messages.ts';
import type {
  BagTitle,
  ShownExplanation,
  ShownRealization,
  ShownResult,
} from '../../../server/src/lsp/protocol.ts';

const steps = { actions: '', heads: [], dependents: [], scores: [] };

function realization(text: string, score: number): ShownRealization {
  return { text, display: text, score, expected: false, tokens: [], steps };
}

/** A result with one sentence, and without the expected `c`. */
function result(id: number, rank: number | null = null): ShownResult {
  return {
    ...{ id, status: 'complete', message: null, realizations: [realization('a', 0)] },
    ...{
      ranks: [1],
      found: 1,
      isAll: false,
      proof: null,
      words: [],
      search: 'beam',
      isOwnSearch: false,
    },
    ...{ lacksGrammar: false, beam: 64, results: 10, timeLimit: 1000, canWiden: true },
    ...{ widerFailure: null, mark: null },
    expectations: [{ text: 'c', rank, unreachable: null }],
  };
}

function explanation(score: number): ShownExplanation {
  return {
    ...{ class: 'beam', rank: null, sentences: [], against: null, templates: [], help: [] },
    ...{ wouldBe: null, together: [], whole: null, smallestBeam: null, firstDifference: null },
    ...{ ruledOut: null, nothingHelps: '' },
    expected: { ...realization('c', score), byStep: [] },
  };
}

interface Shown {
  readonly bag: BagTitle;
  readonly id: number;
  readonly former: boolean;
  /** The rank of the expected sentence. */
  readonly rank: number | null;
}

/** Longer than answers, effects and the drawing after them take. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe('the explanations of expected sentences that do not come first', () => {
  const asked: PanelQuestion[] = [];
  /** The scores of the explained sentences, each time that they are drawn. */
  const drawn: (readonly number[])[] = [];
  let show: (
    bag: Partial<BagTitle>,
    id: number,
    former?: boolean,
    rank?: number | null,
  ) => Promise<void>;
  let answer: (score: number) => Promise<void>;

  before(async () => {
    const { h, options, render } = await import('preact');
    // Effects run as soon as the drawing is done, for there is no frame to wait for.
    options.requestAnimationFrame = setImmediate;
    const postMessage = (message: PanelQuestion): unknown => asked.push(message);
    Object.assign(globalThis, { acquireVsCodeApi: () => ({ postMessage }) });
    const { useExplained } = await import('../../../client/webview/use-explained.ts');
    const { receive } = await import('../../../client/webview/host.ts');
    const Rows = ({ bag, id, former, rank }: Shown): null => {
      const all = useExplained('a.bow', bag, result(id, rank), former);
      drawn.push(all.map(({ expected }) => expected!.score));
      return null;
    };
    // A component that draws nothing needs no more of a document.
    const parent = { childNodes: [] } as unknown as Parameters<typeof render>[1];
    show = (bag, id, former = false, rank = null) => {
      const whole = { index: 0, title: 'first', line: 0, ...bag };
      render(h(Rows, { bag: whole, id, former, rank }), parent);
      return pause();
    };
    answer = (score) => {
      receive({ type: 'answer', id: asked.at(-1)!.id, value: explanation(score) });
      return pause();
    };
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'acquireVsCodeApi');
  });

  it('are never those of another bag', async () => {
    await show({ index: 0, title: 'first' }, 1);
    await answer(10);
    assert.deepEqual(drawn.at(-1), [10]);
    drawn.length = 0;
    await show({ index: 1, title: 'second' }, 2);
    await answer(20);
    assert.deepEqual(drawn.at(-1), [20]);
    assert.ok(drawn.every(([score]) => score !== 10));
  });

  it('stay while their bag is realized again, also where bags are added above it', async () => {
    await show({ index: 1, title: 'second' }, 3);
    await answer(30);
    drawn.length = 0;
    await show({ index: 1, title: 'second' }, 3, true);
    await show({ index: 2, title: 'second' }, 4);
    assert.ok(drawn.every(([score]) => score === 30));
    await answer(40);
    assert.deepEqual(drawn.at(-1), [40]);
  });

  it('include sentences that were found and that the list leaves out', async () => {
    await show({ index: 3, title: 'third' }, 5, false, 8);
    await answer(50);
    assert.deepEqual(drawn.at(-1), [50]);
  });
});
