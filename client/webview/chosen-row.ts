import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Arrow keys, Home and End choose a row of a table. If another row is chosen while the table has
 * the focus, that row gets the focus.
 *
 * @param chosen the index of the chosen row; -1 for none
 */
export function useChosenRow(
  rows: number,
  chosen: number,
  onChoose: (row: number) => void,
): {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (table.current?.contains(document.activeElement) !== true) return;
    table.current.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowUp: chosen - 1,
      ArrowDown: chosen + 1,
      Home: 0,
      End: rows - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    onChoose(Math.max(0, Math.min(rows - 1, moves[event.key])));
  };
  return { table, onKeyDown };
}
