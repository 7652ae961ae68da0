import { availableParallelism } from 'node:os';
import {
  bagName,
  type BowFile,
  type CheckedFile,
  type CheckOptions,
  parse,
  positionAt,
  type Diagnostic,
} from '../language/index.ts';
import { printable } from '../text/printable.ts';
import { knowledgeOf } from '../model/knowledge.ts';
import { mapConcurrently, type Realizers } from '../realize/realizers.ts';
import { openRealizers, type SharedResources } from '../hosts/node/realizers.ts';
import { isSatisfiable } from '../search/satisfiable.ts';
import { CommandError } from './errors.ts';
import { readText, STDIN, workerScript } from './files.ts';
import { Progress } from './progress.ts';

/**
 * With fewer bags than this, only one worker starts. Each worker loads the model, which takes
 * longer than realizing a few bags.
 */
const BAGS_FOR_WORKERS = 40;

/** An error message lists at most this many bags. */
const MAX_NAMES = 20;

/** A parsed `.bow` file, and its name in messages. */
export interface Source {
  readonly path: string;
  readonly file: BowFile;
}

/** A bag of a checked file; `bag` is its index in the file. */
export interface PlacedBag {
  readonly path: string;
  readonly checked: CheckedFile;
  readonly bag: number;
}

export interface Sources {
  readonly sources: readonly Source[];
  readonly areUtf8: boolean;
}

/**
 * Reads `.bow` files, and reports lines that are not UTF-8.
 *
 * @throws {CommandError} if a file cannot be read
 */
export async function readSources(paths: readonly string[]): Promise<Sources> {
  const sources: Source[] = [];
  let areUtf8 = true;
  for (const given of paths) {
    const { text, notUtf8 } = await readText(given);
    const path = given === STDIN ? '<stdin>' : given;
    for (const line of notUtf8) {
      console.error(`${path}:${line}: is not UTF-8: save the file as UTF-8`);
      areUtf8 = false;
    }
    sources.push({ path, file: parse(text) });
  }
  return { sources, areUtf8 };
}

/** The options for checking a file against a model. */
export function checkOptions(maxWords: number, { resources }: SharedResources): CheckOptions {
  return { maxWords, knowledge: knowledgeOf(resources.model), satisfiability: isSatisfiable };
}

export function describeProblem(
  path: string,
  file: BowFile,
  { range, message, severity }: Diagnostic,
): string {
  const { line, column } = positionAt(file, range.start);
  const kind = severity === 'error' ? '' : `${severity}: `;
  return `${path}:${line + 1}:${column + 1}: ${kind}${message}`;
}

/**
 * Does work for every bag, with realizers in several threads, and shows a progress bar.
 *
 * @param threads the limit on threads; by default one per processor, or a single one for a few bags
 * @returns the results in the order of the bags; rejects with the first failure
 */
export async function mapBags<B extends PlacedBag, R>(
  bags: readonly B[],
  shared: SharedResources,
  threads: number | undefined,
  work: (bag: B, realizers: Realizers) => Promise<R>,
): Promise<R[]> {
  const most = threads ?? (bags.length < BAGS_FOR_WORKERS ? 1 : availableParallelism());
  const realizers = openRealizers(shared, Math.min(most, bags.length), workerScript);
  const progress = new Progress('Realizing', bags.length);
  let done = 0;
  try {
    return await mapConcurrently(bags, realizers.threads, async (bag) => {
      const result = await work(bag, realizers);
      progress.update(++done);
      return result;
    });
  } finally {
    progress.end();
    await realizers.close();
  }
}

/** Makes the error for a name that no bag has. */
export function noSuchBag(name: string, sources: readonly Source[]): CommandError {
  const names = sources.flatMap(({ file }) => file.bags.map((_, bag) => bagName(file, bag)));
  const shown = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
  const known = names.length === 0 ? 'there are no bags' : `there are ${shown}`;
  return new CommandError(`no bag is called "${name}"; ${printable(known)}`);
}
