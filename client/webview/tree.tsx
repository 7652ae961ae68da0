import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ShownToken } from '../../server/src/lsp/protocol.ts';
import type { TreeFile, TreeFormat, TreeMode } from '../src/panel-messages.ts';
import { DrawingToolbar } from './drawing-toolbar.tsx';
import { toPng } from './picture-png.ts';
import { toSvg } from './picture-svg.ts';
import { panelFont, textWidth } from './text-width.ts';
import { TreeDrawing } from './tree-drawing.tsx';
import { layOut, type Box, type Direction, type Point } from './tree-layout.ts';
import { treePicture } from './tree-picture.ts';
import { useTreePointer, wordAt } from './tree-pointer.ts';
import { TreeLegend, TreeStatus } from './tree-status.tsx';
import { treeText } from './tree-text.ts';
import { toTikz } from './tree-tikz.ts';
import { measuredWords, subtreeOf } from './tree-words.ts';
import { useStateOf, useUnchanged } from './use-state-of.ts';
import { useZoom } from './zoom.ts';
import './tree.css';

/** Words are places in the realization, from 1. A null function is not available here. */
export interface TreeProps {
  readonly tokens: readonly ShownToken[];
  readonly direction: Direction;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  /** Goes to the word in the file. */
  readonly onReveal: ((place: number) => void) | null;
  /** Marks words in the file; null removes the marks. */
  readonly onHighlight: ((places: readonly number[] | null) => void) | null;
  /** The head is 0 for the root. */
  readonly onAddArc: ((head: number, dependent: number) => void) | null;
  readonly onRemoveArc: ((dependent: number) => void) | null;
  readonly onExport: ((file: TreeFile) => void) | null;
}

const formats: readonly (readonly [name: string, TreeFormat])[] = [
  ['SVG', 'svg'],
  ['PNG', 'png'],
  ['TikZ (tikz-dependency)', 'tex'],
  ['CoNLL-U', 'conllu'],
];

