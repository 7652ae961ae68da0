import { useMemo } from 'preact/hooks';
import type { Token } from '../../server/src/lsp/protocol.ts';
import { layOut } from './arcs.ts';
import { textWidth } from './text-width.ts';
import { treeText } from './tree-text.ts';

/** Sizes in pixels; the stylesheet has the same. */
const wordSize = 13;
const tagSize = 11;
const labelSize = 11;
const wordLine = 20;
const tagLine = 38;
const footer = 50;

/** The dependency tree of a realization, as arcs over its words. */
export function Tree({ tokens }: { readonly tokens: readonly Token[] }) {
  const diagram = useMemo(
    () =>
      layOut(
        tokens.map(({ form, tag, head, label }) => ({
          head,
          width: Math.max(textWidth(form, wordSize), textWidth(tag, tagSize)),
          labelWidth: label === null ? 0 : textWidth(label, labelSize),
        })),
      ),
    [tokens],
  );
  const { width, baseline, centres, arcs } = diagram;
  const height = baseline + footer;
  return (
    <>
      <div class="tree-scroll" tabIndex={0} role="group" aria-label="Dependency tree, scrollable">
        <svg
          class="tree"
          role="img"
          aria-label={treeText(tokens)}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {arcs.map(({ head, dependent, path, arrow }) => (
            <g
              key={dependent}
              class={tokens[dependent - 1].given.head ? 'arc given' : 'arc found'}
              data-head={head}
              data-dependent={dependent}
            >
              <path class="arc-line" d={path} />
              <path class="arc-arrow" d={arrow} />
            </g>
          ))}
          {arcs.map(({ head, dependent, labelX, labelY }) => {
            const { label, given } = tokens[dependent - 1];
            const text = head === 0 ? 'root' : label;
            if (text === null) return null;
            const room = textWidth(text, labelSize) + 6;
            return (
              <g key={dependent} class={given.head ? 'arc-label given' : 'arc-label found'}>
                <rect x={labelX - room / 2} y={labelY - 7} width={room} height={14} />
                <text x={labelX} y={labelY + 4}>
                  {text}
                </text>
              </g>
            );
          })}
          {tokens.map(({ form, tag, given }, place) => (
            <g key={place}>
              <text class="word" x={centres[place]} y={baseline + wordLine}>
                {form}
              </text>
              <text
                class={given.tag ? 'tag given' : 'tag found'}
                x={centres[place]}
                y={baseline + tagLine}
              >
                {tag}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <p class="legend" aria-hidden="true">
        <span class="key">
          <svg width="26" height="8">
            <g class="arc given">
              <path class="arc-line" d="M1 4H25" />
            </g>
          </svg>
          given
        </span>
        <span class="key">
          <svg width="26" height="8">
            <g class="arc found">
              <path class="arc-line" d="M1 4H25" />
            </g>
          </svg>
          found
        </span>
      </p>
    </>
  );
}
