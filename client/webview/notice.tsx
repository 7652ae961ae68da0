import type { ComponentChildren } from 'preact';

export interface Action {
  readonly label: string;
  readonly run: () => void;
}

interface Props {
  readonly kind: 'information' | 'warning' | 'error';
  readonly title?: string;
  /** A quiet notice is only a suggestion. Its buttons have the secondary colour. */
  readonly quiet?: boolean;
  readonly actions?: readonly Action[];
  readonly children?: ComponentChildren;
}

const signs = { information: 'i', warning: '!', error: '×' };

export function Notice({ kind, title, quiet = false, actions = [], children }: Props) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <span class="sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <div class="notice-body">
        {title !== undefined && <p class="notice-title">{title}</p>}
        {children}
        {actions.length > 0 && (
          <p class="actions">
            {actions.map(({ label, run }, place) => (
              <button
                key={label}
                type="button"
                class={place === 0 && !quiet ? 'button' : 'button secondary'}
                onClick={run}
              >
                {label}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
