import type {
  BagTitle,
  Range,
  ShownCcgDerivation,
  ShownRealization,
  ShownResult,
} from '../../server/src/lsp/protocol.ts';
import type { FromPanel, TreeFile, TreeMode } from '../src/panel-messages.ts';
import { CcgDerivation } from './ccg/ccg-derivation.tsx';
import { topsOf } from './ccg/derivation.ts';
import { send } from './host.ts';
import { Tree } from './tree.tsx';
import { directionOf } from './tree-words.ts';

export interface BagPlace extends BagTitle {
  readonly uri: string;
}

interface Props {
  /**
   * The bag and its file. Null if the bag has changed since this result: its words may then be
   * elsewhere in the file.
   */
  readonly bag: BagPlace | null;
  /** The ranges of each word in the file. */
  readonly words: ShownResult['words'];
  readonly realization: ShownRealization;
  /** From 1; null if the realization is not in the list. */
  readonly rank: number | null;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
}

/**
 * Draws the tree of a realization. The user can go to a word in the file, and add or remove arcs of
 * the bag.
 */
export function BagTree(props: Props) {
  const { bag, words, realization, mode, onMode } = props;
  const { tokens, display } = realization;
  const common = { tokens, direction: directionOf(display), mode, onMode };
  if (bag === null) {
    const nothing = { onReveal: null, onHighlight: null, onAddArc: null, onRemoveArc: null };
    return <Tree {...common} {...nothing} onExport={null} />;
  }
  const { uri, index } = bag;
  const wordAt = (place: number): number => tokens[place - 1].word;
  return (
    <Tree
      {...common}
      onReveal={(place) => {
        const { start } = inFile(bag, words[wordAt(place)][0]);
        send({ type: 'reveal', uri, position: start });
      }}
      onHighlight={(places) => highlight(bag, props, places)}
      onAddArc={(head, dependent) => {
        const arc = { head: head === 0 ? ('root' as const) : wordAt(head) };
        send({ type: 'editArc', uri, index, dependent: wordAt(dependent), ...arc });
      }}
      onRemoveArc={(dependent) => {
        send({ type: 'editArc', uri, index, dependent: wordAt(dependent), head: null });
      }}
      onExport={(file) => exportDrawing(bag, props, 'tree', file)}
    />
  );
}

/**
 * Draws the categorial derivation of a realization. Marks words in the file while the user points
 * at them in the drawing.
 */
export function BagDerivation({
  derivation,
  ...props
}: Props & { readonly derivation: ShownCcgDerivation }) {
  const { bag, realization, mode, onMode } = props;
  const parts = topsOf(derivation).length;
  const { doubts = [] } = realization;
  return (
    <>
      {parts > 1 && (
        <p class="muted" role="note">
          The search found no derivation that spans this sentence: its {parts} parts stand side by
          side.
        </p>
      )}
      {doubts.length > 0 && (
        <p class="muted" role="note">
          Doubtful: {doubts.join(', ')}. In the treebank, such words seldom or never have this
          category. Check the categories of the other words.
        </p>
      )}
      <CcgDerivation
        {...{ derivation, mode, onMode }}
        tokens={realization.tokens}
        onHighlight={bag === null ? null : (places) => highlight(bag, props, places)}
        onCopy={(text) => send({ type: 'copy', text })}
        onExport={bag === null ? null : (file) => exportDrawing(bag, props, 'derivation', file)}
      />
    </>
  );
}

type Sentence = Pick<Props, 'words' | 'realization' | 'rank'>;

/** @param places the numbers of the words in the realization, from 1; null removes the marks */
function highlight(
  bag: BagPlace,
  { words, realization: { tokens } }: Sentence,
  places: readonly number[] | null,
): void {
  const ranges = (places ?? []).flatMap((place) =>
    words[tokens[place - 1].word].map((range) => inFile(bag, range)),
  );
  send({ type: 'highlight', uri: bag.uri, ranges });
}

function exportDrawing(
  { uri, index, title }: BagPlace,
  { realization: { text }, rank }: Sentence,
  drawing: Extract<FromPanel, { type: 'exportDrawing' }>['drawing'],
  file: TreeFile,
): void {
  send({ type: 'exportDrawing', drawing, uri, index, bag: title, rank, text, file });
}

function inFile({ line }: BagPlace, { start, end }: Range): Range {
  return {
    start: { line: line + start.line, character: start.character },
    end: { line: line + end.line, character: end.character },
  };
}
