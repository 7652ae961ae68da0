import { useEffect, useRef } from 'preact/hooks';
import type { ComparedSearch } from '../../../server/src/lsp/protocol.ts';
import { score } from '../../src/numbers.ts';

interface Props {
  readonly of: ComparedSearch;
  readonly other: ComparedSearch;
  /** The `text` of the chosen sentence; null if it is not in this list. */
  readonly chosen: string | null;
  readonly onChoose: (text: string) => void;
}

/**
 * Lists the sentences of one search, the highest score first, and marks sentences that both searches found. A click or the arrow
 * keys choose one.
 */
export function ComparedList({ of: { search, result }, other, chosen, onChoose }: Props) {
  const { realizations, ranks } = result;
  const list = useRef<HTMLDivElement>(null);
  const current = realizations.findIndex(({ text }) => text === chosen);
  const otherRanks = new Map(
    other.result.realizations.map(({ text }, i) => [text, other.result.ranks[i]]),
  );
  useEffect(() => {
    const row = list.current?.querySelector('[aria-selected="true"]');
    if (list.current === document.activeElement) row?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const choose = (place: number): void =>
    onChoose(realizations[Math.max(0, Math.min(realizations.length - 1, place))].text);
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowUp: current - 1,
      ArrowDown: current + 1,
      Home: 0,
      End: realizations.length - 1,
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
      {realizations.map(({ text, display, score: own, expected }, place) => {
        const rank = otherRanks.get(text);
        return (
          <div
            key={text}
            id={`${search}-${place}`}
            class="row"
            role="option"
            aria-selected={place === current}
            onClick={() => onChoose(text)}
          >
            <span class="rank">{ranks[place]}</span>
            <span class="sentence" dir="auto">
              <bdi>{display}</bdi>
              {expected && <span class={place === 0 ? 'badge good' : 'badge'}>expected</span>}
              {rank !== undefined && (
                <span class="badge" title={`It is no. ${rank} of the other list`}>
                  in both, there no. {rank}
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
