import { readFile } from 'node:fs/promises';
import { check, settingOf } from '../language/index.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import { timedAgain, type TimedRealized } from '../realize/realizers.ts';
import { compareCoverage } from '../results/coverage-comparison.ts';
import { formatCoverage, MOST_SLOW, type CoverageFormat } from '../results/coverage-formats.ts';
import {
  coverBag,
  coverageReport,
  type BagOutcome,
  type CoverageReport,
} from '../results/coverage-report.ts';
import { readFormerReport } from '../results/former-report.ts';
import { checkOptions, describeProblem, isOfChosen, mapBags, readSources } from './bags.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readResources, type ModelOptions } from './files.ts';

export interface CoverageCommandOptions extends ModelOptions {
  readonly bag?: string;
  readonly format: CoverageFormat;
  /** The path of an earlier report in JSON. */
  readonly compare?: string;
  readonly failOnRegression: boolean;
  /** Whether to list every bag. */
  readonly all: boolean;
  readonly k: number;
  readonly beam: number;
  /** By default the search that each file sets. */
  readonly search?: SearchChoice;
  readonly maxWords: number;
  readonly threads?: number;
}

/** `bowline coverage`: prints how much of the bags, of their words and of their arcs is covered. */
export async function coverageCommand(
  paths: readonly string[],
  options: CoverageCommandOptions,
): Promise<ExitCode> {
  if (options.failOnRegression && options.compare === undefined) {
    throw new CommandError('--fail-on-regression: name an earlier report too, with --compare');
  }
  const former = options.compare === undefined ? null : await readReport(options.compare);
  const { sources, areUtf8 } = await readSources(paths, options.bag);
  const shared = await readResources(options);
  const checks = checkOptions(options.maxWords, shared.resources.model);
  let isSound = areUtf8;
  const bags = sources.flatMap((source) => {
    const { path, file } = source;
    const checked = check(file, checks);
    for (const found of checked.diagnostics()) {
      if (found.severity !== 'error' || !isOfChosen(source, found)) continue;
      isSound = false;
      console.error(describeProblem(path, file, found));
    }
    return source.bags.map((bag) => ({ path, checked, bag }));
  });
  const { beam } = options;
  const asked = { beam, results: options.k };
  const outcomes: BagOutcome[] = [];
  const timed = timingSlowest();
  const covered = mapBags(
    bags,
    shared,
    { title: 'Covering', threads: options.threads },
    ({ path, checked, bag }, realizers) => {
      const { search = settingOf(checked.file, 'search') } = options;
      return coverBag(path, checked, bag, checks.knowledge!, {
        realize: async (given) => {
          const realize = (): Promise<TimedRealized> =>
            realizers.realize(given, { ...asked, search });
          const realized = await timed(realize);
          if (realized.status === 'refused') isSound = false;
          return realized;
        },
        explain: (given, words, expected) =>
          realizers.explain(given, words, {
            ...{ ...asked, search, expected },
            ...{ helpMs: 0, depth: 'class' },
          }),
      });
    },
  );
  for await (const outcome of covered) outcomes.push(outcome);
  const report = coverageReport(paths, outcomes, options.k);
  const comparison = former === null ? null : compareCoverage(ofBag(former, options.bag), report);
  process.stdout.write(formatCoverage(report, comparison, options.format, options.all));
  const hasRegressed = comparison !== null && comparison.counts.worse + comparison.counts.gone > 0;
  if (options.failOnRegression && hasRegressed) return ExitCode.Wrong;
  return isSound ? ExitCode.Done : ExitCode.Wrong;
}

/** Keeps only the bags with this name. The comparison would count the other bags as gone. */
function ofBag({ perBag }: Pick<CoverageReport, 'perBag'>, name: string | undefined) {
  return { perBag: perBag.filter(({ bag }) => name === undefined || bag === name) };
}

/**
 * Times the search of a bag. If the bag is among the slowest so far, it is searched twice, and the
 * shorter time is taken: the first search may have waited for the model or the compiler.
 */
function timingSlowest(): (realize: () => Promise<TimedRealized>) => Promise<TimedRealized> {
  /** The times of the slowest bags so far, the slowest first. */
  let slowest: readonly number[] = [];
  const isSlow = ({ cpuMs }: TimedRealized): boolean =>
    slowest.length < MOST_SLOW || cpuMs > slowest[MOST_SLOW - 1];
  return async (realize) => {
    const first = await realize();
    if (!isSlow(first)) return first;
    const realized = await timedAgain(first, realize);
    slowest = [...slowest, realized.cpuMs].sort((a, b) => b - a).slice(0, MOST_SLOW);
    return realized;
  };
}

/** @throws {CommandError} if the file cannot be read or is no report */
async function readReport(path: string): Promise<Pick<CoverageReport, 'perBag'>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new CommandError(`${path}: cannot be read`);
  }
  const report = readFormerReport(text);
  if (typeof report !== 'string') return report;
  throw new CommandError(
    `${path}: ${report}. Write a report with: bowline coverage FILE --format json > report.json`,
  );
}
