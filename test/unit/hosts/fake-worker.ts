/**
 * A worker whose realizer does what the bag's first word says: it lets the tests provoke at will
 * what a real search does rarely.
 */
import type { ExplainOptions } from '../../../server/src/explain/explainer.ts';
import type { Explanation } from '../../../server/src/explain/explanation.ts';
import type { Bag } from '../../../server/src/bag/bag.ts';
import type {
  Realization,
  Realized,
  Realizer,
  Stop,
} from '../../../server/src/realize/realizer.ts';
import type { SearchStart } from '../../../server/src/hosts/messages.ts';
import { cpuMs } from '../../../server/src/hosts/node/clock.ts';
import { inWorker } from '../../../server/src/hosts/node/worker-port.ts';
import { serveRealizer } from '../../../server/src/hosts/serve.ts';

/** The "model" is memory that the test shares with every worker: a place to count. */
let counter: Int32Array;

/** The words as they are written, each the head of the next, and then the same the other way. */
function answer(forms: readonly string[], status: Realized['status']): Realized {
  const inOrder = (words: readonly string[], score: number): Realization => ({
    text: words.join(' '),
    display: `${words.join(' ')}!`,
    score,
    tokens: words.map((form, place) => ({
      word: forms.indexOf(form),
      form,
      tag: 'NN',
      head: place,
      label: null,
      given: { tag: false, head: false, label: false },
    })),
    transitions: [
      ...words.map((_, place) => ({
        action: 'SHIFT' as const,
        head: 0,
        dependent: place + 1,
        score: 1,
      })),
      ...words.slice(1).map((_, place) => ({
        action: 'RIGHTARC' as const,
        head: words.length - place - 1,
        dependent: words.length - place,
        score: 1,
      })),
    ],
  });
  return {
    status,
    search: 'arc-standard',
    message: null,
    realizations: [inOrder(forms, 100), inOrder([...forms].reverse(), 60)],
    isAll: false,
    isProven: false,
  };
}

const realizer: Realizer = {
  realize(bag, { beam, search, mostTried }, stop, onFound) {
    const forms = bag.words.map(({ form }) => form);
    const [command] = forms;
    switch (command) {
      case 'search':
        Atomics.add(counter, 0, 1);
        while (!stop.requested);
        return answer(forms, 'cut-short');
      case 'wide': {
        // A wide beam finds the other order first.
        const found = answer(forms, 'complete');
        return beam <= 64 ? found : { ...found, realizations: [...found.realizations].reverse() };
      }
      case 'stream': {
        const { realizations } = answer(forms, 'complete');
        for (const [i, one] of [realizations[1], ...realizations].entries()) {
          const until = performance.now() + 150;
          while (!stop.requested && performance.now() < until);
          onFound?.({ ...one, score: one.score + i });
        }
        return answer(forms, 'complete');
      }
      case 'hang':
        Atomics.add(counter, 0, 1);
        for (;;);
      case 'throw':
        throw new Error('no such feature');
      case 'provable':
        if (search !== 'exact') break;
        return { ...answer(forms, 'complete'), isProven: true };
      case 'hard':
        if (search !== 'exact') break;
        return { ...answer(forms, 'complete'), isProven: mostTried !== undefined };
      case 'lost': {
        if (search !== 'exact') break;
        const found = answer(forms, 'complete');
        const [first, second] = found.realizations;
        const better = { ...second, score: 130 };
        return { ...found, realizations: [better, first], isProven: true };
      }
      case 'unproven':
      case 'rivalled': {
        if (search !== 'exact') break;
        const found = answer(forms, 'complete');
        const [first, second] = found.realizations;
        return { ...found, realizations: [{ ...second, score: 130 }, first] };
      }
      case 'underrated': {
        if (search !== 'exact') break;
        const found = answer(forms, 'complete');
        const [first, second] = found.realizations;
        return { ...found, realizations: [{ ...first, score: 130 }, second], isProven: true };
      }
      case 'endless':
        if (search !== 'exact') break;
        Atomics.add(counter, 0, 1);
        while (!stop.requested);
        return answer(forms, 'cut-short');
      case 'narrow':
        if (beam > 64) throw new Error('too wide');
        break;
      case 'die':
        process.exit(3);
        break;
      case 'die-once':
        if (Atomics.add(counter, 0, 1) === 0) process.exit(3);
        break;
      case 'arcless':
        if (bag.arcs.length === 0) break;
        Atomics.add(counter, 0, 1);
        while (!stop.requested);
        return answer(forms, 'cut-short');
      case 'impossible':
        return { ...answer(forms, 'impossible'), realizations: [] };
      case 'constrained':
        // What comes out depends on the constraints.
        return answer([...forms, `${bag.arcs.length} ${bag.order.length}`], 'complete');
      default:
    }
    return answer(forms, 'complete');
  },
};

/** Says of a sentence that the model prefers another one, and nothing else. */
const modelError: Explanation = {
  ...({ class: 'model', rank: null, loss: null, lostEdge: null, wider: null } as const),
  ...{ lacking: [], fragments: null, expected: null, against: null, wouldBe: null },
  ...{ found: { expected: null, against: null }, isExact: false, templates: [] },
  ...{ firstDifference: null, help: [], together: [], isHelpCut: false },
};

inWorker((port, start: SearchStart) => {
  counter = new Int32Array(start.files.model.isFilled);
  /** It takes as long as the search, and there is nothing to say. */
  const search = (bag: Bag, stop: Stop): string => {
    realizer.realize(bag, { beam: 1, results: 1 }, stop);
    return 'Nothing is explained, traced or surveyed here.';
  };
  const explainer = {
    explain: (bag: Bag, _: unknown, options: Partial<ExplainOptions>, stop: Stop) => {
      const { proven = null, depth } = options;
      if (proven === null) return search(bag, stop);
      if (depth === 'scores') {
        const { sentence } = proven;
        const forms = bag.words.map(({ form }) => form);
        const [first] = answer(forms, 'complete').realizations;
        const best = (one: Realization, more: number) => ({
          ...{ ...one, score: one.score + more },
          ...{ contributions: [], byStep: [] },
        });
        const ofFirst = best(first, forms[0] === 'rivalled' ? 50 : 9);
        return { ...modelError, expected: best(sentence, 7), against: ofFirst };
      }
      return depth === 'class'
        ? modelError
        : `The proof has "${proven.sentence.text}" with ${proven.sentence.score}.`;
    },
  };
  const said = (bag: Bag, _words: unknown, _options: unknown, stop: Stop) => search(bag, stop);
  const tracer = { trace: said };
  const surveyor = { survey: said };
  const open = {
    explainer: () => explainer,
    tracer: () => tracer,
    surveyor: () => surveyor,
    parser: () => {
      throw new Error('Nothing is parsed here.');
    },
  };
  serveRealizer(port, start, realizer, open, cpuMs);
});
