import type { Connection } from 'vscode-languageserver';
import { absoluteRange, bagName, type BagNode, setHead } from '../language/index.ts';
import { ranksOf, type Realization, type Realized } from '../realize/realizer.ts';
import { labelled, type FindLabels } from '../results/labels.ts';
import { sentenceAsConllu } from '../results/realize-formats.ts';
import { reportSentence } from '../results/realize-report.ts';
import type { BowDocument } from './document.ts';
import type { Explanations } from './explanations.ts';
import type { Labels } from './labels.ts';
import { onRequest, requireWord } from './parameters.ts';
import { messages } from './protocol.ts';
import type { BagParams, EditArcParams, EditArcResult, TreeParams } from './protocol.ts';
import { cancellable } from './request.ts';
import type { Session } from './session.ts';

export function registerTree(
  connection: Connection,
  session: Session,
  explanations: Explanations,
  labels: Labels,
): void {
  onRequest(connection, messages.editArc, (params) => editArc(session, params));
  onRequest(connection, messages.treeConllu, (params, token) =>
    cancellable(token, 'Writing the tree', (signal) => {
      // No message if there are no labels: the panel shows the reason below the drawing.
      const find = labels.finder({ signal, isUrgent: true }, () => undefined);
      return treeConllu(session, explanations, params, find);
    }),
  );
}

function editArc(session: Session, params: EditArcParams): EditArcResult {
  const found = realizedBag(session, params);
  if (found === null) return null;
  const { document, bag } = found;
  requireWord(bag, params.dependent, 'dependent');
  if (typeof params.head === 'number') requireWord(bag, params.head, 'head');
  const { version } = document;
  const edit = setHead(bag, params.dependent, params.head);
  if (edit === null) return { version, edits: [] };
  if ('problem' in edit) return edit;
  const range = document.range(absoluteRange(document.file, params.index, edit.range));
  return { version, edits: [{ range, newText: edit.newText }] };
}

async function treeConllu(
  session: Session,
  explanations: Explanations,
  params: TreeParams,
  find: FindLabels,
): Promise<string | null> {
  const found = shownTree(session, explanations, params);
  if (found === null) return null;
  const { document, realized, place, realization } = found;
  const rank = place < 0 ? 'expected' : ranksOf(realized)[place];
  const id = `${bagName(document.file, params.index)}-${rank}`;
  const [tree] = await labelled([realization], find);
  return sentenceAsConllu(id, reportSentence(tree, null));
}

interface ShownTree extends RealizedBag {
  readonly realization: Realization;
  /** The index of the sentence in the list; -1 if the list lacks it. */
  readonly place: number;
}

/** Null if the bag has changed, or the realization is gone. */
export function shownTree(
  session: Session,
  explanations: Explanations,
  params: TreeParams,
): ShownTree | null {
  const found = realizedBag(session, params);
  if (found === null) return null;
  const { document, realized } = found;
  const { index, text } = params;
  const place = realized.realizations.findIndex((realization) => realization.text === text);
  const realization = explanations.derivationOf(document, index, text);
  return realization && { ...found, realization, place };
}

interface RealizedBag {
  readonly document: BowDocument;
  readonly bag: BagNode;
  readonly realized: Realized;
}

/**
 * Finds the bag of a shown tree, and the bag's result. Null if the bag has no result, for example
 * because it was edited meanwhile: its words may then differ from the words of the tree.
 */
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
  return { document, bag, realized: searchState.realized };
}
