import type { Connection } from 'vscode-languageserver';
import {
  absoluteRange,
  bagOfTest,
  type BagNode,
  expectationsOf,
  isTest,
  testOf,
  toBag,
} from '../language/index.ts';
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
import type { BagTest, FileTests, TestParams, TestResult } from './protocol.ts';
import { cancellable } from './request.ts';
import { isFurther } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';
import { Slices } from './slices.ts';
import type { StandingsReporter } from './test-standings.ts';

export function registerTests(
  connection: Connection,
  session: Session,
  explanations: Explanations,
  standings: StandingsReporter,
  awaitModel: AwaitModel,
): void {
  onRequest(connection, messages.tests, async ({ uri }): Promise<FileTests> => {
    const document = session.documents.get(uri);
    if (document === undefined) return { tests: [], problem: null };
    // The tests of the file as it is now; the editor requests them again after an edit.
    const checked = document.checked(session.checks());
    const { file } = checked;
    // The text may change while the bags are checked, so their ranges are taken before.
    const found = file.bags.map((_, bag) => {
      const { id, name, range } = testOf(file, bag);
      return { id, label: printable(name), range: document.range(range) };
    });
    const outside = checked.errorsOutside().at(0);
    const problem =
      outside === undefined
        ? null
        : `Line ${document.range(outside.range).start.line + 1}: ${printable(outside.message)}`;
    const slices = new Slices(session.host);
    const tests: BagTest[] = [];
    for (const [bag, test] of found.entries()) {
      await slices.next();
      if (!isTest(checked, bag)) continue;
      tests.push({ ...test, standing: standings.standing(document, checked, bag) });
    }
    return { tests, problem };
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
    if (document === undefined) return null;
    const bag = bagOfTest(document.file, id);
    if (bag < 0 || !isTest(document.checked(checks()), bag)) return null;
    const node = document.file.bags[bag];
    let realized: Realized | null = null;
    try {
      if (document.checked(checks()).isValid(bag)) {
        if (problem !== null) return errored(document, bag, problem.message);
        realized = await realizeAsSet(document, node, session, signal);
      }
    } catch (failure) {
      if (!(failure instanceof Cancelled)) throw failure;
      const searchState = scheduler.stateOf(uri, node);
      if (searchState.kind === 'idle' && searchState.reason === 'cancelled') return null;
      // The bag was edited, or the model or a setting changed: runs the test again.
      continue;
    }
    const why: Why = (index, expected) =>
      explanations.failureSentences(document, index, expected, signal);
    const result = await testResult(document, node, realized, session, why);
    if (result !== null) return result;
  }
  return null;
}

/**
 * Realizes a bag with the width of the settings, also if the bag was searched further. So the test
 * has the same result as in coverage and in the terminal.
 */
async function realizeAsSet(
  document: BowDocument,
  node: BagNode,
  { scheduler, settings, searches }: Session,
  signal: AbortSignal,
): Promise<Realized> {
  const given = settings();
  const found = searches();
  if (found === null || !isFurther(scheduler.widthOf(node), given)) {
    return scheduler.request(document, node, signal).catch(brokenDown);
  }
  const known = scheduler.resultOf(document.uri, node, given);
  if (known !== null) return known;
  const { beam, results, timeLimit } = given;
  const options = { beam, results, search: searchOf(document.file, given) };
  return found.pool.realize({ bag: toBag(node), options, timeLimit }, { signal }).catch(brokenDown);
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
  { checks }: Pick<Session, 'checks'>,
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
  // If the bag rules the sentence out, `why` repeats the reason of the verdict.
  const reasons = (await why(bag, expected)).filter((reason) => reason !== verdict.why);
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
