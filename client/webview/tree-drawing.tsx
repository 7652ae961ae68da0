import type { Point, TreeLayout } from './tree-layout.ts';
import { treeText, wordText } from './tree-text.ts';
import {
  arcLabel,
  directionOf,
  formBaseline,
  labelBaseline,
  tagBaseline,
  type TreeToken,
} from './tree-words.ts';

interface Props {
  readonly tokens: readonly TreeToken[];
  readonly layout: TreeLayout;
  readonly scale: number;
  /** The numbers of the highlighted words, from 1. The arcs between them are highlighted too. */
  readonly lit: ReadonlySet<number>;
  /** The dependent of the chosen arc; 0 for none. */
  readonly chosenArc: number;
  /** The number of the word that the Tab key leads to, from 1. */
  readonly current: number;
  /**
   * The ends of the arc that the user is adding: from the head to the dependent or, during a drag,
   * to the pointer.
   */
  readonly planned: { readonly from: Point; readonly to: Point } | null;
  readonly onHover: (place: number | null) => void;
  readonly onFocus: (place: number | null) => void;
  readonly onWord: (place: number) => void;
  readonly onArc: (dependent: number) => void;
}

/** Words are buttons. For users who cannot see the arcs, a label describes the tree in words. */
export function TreeDrawing(props: Props) {
  const { tokens, layout, scale, lit, chosenArc, planned } = props;
  const { width, height } = layout;
  const isMuted = lit.size > 0;
  return (
    <svg
      class={isMuted ? 'tree lit' : 'tree'}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
    >
      <g role="img" aria-label={treeText(tokens)}>
        {layout.arcs.map(({ head, dependent, pieces }) => (
          <g
            key={dependent}
            class={classes('arc', tokens[dependent - 1].given.head ? 'given' : 'found', {
              lit: lit.has(dependent) && (head === 0 || lit.has(head)),
              chosen: chosenArc === dependent,
              differs: tokens[dependent - 1].differs === true,
            })}
            data-head={head}
            data-dependent={dependent}
            onClick={() => props.onArc(dependent)}
          >
            {pieces.map(({ path, arrow }, i) => (
              <g key={i}>
                <path class="arc-reach" d={path} />
                <path class="arc-line" d={path} />
                {arrow !== null && <path class="arc-arrow" d={arrow} />}
              </g>
            ))}
          </g>
        ))}
        {layout.arcs.map(({ head, dependent, pieces }) => {
          const token = tokens[dependent - 1];
          const label = arcLabel(token);
          if (label === null) return null;
          const look = label.kind === 'parsed' ? 'parsed' : token.given.head ? 'given' : 'found';
          return (
            <g
              key={dependent}
              class={classes('arc-label', look, {
                lit: lit.has(dependent) && (head === 0 || lit.has(head)),
                chosen: chosenArc === dependent,
                differs: token.differs === true,
              })}
              data-dependent={dependent}
              onClick={() => props.onArc(dependent)}
            >
              {pieces.map(
                ({ label: box }, i) =>
                  box !== null && (
                    <g key={i}>
                      <rect x={box.x} y={box.y} width={box.width} height={box.height} />
                      <text x={box.x + box.width / 2} y={box.y + labelBaseline}>
                        {label.text}
                      </text>
                    </g>
                  ),
              )}
            </g>
          );
        })}
        {planned !== null && <path class="arc-planned" d={plannedPath(planned)} />}
      </g>
      <g role="group" aria-label="Words of the tree">
        {tokens.map((_, i) => (
          <Word key={i} place={i + 1} {...props} />
        ))}
      </g>
    </svg>
  );
}

function Word(props: Props & { readonly place: number }) {
  const { tokens, layout, lit, current, place, onHover, onFocus } = props;
  const { form, tag, given } = tokens[place - 1];
  const { x, y, width, height } = layout.words[place - 1];
  const middle = x + width / 2;
  return (
    <g
      class={classes('word', '', { lit: lit.has(place) })}
      role="button"
      tabIndex={place === current ? 0 : -1}
      aria-label={wordText(tokens, place)}
      data-place={place}
      onPointerEnter={() => onHover(place)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onFocus(place)}
      onBlur={() => onFocus(null)}
      onClick={() => props.onWord(place)}
    >
      <rect class="word-box" x={x} y={y + 1} width={width} height={height - 2} rx={3} />
      <text class="form" x={middle} y={y + formBaseline} direction={directionOf(form)}>
        {form}
      </text>{' '}
      <text class={given.tag ? 'tag given' : 'tag found'} x={middle} y={y + tagBaseline}>
        {tag}
      </text>
    </g>
  );
}

const rise = 40;

function plannedPath({ from, to }: { readonly from: Point; readonly to: Point }): string {
  const top = Math.max(4, Math.min(from.y, to.y) - rise);
  return `M${from.x} ${from.y}C${from.x} ${top} ${to.x} ${top} ${to.x} ${to.y}`;
}

function classes(name: string, look: string, states: Readonly<Record<string, boolean>>): string {
  const holding = Object.keys(states).filter((state) => states[state]);
  return [name, look, ...holding].filter((one) => one !== '').join(' ');
}
