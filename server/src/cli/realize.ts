import { check, firstError, type CheckOptions } from '../language/check.ts';
import { parse } from '../language/parser.ts';
import type { Problem } from '../language/problem.ts';
import { bagName, type BowFile } from '../language/syntax.ts';
import { expectations, toBag } from '../language/to-bag.ts';
import { knowledgeOf } from '../model/model.ts';
import { createRealizer, NEVER } from '../realizer.ts';
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
  const chosen = sources.map(({ file }) =>
    file.bags.flatMap((_, bag) =>
      options.bag === undefined || bagName(file, bag) === options.bag ? [bag] : [],
    ),
  );
  const total = chosen.reduce((sum, bags) => sum + bags.length, 0);
  if (options.bag !== undefined && total === 0) throw noSuchBag(options.bag, sources);

  const model = await readModel(options.model);
  const realizer = createRealizer(model);
  const checks: CheckOptions = { maxWords: options.maxWords, knowledge: knowledgeOf(model) };
  const progress = new Progress('Realizing', total);
  const reports: BagReport[] = [];
  let exitCode = ExitCode.Done;
  for (const [i, { path, file }] of sources.entries()) {
    for (const found of check(file, checks)) {
      if (found.severity === 'error') exitCode = ExitCode.Wrong;
      if (found.severity === 'error' || found.severity === 'warning') {
        console.error(describe(path, file, found));
      }
    }
    for (const bag of chosen[i]) {
      const error = firstError(file, bag, checks);
      const name = bagName(file, bag);
      const line = file.lines[bag] + 1;
      if (error === null) {
        const given = toBag(file.bags[bag]);
        const realized = realizer.realize(given, { beam: options.beam, results: options.k }, NEVER);
        reports.push(reportBag(name, line, realized, expectations(file.bags[bag])));
      } else {
        const at = place(file, error.range.start);
        reports.push(reportInvalidBag(name, line, `Line ${at.line}: ${error.message}`));
      }
      progress.update(reports.length);
    }
  }
  progress.end();
  process.stdout.write(formatBags(reports, options.format));
  return exitCode;
}

function noSuchBag(name: string, sources: readonly Source[]): CommandError {
  const names = sources.flatMap(({ file }) => file.bags.map((_, bag) => bagName(file, bag)));
  const known = names.length === 0 ? 'there are no bags' : `there are ${names.join(', ')}`;
  return new CommandError(`no bag is called "${name}"; ${known}`);
}

function describe(path: string, file: BowFile, { range, message, severity }: Problem): string {
  const { line, column } = place(file, range.start);
  return `${path}:${line}:${column}: ${severity === 'error' ? '' : `${severity}: `}${message}`;
}

/** Line and column from 1. */
function place(file: BowFile, offset: number): { line: number; column: number } {
  const before = file.text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
