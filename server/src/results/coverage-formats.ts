import { counted } from '../text/counted.ts';
import { displayed } from '../text/display.ts';
import { printable } from '../text/printable.ts';
import type { ChangedBag, CoverageComparison } from './coverage-comparison.ts';
import type { BagCoverageReport, CoverageReport } from './coverage-report.ts';

/**
 * `text` is for people, `json` follows `docs/schemas/coverage.schema.json`, `markdown` is for a
 * pull request, `html` is a page that needs no network.
 */
export const coverageFormats = ['text', 'json', 'markdown', 'html'] as const;
export type CoverageFormat = (typeof coverageFormats)[number];

/** At most this many bags are listed, unless the user requests all. */
const MOST_LISTED = 50;
export const MOST_SLOW = 5;
/** How the CPU times were measured (`timedAgain`). */
const TIMING = 'of the search; the faster of two runs if under a second';

const classMeanings = {
  met: 'first',
  ranked: 'found, not first',
  model: 'missed: the model prefers another',
  beam: 'missed: a wider beam puts it first',
  search: 'missed: it scores higher, no wider beam that was tried puts it first',
  dictionary: 'missed: a tag or a category is not in the dictionary',
  grammar: 'missed: no derivation of the grammar spans it',
  unreachable: 'ruled out by the words or the constraints of the bag',
  'not-run': 'not run',
} as const;

/**
 * @param comparison with an earlier report, if any
 * @param isWhole whether `text` and `markdown` list all bags; JSON and HTML always do
 */
