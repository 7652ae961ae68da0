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
  /** The name of the drawing, such as `Tree`. */
  readonly label: string;
  /** The name of the drawing for users who cannot see it. */
  readonly description: string;
  /** Whether the drawing can be broken into rows. */
  readonly hasRows: boolean;
  readonly mode: TreeMode;
  readonly zoom: Zoomed<unknown>;
  readonly exports: readonly ExportEntry[];
  readonly legend?: ComponentChildren;
  /** The attribute that holds the number of an item, which is a word or a node. Items can have the focus. */
  readonly item: 'data-place' | 'data-node';
  /** Finds the item to which a key moves the focus from another item; null if the key moves nothing. */
  readonly walk: (from: number, key: string) => number | null;
  /**
   * Handles any other key; `at` is the item that has the focus. Returns false if the key does
   * nothing.
   */
  readonly onKey: (key: string, at: number | null) => boolean;
  readonly children: ComponentChildren;
}

/**
 * Shows a drawing under its toolbar. The drawing scrolls and zooms. Keys move the focus from item to
 * item.
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

/** The name of a file format, and a function that makes a file in this format. */
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
 * Makes the entries of the export menu. Also returns why the last export failed; null if it did not
 * fail.
 *
 * @param onExport receives the exported file. Null if files cannot be saved here; the menu is then
 *   empty
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
 * @param places the numbers of the words; null if the user points at no word. Each new array marks
 *   the words anew. Pass the same array as long as the words are the same
 */
export function useHighlight(
  places: readonly number[] | null,
  onHighlight: ((places: readonly number[] | null) => void) | null,
): void {
  useEffect(() => {
    if (places === null || onHighlight === null) return;
    onHighlight(places);
    // Removes the marks with the function that set them. If the bag has changed, the next
    // `onHighlight` is null and cannot remove them.
    return () => onHighlight(null);
  }, [places]);
}
