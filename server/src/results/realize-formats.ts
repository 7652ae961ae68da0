import { displayedLike } from '../text/display.ts';
import { printable } from '../text/printable.ts';
import { jsonArray } from './json-array.ts';
import { marginText } from './margin.ts';
import type { BagReport, RealizationReport, SentenceReport } from './realize-report.ts';
import { expectedMark } from './best-derivations.ts';
import { placeSentence } from './expectations.ts';

/**
 * `text` is for people, `json` follows `docs/schemas/realize.schema.json`, `conllu` is for a
 * treebank.
 */
export const formats = ['text', 'json', 'conllu'] as const;
export type Format = (typeof formats)[number];

/**
 * Writes each bag as soon as its result is there. `conllu` leaves out bags without realizations.
 */
export async function* formatBags(
  bags: Iterable<BagReport> | AsyncIterable<BagReport>,
  format: Format,
): AsyncGenerator<string, void> {
  if (format === 'json') {
    yield* jsonArray(bags);
    return;
  }
  let document: string | undefined;
  for await (const bag of bags) {
    if (format === 'text') {
      yield asText(bag);
    } else if (bag.realizations.length > 0) {
      if (bag.file !== document) yield `# newdoc id = ${printable(bag.file ?? '')}\n`;
      document = bag.file;
      yield asConllu(bag);
    }
  }
}

function asText(report: BagReport): string {
  const { file, bag, line, status, message, isProven, found, realizations, expectations } = report;
  const where = file === undefined ? '' : `${file}: `;
  const ending = status === 'complete' ? '' : `: ${status.replace('-', ' ')}`;
  const lines = [`${printable(`${where}${bag}`)} (line ${line})${ending}`];
  if (message !== null) lines.push(`  ${message}`);
  const first = realizations.find(({ rank }) => rank === 1)?.score ?? 0;
  for (const realization of realizations) {
    const { display, score, rank, expected, spanned, doubts = [] } = realization;
    const margin =
      rank === 1 ? (isProven ? '  (highest score, proven)' : '') : `  ${marginText(score - first)}`;
    const mark = expected === true ? `  (${expectedMark(realization.wouldBe ?? null)})` : '';
    const glued = spanned === false ? '  (no derivation was found that spans it)' : '';
    const doubtful = doubts.length === 0 ? '' : `  (doubtful: ${printable(doubts.join(', '))})`;
    lines.push(`  ${rank}. ${printable(display)}${margin}${mark}${glued}${doubtful}`);
  }
  const gaps = gapsIn(realizations);
  if (gaps.length > 0) {
    lines.push(`  Left out: no. ${gaps.join(', ')}, since enough rows begin like them.`);
  }
  const last = realizations.at(-1);
  const isMet = realizations.some(({ rank, expected }) => rank === 1 && expected === true);
  if (last !== undefined && !isMet) {
    const listed = new Set(realizations.map(({ text }) => text));
    for (const expectation of expectations) {
      const { text, rank } = expectation;
      if (listed.has(text)) continue;
      const isBetween = rank !== null && rank < last.rank;
      lines.push(
        `  Expected: ${printable(displayedLike(text, realizations))}`,
        `    ${placeSentence(expectation, found)}${isBetween ? LEFT_OUT : ''}`,
      );
    }
  }
  return `${lines.join('\n')}\n\n`;
}

/** For an expected sentence that has no row although it ranks above the last row. */
const LEFT_OUT = ' The list leaves it out, since enough rows begin like it.';

/**
 * Returns the ranks that the list skips, each gap as `2` or `2 to 4`. Looks only at ranks up to the
 * greatest rank of a row without `wouldBe`. A row with `wouldBe` stands higher than its rank. For
 * example, if the sentence of rank 40 stands second in a list with the ranks 1 to 5, the ranks 6 to
 * 39 are no gap.
 */
function gapsIn(realizations: readonly RealizationReport[]): string[] {
  const inPlace = realizations.flatMap(({ rank, wouldBe }) =>
    wouldBe === undefined ? [rank] : [],
  );
  const last = Math.max(...inPlace);
  return realizations
    .map(({ rank }) => rank)
    .filter((rank) => rank < last || inPlace.includes(rank))
    .sort((a, b) => a - b)
    .flatMap((rank, i, sorted) => {
      const first = (sorted[i - 1] ?? 0) + 1;
      if (rank <= first) return [];
      return rank === first + 1 ? `${first}` : `${first} to ${rank - 1}`;
    });
}

function asConllu({ bag, realizations }: BagReport): string {
  return realizations
    .map((realization) => sentenceAsConllu(`${bag}-${realization.rank}`, realization))
    .join('');
}

export function sentenceAsConllu(
  id: string,
  { text, display, score, tokens }: SentenceReport,
): string {
  const rows = tokens.map(({ form, tag, category, head, label, index }, i) => {
    const relation = head === 0 ? 'root' : (label ?? '_');
    const more = `Index=${index}${category === undefined ? '' : `|Category=${category}`}`;
    return [i + 1, printable(form), '_', '_', tag, '_', head, relation, '_', more].join('\t');
  });
  const comments = [
    `# sent_id = ${printable(id)}`,
    `# text = ${printable(text)}`,
    `# display = ${printable(display)}`,
    `# score = ${score}`,
  ];
  return `${[...comments, ...rows].join('\n')}\n\n`;
}