export function formatCoverage(
  report: CoverageReport,
  comparison: CoverageComparison | null,
  format: CoverageFormat,
  isWhole = false,
): string {
  const most = isWhole ? Infinity : MOST_LISTED;
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison === null ? report : { ...report, comparison: inJson(comparison) }, null, 2)}\n`;
    case 'text':
      return asText(report, comparison, most);
    case 'markdown':
      return asMarkdown(report, comparison, most);
    case 'html':
      return asHtml(report, comparison);
  }
}

function scopeOf({ files, bags, expectations }: CoverageReport): string {
  const of =
    expectations.bags === 0
      ? 'no bag with an expected sentence'
      : `${counted(expectations.bags, 'bag')} with ${counted(expectations.total, 'expected sentence')}`;
  return `${counted(files.length, 'file')}, ${counted(bags, 'bag')}: ${of}`;
}

type Row = readonly [what: string, value: string, share: string];

function figures({
  bags,
  realized,
  expectations,
  bleu,
  words,
  arcs,
  derivations,
}: CoverageReport): Row[] {
  const of = (part: number, whole: number): string =>
    whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
  const row = (what: string, part: number, whole: number): Row => [
    what,
    `${part} of ${whole}`,
    of(part, whole),
  ];
  const { total, rank1, rank5, listed } = expectations;
  return [
    row('bags realized', realized, bags),
    row('expected sentences first', rank1, total),
    row('expected sentences among five', rank5, total),
    row('expected sentences listed', listed, total),
    ...(bleu === null ? [] : [['BLEU', bleu.toFixed(1), ''] as const]),
    row('words known', words.known, words.total),
    row('arcs seen', arcs.seen, arcs.total),
    ...(derivations === undefined
      ? []
      : [row('derivations that span', derivations.spanning, derivations.total)]),
  ];
}

function classRows({ expectations: { byClass, total } }: CoverageReport): Row[] {
  return (Object.keys(classMeanings) as (keyof typeof classMeanings)[])
    .map((kind) => [kind, byClass[kind] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => [
      `${kind}: ${classMeanings[kind]}`,
      String(count),
      `${((100 * count) / total).toFixed(1)} %`,
    ]);
}

/** The rows under “What the grammar lacks”: a row for each note of each bag. */
function noteRows({ perBag }: CoverageReport): (readonly [place: string, note: string])[] {
  return perBag.flatMap((bag) => (bag.notes ?? []).map((note) => [placeOf(bag), note] as const));
}

function slowest({ perBag }: CoverageReport): BagCoverageReport[] {
  return perBag.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, MOST_SLOW);
}

function describeBag(bag: BagCoverageReport): string {
  const { first, rank, class: kind, margin, problem, expected, several } = bag;
  if (problem !== null) return `not run: ${problem}`;
  const ranked = rank === null ? kind : `${kind}, no. ${rank}`;
  const named = several && expected !== null ? ` (“${shown(bag, expected)}”)` : '';
  const state = kind === null ? 'realized' : `${ranked}${named}`;
  const by = bag.joined
    ? ', put together'
    : margin === null
      ? ''
      : `, margin ${margin}${missedOther(bag)}`;
  return `${state}${by}: ${first === null ? '(nothing)' : shown(bag, first)}`;
}

/** Displays a sentence as in the list of its bag. */
function shown({ displays }: BagCoverageReport, text: string): string {
  return displays?.[text] ?? displayed(text);
}

/**
 * Names the sentence `against`, whose score the margin subtracts. Empty unless the search missed
 * the best derivation of `against`.
 */
function missedOther(bag: BagCoverageReport): string {
  const { rank, first, against } = bag;
  // Reports of earlier versions have no `against`.
  if (rank === 1 || against == null || against === first) return '';
  return ` (to “${shown(bag, against)}”, whose best derivation the search missed)`;
}

function marginCell({ margin, joined }: BagCoverageReport): string {
  if (joined) return 'put together';
  return margin === null ? '' : String(margin);
}

function changes({ bags }: CoverageComparison): ChangedBag[] {
  const order = ['worse', 'gone', 'better', 'new', 'changed'] as const;
  return order.flatMap((change) => bags.filter((bag) => bag.change === change));
}

function changeTitle({ counts }: CoverageComparison): string {
  const { worse, better, changed, new: fresh, gone, same } = counts;
  return `${worse} worse, ${better} better, ${changed} otherwise changed, ${fresh} new, ${gone} gone, ${same} the same`;
}

function describeChange({ change, before, after }: ChangedBag): string {
  if (before === null || after === null) return `${change}: ${describeBag((after ?? before)!)}`;
  return `${change}: ${describeBag(before)} → ${describeBag(after)}`;
}

function placeOf({ file, line, bag }: BagCoverageReport): string {
  return `${file}:${line}: ${bag}`;
}

function asText(
  report: CoverageReport,
  comparison: CoverageComparison | null,
  most: number,
): string {
  const columns = (rows: readonly Row[]): string[] => {
    const width = Math.max(...rows.map(([what]) => what.length));
    const wide = Math.max(...rows.map(([, value]) => value.length));
    return rows.map((row) => `  ${row[0].padEnd(width)}  ${row[1].padStart(wide)}  ${row[2]}`);
  };
  const lines = [scopeOf(report), ...columns(figures(report))];
  if (report.expectations.total > 0)
    lines.push('Expected sentences by class:', ...columns(classRows(report)));
  const failing = report.perBag.filter(
    ({ class: kind, problem }) => problem !== null || (kind !== null && kind !== 'met'),
  );
  if (failing.length > 0) {
    lines.push(`Bags that could not run, or without an expected sentence first: ${failing.length}`);
    lines.push(...failing.slice(0, most).map((bag) => `  ${placeOf(bag)}: ${describeBag(bag)}`));
    if (failing.length > most) lines.push(`  and ${failing.length - most} more (--all lists them)`);
  }
  const notes = noteRows(report);
  if (notes.length > 0) {
    lines.push('What the grammar lacks:');
    lines.push(...notes.slice(0, most).map(([place, note]) => `  ${place}: ${note}`));
    if (notes.length > most) lines.push(`  and ${notes.length - most} more (--all lists them)`);
  }
  lines.push(`Slowest bags, CPU ms (${TIMING}):`);
  lines.push(
    ...slowest(report).map((bag) => `  ${bag.cpuMs.toFixed(0).padStart(6)}  ${placeOf(bag)}`),
  );
  if (comparison !== null) {
    lines.push(`Since the other report: ${changeTitle(comparison)}`);
    for (const bag of changes(comparison)) {
      lines.push(`  ${placeOf((bag.after ?? bag.before)!)}: ${describeChange(bag)}`);
    }
  }
  return `${lines.map(printable).join('\n')}\n`;
}

function asMarkdown(
  report: CoverageReport,
  comparison: CoverageComparison | null,
  most: number,
): string {
  const cell = (text: string): string => printable(text).replaceAll('|', '\\|');
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ];
  const lines = [
    '### Grammar coverage',
    '',
    scopeOf(report),
    '',
    ...table(['', 'count', 'share'], [...figures(report), ...classRows(report)]),
  ];
  const notes = noteRows(report);
  if (notes.length > 0) {
    lines.push('', '**What the grammar lacks**', '');
    lines.push(...table(['bag', 'note'], notes.slice(0, most)));
    if (notes.length > most) lines.push('', `and ${notes.length - most} more (--all lists them)`);
  }
  if (comparison !== null) {
    lines.push('', `**${changeTitle(comparison)}**`);
    const shown = changes(comparison);
    if (shown.length > 0) {
      lines.push('', '<details><summary>Changed bags</summary>', '');
      lines.push(
        ...table(
          ['bag', 'change', 'before', 'after'],
          shown
            .slice(0, most)
            .map(({ change, before, after }) => [
              placeOf((after ?? before)!),
              change,
              before === null ? '' : describeBag(before),
              after === null ? '' : describeBag(after),
            ]),
        ),
      );
      if (shown.length > most) lines.push('', `and ${shown.length - most} more (--all lists them)`);
      lines.push('', '</details>');
    }
  }
  return `${lines.join('\n')}\n`;
}

function asHtml(report: CoverageReport, comparison: CoverageComparison | null): string {
  const cells = (row: readonly string[]): string =>
    `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`;
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
    `<table><thead><tr>${head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.map(cells).join('\n')}</tbody></table>`;
  const bagRow = (bag: BagCoverageReport): string[] => [
    ...[bag.file, String(bag.line), bag.bag, bag.first ?? ''],
    ...[bag.rank === null ? '' : String(bag.rank), marginCell(bag)],
    ...[bag.class ?? (bag.problem === null ? '' : 'not run'), bag.problem ?? bag.expected ?? ''],
  ];
  const notes = noteRows(report);
  const changed =
    comparison === null
      ? ''
      : `<h2>Since the other report</h2><p>${escaped(changeTitle(comparison))}</p>` +
        table(
          ['Bag', 'Change', 'Before', 'After'],
          changes(comparison).map(({ change, before, after }) => [
            placeOf((after ?? before)!),
            change,
            before === null ? '' : describeBag(before),
            after === null ? '' : describeBag(after),
          ]),
        );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Grammar coverage</title>
<style>
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: Canvas; }
</style>
</head>
<body>
<h1>Grammar coverage</h1>
<p>${escaped(scopeOf(report))}</p>
${table(['', 'Count', 'Share'], figures(report))}
<h2>Expected sentences by class</h2>
${table(['', 'Count', 'Share'], classRows(report))}
${changed}${notes.length === 0 ? '' : `<h2>What the grammar lacks</h2>\n${table(['Bag', 'Note'], notes)}\n`}
<h2>Bags</h2>
${table(['File', 'Line', 'Bag', 'First sentence', 'Rank', 'Margin', 'Class', 'Expected'], report.perBag.map(bagRow))}
<h2>Slowest bags</h2>
<p>CPU time ${TIMING}.</p>
${table(
  ['CPU ms', 'Bag'],
  slowest(report).map((bag) => [bag.cpuMs.toFixed(0), placeOf(bag)]),
)}
</body>
</html>
`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return printable(text).replace(/[&<>"']/g, (char) => entities[char]);
}

function inJson({ counts, bags }: CoverageComparison): object {
  return {
    counts,
    bags: bags
      .filter(({ change }) => change !== 'same')
      .map(({ change, before, after }) => ({ change, before, after })),
  };
}
