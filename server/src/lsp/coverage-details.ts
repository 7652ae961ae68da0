import { TextDocument } from 'vscode-languageserver-textdocument';
import { absoluteRange, type ArcCoverage, type BowFile } from '../language/index.ts';
import type { BagCoverageReport, BagOutcome } from '../results/coverage-report.ts';
import { printable } from '../text/printable.ts';
import type { ArcLine, BagDetails, FileCoverage, Range } from './protocol.ts';

/**
 * The coverage of each word, arc and bag of a file, with positions.
 *
 * @param bags the indices of the covered bags, ascending
 * @param outcomes in the order of `bags`
 */
export function fileCoverage(
  uri: string,
  file: BowFile,
  bags: readonly number[],
  outcomes: readonly BagOutcome[],
): FileCoverage {
  // The document may have been edited since it was covered. So the positions are computed in the
  // covered text.
  const text = TextDocument.create(uri, 'bow', 0, file.text);
  const rangeIn = (bag: number, range: { start: number; end: number }): Range => {
    const { start, end } = absoluteRange(file, bag, range);
    return { start: text.positionAt(start), end: text.positionAt(end) };
  };
  const words = outcomes.flatMap(({ coverage }) => coverage.words);
  return {
    uri,
    words: { covered: words.filter(({ count }) => count > 0).length, total: words.length },
    details: outcomes.map(({ report, coverage }, i): BagDetails => {
      const bag = bags[i];
      return {
        name: printable(report.bag),
        header: rangeIn(bag, file.bags[bag].header),
        isCovered: isCovered(report),
        words: coverage.words.flatMap(({ range, count }) => {
          const { start, end } = rangeIn(bag, range);
          return [start.line, start.character, end.character - start.character, count];
        }),
        lines: linesOf(coverage.arcs, (range) => rangeIn(bag, range)),
      };
    }),
  };
}

function isCovered({ expected, rank, first }: BagCoverageReport): boolean {
  return expected === null ? first !== null : rank === 1;
}

/** Groups arcs by the line on which they are written. */
function linesOf(
  arcs: readonly ArcCoverage[],
  toRange: (range: ArcCoverage['range']) => Range,
): ArcLine[] {
  const lines = new Map<number, { range: Range; arcs: ArcLine['arcs'][number][] }>();
  for (const { range, line, name, count, isTurned } of arcs) {
    let arcLine = lines.get(line.start);
    if (arcLine === undefined)
      lines.set(line.start, (arcLine = { range: toRange(line), arcs: [] }));
    arcLine.arcs.push({ range: toRange(range), name: printable(name), count, isTurned });
  }
  return [...lines.values()];
}
