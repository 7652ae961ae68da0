import type { Connection } from 'vscode-languageserver';
import { type BagNode, type CheckedFile, isTest, testIdOf } from '../language/index.ts';
import { standingOf } from '../results/expectations.ts';
import { cutShort } from '../results/verdict.ts';
import { displayedLike } from '../text/display.ts';
import { printable } from '../text/printable.ts';
import { DebounceByFile } from './debounce.ts';
import type { BowDocument } from './document.ts';
import { messages } from './protocol.ts';
import type { TestStanding, TestStandings, TestTag } from './protocol.ts';
import type { Session } from './session.ts';
import { Slices } from './slices.ts';

/** Milliseconds in which changes of a file's tests are collected, to send them together. */
const BURST_MS = 200;

/** The worst rank that the tag `rank2-10` includes. */
const LAST_RANK = 10;

/** Sends the editor the state of tests whenever their bags are realized, for any reason. */
export class StandingsReporter {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #changed = new Map<string, Set<BagNode>>();
  /** The last reported description of each bag. */
  readonly #told = new WeakMap<BagNode, string>();
  readonly #sending = new DebounceByFile((uri) => void this.#send(uri), BURST_MS);

  constructor(connection: Connection, session: Session) {
    this.#connection = connection;
    this.#session = session;
  }

  /** Notes that bags of a file have a new state, which is sent soon. */
  note(uri: string, nodes: Iterable<BagNode>): void {
    const changed = this.#changed.get(uri) ?? new Set();
    this.#changed.set(uri, changed);
    for (const node of nodes) changed.add(node);
    this.#sending.schedule(uri);
  }

  /**
   * Returns the state of a test and marks it as reported.
   *
   * @param checked the document's file, possibly as it was before an edit
   */
  standing(document: BowDocument, checked: CheckedFile, bag: number): TestStanding {
    const standing = testStanding(document, checked, bag, this.#session);
    this.#told.set(checked.file.bags[bag], standing.description);
    return standing;
  }

  forget(uri: string): void {
    this.#changed.delete(uri);
    this.#sending.forget(uri);
  }

  async #send(uri: string): Promise<void> {
    const document = this.#session.documents.get(uri);
    const changed = this.#changed.get(uri);
    this.#changed.delete(uri);
    if (document === undefined || changed === undefined) return;
    const checked = document.checked(this.#session.checks());
    const slices = new Slices(this.#session.host);
    const tests: TestStandings['tests'][number][] = [];
    for (const [bag, node] of checked.file.bags.entries()) {
      if (!changed.has(node) || !isTest(checked, bag)) continue;
      await slices.next();
      const id = testIdOf(checked.file, bag);
      const former = this.#told.get(node);
      const standing = this.standing(document, checked, bag);
      if (standing.description !== former) tests.push({ id, standing });
    }
    const isClosed = this.#session.documents.get(uri) !== document;
    if (isClosed || tests.length === 0) return;
    const params: TestStandings = { uri, tests };
    void this.#connection.sendNotification(messages.testStandings, params);
  }
}

function testStanding(
  document: BowDocument,
  checked: CheckedFile,
  bag: number,
  { scheduler, settings }: Session,
): TestStanding {
  const error = checked.firstError(bag);
  if (error !== null) return { description: printable(`error · ${error.message}`), tag: null };
  const realized = scheduler.resultOf(document.uri, checked.file.bags[bag], settings());
  const about = ({ text }: { readonly text: string }, ...said: readonly string[]): string =>
    printable([...said, displayedLike(text, realized?.realizations ?? [])].join(' · '));
  if (realized === null) return { description: about(checked.expectations(bag)[0]), tag: null };
  const ranked = document.ranked(checked, bag, realized);
  const { best, place } = standingOf(ranked)!;
  const { rank, unreachable } = best;
  if (rank === null && cutShort(realized, ranked) !== null) {
    return { description: about(best, 'cut short'), tag: null };
  }
  return { description: about(best, place), tag: tagOf(rank, unreachable !== null) };
}

function tagOf(rank: number | null, isRuledOut: boolean): TestTag | null {
  if (rank === null) return isRuledOut ? 'unreachable' : 'not-found';
  return rank > 1 && rank <= LAST_RANK ? 'rank2-10' : null;
}
