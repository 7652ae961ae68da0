import { useEffect, useRef, useState } from 'preact/hooks';
import type { TreeMode } from '../src/panel-messages.ts';

interface Props {
  /** Such as `Tree`. */
  readonly label: string;
  /** Whether the drawing can be broken into rows. */
  readonly hasRows: boolean;
  readonly mode: TreeMode;
  readonly zoom: number;
  readonly onMode: (mode: TreeMode) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  /** If empty, there is no export menu. */
  readonly exports: readonly ExportEntry[];
}

export interface ExportEntry {
  readonly name: string;
  readonly run: () => void;
}

export function DrawingToolbar(props: Props) {
  const { label, hasRows, mode, zoom, onMode, onZoomIn, onZoomOut, exports } = props;
  return (
    <div class="tree-toolbar" role="toolbar" aria-label={label}>
      {hasRows && (
        <IconButton
          label="Wrap into rows"
          pressed={mode === 'rows'}
          onClick={() => onMode('rows')}
          icon="M2 3.5h12M2 8h10a2 2 0 0 1 0 4H9m1.8-1.8L9 12l1.8 1.8M2 12h4"
        />
      )}
      <IconButton
        label="Fit to the width"
        pressed={mode === 'fit'}
        onClick={() => onMode('fit')}
        icon="M1.5 3v10M14.5 3v10M4 8h8M6 6L4 8l2 2M10 6l2 2-2 2"
      />
      <button
        type="button"
        class="tool"
        aria-label="One row, 100 %"
        title="One row, 100 %"
        aria-pressed={mode === 'line' && zoom === 1}
        onClick={() => onMode('line')}
      >
        100 %
      </button>
      <span class="tool-gap" />
      <IconButton label="Zoom out (-)" onClick={onZoomOut} icon="M3 8h10" />
      <IconButton label="Zoom in (+)" onClick={onZoomIn} icon="M3 8h10M8 3v10" />
      {exports.length > 0 && (
        <>
          <span class="tool-gap" />
          <ExportMenu label={label} exports={exports} />
        </>
      )}
    </div>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function IconButton({ label, icon, pressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

/** A menu button, by the pattern of the ARIA Authoring Practices Guide. */
function ExportMenu({ label, exports }: Pick<Props, 'label' | 'exports'>) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [
    ...(whole.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ];
  useEffect(() => {
    if (open) items()[0]?.focus();
  }, [open]);

  const close = (): void => {
    setOpen(false);
    whole.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' && !open) setOpen(true);
    else if (open && event.key in moves) all[moves[event.key]].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class="menu-holder"
      ref={whole}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        if (!whole.current?.contains(relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <button
        type="button"
        class="tool"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Export
        <svg class="icon" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M3 4.5l3 3 3-3" />
        </svg>
      </button>
      {open && (
        <div class="menu" role="menu" aria-label={`Export the ${label.toLowerCase()}`}>
          {exports.map(({ name, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                run();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
