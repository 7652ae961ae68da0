import { availableParallelism } from 'node:os';
import { check, type CheckOptions } from '../language/check.ts';
import { printable } from '../language/printable.ts';
import { parse } from '../language/parser.ts';
import type { Problem } from '../language/problem.ts';
import { bagAt, bagName, positionAt, type BowFile } from '../language/syntax.ts';
import { knowledgeOf } from '../model/model.ts';
import { formatBags, type Format } from '../realize-formats.ts';
import { reportBag, type BagReport } from '../realize-report.ts';
import { mapConcurrently, type Realizers } from '../realizers.ts';
import { SearchFailed } from '../workers/pool.ts';
import { openRealizers } from '../workers/realizers.ts';
import { CommandError, ExitCode } from './errors.ts';
import { readResources, readText, STDIN, workerScript, type ModelOptions } from './files.ts';
import { Progress } from './progress.ts';

export interface RealizeCommandOptions extends ModelOptions {
  readonly bag?: string;
  readonly k: number;
  readonly format: Format;
  readonly beam: number;
  readonly maxWords: number;
  readonly verbose: boolean;
  /** By default all processors, unless there are too few bags for it to pay. */
  readonly threads?: number;
}

/** For fewer bags, starting workers takes longer than it saves: each has the model to load. */
const BAGS_FOR_WORKERS = 40;

/** A message need not list every bag of a large file. */
const MOST_NAMES = 20;

/** A file with what there is to tell of its bags. */
interface Source {
  readonly path: string;
  readonly file: BowFile;
}

/** `bowline realize`: problems go to the error stream, realizations to the output. */
export async function realizeCommand(
  paths: readonly string[],
  options: RealizeCommandOptions,
): Promise<ExitCode> {
  const sources: Source[] = [];
  let exitCode = ExitCode.Done;
  for (const given of paths) {
    const { text, notUtf8 } = await readText(given);
    const path = given === STDIN ? '<stdin>' : given;
    for (const line of notUtf8) {
      console.error(`${path}:${line}: is not UTF-8: save the file as UTF-8`);
      exitCode = ExitCode.Wrong;
    }
    sources.push({ path, file: parse(text) });
  }
  const chosen = sources.map(({ file }) => {
    const bags = file.bags.map((_, bag) => bag);
    return new Set(
      bags.filter((bag) => options.bag === undefined || bagName(file, bag) === options.bag),
    );
  });
  const total = chosen.reduce((sum, bags) => sum + bags.size, 0);
  if (options.bag !== undefined && total === 0) throw noSuchBag(options.bag, sources);

  const shared = await readResources(options);
  const checks: CheckOptions = {
    maxWords: options.maxWords,
    knowledge: knowledgeOf(shared.resources.model),
  };
  let remarks = 0;
  for (const [i, { path, file }] of sources.entries()) {
    for (const found of check(file, checks)) {
      const bag = bagAt(file, found.range.start);
      if (bag >= 0 && !chosen[i].has(bag)) continue;
      if (found.severity === 'error') exitCode = ExitCode.Wrong;
      if (options.verbose || found.severity === 'error' || found.severity === 'warning') {
        console.error(describe(path, file, found));
      } else remarks++;
    }
  }
  if (remarks > 0) {
    console.error(
      `${remarks} ${remarks === 1 ? 'remark is' : 'remarks are'} not shown (--verbose shows all)`,
    );
  }
  const bags = sources.flatMap((source, i) => [...chosen[i]].map((bag) => ({ ...source, bag })));
  const threads = options.threads ?? (bags.length < BAGS_FOR_WORKERS ? 1 : availableParallelism());
  const realizers = openRealizers(shared, Math.min(threads, bags.length), workerScript);
  const progress = new Progress('Realizing', bags.length);
  let done = 0;
  let reports: readonly BagReport[];
  try {
    reports = await mapConcurrently(bags, realizers.threads, async (place) => {
      const made = await report(place, checks, realizers, options);
      progress.update(++done);
      return made;
    });
  } finally {
    progress.end();
    await realizers.close();
  }
  process.stdout.write(formatBags(reports, options.format));
  return exitCode;
}

async function report(
  { path, file, bag }: Source & { readonly bag: number },
  checks: CheckOptions,
  realizers: Realizers,
  { beam, k }: RealizeCommandOptions,
): Promise<BagReport> {
  try {
    return await reportBag(file, bag, checks, (given) =>
      realizers.realize(given, { beam, results: k }),
    );
  } catch (failure) {
    if (!(failure instanceof SearchFailed)) throw failure;
    throw new CommandError(`${path}:${file.lines[bag] + 1}: ${failure.message}`);
  }
}

function noSuchBag(name: string, sources: readonly Source[]): CommandError {
  const names = sources.flatMap(({ file }) => file.bags.map((_, bag) => bagName(file, bag)));
  const shown = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
  const known = names.length === 0 ? 'there are no bags' : `there are ${shown}`;
  return new CommandError(`no bag is called "${name}"; ${printable(known)}`);
}

function describe(path: string, file: BowFile, { range, message, severity }: Problem): string {
  const { line, column } = positionAt(file, range.start);
  const kind = severity === 'error' ? '' : `${severity}: `;
  return `${path}:${line + 1}:${column + 1}: ${kind}${message}`;
}
