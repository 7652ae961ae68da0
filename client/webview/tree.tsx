import { useCallback, useMemo, useState } from 'preact/hooks';
import { subtreeOf } from '../../server/src/lsp/protocol.ts';
import type { TreeFile, TreeMode } from '../src/panel-messages.ts';
import { DrawingFrame, pictureFiles, useExports, useHighlight } from './drawing-frame.tsx';
import { panelFont, textWidth } from './text-width.ts';
import { TreeDrawing } from './tree-drawing.tsx';
import { layOut, type Box, type Direction, type Point, type TreeLayout } from './tree-layout.ts';
import { treePicture } from './tree-picture.ts';
import { useTreePointer, type WordDrag } from './tree-pointer.ts';
import { TreeLegend, TreeStatus } from './tree-status.tsx';
import { treeText } from './tree-text.ts';
import { toTikz } from './tree-tikz.ts';
import { measuredWords, type TreeToken } from './tree-words.ts';
import { useLabels } from './use-labels.ts';
import { useStateOf, useUnchanged } from './use-state-of.ts';
import { useZoom } from './zoom.ts';

/**
 * The tree to draw, and the user's actions. Words are given by their numbers in the realization,
 * from 1. A function is null if its action is not available.
 */
export interface TreeProps {
  readonly tokens: readonly TreeToken[];
  readonly direction: Direction;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  /** Goes to the word in the file. */
  readonly onReveal: ((place: number) => void) | null;
  /** Marks the words in the file; null removes the marks. */
  readonly onHighlight: ((places: readonly number[] | null) => void) | null;
  /** Adds an arc to the bag; the head 0 makes the dependent the root. */
  readonly onAddArc: ((head: number, dependent: number) => void) | null;
  readonly onRemoveArc: ((dependent: number) => void) | null;
  readonly onExport: ((file: TreeFile) => void) | null;
}

/** What the user points at or has chosen. It is reset when another tree is shown. */
interface Attention {
  readonly hovered: number | null;
  readonly focused: number | null;
  /** The dependent of the chosen arc; 0 for none. */
  readonly chosenArc: number;
  /** The word for which the user is choosing a head with the keyboard. */
  readonly picking: number | null;
}

const inattentive: Attention = { hovered: null, focused: null, chosenArc: 0, picking: null };

/** Draws a dependency tree: arcs above the words. The user can add and remove arcs. */
export function Tree(props: TreeProps) {
  const { direction, mode, onMode, onAddArc, onRemoveArc } = props;
  const sent = useUnchanged(props.tokens);
  const { labelled: tokens, unlabelled } = useLabels(sent);
  const words = useMemo(() => measuredWords(tokens, textWidth), [tokens]);
  const layOutWords = useCallback(
    (rowWidth: number | null) => layOut(words, { direction, rowWidth }),
    [words, direction],
  );
  const zoom = useZoom(mode, onMode, layOutWords);
  const { layout, scale } = zoom;
  const drag = useTreePointer(zoom.viewport, onAddArc, zoom.by);

  // The state belongs to `sent`, which does not change when the labels arrive. So the word under
  // the pointer stays highlighted.
  const [attention, attend] = useStateOf(sent, inattentive);
  const { hovered, focused, chosenArc, picking } = attention;
  const [lastFocused, setLastFocused] = useState(1);
  const looked = hovered ?? focused;
  const subtree = useMemo(
    () =>
      looked === null
        ? null
        : subtreeOf(
            tokens.map(({ head }) => head),
            looked,
          ),
    [tokens, looked],
  );
  const lit = useMemo(() => new Set(subtree), [subtree]);
  useHighlight(subtree, props.onHighlight);

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
    if (key === 'Enter' || key === ' ') onWord(place);
    else if (key === 'a' && onAddArc !== null) attend({ picking: place });
    else if (key === 'r' && picking !== null) addArc(0, picking);
    else if ((key === 'Delete' || key === 'Backspace') && picking === null) removeArc(place);
    else return false;
    return true;
  };
  const onKey = (key: string, place: number | null): boolean => {
    if (place !== null && onWordKey(key, place)) return true;
    if (key !== 'Escape' || (picking === null && chosenArc === 0)) return false;
    attend({ picking: null, chosenArc: 0 });
    return true;
  };

  const [exports, failure] = useExports<TreeFile>(
    [
      ...pictureFiles(
        () => treePicture(tokens, layout, panelFont()),
        () => treeText(tokens),
      ),
      ['TikZ (tikz-dependency)', () => ({ format: 'tex', content: toTikz(tokens, direction) })],
      ['CoNLL-U', () => ({ format: 'conllu' })],
    ],
    props.onExport,
  );

  return (
    <div class="tree-whole">
      <DrawingFrame
        label="Tree"
        description="Dependency tree"
        hasRows
        legend={<TreeLegend tokens={tokens} />}
        item="data-place"
        walk={(place, key) => wordByKey(tokens, direction, place, key)}
        {...{ mode, zoom, exports, onKey }}
      >
        <TreeDrawing
          {...{ tokens, layout, scale, lit, chosenArc }}
          current={Math.min(lastFocused, tokens.length)}
          planned={plannedArc(layout, drag, attention)}
          onHover={(place) => attend({ hovered: place })}
          onFocus={(place) => {
            attend({ focused: place });
            if (place !== null) setLastFocused(place);
          }}
          onWord={onWord}
          onArc={(dependent) => attend({ chosenArc: dependent === chosenArc ? 0 : dependent })}
        />
      </DrawingFrame>
      <TreeStatus
        {...{ tokens, unlabelled, failure, picking, chosenArc, looked }}
        onAddArc={onAddArc === null ? null : addArc}
        onRemoveArc={onRemoveArc === null ? null : removeArc}
      />
    </div>
  );
}

/**
 * The word to which a key leads: the next or previous word, the head, the first dependent, or the
 * first or last word of the sentence. Null for any other key.
 */
function wordByKey(
  tokens: readonly TreeToken[],
  direction: Direction,
  place: number,
  key: string,
): number | null {
  const forward = direction === 'rtl' ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return place + forward;
    case 'ArrowLeft':
      return place - forward;
    case 'ArrowUp':
      return tokens[place - 1].head;
    case 'ArrowDown':
      return tokens.findIndex(({ head }) => head === place) + 1;
    case 'Home':
      return 1;
    case 'End':
      return tokens.length;
    default:
      return null;
  }
}

function plannedArc(
  { words }: TreeLayout,
  drag: WordDrag | null,
  { focused, picking }: Attention,
): { readonly from: Point; readonly to: Point } | null {
  const top = (place: number): Point => topOf(words[place - 1]);
  // The sentence may have changed since the drag began. A shorter sentence may lack the words of
  // the drag.
  if (drag !== null && Math.max(drag.from, drag.over ?? 0) <= words.length) {
    return { from: top(drag.from), to: drag.over === null ? drag.at : top(drag.over) };
  }
  return picking !== null && focused !== null && focused !== picking
    ? { from: top(focused), to: top(picking) }
    : null;
}

function topOf({ x, y, width }: Box): Point {
  return { x: x + width / 2, y };
}
