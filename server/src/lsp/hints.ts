import type { InlayHint } from 'vscode-languageserver';
import { absoluteRange } from '../language/syntax.ts';
import type { RankedExpectation } from '../expectations.ts';
import type { Realized } from '../realizer.ts';
import type { BowDocument } from './document.ts';

/** A longer hint would push the line off the screen; the panel has the whole sentence. */
const longestHint = 160;

function shortened(text: string): string {
  return text.length <= longestHint ? text : `${text.slice(0, longestHint - 1)}…`;
}

function expectationMark(expectations: readonly RankedExpectation[]): string {
  if (expectations.length === 0) return '';
  const ranks = expectations.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  if (ranks.includes(1)) return '  ✓ expected';
  return ranks.length > 0 ? `  expected is no. ${Math.min(...ranks)}` : '  expected not found';
}

function tooltip(realized: Realized, expectations: readonly RankedExpectation[]): string {
  const lines: string[] = [];
  const count = realized.realizations.length;
  if (realized.status === 'cut-short') {
    lines.push('The search was cut short by its time limit (bowline.timeLimit).');
  } else if (realized.message !== null) {
    lines.push(realized.message);
  }
  const best = realized.realizations.at(0);
  const second = realized.realizations.at(1);
  if (best) {
    const margin = second ? `, ${best.score - second.score} ahead of the next` : '';
    lines.push(
      `The best of ${count} ${count === 1 ? 'realization' : 'realizations'}: score ${best.score}${margin}.`,
    );
  }
  for (const { text, rank } of expectations) {
    lines.push(
      rank === null
        ? `Expected, not among the best ${count}: ${text}`
        : `Expected, no. ${rank}: ${text}`,
    );
  }
  return lines.join('\n\n');
}

/** A bag's best realization, at the end of its first line. */
export function toInlayHint(
  document: BowDocument,
  index: number,
  realized: Realized,
  expectations: readonly RankedExpectation[],
): InlayHint {
  const { header } = document.file.bags[index];
  const best = realized.realizations.at(0);
  const text =
    best === undefined
      ? realized.status === 'cut-short'
        ? 'no realization within the time limit'
        : 'no realization'
      : shortened(best.display);
  const cutShort = best !== undefined && realized.status === 'cut-short' ? '  (cut short)' : '';
  return {
    position: document.positions.positionAt(absoluteRange(document.file, index, header).end),
    label: `${text}${cutShort}${expectationMark(expectations)}`,
    tooltip: tooltip(realized, expectations),
    paddingLeft: true,
  };
}
