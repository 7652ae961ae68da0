import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly detail?: string;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly children: ComponentChildren;
}

/** A part of the panel that folds away under its heading. */
export function Section({ title, detail, open, onToggle, children }: Props) {
  return (
    <section class="section">
      <h2>
        <button type="button" class="fold" aria-expanded={open} onClick={() => onToggle(!open)}>
          <svg class="chevron" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 4l4 4-4 4" />
          </svg>
          {title}
          {detail !== undefined && <span class="detail">{detail}</span>}
        </button>
      </h2>
      {open && <div class="section-body">{children}</div>}
    </section>
  );
}
