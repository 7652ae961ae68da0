import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { ShownToken } from '../../server/src/lsp/protocol.ts';
import type { TreeFile, TreeFormat, TreeMode } from '../src/panel-messages.ts';
import { panelFont, textWidth } from './text-width.ts';
import { TreeDrawing } from './tree-drawing.tsx';
import { layOut, type Box, type Direction, type Point } from './tree-layout.ts';
import { treePicture } from './tree-picture.ts';
import { toPng } from './tree-png.ts';
import { useTreePointer, wordAt } from './tree-pointer.ts';
import { TreeLegend, TreeStatus } from './tree-status.tsx';
import { toSvg } from './tree-svg.ts';
import { treeText } from './tree-text.ts';
import { toTikz } from './tree-tikz.ts';
import { TreeToolbar } from './tree-toolbar.tsx';
import { measuredWords, subtreeOf } from './tree-words.ts';
import './tree.css';

/** Words are places in the realization, from 1. What is null cannot be done here. */
export interface TreeProps {
  readonly tokens: readonly ShownToken[];
  readonly direction: Direction;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  /** Goes to where a word is written. */
  readonly onReveal: ((place: number) => void) | null;
  /** Shows where words are written; null where none is looked at any more. */
  readonly onHighlight: ((places: readonly number[] | null) => void) | null;
  /** The head is 0 for the root. */
  readonly onAddArc: ((head: number, dependent: number) => void) | null;
  readonly onRemoveArc: ((dependent: number) => void) | null;
  readonly onExport: ((file: TreeFile) => void) | null;
}

const zoomStep = 1.2;
const leastZoom = 0.2;
const greatestZoom = 4;

/** The dependency tree of a realization: arcs over its words, which can be added and taken out. */
export function Tree(props: TreeProps) {
  const { direction, mode, onMode, onAddArc, onRemoveArc, onExport } = props;
  const tokens = useUnchanged(props.tokens);
  const viewport = useRef<HTMLDivElement>(null);
  const room = useWidth(viewport);
  const [zoom, setZoom] = useState(1);
  const words = useMemo(() => measuredWords(tokens, textWidth), [tokens]);
  const rowWidth = mode === 'rows' && room > 0 ? room / zoom : null;
  const layout = useMemo(
    () => layOut(words, { direction, rowWidth }),
    [words, direction, rowWidth],
  );
  const scale = mode === 'fit' && room > 0 ? Math.min(1, room / layout.width) : zoom;
  const keepInPlace = useAnchor(viewport, scale);

  const [attention, attend] = useAttention(tokens);
  const { hovered, focused, chosenArc, picking } = attention;
  const [lastFocused, setLastFocused] = useState(1);
  const [failure, setFailure] = useState<string | null>(null);
  const current = Math.min(lastFocused, tokens.length);
  const highlight = useRef(props.onHighlight);
  highlight.current = props.onHighlight;
  // What is taken away under the pointer is not left by it.
  useEffect(() => () => highlight.current?.(null), [tokens]);

  const showZoom = (next: number, x = room / 2): void => {
    const bounded = Math.min(greatestZoom, Math.max(leastZoom, next));
    keepInPlace(x);
    setZoom(bounded);
    if (mode === 'fit') onMode('line');
  };
  const changeMode = (next: TreeMode): void => {
    setZoom(1);
    onMode(next);
  };
  const drag = useTreePointer(viewport, onAddArc, (factor, x) => showZoom(scale * factor, x));

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
    else if (event.key === '+' || event.key === '=') showZoom(scale * zoomStep);
    else if (event.key === '-') showZoom(scale / zoomStep);
    else if (event.key === '0') showZoom(1);
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
        <TreeToolbar
          mode={mode}
          zoom={zoom}
          onMode={changeMode}
          onZoomIn={() => showZoom(scale * zoomStep)}
          onZoomOut={() => showZoom(scale / zoomStep)}
          onExport={onExport === null ? null : save}
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

/** What of a tree is looked at and chosen: words, from 1. */
interface Attention {
  readonly hovered: number | null;
  readonly focused: number | null;
  /** The dependent of the arc that was chosen, or 0. */
  readonly chosenArc: number;
  /** The word whose head is being chosen, by keys. */
  readonly picking: number | null;
}

const inattentive: Attention = { hovered: null, focused: null, chosenArc: 0, picking: null };

/** It is of one tree: another has other words. */
function useAttention(
  tokens: readonly ShownToken[],
): [Attention, (part: Partial<Attention>) => void] {
  const [held, setHeld] = useState({ tokens, attention: inattentive });
  const of = (one: typeof held): Attention => (one.tokens === tokens ? one.attention : inattentive);
  return [of(held), (part) => setHeld((last) => ({ tokens, attention: { ...of(last), ...part } }))];
}

/** A value, or the one before it where both say the same: each message to the panel brings copies. */
function useUnchanged<T>(value: T): T {
  const written = JSON.stringify(value);
  return useMemo(() => value, [written]);
}

/** The middle of a box's upper edge. */
function topOf({ x, y, width }: Box): Point {
  return { x: x + width / 2, y };
}

/** How wide an element is, in pixels, without its scroll bar; 0 until it is drawn. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * Keeps what is at a place of the viewport there while the scale changes.
 *
 * @returns is told the place, from the viewport's left side, before the scale changes
 */
function useAnchor(viewport: RefObject<HTMLElement | null>, scale: number): (x: number) => void {
  const anchor = useRef<{ readonly x: number; readonly drawn: number } | null>(null);
  useLayoutEffect(() => {
    if (anchor.current === null || viewport.current === null) return;
    const { x, drawn } = anchor.current;
    viewport.current.scrollLeft = drawn * scale - x;
    anchor.current = null;
  }, [viewport, scale]);
  return (x) => {
    const { current } = viewport;
    if (current !== null) anchor.current = { x, drawn: (current.scrollLeft + x) / scale };
  };
}
