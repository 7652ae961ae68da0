import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { panelId } from './host.ts';
import { differences } from './differences.ts';
import { score } from '../src/numbers.ts';
import { offered, type Row } from './rows.ts';

interface Props {
  /** The sentences that the search found or missed, in the order of their scores. */
  readonly rows: readonly Row[];
  /** Whether the bag has changed since the search, or is being realized again. */
  readonly former: boolean;
  /** An index in `rows`. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onCopy: (place: number) => void;
}

/** Page Up and Page Down move by this many rows. */
const page = 10;

/**
 * At first, the list shows this many results of the search. It also shows all expected sentences
 * and, if a proof found a better sentence, this sentence. A button shows the rest.
 */
const few = 10;

/** The highest score comes first. A click or the arrow keys choose a row, and Enter copies it. */
export function RealizationList({ rows, former, chosen, onChoose, onCopy }: Props) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef({ onChoose, onCopy });
  latest.current = { onChoose, onCopy };
  // These functions never change, so rows need not be drawn again with the list.
  const choose = useCallback((place: number) => latest.current.onChoose(place), []);
  const copy = useCallback((place: number) => latest.current.onCopy(place), []);
  const shown = useMemo(() => {
    const ranks = rows.flatMap(({ rank, isListed }) => (isListed && rank !== null ? rank : []));
    const last = ranks.sort((one, other) => one - other).at(few - 1) ?? Infinity;
    return [...rows.entries()].filter(
      ([, { badge, realization, rank, isListed }]) =>
        isWhole ||
        !isListed ||
        (rank !== null && rank <= last) ||
        (badge !== null && realization.expected),
    );
  }, [rows, isWhole]);
  const hidden = rows.length - shown.length;
  const current = Math.max(
    0,
    shown.findIndex(([place]) => place === chosen),
  );

  useEffect(() => {
    const row = list.current?.querySelector('[aria-selected="true"]');
    if (list.current === null || row == null) return;
    if (list.current.contains(document.activeElement)) row.scrollIntoView({ block: 'nearest' });
    else showRow(list.current, row);
  }, [chosen]);
  useEffect(() => {
    // When the keyboard enters the panel, focuses the list.
    const focus = (): void => {
      if (document.hasFocus() && document.activeElement === document.body) {
        list.current?.focus({ preventScroll: true });
      }
    };
    focus();
    addEventListener('focus', focus);
    return () => removeEventListener('focus', focus);
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = shown.length - 1;
    const moves: Record<string, number> = {
      ArrowUp: current - 1,
      ArrowDown: current + 1,
      PageUp: current - page,
      PageDown: current + page,
      Home: 0,
      End: last,
    };
    if (event.key in moves) {
      onChoose(shown[Math.max(0, Math.min(last, moves[event.key]))][0]);
    } else if (
      event.key === 'Enter' ||
      // If text is selected, the browser copies the selection itself.
      (event.key === 'c' &&
        (event.ctrlKey || event.metaKey) &&
        getSelection()?.isCollapsed !== false)
    ) {
      onCopy(chosen);
    } else {
      return;
    }
    event.preventDefault();
  };

  const first = rows.find(({ rank }) => rank === 1)!.realization;
  const furthest = Math.max(...rows.map(({ margin }) => Math.abs(margin)));
  return (
    <div class="realizations">
      <div
        ref={list}
        class="list"
        role="listbox"
        aria-label="Realizations, the highest score first. Enter copies."
        aria-activedescendant={`realization-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {shown.map(([place, row]) => (
          <ListRow
            key={row.realization.text}
            row={row}
            offers={[...offered(row, former)].join(' ')}
            place={place}
            count={rows.length}
            isChosen={place === chosen}
            first={first.display}
            furthest={furthest}
            onChoose={choose}
            onCopy={copy}
          />
        ))}
      </div>
      {(hidden > 0 || isWhole) && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${few}` : `Show ${hidden} more`}
        </button>
      )}
    </div>
  );
}

/** Scrolls a list to a row. Nothing around the list scrolls. */
function showRow(list: Element, row: Element): void {
  const [frame, shown] = [list, row].map((element) => element.getBoundingClientRect());
  if (shown.bottom > frame.bottom) list.scrollTop += shown.bottom - frame.bottom;
  else if (shown.top < frame.top) list.scrollTop -= frame.top - shown.top;
}

interface RowProps extends Pick<Props, 'onChoose' | 'onCopy'> {
  readonly row: Row;
  /** The row's menu actions, separated by spaces. */
  readonly offers: string;
  readonly place: number;
  readonly count: number;
  readonly isChosen: boolean;
  /** The text of the first sentence. */
  readonly first: string;
  /** The greatest absolute margin in the list. */
  readonly furthest: number;
}

function ListRow({
  row,
  offers,
  place,
  count,
  isChosen,
  first,
  furthest,
  onChoose,
  onCopy,
}: RowProps) {
  const { realization, margin, rank, badge } = row;
  const { display } = realization;
  const parts = useMemo(() => differences(display, first), [display, first]);
  // A list may have a thousand rows, so an unchanged row is not drawn again.
  return useMemo(
    () => (
      <div
        id={`realization-${place}`}
        class={row.isListed ? 'row' : 'row missing'}
        role="option"
        aria-selected={isChosen}
        aria-posinset={place + 1}
        aria-setsize={count}
        data-vscode-context={JSON.stringify({
          webviewSection: 'realization',
          offers,
          panel: panelId,
          text: realization.text,
          preventDefaultContextMenuItems: true,
        })}
        onClick={() => onChoose(place)}
        onDblClick={() => onCopy(place)}
        onContextMenu={() => onChoose(place)}
      >
        <span class="rank">{rank ?? '–'}</span>
        <span class="sentence" dir="auto" title={isChosen ? '' : display}>
          <bdi>
            {parts.map(({ text, differs }, i) => (differs ? <mark key={i}>{text}</mark> : text))}
          </bdi>
          {badge !== null && (
            <span class={badge.isGood ? 'badge good' : 'badge'}>{badge.text}</span>
          )}
        </span>
        <span class="margin" title={`Score ${score(realization.score)}`}>
          {rank === 1 ? 'first' : signedMargin(margin)}
          <span class="bar" aria-hidden="true">
            <span
              style={{ width: furthest === 0 ? '0' : `${(100 * Math.abs(margin)) / furthest}%` }}
            />
          </span>
        </span>
      </div>
    ),
    [
      realization.text,
      realization.score,
      offers,
      rank,
      badge?.text,
      place,
      count,
      isChosen,
      parts,
      margin,
      furthest,
      onChoose,
      onCopy,
    ],
  );
}

/**
 * How far a sentence's score is above or below the score of the first sentence: `+5`, `−120` or
 * `same score`.
 */
function signedMargin(margin: number): string {
  if (margin === 0) return 'same score';
  return margin < 0 ? `+${score(-margin)}` : score(-margin);
}
