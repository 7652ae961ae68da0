import type { Connection } from 'vscode-languageserver';
import { absoluteRange, type BagNode, expectationsOf, testsOf } from '../language/index.ts';
import { printable } from '../text/printable.ts';
import type { Realized } from '../realize/realizer.ts';
import type { TimedRealized } from '../realize/realizers.ts';
import { describeFailure, verdictOf } from '../results/verdict.ts';
import { Cancelled, SearchFailed } from '../hosts/pool.ts';
import type { BowDocument } from './document.ts';
import type { Explanations } from './explanations.ts';
import type { AwaitModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { BagTest, TestParams, TestResult } from './protocol.ts';
import { cancellable } from './request.ts';
import type { Session } from './session.ts';
import { Slices } from './slices.ts';
import type { StandingsReporter } from './test-standings.ts';

/** Answers the requests of the editor's test view. A test is a bag with expectations. */
export function registerTests(
  connection: Connection,
  session: Session,
  explanations: Explanations,
  standings: StandingsReporter,
  awaitModel: AwaitModel,
): void {
  onRequest(connection, messages.tests, async ({ uri }): Promise<BagTest[]> => {
    const document = session.documents.get(uri);
    if (document === undefined) return [];
    // Lists the tests of the file as it is now; the editor requests them again after an edit.
    const checked = document.checked(session.checks());
    const found = [...testsOf(checked.file).values()].map(({ id, name, bag, range }) => ({
      test: { id, label: printable(name), range: document.range(range) },
      bag,
    }));
    const slices = new Slices(session.host);
    const tests: BagTest[] = [];
    for (const { test, bag } of found) {
      await slices.next();
      tests.push({ ...test, standing: standings.standing(document, checked, bag) });
    }
    return tests;
  });

  onRequest(connection, messages.runTest, (params, token) =>
    cancellable(token, 'The test', (signal) =>
      runTest(params, session, explanations, awaitModel, signal),
    ),
  );
}

async function runTest(
  { uri, id }: TestParams,
  session: Session,
  explanations: Explanations,
  awaitModel: AwaitModel,
  signal: AbortSignal,
): Promise<TestResult | null> {
  const { documents, scheduler, checks } = session;
  while (!signal.aborted) {
    const problem = await awaitModel();
    const document = documents.get(uri);
    const test = document && testsOf(document.file).get(id);
    if (document === undefined || test === undefined) return null;
    const node = document.file.bags[test.bag];
    let realized: Realized | null = null;
    try {
      if (document.checked(checks()).isValid(test.bag)) {
        if (problem !== null) return errored(document, test.bag, problem.message);
        realized = await scheduler.request(document, node, signal).catch(brokenDown);
      }
    } catch (failure) {
      if (!(failure instanceof Cancelled)) throw failure;
      const searchState = scheduler.stateOf(uri, node);
      if (searchState.kind === 'idle' && searchState.reason === 'cancelled') return null;
      // The bag was edited, or the model or a setting changed: runs the test again.
      continue;
    }
    const why: Why = (bag, expected) =>
      explanations.failureSentences(document, bag, expected, signal);
    const result = await testResult(document, node, realized, session, why);
    if (result !== null) return result;
  }
  return null;
}

/** Says why an expected sentence of a bag does not come first; empty if unknown. */
export type Why = (bag: number, expected: string) => Promise<readonly string[]>;

/**
 * Makes the test result of a bag; null if the file no longer has the bag.
 *
 * @param realized the bag's result; null if the bag has errors
 */
export async function testResult(
  document: BowDocument,
  node: BagNode,
  realized: Realized | null,
  { checks }: Session,
  why: Why,
): Promise<TestResult | null> {
  const bag = document.file.bags.indexOf(node);
  if (bag < 0) return null;
  const checked = document.checked(checks());
  if (realized === null) {
    const error = checked.errors(bag).at(0);
    return error === undefined ? null : errored(document, bag, error.message, error.range);
  }
  const verdict = verdictOf(realized, checked.expectations(bag));
  if (verdict.kind === 'passed') return verdict;
  if (verdict.kind === 'not-run') return errored(document, bag, verdict.message);
  const line = absoluteRange(document.file, bag, expectationsOf(node)[verdict.place]);
  const { expected } = verdict;
  const reasons = await why(bag, expected);
  return {
    kind: 'failed',
    message: [describeFailure(verdict), ...reasons.map(printable)].join('\n'),
    expected,
    actual: verdict.first ?? '',
    range: document.range(line),
  };
}

/**
 * Makes the result of a bag with a failed search.
 *
 * @throws `failure` if it is not a `SearchFailed`
 */
export function brokenDown(failure: unknown): TimedRealized & { readonly message: string } {
  if (!(failure instanceof SearchFailed)) throw failure;
  const { message } = failure;
  const nothing = { search: null, realizations: [], wallMs: 0, cpuMs: 0 };
  return { status: 'refused', message, ...nothing, isAll: false, isProven: false };
}

/** @param at the range of the message; by default the bag's header */
function errored(
  document: BowDocument,
  bag: number,
  message: string,
  at = absoluteRange(document.file, bag, document.file.bags[bag].header),
): TestResult {
  return { kind: 'errored', message: printable(message), range: document.range(at) };
}
