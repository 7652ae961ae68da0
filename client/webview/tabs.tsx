import type { ComponentChildren } from 'preact';

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: Readonly<Partial<Record<T, string>>>;
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
  readonly children: ComponentChildren;
}

/** Shows tabs, and the page of the chosen one. Arrow keys move between tabs. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  const names = Object.keys(tabs) as T[];
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
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs">
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
            onClick={() => onChoose(name)}
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
