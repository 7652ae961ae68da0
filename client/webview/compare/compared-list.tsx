import { useEffect, useRef } from 'preact/hooks';
import type { ComparedSearch } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';
import type { Row } from '../rows.ts';

interface Props {
  readonly search: ComparedSearch['search'];
  readonly rows: readonly Row[];
  readonly others: readonly Row[];
  /** The `text` of the chosen sentence; null if it is not in this list. */
  readonly chosen: string | null;
  readonly onChoose: (text: string) => void;
}

/**
 * Lists the sentences of one search, the highest score first. Marks the sentences that the other
 * search found too. A click or the arrow keys choose a sentence.
 */
export function ComparedList({ search, rows, others, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const current = rows.findIndex(({ realization }) => realization.text === chosen);
  const otherRanks = new Map(others.map(({ realization, rank }) => [realization.text, rank]));
  useEffect(() => {
    const row = list.current?.querySelector('[aria-selected="true"]');
    if (list.current === document.activeElement) row?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const choose = (place: number): void =>
    onChoose(rows[Math.max(0, Math.min(rows.length - 1, place))].realization.text);
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowUp: current - 1,
      ArrowDown: current + 1,
      Home: 0,
      End: rows.length - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    choose(moves[event.key]);
  };
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      aria-label={`${search === 'beam' ? 'Beam' : 'Best-first'}, the highest score first`}
      aria-activedescendant={current < 0 ? undefined : `${search}-${current}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (current < 0) choose(0);
      }}
    >
      {rows.map(({ realization: { text, display, score: own }, rank, badge }, place) => {
        const otherRank = otherRanks.get(text) ?? null;
        return (
          <div
            key={text}
            id={`${search}-${place}`}
            class={rank === null ? 'row missing' : 'row'}
            role="option"
            aria-selected={place === current}
            onClick={() => onChoose(text)}
          >
            <span class="rank">{rank ?? '–'}</span>
            <span class="sentence" dir="auto">
              <bdi>{display}</bdi>
              {badge !== null && (
                <span class={badge.isGood ? 'badge good' : 'badge'}>{badge.text}</span>
              )}
              {rank !== null && otherRank !== null && (
                <span class="badge" title={`It is no. ${otherRank} of the other list`}>
                  in both, there no. {otherRank}
                </span>
              )}
            </span>
            <span class="margin">{score(own)}</span>
          </div>
        );
      })}
    </div>
  );
}
