import { writeFile } from 'node:fs/promises';
import { edited, formatFile, parse, type Layout } from '../language/index.ts';
import { counted } from '../text/counted.ts';
import { reportNotUtf8, shownPath } from './bags.ts';
import { ExitCode } from './errors.ts';
import { cannotBeWritten, readText, STDIN } from './files.ts';

export interface FormatCommandOptions {
  /** Whether to change no file, and list the files that formatting would change instead. */
  readonly check: boolean;
}

/** The layout that the editor uses unless its settings say otherwise. */
const layout: Layout = { indent: '  ' };

/**
 * `bowline format`: formats files in place, and the standard input to the standard output. Files
 * that are not UTF-8 stay as they are.
 */
export async function formatCommand(
  paths: readonly string[],
  options: FormatCommandOptions,
): Promise<ExitCode> {
  let exitCode = ExitCode.Done;
  let changed = 0;
  for (const path of paths) {
    const { text, mark, notUtf8 } = await readText(path);
    if (reportNotUtf8(shownPath(path), notUtf8)) {
      exitCode = ExitCode.Wrong;
      continue;
    }
    const formatted = edited(text, formatFile(parse(text), layout));
    if (formatted !== text) changed++;
    if (options.check) {
      if (formatted !== text) console.log(shownPath(path));
    } else if (path === STDIN) {
      process.stdout.write(mark + formatted);
    } else if (formatted !== text) {
      try {
        await writeFile(path, mark + formatted);
      } catch (error) {
        throw cannotBeWritten(path, error);
      }
    }
  }
  const of = `${changed} of ${counted(paths.length, 'file')}`;
  console.error(options.check ? `${of} would change` : `${of} changed`);
  return options.check && changed > 0 ? ExitCode.Wrong : exitCode;
}
