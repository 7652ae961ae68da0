import { writeFile } from 'node:fs/promises';
import {
  bagName,
  check,
  type CheckedFile,
  isTest,
  positionAt,
  settingOf,
  toBag,
} from '../language/index.ts';
import { printable } from '../text/printable.ts';
import type { SearchChoice } from '../realize/realizer.ts';
import type { Realizers } from '../realize/realizers.ts';
import { failureLine, verdictOf, type Verdict } from '../results/verdict.ts';
import { SearchFailed } from '../hosts/pool.ts';
import {
  checkOptions,
  describeProblem,
  isOfChosen,
  mapBags,
  readSources,
  type PlacedBag,
} from './bags.ts';
import { ExitCode } from './errors.ts';
import { cannotBeWritten, ensureWritable, readResources, type ModelOptions } from './files.ts';
import { toJUnit, type TestReport } from './junit.ts';

export interface TestCommandOptions extends ModelOptions {
  readonly bag?: string;
  readonly junit?: string;
  readonly k: number;
  readonly beam: number;
  /** By default the search that the file sets. */
  readonly search?: SearchChoice;
  readonly maxWords: number;
  /** By default, the number of processors, or 1 for a few bags. */
  readonly threads?: number;
}

/** `bowline test`: writes a line for each bag to the output, and problems to the error stream. */
export async function testCommand(
  paths: readonly string[],
  options: TestCommandOptions,
): Promise<ExitCode> {
  const { sources, areUtf8 } = await readSources(paths, options.bag);
  const shared = await readResources(options);
  if (options.junit !== undefined) await ensureWritable(options.junit);
  const checks = checkOptions(options.maxWords, shared.resources.model);
  const checkedSources = sources.map((source) => ({
    ...source,
    checked: check(source.file, checks),
  }));
  for (const { checked, ...source } of checkedSources) {
    for (const found of checked.diagnostics()) {
      if (found.severity === 'information' || !isOfChosen(source, found)) continue;
      console.error(describeProblem(source.path, source.file, found));
    }
  }
  const bags = checkedSources.flatMap(({ path, checked, bags }) =>
    bags.filter((bag) => isTest(checked, bag)).map((bag) => ({ path, checked, bag })),
  );
  const reports: TestReport[] = [];
  const { threads } = options;
  const tested = mapBags(bags, shared, { title: 'Testing', threads }, (bag, realizers) =>
    report(bag, realizers, options),
  );
  for await (const one of tested) {
    process.stdout.write(asLine(one));
    reports.push(one);
  }
  for (const one of checkedSources.flatMap(reportsOutside)) {
    process.stdout.write(asLine(one));
    reports.push(one);
  }
  console.error(summary(reports));
  if (options.junit !== undefined) {
    try {
      await writeFile(options.junit, toJUnit(reports));
    } catch (error) {
      throw cannotBeWritten(options.junit, error);
    }
  }
  const has = (kind: Verdict['kind']): boolean =>
    reports.some(({ verdict }) => verdict.kind === kind);
  if (!areUtf8 || has('not-run')) return ExitCode.CannotRun;
  return has('failed') ? ExitCode.Wrong : ExitCode.Done;
}

async function report(
  { path, checked, bag }: PlacedBag,
  realizers: Realizers,
  { beam, k, search = settingOf(checked.file, 'search') }: TestCommandOptions,
): Promise<TestReport> {
  const { file } = checked;
  const about = { path, name: bagName(file, bag), line: file.lines[bag] + 1 };
  const notRun = (message: string): TestReport => ({
    ...about,
    wallMs: 0,
    verdict: { kind: 'not-run', message },
  });
  const error = checked.firstError(bag);
  if (error !== null) {
    return notRun(`Line ${positionAt(file, error.range.start).line + 1}: ${error.message}`);
  }
  try {
    const realized = await realizers.realize(toBag(file.bags[bag]), { beam, results: k, search });
    const verdict = verdictOf(realized, checked.expectations(bag));
    return { ...about, wallMs: realized.wallMs, verdict };
  } catch (failure) {
    if (!(failure instanceof SearchFailed)) throw failure;
    return notRun(failure.message);
  }
}

/** An error outside all bags may hide a bag, so it counts as a test that could not run. */
function reportsOutside({
  path,
  checked,
}: {
  readonly path: string;
  readonly checked: CheckedFile;
}): TestReport[] {
  return checked.errorsOutside().map(({ range, message }) => {
    const line = positionAt(checked.file, range.start).line + 1;
    return { path, name: `line ${line}`, line, wallMs: 0, verdict: { kind: 'not-run', message } };
  });
}

const words: Readonly<Record<Verdict['kind'], string>> = {
  passed: 'passed ',
  failed: 'FAILED ',
  'not-run': 'NOT RUN',
};

function asLine({ path, name, line, verdict }: TestReport): string {
  const said =
    verdict.kind === 'passed'
      ? ''
      : verdict.kind === 'not-run'
        ? `: ${verdict.message}`
        : `: ${failureLine(verdict)}`;
  return `${words[verdict.kind]} ${printable(`${path}:${line}: ${name}${said}`)}\n`;
}

function summary(reports: readonly TestReport[]): string {
  if (reports.length === 0) return 'No bag expects a sentence: there is nothing to test.';
  const count = (kind: Verdict['kind']): number =>
    reports.filter(({ verdict }) => verdict.kind === kind).length;
  const notRun = count('not-run');
  const passed = count('passed');
  return (
    `${passed} ${passed === 1 ? 'bag' : 'bags'} passed, ${count('failed')} failed` +
    (notRun > 0 ? `, ${notRun} could not be run` : '')
  );
}
