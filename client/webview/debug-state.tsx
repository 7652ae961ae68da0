import type { BagDebugState } from '../src/debug/cursor.ts';
import type { TreeMode } from '../src/panel-messages.ts';
import { displayed } from '../../server/src/lsp/protocol.ts';
import { count } from '../src/numbers.ts';
import { Tree } from './tree.tsx';
import { directionOf, NO_HEAD } from './tree-words.ts';

/** The position of a debugger: the arcs built so far, the stack, and the words not taken yet. */
export function DebugState({
  state,
  mode,
  onMode,
}: {
  readonly state: BagDebugState;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
}) {
  const { tokens, stack, left, step, text, rank, isExpected } = state;
  const formOf = (place: number): string => tokens[place - 1].form;
  const name = [
    ...(isExpected ? ['expected'] : []),
    rank === null ? 'not found' : `no. ${rank}`,
  ].join(', ');
  return (
    <>
      <p class="debug-place" role="status">
        After {count(step, 'step')} of <bdi>{displayed(text)}</bdi>{' '}
        <span class="muted">({name})</span>
      </p>
      <Tree
        tokens={soFar(state)}
        direction={directionOf(text)}
        mode={mode}
        onMode={onMode}
        onReveal={null}
        onHighlight={null}
        onAddArc={null}
        onRemoveArc={null}
        onExport={null}
      />
      <dl class="debug-words">
        <dt>Stack, its top last</dt>
        <dd class="stack">
          {stack.length === 0 && <span>empty</span>}
          {stack.map(({ head, first, last, category }, depth) => (
            <span key={first} class={depth === stack.length - 1 ? 'top' : ''}>
              {first === last
                ? formOf(first)
                : `${formOf(head)} (${formOf(first)} … ${formOf(last)})`}
              {category !== undefined && <span class="muted"> {category ?? 'no rule'}</span>}
            </span>
          ))}
        </dd>
        <dt>Words left</dt>
        <dd>{left.length === 0 ? 'none' : left.map(formOf).join(', ')}</dd>
      </dl>
    </>
  );
}

/**
 * The words of all partial trees, in the order of the sentence. Other words are left out, so words
 * and heads get new numbers. The top word of a partial tree has no head.
 */
function soFar({ tokens, stack }: BagDebugState) {
  const places = stack.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  const heads = new Set(stack.map(({ head }) => head));
  return places.map((place) => {
    const token = tokens[place - 1];
    const head = heads.has(place) ? 0 : places.indexOf(token.head) + 1;
    return { ...token, head: head === 0 ? NO_HEAD : head };
  });
}
