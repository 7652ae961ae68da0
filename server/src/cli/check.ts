import { check, positionAt } from '../language/index.ts';
import { fixTitles } from '../results/fix-titles.ts';
import { jsonArray } from '../results/json-array.ts';
import { counted } from '../text/counted.ts';
import {
  checkOptions,
  describeProblem,
  isOfChosen,
  isShown,
  readSources,
  reportHidden,
  writeOutput,
} from './bags.ts';
import { ExitCode } from './errors.ts';
import { readModelFile, type ModelOptions } from './files.ts';

export const checkFormats = ['text', 'json'] as const;

export interface CheckCommandOptions extends Pick<ModelOptions, 'model'> {
  readonly bag?: string;
  readonly format: (typeof checkFormats)[number];
  readonly failOnWarning: boolean;
  readonly maxWords: number;
  readonly verbose: boolean;
}

/** `bowline check`: prints the problems of files, without realizing bags. */
export async function checkCommand(
  paths: readonly string[],
  options: CheckCommandOptions,
): Promise<ExitCode> {
  const { sources, areUtf8 } = await readSources(paths, options.bag);
  const checks = checkOptions(options.maxWords, (await readModelFile(options.model)).model);
  const all = sources.flatMap((source) =>
    check(source.file, checks)
      .diagnostics()
      .filter((found) => isOfChosen(source, found))
      .map((found) => ({ path: source.path, file: source.file, found })),
  );
  const shown = all.filter(({ found }) => isShown(found, options));
  if (options.format === 'json') {
    await writeOutput(
      jsonArray(
        shown.map(({ path, file, found }) => {
          const { range, severity, code, message } = found;
          const [start, end] = [positionAt(file, range.start), positionAt(file, range.end)];
          return {
            ...{ file: path, line: start.line + 1, column: start.column + 1 },
            ...{ endLine: end.line + 1, endColumn: end.column + 1, severity, code, message },
            fixes: fixTitles(found),
          };
        }),
      ),
    );
  } else {
    for (const { path, file, found } of shown) console.log(describeProblem(path, file, found));
  }
  reportHidden(all.length - shown.length);
  const count = (severity: string): number =>
    all.filter(({ found }) => found.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const bags = sources.reduce((sum, { bags }) => sum + bags.length, 0);
  console.error(
    `${counted(bags, 'bag')} in ${counted(sources.length, 'file')}: ` +
      `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
  );
  const isWrong = errors > 0 || !areUtf8 || (options.failOnWarning && warnings > 0);
  return isWrong ? ExitCode.Wrong : ExitCode.Done;
}
