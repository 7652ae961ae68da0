import type { Host } from '../hosts/host.ts';

/** Where each code of a problem is explained: a link to its section, for an editor to open. */
export type ProblemPages = ReadonlyMap<string, string>;

/**
 * Finds the sections of the page that the extension comes with; none where it is missing. They are
 * files with a line, since VS Code runs no `command:` link from where a problem is shown.
 */
export async function readProblemPages(
  host: Pick<Host, 'resolve' | 'readText' | 'uriOf'>,
  extension: string,
): Promise<ProblemPages> {
  const path = host.resolve(extension, 'docs/problems.md');
  const uri = host.uriOf(path);
  let lines: string[];
  try {
    lines = (await host.readText(path)).split(/\r?\n/);
  } catch {
    return new Map();
  }
  return new Map(
    lines.flatMap((line, place) => {
      const match = /^### ([a-z-]+)$/.exec(line);
      return match === null ? [] : [[match[1], `${uri}#L${place + 1}`] as const];
    }),
  );
}
