import { InlayHintKind } from 'vscode-languageserver';
import type { Command, Connection, InlayHint, InlayHintLabelPart } from 'vscode-languageserver';
import { absoluteRange, chosenTags, type BagNode } from '../language/index.ts';
import { displayedLike } from '../text/display.ts';
import { shortenedAtWord } from '../text/printable.ts';
import { isSign } from '../text/sign.ts';
import { placeSentence, standingOf, type RankedExpectation } from '../results/expectations.ts';
import { rankedSentences } from '../realize/realizer.ts';
import type { Realization, Realized } from '../realize/realizer.ts';
import { FINISHING } from '../results/verdict.ts';
import type { BowDocument } from './document.ts';
import type { Explanations } from './explanations.ts';
import { clientCommands } from './protocol.ts';
import type { Session } from './session.ts';

/** The width of the space that the editor draws before a hint, in columns. */
const PADDING = 1;

/** The width of a hint, in columns, if the line leaves no room for even one word. */
const SHORTEST = 20;

const GAP = '  ';

export function registerHints(
  connection: Connection,
  { documents, scheduler, checks, settings }: Session,
  explanations: Pick<Explanations, 'derivationOf'>,
): void {
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => {
    const document = documents.get(uri);
    if (document === undefined) return [];
    const { from, to } = document.bagsBetween(range.start.line, range.end.line);
    const checked = document.checked(checks());
    const hints: InlayHint[] = [];
    for (let index = from; index < to; index++) {
      if (!checked.isValid(index)) continue;
      const node = document.file.bags[index];
      const searchState = scheduler.stateOf(uri, node);
      if (searchState.kind !== 'done') continue;
      const { realized } = searchState;
      const ranked = document.ranked(checked, index, realized);
      const first = realized.realizations.at(0);
      const { codeLens, hintColumn } = settings();
      // The lens above the bag already shows the mark of the expectations.
      const mark = codeLens ? '' : (standingOf(ranked)?.mark ?? '');
      if (first !== undefined || !codeLens || realized.status === 'cut-short') {
        hints.push(toInlayHint(document, index, realized, ranked, mark, hintColumn));
      }
      // The tags come from the derivation whose tree the panel shows.
      const shown = first && explanations.derivationOf(document, index, first.text);
      if (shown != null) hints.push(...toTagHints(document, index, shown));
    }
    return hints;
  });
}

/**
 * Returns the expected sentence that the panel explains: the first that the bag allows. Null if the
 * bag allows none, or if an expected sentence comes first already.
 */
export function missedExpectation(expectations: readonly RankedExpectation[]): string | null {
  if (expectations.some(({ rank }) => rank === 1)) return null;
  return expectations.find(({ unreachable }) => unreachable === null)?.text ?? null;
}

/**
 * Makes a command that opens the panel at a bag.
 *
 * @param line the line of the bag's header
 * @param missed the sentence to explain
 */
export function showBag(title: string, uri: string, line: number, missed: string | null): Command {
  const position = { line, character: 0 };
  return { title, command: clientCommands.showBag, arguments: [uri, position, missed] };
}

/** @param whole the whole sentence, if the hint shows only a part of it */
function tooltip(
  realized: Realized,
  expectations: readonly RankedExpectation[],
  whole: string | null,
): string {
  const lines: string[] = whole === null ? [] : [whole];
  const found = rankedSentences(realized);
  const count = found.length;
  if (realized.message !== null) lines.push(realized.message);
  if (realized.status === 'cut-short') lines.push(FINISHING);
  const first = found.at(0);
  if (first) {
    lines.push(count === 1 ? 'The only sentence found.' : `The first of ${count} sentences found.`);
  }
  for (const expectation of expectations) {
    const { text, rank } = expectation;
    lines.push(`Expected: ${displayedLike(text, realized.realizations)}`);
    if (rank !== 1) lines.push(placeSentence(expectation, count));
  }
  return lines.join('\n\n');
}

/**
 * Makes a hint with a bag's first realization, at the end of the bag's first line. The hint begins
 * with the mark of the expectations (`✓ expected` or `expected is no. 3`), since the end of a hint
 * may be cut.
 *
 * @param column the last column that the hint may reach. In an editor that wraps lines, a longer
 *   hint would go on in a second line
 */
function toInlayHint(
  document: BowDocument,
  index: number,
  realized: Realized,
  expectations: readonly RankedExpectation[],
  mark: string,
  column: number,
): InlayHint {
  const node = document.file.bags[index];
  const end = endOfFirstLine(node);
  const position = document.positions.positionAt(document.file.starts[index] + end);
  const first = realized.realizations.at(0);
  const isCutShort = realized.status === 'cut-short';
  const whole =
    first === undefined
      ? `no realization${isCutShort ? ' within the time limit' : ''}`
      : `${isCutShort ? `(cut short)${GAP}` : ''}${first.display}`;
  const markWidth = mark === '' ? 0 : mark.length + GAP.length;
  const width = column - position.character - PADDING - markWidth;
  const fitting = shortenedAtWord(whole, width);
  const text = fitting === '…' ? shortenedAtWord(whole, SHORTEST) : fitting;
  const missed = missedExpectation(expectations);
  const parts: InlayHintLabelPart[] = [{ value: text }];
  if (mark !== '') {
    const why = 'Why does the expected sentence not come first?';
    const command = showBag(why, document.uri, document.file.lines[index], missed);
    parts.unshift({ value: mark, ...(missed !== null && { command }) }, { value: GAP });
  }
  return {
    position,
    label: parts.length === 1 ? parts[0].value : parts,
    tooltip: tooltip(
      realized,
      expectations,
      first === undefined || text === whole ? null : first.display,
    ),
    paddingLeft: !/\s/u.test(node.text[end - 1]),
    paddingRight: node.text[end] === '}',
  };
}

/**
 * Returns the offset of the hint in a bag's text:
 * - If nothing or only a comment follows the header on its line, the hint is behind the header.
 * - If the bag ends on its first line, the hint is before the closing `}`. A hint behind the `}`
 *   could wrap, and VS Code would draw the lens of the next bag over it.
 * - Otherwise, the hint is at the end of the first line.
 */
function endOfFirstLine({ text, header, end, closed }: BagNode): number {
  const lineEnd = text.search(/[\r\n]|$/u);
  const isEmpty = /^\s*(?:#|$)/u.test(text.slice(header.end, lineEnd));
  if (isEmpty) return header.end;
  return end > lineEnd ? lineEnd : closed ? end - 1 : end;
}

/**
 * Makes hints with the tags of the first realization, each after its word. A word to which the bag
 * gives exactly one tag has no hint.
 */
function toTagHints(
  document: BowDocument,
  index: number,
  first: Pick<Realization, 'tokens'>,
): InlayHint[] {
  const { file } = document;
  // CCG categories get no hint, since they are too long. Punctuation gets none, since a search may
  // give a comma the tag of a full stop, which no author means.
  const words = first.tokens.filter(({ form }) => !isSign(form));
  return chosenTags(file.bags[index], words, 'tags').map(({ tag, edit }) => {
    const range = document.range(absoluteRange(file, index, edit.range));
    const hasTags = edit.range.start < edit.range.end;
    return {
      position: range.end,
      // Behind `run`, the hint is `/VB`. Behind `run/NN|VB`, which has tags, the hint is `as VB`.
      label: hasTags ? `as ${tag}` : `/${tag}`,
      paddingLeft: hasTags,
      kind: InlayHintKind.Type,
      tooltip: 'The tag that the word has in the first sentence.',
      textEdits: [{ range, newText: edit.newText }],
    };
  });
}
