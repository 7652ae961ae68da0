import type { CodeLens, Command, Connection } from 'vscode-languageserver';
import { expectationsOf } from '../language/index.ts';
import { counted } from '../text/counted.ts';
import type { BowDocument } from './document.ts';
import { expectationMark, missedExpectation, showBag } from './hints.ts';
import { clientCommands } from './protocol.ts';
import type { Session } from './session.ts';

/** The bag of a lens. The text of the lens is made when the editor resolves it. */
interface LensData {
  readonly kind: 'state' | 'debug';
  readonly uri: string;
  readonly index: number;
}

/** Answers requests for the lenses over bags. */
export function registerCodeLenses(connection: Connection, session: Session): void {
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const document = session.documents.get(uri);
    if (document === undefined || !session.settings().codeLens) return [];
    return [...codeLenses(document), ...debugLenses(document, session)];
  });
  connection.onCodeLensResolve((lens) => resolveLens(lens, session));
}

/** A lens over each bag, without its text. */
function codeLenses({ uri, file }: BowDocument): CodeLens[] {
  return Array.from(file.lines, (line, index) => lensAt(line, { kind: 'state', uri, index }));
}

function lensAt(line: number, data: LensData): CodeLens {
  const position = { line, character: 0 };
  return { range: { start: position, end: position }, data };
}

/** A second lens over each realized bag with a missed expectation. */
function debugLenses(document: BowDocument, { scheduler, checks }: Session): CodeLens[] {
  const { uri, file } = document;
  const options = checks();
  const checked = document.checked(options);
  return file.bags.flatMap((bag, index) => {
    if (expectationsOf(bag).length === 0) return [];
    const realized = scheduler.resultOf(uri, bag);
    if (realized === null || !checked.isValid(index)) return [];
    const isMissed =
      realized.realizations.length > 0 &&
      missedExpectation(document.ranked(index, realized, options)) !== null;
    return isMissed ? [lensAt(file.lines[index], { kind: 'debug', uri, index })] : [];
  });
}

/** The lens with the state of its bag, and the command of a click. It realizes nothing. */
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
  { scheduler, checks, model }: Session,
): Command {
  const { uri, file, positions } = document;
  const bag = file.bags[index];
  const errors = document.checked(checks()).errors(index);
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
      const { realizations } = realized;
      const ranked = document.ranked(index, realized, checks());
      const mark = expectationMark(ranked);
      const title = counted(realizations.length, 'result') + (mark === '' ? '' : ` · ${mark}`);
      return showBag(title, uri, file.lines[index], missedExpectation(ranked));
    }
    case 'failed':
    case 'idle':
      return { title: 'Realize', command: clientCommands.realizeBag, arguments: [uri, index] };
  }
}

/** A lens without an action. */
function inert(title: string): Command {
  return { title, command: '' };
}
