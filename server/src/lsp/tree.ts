import type { Connection } from 'vscode-languageserver';
import { absoluteRange, bagName, type BagNode, setHead } from '../language/index.ts';
import type { Realization } from '../realize/realizer.ts';
import { sentenceAsConllu } from '../results/realize-formats.ts';
import { reportRealization } from '../results/realize-report.ts';
import type { BowDocument } from './document.ts';
import type { Explanations } from './explanations.ts';
import { messages } from './protocol.ts';
import type { BagParams, EditArcParams, EditArcResult, TreeParams } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * Answers the panel's requests to add or remove arcs of a tree, and to write a tree as CoNLL-U.
 */
export function registerTree(
  connection: Connection,
  session: Session,
  explanations: Explanations,
): void {
  connection.onRequest<EditArcResult, unknown>(messages.editArc, (params: EditArcParams) =>
    editArc(session, params),
  );
  connection.onRequest(messages.treeConllu, (params: TreeParams) =>
    treeConllu(session, explanations, params),
  );
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

function treeConllu(
  session: Session,
  explanations: Explanations,
  params: TreeParams,
): string | null {
  const found = realizedBag(session, params);
  if (found === null) return null;
  const { document, realizations } = found;
  const { index, text } = params;
  const place = realizations.findIndex((realization) => realization.text === text);
  const realization =
    explanations.derivationOf(document, index, text) ??
    realizations.at(place < 0 ? Infinity : place);
  if (realization === undefined) return null;
  const id = `${bagName(document.file, index)}-${place < 0 ? 'expected' : place + 1}`;
  return sentenceAsConllu(id, reportRealization(realization, null));
}

interface RealizedBag {
  readonly document: BowDocument;
  readonly bag: BagNode;
  readonly realizations: readonly Realization[];
}

/** Finds the bag of a shown tree; null if the bag has changed, since its words may differ. */
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
