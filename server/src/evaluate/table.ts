import { counted } from '../text/counted.ts';
import { describeLeftOut } from '../treebank/select.ts';
import { conditionName } from './conditions.ts';
import {
  judgedBeams,
  lengthBuckets,
  type ConditionReport,
  type EvaluationReport,
} from './report.ts';
import { aligned } from '../text/aligned.ts';

type Column = readonly [title: string, cell: (condition: ConditionReport) => string];

/**
 * Names the search that ordered the sentences. If there were several, each name is followed by the
 * number of sentences that this search ordered: `bottom-up 90, arc-standard 10`.
 */
function searchesOf({ searches }: ConditionReport): string {
  const entries = Object.entries(searches);
  return entries
    .map(([name, count]) => (entries.length === 1 ? name : `${name} ${count}`))
    .join(', ');
}

const ms = (value: number | null): string => (value === null ? '–' : value.toFixed(1));

const quality: readonly Column[] = [
  ['given', conditionName],
  ['search', searchesOf],
  ['BLEU', ({ bleu }) => bleu.toFixed(1)],
  ['exact %', ({ exact }) => exact.toFixed(1)],
  ['CPU ms median', ({ cpuMsMedian }) => ms(cpuMsMedian)],
  ['95%', ({ cpuMs95 }) => ms(cpuMs95)],
  ['mean', ({ cpuMsMean }) => ms(cpuMsMean)],
  ['growth', ({ growth }) => growth?.toFixed(2) ?? '–'],
  ['violations', ({ violations }) => String(violations)],
  ['words lost', ({ lostWords }) => String(lostWords)],
  ['cut short', ({ incomplete }) => String(incomplete)],
];

const time: readonly Column[] = [
  ['given', conditionName],
  ['wall ms median', ({ msMedian }) => ms(msMedian)],
  ['95%', ({ ms95 }) => ms(ms95)],
  ['99%', ({ ms99 }) => ms(ms99)],
  ...lengthBuckets.map((bucket): Column => [
    `${bucket} tokens`,
    ({ msByLength }) => ms(msByLength[bucket]),
  ]),
];

/**
 * The columns of the table for the search `exact`: for how many bags it proved which score is the
 * highest, and how often beam search and best-first search missed the highest score.
 */
const proofs: readonly Column[] = [
  ['given', conditionName],
  ['proven', ({ proofs }) => String(proofs?.proven ?? 0)],
  ...judgedBeams.map((beam): Column => [
    `% missed, beam ${beam}`,
    ({ proofs }) => proofs?.searchErrors[beam]?.toFixed(1) ?? '–',
  ]),
  ['proven, best-first', ({ proofs }) => String(proofs?.bestFirst?.proven ?? '–')],
  ['% missed, best-first', ({ proofs }) => proofs?.bestFirst?.searchErrors?.toFixed(1) ?? '–'],
];

/** The columns of the table for bags with a grammar. */
const derivations: readonly Column[] = [
  ['given', conditionName],
  ['spanned by a derivation %', ({ spanned }) => spanned?.toFixed(1) ?? '–'],
];

export function formatReport(report: EvaluationReport, format: 'text' | 'markdown'): string {
  const facts = [
    `${report.treebank}: ${counted(report.sentences, 'sentence')}${describeLeftOut(report.leftOut)}` +
      (report.lowerCase === true ? ', each with its first word in lower case' : ''),
    `model ${report.model}, ${(report.modelBytes / 1e6).toFixed(2)} MB, ` +
      `language model ${report.languageModel ?? 'none'}, ` +
      `loaded in ${report.loadMs.toFixed(0)} ms; peak memory ${report.peakMemoryMB.toFixed(0)} MB`,
    `search ${report.search}, beam ${report.beam}, seed ${report.seed}, ` +
      `${report.threads} thread${report.threads === 1 ? '' : 's'}, ` +
      `commit ${report.commit ?? 'unknown'}`,
    `${report.machine}; calibration loop ${report.calibrationMs.toFixed(0)} ms`,
  ];
  const draw = format === 'markdown' ? markdownTable : textTable;
  return [
    ...facts.map((fact) => (format === 'markdown' ? `- ${fact}` : fact)),
    '',
    draw(quality, report.conditions),
    '',
    draw(time, report.conditions),
    '',
    ...(report.conditions.some(({ spanned }) => spanned !== undefined)
      ? [draw(derivations, report.conditions), '']
      : []),
    ...(report.conditions.some((condition) => condition.proofs !== null)
      ? [draw(proofs, report.conditions), '']
      : []),
  ].join('\n');
}

function cells(columns: readonly Column[], rows: readonly ConditionReport[]): string[][] {
  return [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ];
}

function markdownTable(columns: readonly Column[], rows: readonly ConditionReport[]): string {
  const [titles, ...body] = cells(columns, rows).map((row) => `| ${row.join(' | ')} |`);
  const rule = `| --- |${' ---: |'.repeat(columns.length - 1)}`;
  return [titles, rule, ...body].join('\n');
}

function textTable(columns: readonly Column[], rows: readonly ConditionReport[]): string {
  return aligned(cells(columns, rows));
}
