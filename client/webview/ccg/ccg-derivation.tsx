import { useCallback, useMemo } from 'preact/hooks';
import type { ShownCcgDerivation, Token } from '../../../server/src/lsp/protocol.ts';
import type { DrawingFile, TreeMode } from '../../src/panel-messages.ts';
import { DrawingFrame, pictureFiles, useExports, useHighlight } from '../drawing-frame.tsx';
import { panelFont, textWidth } from '../text-width.ts';
import { useTreePointer } from '../tree-pointer.ts';
import { useStateOf, useUnchanged } from '../use-state-of.ts';
import { useZoom } from '../zoom.ts';
import { derivationText, nodeText, partsOf, topsOf } from './derivation.ts';
import { CcgDrawing } from './drawing.tsx';
import { toLatex } from './latex.ts';
import { layOut } from './layout.ts';
import { neighbour } from './neighbours.ts';
import { ccgPicture } from './picture.ts';
import { StepTable } from './step-table.tsx';
import { stepsOf } from './steps.ts';
import { toText } from './text.ts';
import { typeset } from './typeset.ts';
import './ccg.css';

interface Props {
  readonly derivation: ShownCcgDerivation;
  readonly tokens: readonly Token[];
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
  /** Marks words in the file, by their numbers from 1; null removes the marks. */
  readonly onHighlight: ((places: readonly number[] | null) => void) | null;
  readonly onCopy: (text: string) => void;
  readonly onExport: ((file: DrawingFile) => void) | null;
}

/** The nodes that the user looks at, and the index of the chosen step. */
interface Attention {
  readonly hovered: number | null;
  readonly focused: number | null;
  readonly lastFocused: number | null;
  readonly step: number | null;
}

const inattentive: Attention = { hovered: null, focused: null, lastFocused: null, step: null };

/**
 * Draws a derivation under its sentence, which stands in one line, and lists the steps in a table.
 */
export function CcgDerivation(props: Props) {
  const derivation = useUnchanged(props.derivation);
  const words = useUnchanged(props.tokens);
  const { nodes } = derivation;
  const set = useMemo(() => typeset(derivation, words, textWidth), [derivation, words]);
  const layOutWhole = useCallback(() => layOut(set), [set]);
  const mode = props.mode === 'fit' ? 'fit' : 'line';
  const onMode = (next: TreeMode): void => {
    // The tree and the derivation share `props.mode`. A derivation has no rows, so it shows the
    // mode `rows` as one line. If the user then requests one line, the mode stays `rows`, so that
    // the tree keeps its rows.
    if (next !== mode) props.onMode(next);
  };
  const zoom = useZoom(mode, onMode, layOutWhole);
  const { layout, scale } = zoom;
  useTreePointer(zoom.viewport, null, zoom.by);

  const steps = useMemo(() => stepsOf(derivation), [derivation]);
  const [{ hovered, focused, lastFocused, step }, attend] = useStateOf(derivation, inattentive);
  const looked = hovered ?? focused;
  const lit = useMemo(
    () => (looked === null ? new Set<number>() : partsOf(derivation, looked)),
    [derivation, looked],
  );
  const later = useMemo(
    () => new Set(steps.slice((step ?? steps.length) + 1).map(({ node }) => node)),
    [steps, step],
  );
  const places = useMemo(() => {
    if (looked === null) return null;
    const { first, last } = nodes[looked];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i + 1);
  }, [nodes, looked]);
  useHighlight(places, props.onHighlight);

  const chooseStep = (next: number | null): void => attend({ step: next });
  const chooseNode = (node: number): void => {
    const next = steps.findIndex((one) => one.node === node);
    chooseStep(next === step ? null : next);
  };
  const onKey = (key: string, node: number | null): boolean => {
    if (node !== null && (key === 'Enter' || key === ' ')) chooseNode(node);
    else if (key === 'Escape' && step !== null) chooseStep(null);
    else return false;
    return true;
  };

  const [exports, failure] = useExports<DrawingFile>(
    [
      ...pictureFiles(
        () => ccgPicture(derivation, words, set, layout, panelFont()),
        () => derivationText(derivation, words),
      ),
      ['LaTeX (ccg.sty)', () => ({ format: 'tex', content: toLatex(derivation, words) })],
    ],
    props.onExport,
  );
  const copy = { name: 'Copy as Text', run: () => props.onCopy(toText(derivation, words)) };

  return (
    <div class="tree-whole">
      <DrawingFrame
        label="Derivation"
        description="Derivation"
        hasRows={false}
        exports={[...exports, copy]}
        item="data-node"
        walk={(node, key) => neighbour(nodes, node, key)}
        {...{ mode, zoom, onKey }}
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
      </DrawingFrame>
      <Status
        looked={looked === null ? null : nodeText(derivation, words, looked)}
        steps={steps.length}
        onShowAll={() => chooseStep(null)}
        {...{ failure, step }}
      />
      <StepTable {...{ derivation, words, steps }} chosen={step} onChoose={chooseStep} />
    </div>
  );
}

/** The line of text below the drawing: the node that the user looks at, or else the chosen step. */
function Status({
  failure,
  looked,
  step,
  steps,
  onShowAll,
}: {
  readonly failure: string | null;
  readonly looked: string | null;
  readonly step: number | null;
  readonly steps: number;
  readonly onShowAll: () => void;
}) {
  return (
    <div class="tree-status">
      {failure === null && looked !== null && (
        <p aria-hidden="true">
          <bdi>{looked}</bdi>
        </p>
      )}
      <div class="tree-doing" role="status">
        {failure}
        {failure === null && looked === null && step !== null && (
          <>
            <span>
              After step {step + 1} of {steps}
            </span>
            <button type="button" class="link" onClick={onShowAll}>
              Show All
            </button>
          </>
        )}
      </div>
    </div>
  );
}
