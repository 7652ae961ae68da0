import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where each code of a problem is explained: a link to its section, for an editor to open. */
export type ProblemPages = ReadonlyMap<string, string>;

/**
 * Finds the sections of the page that the extension comes with; none where it is missing. They are
 * files with a line, since VS Code runs no `command:` link from where a problem is shown.
 */
export function readProblemPages(extension: string): ProblemPages {
  const path = join(extension, 'docs', 'problems.md');
  const url = pathToFileURL(path).href;
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return new Map();
  }
  return new Map(
    lines.flatMap((line, place) => {
      const match = /^### ([a-z-]+)$/.exec(line);
      return match === null ? [] : [[match[1], `${url}#L${place + 1}`] as const];
    }),
  );
}
