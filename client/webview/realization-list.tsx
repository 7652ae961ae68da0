import { useEffect, useRef } from 'preact/hooks';
import type { ShownRealization } from '../../server/src/lsp/protocol.ts';
import { score } from './numbers.ts';

interface Props {
  readonly realizations: readonly ShownRealization[];
  /** The place of the chosen one, from 0. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onCopy: (place: number) => void;
}

/** Rows that Page Up and Page Down pass. */
const page = 10;

/** `✓` where the bag passes as a test: where the best realization is an expected one. */
const expectedMark = (place: number): string =>
  place === 0 ? '✓ expected' : `expected is no. ${place + 1}`;

/** The ranked realizations, as a list box: click or arrow keys choose, Enter copies. */
export function RealizationList({ realizations, chosen, onChoose, onCopy }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = realizations.length - 1;
    const moves: Record<string, number> = {
      ArrowUp: chosen - 1,
      ArrowDown: chosen + 1,
      PageUp: chosen - page,
      PageDown: chosen + page,
      Home: 0,
      End: last,
    };
    if (event.key in moves) {
      onChoose(Math.max(0, Math.min(last, moves[event.key])));
    } else if (
      event.key === 'Enter' ||
      // A selection of text is copied by the browser itself.
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

  return (
    <div class="realizations">
      <div class="row head" aria-hidden="true">
        <span class="rank">#</span>
        <span class="sentence">Realization</span>
        <span class="score">Score</span>
        <span class="margin">To best</span>
      </div>
      <div
        ref={list}
        class="list"
        role="listbox"
        aria-label="Realizations, best first. Enter copies."
        aria-activedescendant={`realization-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {realizations.map((realization, place) => (
          <div
            key={realization.text}
            id={`realization-${place}`}
            class={realization.expected ? 'row expected' : 'row'}
            role="option"
            aria-selected={place === chosen}
            aria-posinset={place + 1}
            aria-setsize={realizations.length}
            onClick={() => onChoose(place)}
            onDblClick={() => onCopy(place)}
          >
            <span class="rank">{place + 1}</span>
            <span class="sentence">
              <bdi>{realization.display}</bdi>
              {realization.expected && <span class="badge">{expectedMark(place)}</span>}
            </span>
            <span class="score" title="Score">
              {score(realization.score)}
            </span>
            <span class="margin" title="Margin to the best">
              {place === 0 ? 'best' : score(-realization.margin)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
