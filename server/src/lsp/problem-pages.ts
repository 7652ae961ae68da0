import type { Host } from '../hosts/host.ts';

/** Links to the explanations of diagnostics, by code. */
export type ProblemPages = ReadonlyMap<string, string>;

/**
 * Finds the section for each code in the extension's page of problems. Returns no links if the page
 * is missing. The links name a file and a line, since VS Code runs no `command:` link in a
 * diagnostic.
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
