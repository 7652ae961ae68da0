import { useRef } from 'preact/hooks';
import type { Change } from '../../../server/src/lsp/protocol.ts';
import type { CoverageMemory } from '../../src/coverage-messages.ts';
import { signed } from '../../src/numbers.ts';
import { CutText } from '../cut-text.tsx';
import { send } from './host.ts';
import type { Column, Row } from './rows.ts';
import { useEdges } from '../sideways.tsx';
import { useVirtualList } from '../virtual-list.ts';
import { changeMeanings, formerly, kindMeanings, kindNames, marginMeaning } from './words.ts';

/** The heights of a row and of the header, in pixels; coverage.css has the same heights. */
const ROW = 24;
const HEADER = 28;

const columns: readonly { readonly id: Column; readonly title: string }[] = [
  { id: 'bag', title: 'Bag' },
  { id: 'place', title: 'Place' },
  { id: 'first', title: 'First Sentence' },
  { id: 'rank', title: 'Rank' },
  { id: 'margin', title: 'Margin' },
  { id: 'class', title: 'Class' },
  { id: 'change', title: 'Change' },
];

interface Props {
  /** Already sorted and filtered. */
  readonly rows: readonly Row[];
  readonly active: Row | null;
  readonly hasChanges: boolean;
  readonly sort: CoverageMemory['sort'];
  readonly onSort: (column: Column) => void;
  readonly onActive: (row: Row) => void;
}

export function goTo({ bag }: Row, focus: boolean): void {
  send({ type: 'reveal', uri: bag.file, line: bag.line - 1, focus });
}

/** Arrow keys choose a bag, and Enter opens the bag in the editor. */
export function Table({ rows, active, hasChanges, sort, onSort, onActive }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  useEdges(grid);
  const place = active === null ? -1 : rows.indexOf(active);
  const list = useVirtualList(grid, { count: rows.length, size: ROW, top: HEADER, kept: place });
  const shown = columns.filter(({ id }) => id !== 'change' || hasChanges);

  const choose = (next: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, next));
    if (!(to in rows)) return;
    onActive(rows[to]);
    list.scrollTo(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // If a button of the header has the focus, the key is for the button.
    if (event.target !== event.currentTarget) return;
    const page = Math.floor(((grid.current?.clientHeight ?? 0) - HEADER) / ROW) - 1;
    const moves: Record<string, number> = {
      ArrowUp: place - 1,
      ArrowDown: place + 1,
      PageUp: place - page,
      PageDown: place + page,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.key in moves) {
      choose(moves[event.key]);
      // In a small view, the table may be outside the visible part of the page.
      grid.current?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && place >= 0) goTo(rows[place], true);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={grid}
      class={hasChanges ? 'grid sideways with-changes' : 'grid sideways'}
      role="grid"
      aria-label="Bags. Enter goes to the bag in its file."
      aria-rowcount={rows.length + 1}
      aria-colcount={shown.length}
      aria-activedescendant={place < 0 ? undefined : `row-${place}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && place < 0) choose(0);
      }}
    >
      <div class="head line" role="row" aria-rowindex={1}>
        {shown.map(({ id, title }) => {
          const order = sort?.column !== id ? null : sort.descending ? 'descending' : 'ascending';
          return (
            <div key={id} class={`cell ${id}`} role="columnheader" aria-sort={order ?? 'none'}>
              <button type="button" class="sort" onClick={() => onSort(id)}>
                {title}
                <span class={`arrow ${order ?? ''}`} aria-hidden="true" />
              </button>
            </div>
          );
        })}
      </div>
      <div class="rows" role="rowgroup" style={{ height: `${list.height - HEADER}px` }}>
        {list.items.map(({ index, start, slot }) => (
          <Line
            key={slot}
            row={rows[index]}
            place={index}
            top={start - HEADER}
            isActive={index === place}
            hasChanges={hasChanges}
            onActive={onActive}
          />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  readonly row: Row;
  readonly place: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly hasChanges: boolean;
  readonly onActive: (row: Row) => void;
}

function Line({ row, place, top, isActive, hasChanges, onActive }: LineProps) {
  const { bag, first, kind, file, change } = row;
  return (
    <div
      id={`row-${place}`}
      class={`line kind-${kind}${change === 'gone' ? ' gone' : ''}`}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isActive}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        onActive(row);
        goTo(row, false);
      }}
      onDblClick={() => goTo(row, true)}
    >
      <div class="cell bag" role="gridcell">
        <CutText text={bag.bag} />
      </div>
      <div class="cell place" role="gridcell">
        <CutText text={`${file}:${bag.line}`} />
      </div>
      <div class="cell first" role="gridcell" title={first ?? bag.problem ?? ''}>
        {first === null ? (
          <span class="problem">{bag.problem ?? 'no sentence'}</span>
        ) : (
          <bdi>{first}</bdi>
        )}
      </div>
      <div class="cell rank" role="gridcell">
        {bag.rank ?? '–'}
      </div>
      <div class="cell margin" role="gridcell" title={marginMeaning(row)}>
        {bag.joined ? 'put together' : bag.margin === null ? '–' : signed(bag.margin)}
      </div>
      <div class="cell class" role="gridcell" title={kindMeanings[kind]}>
        <span class={`dot ${kind}`} aria-hidden="true" />
        {kindNames[kind]}
      </div>
      {hasChanges && (
        <div
          class="cell change"
          role="gridcell"
          title={change === null ? '' : changeMeanings[change]}
        >
          {change !== null && change !== 'same' && <Changed row={row} change={change} />}
        </div>
      )}
    </div>
  );
}

function Changed({ row, change }: { readonly row: Row; readonly change: Change }) {
  const former = formerly(row);
  return (
    <>
      <span class={`sign ${change}`} aria-hidden="true" />
      {former === null ? (
        change
      ) : (
        <span>
          <span class="aside">{change}, </span>
          {former}
        </span>
      )}
    </>
  );
}
