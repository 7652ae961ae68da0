import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: Readonly<Partial<Record<T, string>>>;
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
  readonly children: ComponentChildren;
}

/**
 * When the user chooses a tab, at least this many pixels of the height of its page must be visible.
 * If fewer are, the panel scrolls until the tabs are at the top.
 */
const LEAST_IN_SIGHT = 120;

/** Arrow keys move between tabs. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const names = Object.keys(tabs) as T[];
  const all = useRef<HTMLDivElement>(null);
  const isByUser = useRef(false);
  const showPage = (): void => {
    isByUser.current = false;
    if (all.current === null) return;
    const page = all.current.lastElementChild!.getBoundingClientRect();
    if (innerHeight - page.top < LEAST_IN_SIGHT) all.current.scrollIntoView();
  };
  const choose = (tab: T): void => {
    isByUser.current = true;
    if (tab === chosen) showPage();
    else onChoose(tab);
  };
  useLayoutEffect(() => {
    if (isByUser.current) showPage();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = names.indexOf(chosen);
    const moves: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      Home: 0,
      End: names.length - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = names[(moves[event.key] + names.length) % names.length];
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div ref={all} class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={name === chosen}
            aria-controls="tab-page"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div id="tab-page" class="tab-page" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