/** The dependency tree of a realization: arcs over its words, which can be added and taken out. */
export function Tree(props: TreeProps) {
  const { direction, mode, onMode, onAddArc, onRemoveArc, onExport } = props;
  const tokens = useUnchanged(props.tokens);
  const viewport = useRef<HTMLDivElement>(null);
  const words = useMemo(() => measuredWords(tokens, textWidth), [tokens]);
  const layOutWords = useCallback(
    (rowWidth: number | null) => layOut(words, { direction, rowWidth }),
    [words, direction],
  );
  const zoom = useZoom(viewport, mode, onMode, layOutWords);
  const { layout, scale } = zoom;

  const [attention, attend] = useStateOf(tokens, inattentive);
  const { hovered, focused, chosenArc, picking } = attention;
  const [lastFocused, setLastFocused] = useState(1);
  const [failure, setFailure] = useState<string | null>(null);
  const current = Math.min(lastFocused, tokens.length);
  const highlight = useRef(props.onHighlight);
  highlight.current = props.onHighlight;
  // The browser reports no leave event for an element that is removed under the pointer.
  useEffect(() => () => highlight.current?.(null), [tokens]);

  const drag = useTreePointer(viewport, onAddArc, zoom.by);

  const look = (hover: number | null, focus: number | null): void => {
    const place = hover ?? focus;
    props.onHighlight?.(place === null ? null : subtreeOf(tokens, place));
  };
  const onHover = (place: number | null): void => {
    attend({ hovered: place });
    look(place, focused);
  };
  const onFocus = (place: number | null): void => {
    attend({ focused: place });
    if (place !== null) setLastFocused(place);
    look(hovered, place);
  };
  const focusOn = (place: number): void => {
    if (place < 1 || place > tokens.length) return;
    viewport.current?.querySelector<SVGElement>(`[data-place="${place}"]`)?.focus();
  };
  const addArc = (head: number, dependent: number): void => {
    attend({ picking: null, chosenArc: 0 });
    if (head !== dependent) onAddArc?.(head, dependent);
  };
  const removeArc = (dependent: number): void => {
    attend({ chosenArc: 0 });
    if (tokens[dependent - 1].given.head) onRemoveArc?.(dependent);
  };
  const onWord = (place: number): void => {
    if (picking !== null) addArc(place, picking);
    else props.onReveal?.(place);
  };

  const onWordKey = (key: string, place: number): boolean => {
    const forward = direction === 'rtl' ? -1 : 1;
    const moves: Record<string, number> = {
      ArrowRight: place + forward,
      ArrowLeft: place - forward,
      ArrowUp: tokens[place - 1].head,
      ArrowDown: tokens.findIndex(({ head }) => head === place) + 1,
      Home: 1,
      End: tokens.length,
    };
    if (key in moves) focusOn(moves[key]);
    else if (key === 'Enter' || key === ' ') onWord(place);
    else if (key === 'a' && onAddArc !== null) attend({ picking: place });
    else if (key === 'r' && picking !== null) addArc(0, picking);
    else if ((key === 'Delete' || key === 'Backspace') && picking === null) removeArc(place);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = wordAt(event.target);
    if (place !== null && onWordKey(event.key, place)) event.preventDefault();
    else if (zoom.onKey(event.key)) return;
    else if (event.key === 'Escape' && (picking !== null || chosenArc !== 0)) {
      attend({ picking: null, chosenArc: 0 });
      event.preventDefault();
    }
  };

  const exportAs = async (format: TreeFormat): Promise<TreeFile> => {
    const picture = treePicture(tokens, layout, panelFont());
    switch (format) {
      case 'svg':
        return { format, content: toSvg(picture, treeText(tokens)) };
      case 'png':
        return { format, content: await toPng(picture) };
      case 'tex':
        return { format, content: toTikz(tokens, direction) };
      case 'conllu':
        return { format };
    }
  };
  const save = (format: TreeFormat): void => {
    setFailure(null);
    exportAs(format).then(
      (file) => onExport?.(file),
      (error: unknown) => setFailure(String(error)),
    );
  };

  const lit = useMemo(() => {
    const place = hovered ?? focused;
    return new Set(place === null ? [] : subtreeOf(tokens, place));
  }, [tokens, hovered, focused]);
  const top = (place: number): Point => topOf(layout.words[place - 1]);
  let planned: { readonly from: Point; readonly to: Point } | null = null;
  if (drag !== null && Math.max(drag.from, drag.over ?? 0) <= tokens.length) {
    planned = { from: top(drag.from), to: drag.over === null ? drag.at : top(drag.over) };
  } else if (picking !== null && focused !== null && focused !== picking) {
    planned = { from: top(focused), to: top(picking) };
  }

  return (
    <div class="tree-whole">
      <div class="tree-bar">
        <TreeLegend tokens={tokens} />
        <DrawingToolbar
          label="Tree"
          hasRows
          mode={mode}
          zoom={zoom.factor}
          onMode={zoom.setMode}
          onZoomIn={zoom.larger}
          onZoomOut={zoom.smaller}
          exports={
            onExport === null
              ? []
              : formats.map(([name, format]) => ({ name, run: () => save(format) }))
          }
        />
      </div>
      <div
        ref={viewport}
        class="tree-viewport"
        role="group"
        tabIndex={0}
        aria-label="Dependency tree; plus and minus zoom"
        onKeyDown={onKeyDown}
      >
        <TreeDrawing
          tokens={tokens}
          layout={layout}
          scale={scale}
          lit={lit}
          chosenArc={chosenArc}
          current={current}
          planned={planned}
          onHover={onHover}
          onFocus={onFocus}
          onWord={onWord}
          onArc={(dependent) => attend({ chosenArc: dependent === chosenArc ? 0 : dependent })}
        />
      </div>
      <TreeStatus
        tokens={tokens}
        failure={failure}
        picking={picking}
        chosenArc={chosenArc}
        looked={hovered ?? focused}
        onAddArc={onAddArc === null ? null : addArc}
        onRemoveArc={onRemoveArc === null ? null : removeArc}
      />
    </div>
  );
}

/** What of a tree is looked at and chosen: words, from 1. Another tree has other words. */
interface Attention {
  readonly hovered: number | null;
  readonly focused: number | null;
  /** The dependent of the arc that was chosen, or 0. */
  readonly chosenArc: number;
  /** The word that is getting another head, by keys. */
  readonly picking: number | null;
}

const inattentive: Attention = { hovered: null, focused: null, chosenArc: 0, picking: null };

/** The middle of a box's upper edge. */
function topOf({ x, y, width }: Box): Point {
  return { x: x + width / 2, y };
}
