import type { ModelProblem } from '../../server/src/lsp/protocol.ts';
import { send } from './host.ts';
import { Message } from './message.tsx';
import { arcLabel, DIFFERS, ownLabel, type TreeToken } from './tree-words.ts';

interface Props {
  readonly tokens: readonly TreeToken[];
  /** Why the server cannot find labels. */
  readonly unlabelled: ModelProblem | null;
  readonly failure: string | null;
  /** The word for which the user is choosing a head. */
  readonly picking: number | null;
  /** The dependent of the chosen arc; 0 for none. */
  readonly chosenArc: number;
  /** The word that is under the pointer or has the focus. */
  readonly looked: number | null;
  readonly onAddArc: ((head: number, dependent: number) => void) | null;
  readonly onRemoveArc: ((dependent: number) => void) | null;
}

/** Explains the line styles of arcs, and the italics of labels. */
export function TreeLegend({ tokens }: Pick<Props, 'tokens'>) {
  const hasParsed = tokens.some((token) => arcLabel(token)?.kind === 'parsed');
  return (
    <p class="legend" aria-hidden="true">
      <LineKey look="given" />
      <LineKey look="found" />
      {hasParsed && (
        <span
          class="key"
          title="The bag does not give these labels: the parser found them for this tree"
        >
          <i>label</i> found by the parser
        </span>
      )}
      {tokens.some(({ differs }) => differs === true) && (
        <span class="key" title="The other tree has another arc or label here">
          <b>{DIFFERS}</b> differs
        </span>
      )}
    </p>
  );
}

/** The line of text below the tree: the possible actions, or the action in progress. */
export function TreeStatus(props: Props) {
  const { tokens, unlabelled, failure, picking, chosenArc, looked, onAddArc } = props;
  const isIdle = failure === null && picking === null && chosenArc === 0;
  return (
    <div class="tree-status">
      {isIdle && looked !== null && onAddArc !== null && (
        <p aria-hidden="true">
          <Keys>Enter</Keys> goes to the word, <Keys>A</Keys> or a drag onto another adds an arc
          {tokens[looked - 1].given.head && (
            <>
              , <Keys>Del</Keys> takes its arc out
            </>
          )}
        </p>
      )}
      <div class="tree-doing" role="status">
        {failure}
        {failure === null && picking !== null && (
          <span>
            Choose the head of <b>{tokens[picking - 1].form}</b> with the arrow keys and Enter. R
            makes it the root, Escape cancels.
          </span>
        )}
        {failure === null && picking === null && chosenArc > 0 && <ChosenArc {...props} />}
      </div>
      {unlabelled !== null && (
        <p class="unlabelled">
          Arcs that nobody labelled have no label. <Message text={unlabelled.message} />{' '}
          <button
            type="button"
            class="link"
            onClick={() => send({ type: 'setting', setting: unlabelled.setting })}
          >
            Open Setting
          </button>
        </p>
      )}
    </div>
  );
}

function ChosenArc({ tokens, chosenArc, onAddArc, onRemoveArc }: Props) {
  const token = tokens[chosenArc - 1];
  const { head, form, given } = token;
  const label = ownLabel(token);
  const name =
    head === 0 || label === null
      ? ''
      : `, ${label.text}${label.kind === 'parsed' ? ' by the parser' : ''}`;
  return (
    <>
      <span>
        <bdi>{head === 0 ? 'root' : tokens[head - 1].form}</bdi> → <bdi>{form}</bdi>
        {name}, {given.head ? 'given' : 'found'}
      </span>
      {given.head && onRemoveArc !== null && (
        <button type="button" class="link" onClick={() => onRemoveArc(chosenArc)}>
          Take Out Arc
        </button>
      )}
      {!given.head && onAddArc !== null && (
        <button type="button" class="link" onClick={() => onAddArc(head, chosenArc)}>
          Add Arc to Bag
        </button>
      )}
    </>
  );
}

function LineKey({ look }: { readonly look: 'given' | 'found' }) {
  return (
    <span class="key">
      <svg width="26" height="8">
        <g class={`arc ${look}`}>
          <path class="arc-line" d="M1 4H25" />
        </g>
      </svg>
      {look}
    </span>
  );
}

function Keys({ children }: { readonly children: string }) {
  return <kbd>{children}</kbd>;
}
