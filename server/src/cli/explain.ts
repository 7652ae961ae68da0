import { bagAt, bagName, check, settingOf } from '../language/index.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import type { Realizers } from '../realize/realizers.ts';
import { formatExplanations, type ExplainFormat } from '../results/explain-formats.ts';
import {
  explainSentence,
  NotExplained,
  type ExplanationReport,
} from '../results/explain-report.ts';
import { fixLines } from '../results/fix-titles.ts';
import {
  checkOptions,
  describeProblem,
  isOfChosen,
  mapBags,
  readSources,
  writeOutput,
  type PlacedBag,
} from './bags.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readResources, type ModelOptions } from './files.ts';

export interface ExplainCommandOptions extends ModelOptions {
  readonly bag?: string;
  /** The number of the expectation to explain, from 1; by default all. */
  readonly expect?: number;
  readonly format: ExplainFormat;
  readonly beam: number;
  readonly k: number;
  /** By default the search that the file sets. */
  readonly search?: SearchChoice;
  readonly maxWords: number;
  readonly threads?: number;
}

/**
 * The time limit, in milliseconds, of each search for lines that put a sentence first if the author
 * adds them to the bag (`ExplainOptions.helpMs`).
 */
const HELP_MS = 2000;

/** `texts` are the expectations to explain. */
interface Chosen extends PlacedBag {
  readonly texts: readonly string[];
}

/** `bowline explain`: prints why expected sentences do not come first. */
export async function explainCommand(
  paths: readonly string[],
  options: ExplainCommandOptions,
): Promise<ExitCode> {
  const { sources, areUtf8 } = await readSources(paths, options.bag);
  const shared = await readResources(options);
  const checks = checkOptions(options.maxWords, shared.resources.model);
  let exitCode = areUtf8 ? ExitCode.Done : ExitCode.Wrong;
  const chosen = sources.flatMap((source) => {
    const { path, file, bags } = source;
    const checked = check(file, checks);
    for (const found of checked.diagnostics()) {
      if (found.severity !== 'error' || !isOfChosen(source, found)) continue;
      exitCode = ExitCode.Wrong;
      // If a bag has expectations, its errors are printed in place of its explanation.
      const bag = bagAt(file, found.range.start);
      const isInBag = bag >= 0 && found.range.start < file.starts[bag] + file.bags[bag].end;
      if (isInBag && checked.expectations(bag).length > 0) continue;
      console.error(describeProblem(path, file, found));
    }
    return bags.map((bag): Chosen => {
      const texts = checked
        .expectations(bag)
        .map(({ text }) => text)
        .filter((_text, place) => options.expect === undefined || place + 1 === options.expect);
      return { path, checked, bag, texts };
    });
  });
  const bags = chosen.filter(({ texts }) => texts.length > 0);
  if (bags.length === 0) {
    const which =
      options.expect === undefined ? 'no line in expect:' : `no expectation ${options.expect}`;
    throw new CommandError(
      `${sources.map(({ path }) => path).join(', ')}: there is ${which} to explain`,
    );
  }
  const { format, threads } = options;
  const explained = mapBags(
    bags,
    shared,
    { title: 'Explaining', threads, isInterruptible: format === 'json' },
    (bag, realizers) => explainBag(bag, realizers, options),
  );
  async function* reports(): AsyncGenerator<ExplanationReport, void> {
    for await (const ofBag of explained) {
      for (const report of ofBag.reports) {
        yield sources.length > 1 ? { file: ofBag.path, ...report } : report;
      }
      if (ofBag.problem === null) continue;
      exitCode = ExitCode.Wrong;
      console.error(ofBag.problem);
    }
  }
  await writeOutput(formatExplanations(reports(), format));
  return exitCode;
}

/** `problem` says why some expectations could not be explained. */
async function explainBag(
  { path, checked, bag, texts }: Chosen,
  realizers: Realizers,
  { beam, k, search = settingOf(checked.file, 'search') }: ExplainCommandOptions,
): Promise<{ path: string; reports: ExplanationReport[]; problem: string | null }> {
  const { file } = checked;
  const reports: ExplanationReport[] = [];
  try {
    for (const text of texts) {
      const { report } = await explainSentence(checked, bag, text, (given, words, expected) =>
        realizers.explain(given, words, { beam, search, results: k, expected, helpMs: HELP_MS }),
      );
      reports.push(report);
    }
  } catch (error) {
    if (!(error instanceof NotExplained)) throw error;
    const where = `${path}:${file.lines[bag] + 1}`;
    const problem = [
      `${where}: ${bagName(file, bag)}: ${error.message}`,
      ...fixLines(error.fixes).map((fix) => `  ${fix}`),
    ].join('\n');
    return { path, reports, problem };
  }
  return { path, reports, problem: null };
}
