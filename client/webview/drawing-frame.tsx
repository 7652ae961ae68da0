import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DrawingFile, TreeMode } from '../src/panel-messages.ts';
import { DrawingToolbar, type ExportEntry } from './drawing-toolbar.tsx';
import type { Picture } from './picture.ts';
import { toPng } from './picture-png.ts';
import { toSvg } from './picture-svg.ts';
import { numberAt } from './tree-pointer.ts';
import type { Zoomed } from './zoom.ts';
import './tree.css';

interface Props {
  /** The name of the drawing: `Tree`. */
  readonly label: string;
  /** The kind of the drawing, for readers who cannot see it. */
  readonly description: string;
  /** Whether the drawing can be broken into rows. */
  readonly hasRows: boolean;
  readonly mode: TreeMode;
  readonly zoom: Zoomed<unknown>;
  readonly exports: readonly ExportEntry[];
  readonly legend?: ComponentChildren;
  /** The attribute that numbers the items of the drawing, which can have the focus. */
  readonly item: 'data-place' | 'data-node';
  /** The item that a key leads to from another one; null if the key does not lead anywhere. */
  readonly walk: (from: number, key: string) => number | null;
  /** Whether another key does something; `at` is the item that has the focus. */
  readonly onKey: (key: string, at: number | null) => boolean;
  readonly children: ComponentChildren;
}

/** A drawing of the panel under its toolbar: it scrolls, zooms, and keys walk through its items. */
export function DrawingFrame(props: Props) {
  const { label, mode, zoom, item, children } = props;
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
        class="tree-viewport"
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

/** The name of a kind of file, and a function that makes such a file. */
type FileKind<File> = readonly [name: string, make: () => File | Promise<File>];

/** The files that every drawing can be exported as. */
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
 * The menu of exports, and why the last export failed.
 *
 * @param onExport null if files cannot be saved here: the menu is empty
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
 * Marks words in the file as long as they are looked at in the drawing.
 *
 * @param places the same array as long as the same words are looked at; null for none
 */
export function useHighlight(
  places: readonly number[] | null,
  onHighlight: ((places: readonly number[] | null) => void) | null,
): void {
  useEffect(() => {
    if (places === null || onHighlight === null) return;
    onHighlight(places);
    // The latest function is null once the bag has changed, and cannot remove the marks.
    return () => onHighlight(null);
  }, [places]);
}
