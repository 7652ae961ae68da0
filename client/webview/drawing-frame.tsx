import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DrawingFile, TreeMode } from '../src/panel-messages.ts';
import { DrawingToolbar, type ExportEntry } from './drawing-toolbar.tsx';
import type { Picture } from './picture.ts';
import { toPng } from './picture-png.ts';
import { toSvg } from './picture-svg.ts';
import { useEdges } from './sideways.tsx';
import { numberAt } from './tree-pointer.ts';
import type { Zoomed } from './zoom.ts';
import './tree.css';

interface Props {
  /** Such as `Tree`. */
  readonly label: string;
  /** For users who cannot see the drawing. */
  readonly description: string;
  /** Whether the drawing can be broken into rows. */
  readonly hasRows: boolean;
  readonly mode: TreeMode;
  readonly zoom: Zoomed<unknown>;
  readonly exports: readonly ExportEntry[];
  readonly legend?: ComponentChildren;
  /**
   * The attribute that holds the number of an item. The items are what can have the focus: the
   * words of a tree (`data-place`) or the nodes of a derivation (`data-node`).
   */
  readonly item: 'data-place' | 'data-node';
  /** The item to which a key moves the focus; null if the key moves nothing. */
  readonly walk: (from: number, key: string) => number | null;
  /**
   * Handles a key that does not move the focus; `at` is the item that has the focus. Returns false
   * if the key does nothing.
   */
  readonly onKey: (key: string, at: number | null) => boolean;
  readonly children: ComponentChildren;
}

/**
 * Shows a drawing that scrolls and zooms, under its toolbar. Keys move the focus from item to item.
 */
export function DrawingFrame(props: Props) {
  const { label, mode, zoom, item, children } = props;
  useEdges(zoom.viewport);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const at = numberAt(event.target, item);
    const next = at === null ? null : props.walk(at, key);
    if (next !== null) {
      zoom.viewport.current?.querySelector<SVGElement>(`[${item}="${next}"]`)?.focus();
    } else if (!props.onKey(key, at)) {
      zoom.onKey(key);
      return;
    }
    event.preventDefault();
  };
  return (
    <>
      <div class="tree-bar">
        {props.legend}
        <DrawingToolbar
          label={label}
          hasRows={props.hasRows}
          mode={mode}
          zoom={zoom.factor}
          onMode={zoom.setMode}
          onZoomIn={zoom.larger}
          onZoomOut={zoom.smaller}
          exports={props.exports}
        />
      </div>
      <div
        ref={zoom.viewport}
        class="tree-viewport sideways"
        role="group"
        tabIndex={0}
        aria-label={`${props.description}; plus and minus zoom`}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  );
}

type FileKind<File> = readonly [name: string, make: () => File | Promise<File>];

/** The formats in which every drawing can be exported. */
export function pictureFiles(
  picture: () => Picture,
  title: () => string,
): readonly FileKind<DrawingFile>[] {
  return [
    ['SVG', () => ({ format: 'svg', content: toSvg(picture(), title()) })],
    ['PNG', async () => ({ format: 'png', content: await toPng(picture()) })],
  ];
}

/**
 * The entries of the export menu, and why the last export failed.
 *
 * @param onExport null if files cannot be saved here; the menu is then empty
 */
export function useExports<File>(
  kinds: readonly FileKind<File>[],
  onExport: ((file: File) => void) | null,
): readonly [exports: readonly ExportEntry[], failure: string | null] {
  const [failure, setFailure] = useState<string | null>(null);
  if (onExport === null) return [[], failure];
  const save = (make: () => File | Promise<File>): void => {
    setFailure(null);
    Promise.resolve()
      .then(make)
      .then(onExport, (error: unknown) => setFailure(String(error)));
  };
  return [kinds.map(([name, make]) => ({ name, run: () => save(make) })), failure];
}

/**
 * Marks words in the file while the user points at them in the drawing.
 *
 * @param places the numbers of the words; null if the user points at no word. Pass the same array
 *   for the same words, since a new array marks them anew
 */
export function useHighlight(
  places: readonly number[] | null,
  onHighlight: ((places: readonly number[] | null) => void) | null,
): void {
  useEffect(() => {
    if (places === null || onHighlight === null) return;
    onHighlight(places);
    // The `onHighlight` that set the marks also removes them: if the bag has changed since, the new
    // `onHighlight` is null.
    return () => onHighlight(null);
  }, [places]);
}
