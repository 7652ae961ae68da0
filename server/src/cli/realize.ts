import { check, firstError, type CheckOptions } from '../language/check.ts';
import { printable } from '../language/printable.ts';
import { parse } from '../language/parser.ts';
import type { Problem } from '../language/problem.ts';
import { bagAt, bagName, positionAt, type BowFile } from '../language/syntax.ts';
import { expectations, toBag } from '../language/to-bag.ts';
import { knowledgeOf } from '../model/model.ts';
import { createRealizer, NEVER, type Realizer } from '../realizer.ts';
import { ExitCode, CommandError } from './errors.ts';
import { readModel, readText } from './files.ts';
import { formatBags } from './realize-formats.ts';
import { Progress } from './progress.ts';
import { reportBag, reportInvalidBag, type BagReport } from './realize-report.ts';

export const formats = ['text', 'json', 'conllu'] as const;
export type Format = (typeof formats)[number];

export interface RealizeCommandOptions {
  readonly bag?: string;
  readonly k: number;
  readonly format: Format;
  readonly beam: number;
  readonly maxWords: number;
  readonly model: string;
}

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
  for (const path of paths) sources.push({ path, file: parse(await readText(path)) });
  const chosen = sources.map(({ file }) => {
    const bags = file.bags.map((_, bag) => bag);
    return new Set(
      bags.filter((bag) => options.bag === undefined || bagName(file, bag) === options.bag),
    );
  });
  const total = chosen.reduce((sum, bags) => sum + bags.size, 0);
  if (options.bag !== undefined && total === 0) throw noSuchBag(options.bag, sources);

  const model = await readModel(options.model);
  const realizer = createRealizer(model);
  const checks: CheckOptions = { maxWords: options.maxWords, knowledge: knowledgeOf(model) };
  let exitCode = ExitCode.Done;
  for (const [i, { path, file }] of sources.entries()) {
    for (const found of check(file, checks)) {
      const bag = bagAt(file, found.range.start);
      if (bag >= 0 && !chosen[i].has(bag)) continue;
      if (found.severity === 'error') exitCode = ExitCode.Wrong;
      if (found.severity === 'error' || found.severity === 'warning') {
        console.error(describe(path, file, found));
      }
    }
  }
  const progress = new Progress('Realizing', total);
  const reports: BagReport[] = [];
  for (const [i, { file }] of sources.entries()) {
    for (const bag of chosen[i]) {
      reports.push(report(file, bag, checks, realizer, options));
      progress.update(reports.length);
    }
  }
  progress.end();
  process.stdout.write(formatBags(reports, options.format));
  return exitCode;
}

function report(
  file: BowFile,
  bag: number,
  checks: CheckOptions,
  realizer: Realizer,
  { beam, k }: RealizeCommandOptions,
): BagReport {
  const name = bagName(file, bag);
  const line = file.lines[bag] + 1;
  const error = firstError(file, bag, checks);
  if (error !== null) {
    const at = positionAt(file, error.range.start);
    return reportInvalidBag(name, line, `Line ${at.line + 1}: ${error.message}`);
  }
  const realized = realizer.realize(toBag(file.bags[bag]), { beam, results: k }, NEVER);
  return reportBag(name, line, realized, expectations(file.bags[bag]));
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
