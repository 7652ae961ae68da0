import type { Connection } from 'vscode-languageserver';
import { absoluteRange, bagName, type BagNode, setHead } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import { sentenceAsConllu } from '../results/realize-formats.ts';
import { reportRealization } from '../results/realize-report.ts';
import type { BowDocument } from './document.ts';
import { messages } from './protocol.ts';
import type { BagParams, EditArcParams, EditArcResult, TreeParams } from './protocol.ts';
import type { Session } from './session.ts';

/** Answers what the panel's tree asks: arcs that are added or taken out, and the tree as CoNLL-U. */
export function registerTree(connection: Connection, session: Session): void {
  connection.onRequest<EditArcResult, unknown>(messages.editArc, (params: EditArcParams) =>
    editArc(session, params),
  );
  connection.onRequest(messages.treeConllu, (params: TreeParams) => treeConllu(session, params));
}

function editArc(session: Session, params: EditArcParams): EditArcResult {
  const found = realizedBag(session, params);
  if (found === null) return null;
  const { document, bag } = found;
  const { version } = document;
  const edit = setHead(bag, params.dependent, params.head);
  if (edit === null) return { version, edits: [] };
  if ('problem' in edit) return edit;
  const range = document.range(absoluteRange(document.file, params.index, edit.range));
  return { version, edits: [{ range, newText: edit.newText }] };
}

function treeConllu(session: Session, params: TreeParams): string | null {
  const found = realizedBag(session, params);
  const realization = found?.realizations.at(params.rank - 1);
  if (found === null || realization === undefined) return null;
  const report = reportRealization(realization, null);
  return sentenceAsConllu(bagName(found.document.file, params.index), params.rank, report);
}

interface RealizedBag {
  readonly document: BowDocument;
  readonly bag: BagNode;
  readonly realizations: readonly Realization[];
}

/** A bag whose trees are shown; null where it has changed, so that its words may be others. */
function realizedBag(
  { documents, checks, scheduler }: Session,
  { uri, index }: BagParams,
): RealizedBag | null {
  const document = documents.get(uri);
  if (document === undefined || !(index in document.file.bags)) return null;
  if (!document.checked(checks()).isValid(index)) return null;
  const bag = document.file.bags[index];
  const searchState = scheduler.stateOf(uri, bag);
  if (searchState.kind !== 'done') return null;
  return { document, bag, realizations: searchState.realized.realizations };
}
