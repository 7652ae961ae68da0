import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { absoluteRange, expectationsOf, testsOf } from '../language/index.ts';
import { printable } from '../text/printable.ts';
import type { Realized } from '../realize/realizer.ts';
import { describeFailure, verdictOf } from '../results/verdict.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import type { Explanations } from './explanations.ts';
import { messages } from './protocol.ts';
import type { BagTest, FileParams, ModelProblem, TestParams, TestResult } from './protocol.ts';
import type { Session } from './session.ts';

/** Resolves once the model is loaded, or with what keeps it from that. */
type AwaitModel = () => Promise<ModelProblem | null>;

/** Answers the editor's test view: a test is a bag that has expectations. */
export function registerTests(
  connection: Connection,
  session: Session,
  explanations: Explanations,
  awaitModel: AwaitModel,
): void {
  connection.onRequest(messages.tests, ({ uri }: FileParams): BagTest[] => {
    const document = session.documents.get(uri);
    if (document === undefined) return [];
    return [...testsOf(document.file).values()].map(({ id, name, range }) => ({
      id,
      label: printable(name),
      range: document.range(range),
    }));
  });

  connection.onRequest(messages.runTest, (params: TestParams, token: CancellationToken) => {
    const abort = new AbortController();
    return new Promise<TestResult | null>((resolve, reject) => {
      // The request ends at once, whatever it waits for.
      token.onCancellationRequested(() => {
        abort.abort();
        reject(new ResponseError(LSPErrorCodes.RequestCancelled, 'The test was cancelled.'));
      });
      runTest(params, session, explanations, awaitModel, abort.signal).then(resolve, reject);
    });
  });
}

async function runTest(
  { uri, id }: TestParams,
  { documents, scheduler, checks }: Session,
  explanations: Explanations,
  awaitModel: AwaitModel,
  signal: AbortSignal,
): Promise<TestResult | null> {
  while (!signal.aborted) {
    const problem = await awaitModel();
    const document = documents.get(uri);
    const test = document && testsOf(document.file).get(id);
    if (document === undefined || test === undefined) return null;
    const node = document.file.bags[test.bag];
    const errored = (message: string, at = absoluteRange(document.file, test.bag, node.header)) =>
      ({ kind: 'errored', message: printable(message), range: document.range(at) }) as const;

    const error = document.checked(checks()).errors(test.bag).at(0);
    if (error !== undefined) return errored(error.message, error.range);
    if (problem !== null) return errored(problem.message);
    let realized: Realized;
    try {
      realized = await scheduler.request(uri, node, signal);
    } catch (failure) {
      if (failure instanceof SearchFailed) return errored(failure.message);
      if (!(failure instanceof Cancelled)) throw failure;
      const searchState = scheduler.stateOf(uri, node);
      if (searchState.kind === 'idle' && searchState.reason === 'cancelled') return null;
      // The bag was edited, or the model or a setting changed: what is there now is tested.
      continue;
    }
    const bag = document.file.bags.indexOf(node);
    if (bag < 0) continue;
    const verdict = verdictOf(realized, document.checked(checks()).expectations(bag));
    if (verdict.kind === 'passed') return verdict;
    if (verdict.kind === 'not-run') return errored(verdict.message);
    const line = absoluteRange(document.file, bag, expectationsOf(node)[verdict.place]);
    const { expected } = verdict;
    const why = await explanations.failureSentences(document, bag, expected, signal);
    return {
      kind: 'failed',
      message: [describeFailure(verdict), ...why.map(printable)].join('\n'),
      expected: verdict.expected,
      actual: verdict.best ?? '',
      range: document.range(line),
    };
  }
  return null;
}
