import type {
  BagTitle,
  Range,
  ShownRealization,
  ShownResult,
} from '../../server/src/lsp/protocol.ts';
import type { TreeMode } from '../src/panel-messages.ts';
import { send } from './host.ts';
import { Tree } from './tree.tsx';
import { directionOf } from './tree-words.ts';

/** A bag, and the file that it is in. */
export interface BagPlace extends BagTitle {
  readonly uri: string;
}

interface Props {
  /** Null where the result is a former one: its words may be elsewhere by now. */
  readonly bag: BagPlace | null;
  /** Where its words are written. */
  readonly words: ShownResult['words'];
  readonly realization: ShownRealization;
  /** Null where it is not in the list. */
  readonly rank: number | null;
  readonly mode: TreeMode;
  readonly onMode: (mode: TreeMode) => void;
}

/** The tree of a realization, and what it does to the file that its bag is in. */
export function BagTree({ bag, words, realization, rank, mode, onMode }: Props) {
  const { tokens, display } = realization;
  const common = { tokens, direction: directionOf(display), mode, onMode };
  if (bag === null) {
    const nothing = { onReveal: null, onHighlight: null, onAddArc: null, onRemoveArc: null };
    return <Tree {...common} {...nothing} onExport={null} />;
  }
  const { uri, index, title, line } = bag;
  const wordAt = (place: number): number => tokens[place - 1].word;
  const inFile = ({ start, end }: Range): Range => ({
    start: { line: line + start.line, character: start.character },
    end: { line: line + end.line, character: end.character },
  });
  return (
    <Tree
      {...common}
      onReveal={(place) => {
        const { start } = inFile(words[wordAt(place)][0]);
        send({ type: 'reveal', uri, position: start });
      }}
      onHighlight={(places) => {
        const ranges = (places ?? []).flatMap((place) => words[wordAt(place)].map(inFile));
        send({ type: 'highlight', uri, ranges });
      }}
      onAddArc={(head, dependent) => {
        const arc = { head: head === 0 ? ('root' as const) : wordAt(head) };
        send({ type: 'editArc', uri, index, dependent: wordAt(dependent), ...arc });
      }}
      onRemoveArc={(dependent) => {
        send({ type: 'editArc', uri, index, dependent: wordAt(dependent), head: null });
      }}
      onExport={(file) => {
        send({ type: 'exportTree', uri, index, bag: title, rank, text: realization.text, file });
      }}
    />
  );
}
