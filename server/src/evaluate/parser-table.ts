import type { AttachmentScores } from './attachment.ts';

export interface ParserRow extends AttachmentScores {
  /** Whether the parser got the tags of the treebank. */
  readonly areTagsGiven: boolean;
  readonly search: string;
  /** The percentage of sentences with a tree that is proven to have the highest score. */
  readonly proven: number;
  /** Words that are tagged, parsed and labelled in a second of CPU time. */
  readonly wordsPerSecond: number;
}

type Column = readonly [name: string, text: (row: ParserRow) => string];

const percent = (value: number): string => value.toFixed(2);

const columns: readonly Column[] = [
  ['tags', ({ areTagsGiven }) => (areTagsGiven ? 'given' : 'own')],
  ['search', ({ search }) => search],
  ['XPOS', ({ xpos }) => percent(xpos)],
  ['UPOS', ({ upos }) => percent(upos)],
  ['UAS', ({ uas }) => percent(uas)],
  ['LAS', ({ las }) => percent(las)],
  ['LAS, universal labels', ({ universalLas }) => percent(universalLas)],
  ['UAS, no punctuation', ({ uasWithoutPunctuation }) => percent(uasWithoutPunctuation)],
  ['LAS, no punctuation', ({ lasWithoutPunctuation }) => percent(lasWithoutPunctuation)],
  ['heads all right', ({ exact }) => percent(exact)],
  ['labels too', ({ exactLabelled }) => percent(exactLabelled)],
  ['proven', ({ proven }) => percent(proven)],
  ['words/s', ({ wordsPerSecond }) => String(Math.round(wordsPerSecond))],
];

export function formatParserReport(
  rows: readonly ParserRow[],
  format: 'text' | 'json' | 'markdown',
): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  if (format === 'markdown') {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
      line(columns.map(([name]) => name)),
      line(columns.map(() => '---')),
      ...rows.map((row) => line(columns.map(([, text]) => text(row)))),
      '',
    ].join('\n');
  }
  return rows
    .map((row) => columns.map(([name, text]) => `${name.padEnd(22)}${text(row)}`).join('\n') + '\n')
    .join('\n');
}
