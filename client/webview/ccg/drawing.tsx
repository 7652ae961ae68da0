import { Fragment } from 'preact';
import type { ShownCcgDerivation } from '../../../server/src/lsp/protocol.ts';
import { directionOf } from '../tree-words.ts';
import { nodeText, type Words } from './derivation.ts';
import type { CcgLayout } from './layout.ts';
import { baselines, featureDrop, type TypesetDerivation } from './typeset.ts';

interface Props {
  readonly derivation: ShownCcgDerivation;
  readonly words: Words;
  readonly typeset: TypesetDerivation;
  readonly layout: CcgLayout;
  readonly scale: number;
  /** The highlighted nodes: a node and its descendants. */
  readonly lit: ReadonlySet<number>;
  /** The index of the head word of the highlighted phrase; null if no node is highlighted. */
  readonly head: number | null;
  /** The nodes that are made after the chosen step. */
  readonly later: ReadonlySet<number>;
  /** The node that the chosen step makes. */
  readonly made: number | null;
  /** The node that the Tab key leads to. */
  readonly current: number;
  readonly onHover: (node: number | null) => void;
  readonly onFocus: (node: number | null) => void;
  readonly onNode: (node: number) => void;
}

/** Nodes are buttons. Their labels describe the nodes and rules in words. */
export function CcgDrawing(props: Props) {
  const { derivation, layout, scale, later } = props;
  const { width, height } = layout;
  return (
    <svg
      class="ccg"
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
    >
      <g aria-hidden="true">
        {derivation.nodes.map(({ rule }, place) => {
          const { label } = layout.nodes[place];
          if (label === null) return null;
          const name = later.has(place) ? 'rule later' : 'rule';
          return (
            <text key={place} class={name} x={label.x} y={label.y + baselines.rule}>
              {rule}
            </text>
          );
        })}
      </g>
      <g role="group" aria-label="Words, and the categories that are made of them">
        {derivation.nodes.map((_, place) => (
          <Node key={place} place={place} {...props} />
        ))}
      </g>
    </svg>
  );
}

function Node(props: Props & { readonly place: number }) {
  const { derivation, words, typeset, layout, place, onHover, onFocus } = props;
  const { children, first } = derivation.nodes[place];
  const { line, category, whole } = layout.nodes[place];
  const baseline = category.y + baselines.category;
  return (
    <g
      class={classes(props)}
      role="button"
      tabIndex={place === props.current ? 0 : -1}
      aria-label={nodeText(derivation, words, place)}
      data-node={place}
      onPointerEnter={() => onHover(place)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onFocus(place)}
      onBlur={() => onFocus(null)}
      onClick={() => props.onNode(place)}
    >
      <rect class="node-box" {...whole} rx={3} />
      {children.length === 0 && <Form form={words[first].form} box={layout.words[first]} />}{' '}
      <path class="node-line" d={`M${line.left} ${line.y}H${line.right}`} />
      <text class="category" y={baseline}>
        {typeset.nodes[place].runs.map(({ text, isFeature, x }, i) => (
          <Fragment key={i}>
            {/* The space separates the runs when the text is copied or read aloud. */}
            {i > 0 && ' '}
            <tspan
              class={isFeature ? 'feature' : undefined}
              x={category.x + x}
              y={isFeature ? baseline + featureDrop : baseline}
            >
              {text}
            </tspan>
          </Fragment>
        ))}
      </text>
    </g>
  );
}

function Form({ form, box }: { readonly form: string; readonly box: CcgLayout['words'][number] }) {
  const x = box.x + box.width / 2;
  return (
    <text class="form" x={x} y={box.y + baselines.form} direction={directionOf(form)}>
      {form}
    </text>
  );
}

function classes({
  derivation: { nodes },
  lit,
  head,
  later,
  made,
  place,
}: Props & { readonly place: number }): string {
  const { children, first } = nodes[place];
  const states = {
    lit: lit.has(place),
    head: children.length === 0 && first === head,
    later: later.has(place),
    made: place === made,
  };
  const holding = Object.entries(states).filter(([, holds]) => holds);
  return ['node', ...holding.map(([state]) => state)].join(' ');
}
