import type { CancellationToken, CodeLens, Command, Connection } from 'vscode-languageserver';
import { expectationsOf } from '../language/index.ts';
import { rankedSentences, type Realized } from '../realize/realizer.ts';
import { standingOf } from '../results/expectations.ts';
import { counted } from '../text/counted.ts';
import type { BowDocument } from './document.ts';
import { missedExpectation, showBag } from './hints.ts';
import { clientCommands } from './protocol.ts';
import { isFurther } from './search-widths.ts';
import type { Session } from './session.ts';
import { searchOf } from './settings.ts';
import { Slices } from './slices.ts';

/**
 * The kind of a lens, and its bag. The lens gets its text only when the editor resolves the lens.
 */
interface LensData {
  readonly kind: 'state' | 'debug';
  readonly uri: string;
  readonly index: number;
}

export function registerCodeLenses(connection: Connection, session: Session): void {
  connection.onCodeLens(async ({ textDocument: { uri } }, token) => {
    const document = session.documents.get(uri);
    if (document === undefined || !session.settings().codeLens) return [];
    return [...codeLenses(document), ...(await debugLenses(document, session, token))];
  });
  connection.onCodeLensResolve((lens) => resolveLens(lens, session));
}

function codeLenses({ uri, file }: BowDocument): CodeLens[] {
  return Array.from(file.lines, (line, index) => lensAt(line, { kind: 'state', uri, index }));
}

function lensAt(line: number, data: LensData): CodeLens {
  const position = { line, character: 0 };
  return { range: { start: position, end: position }, data };
}

/**
 * Makes a second lens, `Debug`, over each realized bag that allows an expected sentence but does
 * not put it first.
 */
async function debugLenses(
  document: BowDocument,
  { host, scheduler, checks, settings }: Session,
  token: CancellationToken,
): Promise<CodeLens[]> {
  const { uri, file } = document;
  // Best-first search has no steps to debug.
  if (searchOf(file, settings()) === 'best-first') return [];
  const checked = document.checked(checks());
  const slices = new Slices(host);
  const lenses: CodeLens[] = [];
  for (const [index, bag] of file.bags.entries()) {
    if (expectationsOf(bag).length === 0) continue;
    await slices.next();
    if (token.isCancellationRequested) return [];
    const realized = scheduler.resultOf(uri, bag);
    if (realized === null || !checked.isValid(index)) continue;
    const isMissed =
      realized.realizations.length > 0 &&
      missedExpectation(document.ranked(checked, index, realized)) !== null;
    if (isMissed) lenses.push(lensAt(file.lines[index], { kind: 'debug', uri, index }));
  }
  return lenses;
}

/** Gives a lens its text and its command. Starts no search. */
function resolveLens(lens: CodeLens, session: Session): CodeLens {
  const { kind, uri, index } = lens.data as LensData;
  const document = session.documents.get(uri);
  if (document === undefined || !(index in document.file.bags)) {
    return { ...lens, command: inert('') };
  }
  if (kind === 'state') return { ...lens, command: commandOf(document, index, session) };
  const { debugBag: command } = clientCommands;
  const line = document.file.lines[index];
  return { ...lens, command: { title: 'Debug', command, arguments: [uri, line] } };
}

function commandOf(
  document: BowDocument,
  index: number,
  { scheduler, checks, model, settings }: Session,
): Command {
  const { uri, file, positions } = document;
  const bag = file.bags[index];
  const checked = document.checked(checks());
  const errors = checked.errors(index);
  if (errors.length > 0) {
    const title = counted(errors.length, 'error');
    const position = positions.positionAt(errors[0].range.start);
    return { title, command: clientCommands.reveal, arguments: [uri, position] };
  }
  if (model().kind === 'loading') return inert('loading the model…');
  const searchState = scheduler.stateOf(uri, bag);
  switch (searchState.kind) {
    case 'working':
      return inert('realizing…');
    case 'done': {
      const { realized } = searchState;
      const ranked = document.ranked(checked, index, realized);
      const standing = standingOf(ranked);
      const width = scheduler.widthOf(bag);
      const beam = ` with a beam of ${width.beam.toLocaleString('en')}`;
      const count = howMany(realized) + (isFurther(width, settings()) ? beam : '');
      const title = standing === null ? count : `${count} · ${standing.mark}`;
      return showBag(title, uri, file.lines[index], missedExpectation(ranked));
    }
    case 'failed':
    case 'idle':
      return { title: 'Realize', command: clientCommands.realizeBag, arguments: [uri, index] };
  }
}

/** Says how many sentences the search found and, if the list has fewer, how many are listed. */
function howMany(realized: Realized): string {
  const found = rankedSentences(realized).length;
  const listed = realized.realizations.length;
  return `${counted(found, 'sentence')} found${listed < found ? `, ${listed} listed` : ''}`;
}

/** The command of a lens that does nothing when clicked. */
function inert(title: string): Command {
  return { title, command: '' };
}
