import { printable } from '../text/printable.ts';
import type { BagReport, RealizationReport } from './realize-report.ts';
import { notFound } from './verdict.ts';

/**
 * `text` for people; `json` as `docs/schemas/realize.schema.json` describes; `conllu` for a
 * treebank.
 */
export const formats = ['text', 'json', 'conllu'] as const;
export type Format = (typeof formats)[number];

/**
 * Writes bags in a format. Yields a piece for each bag, since the whole may exceed the longest
 * string.
 */
export function* formatBags(bags: Iterable<BagReport>, format: Format): Generator<string, void> {
  if (format === 'json') {
    yield* asJson(bags);
  } else {
    for (const bag of bags) yield format === 'text' ? asText(bag) : asConllu(bag);
  }
}

/** Yields pieces that together equal the output of `JSON.stringify` for an array of all bags. */
function* asJson(bags: Iterable<BagReport>): Generator<string, void> {
  let before = '[\n';
  for (const bag of bags) {
    // Each bag is written as an array of its own, so that it is indented as in the array of all
    // bags. The brackets and their line ends are cut off.
    yield before + JSON.stringify([bag], null, 2).slice('[\n'.length, -'\n]'.length);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function asText(report: BagReport): string {
  const { bag, line, status, message, isBest, realizations, expectations } = report;
  const lines = [`${printable(bag)} (line ${line})${status === 'complete' ? '' : `: ${status}`}`];
  if (message !== null) lines.push(`  ${message}`);
  const best = realizations.at(0)?.score ?? 0;
  for (const [i, { display, score, expected, spanned }] of realizations.entries()) {
    const margin = i === 0 ? (isBest ? '  (highest score, proven)' : '') : `  ${score - best}`;
    const glued = spanned === false ? '  (no derivation spans it)' : '';
    lines.push(
      `  ${i + 1}. ${printable(display)}${margin}${expected === true ? '  (expected)' : ''}${glued}`,
    );
  }
  if (realizations.length > 0 && expectations.every(({ rank }) => rank === null)) {
    for (const { text, unreachable } of expectations) {
      const why = unreachable ?? notFound(realizations.length);
      lines.push(`  Expected: ${printable(text)}`, `    ${why}`);
    }
  }
  return `${lines.join('\n')}\n\n`;
}

function asConllu({ bag, realizations }: BagReport): string {
  return realizations
    .map((realization, i) => sentenceAsConllu(`${bag}-${i + 1}`, realization))
    .join('');
}

export function sentenceAsConllu(
  id: string,
  { text, display, score, tokens }: RealizationReport,
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
