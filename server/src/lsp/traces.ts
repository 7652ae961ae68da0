import type { Connection } from 'vscode-languageserver';
import {
  absoluteRange,
  bagName,
  expectationsOf,
  type Range,
  toBag,
  writtenPlaces,
} from '../language/index.ts';
import type { BowDocument } from './document.ts';
import type { AwaitModel } from './model-host.ts';
import { onRequest } from './parameters.ts';
import { messages } from './protocol.ts';
import type { TraceParams, TraceResult } from './protocol.ts';
import { cancellable, requestFailed } from './request.ts';
import { explainingLimit } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';

export function registerTraces(
  connection: Connection,
  session: Session,
  awaitModel: AwaitModel,
): void {
  onRequest(connection, messages.trace, (params, token) =>
    cancellable(token, 'Tracing', (signal) => trace(params, session, awaitModel, signal)),
  );
}

/** @throws {ResponseError} if there is nothing to trace */
async function trace(
  params: TraceParams,
  session: Session,
  awaitModel: AwaitModel,
  signal: AbortSignal,
): Promise<TraceResult> {
  const problem = await awaitModel();
  if (problem !== null) throw requestFailed(problem.message);
  const document = session.documents.get(params.uri);
  if (document === undefined) throw requestFailed('The file is not open as a .bow file.');
  const { file } = document;
  const checked = document.checked(session.checks());
  const bag = bagOf(document, params);
  const node = file.bags[bag];
  const error = checked.firstError(bag);
  if (error !== null) {
    const { line } = document.range(error.range).start;
    throw requestFailed(`Line ${line + 1}: ${error.message}`);
  }
  const expectation = checked.expectations(bag).at(expectationOf(document, bag, params)) ?? null;
  const searches = session.searches();
  if (searches === null) throw requestFailed('There is no model to realize with.');
  const width = session.scheduler.widthOf(node);
  const { beam, results } = width;
  const options = { beam, search: searchOf(file, session.settings()), results };
  const words = expectation?.text.split(' ') ?? null;
  const job = { bag: toBag(node), words, options, timeLimit: explainingLimit(width) };
  const inFile = (range: Range) => document.range(absoluteRange(file, bag, range));
  // The text may change while the search runs, so the places are taken before.
  const places = writtenPlaces(node);
  const written = {
    bag: { index: bag, title: bagName(file, bag), line: file.lines[bag] },
    words: places.words.map(({ name, range }) => ({ name, range: inFile(range) })),
    arcs: places.arcs.map((arc) => ({ ...arc, ranges: arc.ranges.map(inFile) })),
  };
  const traced = await searches.pool.trace(job, { signal });
  if (typeof traced === 'string') throw requestFailed(traced);
  return { ...written, trace: traced, unreachable: expectation?.unreachable ?? null };
}

function bagOf(document: BowDocument, { bag: name, line }: TraceParams): number {
  if (name === null) {
    const bag = document.bagNearLine(line);
    if (bag < 0) throw requestFailed('The file has no bags.');
    return bag;
  }
  const bag = document.bagNamed(name);
  if (bag < 0) throw requestFailed(`The file has no bag called \`${name}\`.`);
  return bag;
}

/**
 * Returns the index of the expectation to follow: the requested expectation, or else the
 * expectation on the line, or else the first. Returns 0 even if the bag has no expectation.
 */
function expectationOf(document: BowDocument, bag: number, { expect, line }: TraceParams): number {
  const { file } = document;
  const lines = expectationsOf(file.bags[bag]);
  if (expect !== null) {
    if (!(expect - 1 in lines)) {
      const name = bagName(file, bag);
      throw requestFailed(`The bag \`${name}\` has no expectation no. ${expect}.`);
    }
    return expect - 1;
  }
  const isOnLine = (range: Range): boolean =>
    document.range(absoluteRange(file, bag, range)).start.line === line;
  return Math.max(0, lines.findIndex(isOnLine));
}
