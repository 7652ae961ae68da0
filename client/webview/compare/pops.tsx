import { useRef, useState } from 'preact/hooks';
import type { ChartEdge } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';
import { useEdges } from '../sideways.tsx';
import { useVirtualList } from '../virtual-list.ts';
import { EdgeCategory, EdgeWords, fateOf, value } from './edge.tsx';

/** The height in pixels of a row and of the header; compare.css has the same height. */
const ROW = 24;

/** Lists the edges in the order in which the search took them off its agenda. */
export function Pops({
  edges,
  expected,
  hasCategories,
}: {
  readonly edges: readonly ChartEdge[];
  /**
   * The pops that took an edge of the expected sentence's best tree. Each pop takes one edge off
   * the agenda.
   */
  readonly expected: ReadonlySet<number>;
  readonly hasCategories: boolean;
}) {
  const category = hasCategories ? ['Category'] : [];
  const titles = ['Pop', 'Part', ...category, 'Value', 'Outcome'];
  const grid = useRef<HTMLDivElement>(null);
  useEdges(grid);
  const [place, setPlace] = useState(-1);
  const list = useVirtualList(grid, { count: edges.length, size: ROW, top: ROW, kept: place });
  const choose = (next: number): void => {
    const to = Math.max(0, Math.min(edges.length - 1, next));
    setPlace(to);
    list.scrollTo(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.floor((grid.current?.clientHeight ?? 0) / ROW) - 2;
    const moves: Record<string, number> = {
      ArrowUp: place - 1,
      ArrowDown: place + 1,
      PageUp: place - page,
      PageDown: place + page,
      Home: 0,
      End: edges.length - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    choose(moves[event.key]);
  };
  return (
    <div
      ref={grid}
      class={hasCategories ? 'pops sideways with-categories' : 'pops sideways'}
      role="grid"
      aria-label="Parts in the order of pops"
      aria-rowcount={edges.length + 1}
      aria-colcount={titles.length}
      aria-activedescendant={place < 0 ? undefined : `pop-${place}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (place < 0) choose(0);
      }}
    >
      <div class="pop pop-head" role="row" aria-rowindex={1}>
        {titles.map((title) => (
          <div
            key={title}
            role="columnheader"
            class={title === 'Pop' || title === 'Value' ? 'number' : ''}
          >
            {title}
          </div>
        ))}
      </div>
      <div class="pop-rows" role="rowgroup" style={{ height: `${list.height - ROW}px` }}>
        {list.items.map(({ index, start, slot }) => {
          const edge = edges[index];
          const isExpected = edge.pop > 0 && expected.has(edge.pop);
          return (
            <div
              key={slot}
              id={`pop-${index}`}
              class={`pop ${edge.fate}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === place}
              style={{ transform: `translateY(${start - ROW}px)` }}
              onClick={() => setPlace(index)}
            >
              <div role="gridcell" class="number">
                {edge.pop === 0 ? '–' : score(edge.pop)}
              </div>
              <div role="gridcell" class="part" title={edge.words.join(' ')}>
                <EdgeWords edge={edge} />
              </div>
              {hasCategories && (
                <div role="gridcell" class="part" title={edge.category ?? ''}>
                  <EdgeCategory edge={edge} />
                </div>
              )}
              <div role="gridcell" class="number">
                {value(edge)}
              </div>
              <div role="gridcell" class="part">
                {isExpected && <span class="badge">expected</span>} {fateOf(edge)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
