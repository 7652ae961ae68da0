import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ShownCcgDerivation, ShownToken } from '../../../server/src/lsp/protocol.ts';
import type { DrawingFile, TreeMode } from '../../src/panel-messages.ts';
import { DrawingToolbar } from '../drawing-toolbar.tsx';
import { toPng } from '../picture-png.ts';
import { toSvg } from '../picture-svg.ts';
import { panelFont, textWidth } from '../text-width.ts';
import { useTreePointer } from '../tree-pointer.ts';
import { useStateOf, useUnchanged } from '../use-state-of.ts';
import { useZoom } from '../zoom.ts';
import { derivationText, nodeText, partsOf, topsOf } from './derivation.ts';
import { CcgDrawing, nodeAt } from './drawing.tsx';
import { toLatex } from './latex.ts';
import { layOut } from './layout.ts';
import { neighbour } from './neighbours.ts';
import { ccgPicture } from './picture.ts';
import { StepTable } from './step-table.tsx';
import { stepsOf } from './steps.ts';
import { toText } from './text.ts';
import { typeset } from './typeset.ts';
import '../tree.css';
import './ccg.css';

interface Props {
  readonly derivation: ShownCcgDerivation;
  readonly tokens: readonly ShownToken[];
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  /** Marks the words in the file; places count from 1, null if the pointer is on no word. */
  readonly onHighlight: ((places: readonly number[] | null) => void) | null;
  readonly onCopy: (text: string) => void;
  readonly onExport: ((file: DrawingFile) => void) | null;
}

/** What of a derivation is looked at: nodes, and the step that was chosen, from 0. */
interface Attention {
  readonly hovered: number | null;
  readonly focused: number | null;
  readonly lastFocused: number | null;
  readonly step: number | null;
}

const inattentive: Attention = { hovered: null, focused: null, lastFocused: null, step: null };

/** A derivation as it is written on paper, which is never broken into rows, and its steps. */
export function CcgDerivation(props: Props) {
  const { onCopy, onExport } = props;
  const derivation = useUnchanged(props.derivation);
  const words = useUnchanged(props.tokens);
  const { nodes } = derivation;
  const viewport = useRef<HTMLDivElement>(null);
  const set = useMemo(() => typeset(derivation, words, textWidth), [derivation, words]);
  const layOutWhole = useCallback(() => layOut(set), [set]);
  const mode = props.mode === 'fit' ? 'fit' : 'line';
  const onMode = (next: TreeMode): void => {
    // The rows of the tree stay as they are where this changes nothing.
    if (next !== mode) props.onMode(next);
  };
  const zoom = useZoom(viewport, mode, onMode, layOutWhole);
  const { layout, scale } = zoom;
  useTreePointer(viewport, null, zoom.by);

  const steps = useMemo(() => stepsOf(derivation), [derivation]);
  const [{ hovered, focused, lastFocused, step }, attend] = useStateOf(derivation, inattentive);
  const [failure, setFailure] = useState<string | null>(null);
  const looked = hovered ?? focused;
  const lit = useMemo(
    () => (looked === null ? new Set<number>() : partsOf(derivation, looked)),
    [derivation, looked],
  );
  const later = useMemo(
    () => new Set(steps.slice((step ?? steps.length) + 1).map(({ node }) => node)),
    [steps, step],
  );
  const highlight = useRef(props.onHighlight);
  highlight.current = props.onHighlight;
  useEffect(() => {
    if (looked === null) return;
    const { first, last } = nodes[looked];
    highlight.current?.(Array.from({ length: last - first + 1 }, (_, i) => first + i + 1));
    return () => highlight.current?.(null);
  }, [nodes, looked]);

  const chooseNode = (node: number): void => {
    const next = steps.findIndex((one) => one.node === node);
    attend({ step: next === step ? null : next });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const node = nodeAt(event.target);
    const next = node === null ? null : neighbour(nodes, node, key);
    if (next !== null) {
      viewport.current?.querySelector<SVGElement>(`[data-node="${next}"]`)?.focus();
    } else if (node !== null && (key === 'Enter' || key === ' ')) {
      chooseNode(node);
    } else if (key === 'Escape' && step !== null) attend({ step: null });
    else {
      zoom.onKey(key);
      return;
    }
    event.preventDefault();
  };

  const save = (content: () => DrawingFile | Promise<DrawingFile>): void => {
    setFailure(null);
    Promise.resolve()
      .then(content)
      .then(
        (file) => onExport?.(file),
        (error: unknown) => setFailure(String(error)),
      );
  };
  const picture = () => ccgPicture(derivation, words, set, layout, panelFont());
  const files = [
    {
      name: 'SVG',
      run: () =>
        save(() => ({
          format: 'svg',
          content: toSvg(picture(), derivationText(derivation, words)),
        })),
    },
    {
      name: 'PNG',
      run: () => save(async () => ({ format: 'png', content: await toPng(picture()) })),
    },
    {
      name: 'LaTeX (ccg.sty)',
      run: () => save(() => ({ format: 'tex', content: toLatex(derivation, words) })),
    },
  ];

  return (
    <div class="tree-whole">
      <div class="tree-bar">
        <DrawingToolbar
          label="Derivation"
          hasRows={false}
          mode={mode}
          zoom={zoom.factor}
          onMode={zoom.setMode}
          onZoomIn={zoom.larger}
          onZoomOut={zoom.smaller}
          exports={[
            ...(onExport === null ? [] : files),
            { name: 'Copy as Text', run: () => onCopy(toText(derivation, words)) },
          ]}
        />
      </div>
      <div
        ref={viewport}
        class="tree-viewport"
        role="group"
        tabIndex={0}
        aria-label="Derivation; plus and minus zoom"
        onKeyDown={onKeyDown}
      >
        <CcgDrawing
          {...{ derivation, words, layout, scale, lit, later }}
          typeset={set}
          head={looked === null ? null : nodes[looked].head}
          made={step === null ? null : steps[step].node}
          current={lastFocused ?? topsOf(derivation)[0]}
          onHover={(node) => attend({ hovered: node })}
          onFocus={(node) =>
            attend(node === null ? { focused: null } : { focused: node, lastFocused: node })
          }
          onNode={chooseNode}
        />
      </div>
      <div class="tree-status">
        {failure === null && looked !== null && (
          <p aria-hidden="true">
            <bdi>{nodeText(derivation, words, looked)}</bdi>
          </p>
        )}
        <div class="tree-doing" role="status">
          {failure}
          {failure === null && looked === null && step !== null && (
            <>
              <span>
                After step {step + 1} of {steps.length}
              </span>
              <button type="button" class="link" onClick={() => attend({ step: null })}>
                Show All
              </button>
            </>
          )}
        </div>
      </div>
      <StepTable
        {...{ derivation, words, steps }}
        chosen={step}
        onChoose={(next) => attend({ step: next })}
      />
    </div>
  );
}
