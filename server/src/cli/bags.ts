import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import {
  bagAt,
  bagName,
  type BowFile,
  type CheckedFile,
  type CheckOptions,
  parse,
  positionAt,
  type Diagnostic,
} from '../language/index.ts';
import { fixLines, fixTitles } from '../results/fix-titles.ts';
import { printable } from '../text/printable.ts';
import { knowledgeOf } from '../model/knowledge.ts';
import type { Model } from '../model/model.ts';
import { resultsInOrder, type Realizers } from '../realize/realizers.ts';
import { openRealizers, openWorkers, type SharedResources } from '../hosts/node/realizers.ts';
import { isSatisfiable } from '../search/satisfiable.ts';
import { CommandError, Interrupted } from './errors.ts';
import { readText, STDIN, workerScript } from './files.ts';
import { Progress } from './progress.ts';

/**
 * With fewer bags, the search runs in one thread. Each further thread would load the model, which
 * takes longer than realizing a few bags.
 */
const BAGS_FOR_WORKERS = 40;

/** An error message lists at most this many bags. */
const MAX_NAMES = 20;

/** A parsed `.bow` file. `path` is its name in messages. */
export interface Source {
  readonly path: string;
  readonly file: BowFile;
  /** The indices of the bags to read: all bags, or those with the name after `--bag`. */
  readonly bags: readonly number[];
}

/** `bag` is an index in the file. */
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
 * @param name only bags of this name are chosen
 * @throws {CommandError} if a file cannot be read, or no bag has the name
 */
export async function readSources(paths: readonly string[], name?: string): Promise<Sources> {
  const sources: Source[] = [];
  let areUtf8 = true;
  for (const given of paths) {
    const { text, notUtf8 } = await readText(given);
    const path = shownPath(given);
    if (reportNotUtf8(path, notUtf8)) areUtf8 = false;
    const file = parse(text);
    const bags = [...file.bags.keys()].filter(
      (bag) => name === undefined || bagName(file, bag) === name,
    );
    sources.push({ path, file, bags });
  }
  const isMissing = sources.every(({ bags }) => bags.length === 0);
  if (name !== undefined && isMissing) throw noSuchBag(name, sources);
  return { sources, areUtf8 };
}

/** Whether a problem is in a chosen bag, or outside all bags. */
export function isOfChosen({ file, bags }: Source, { range }: Diagnostic): boolean {
  const bag = bagAt(file, range.start);
  return bag < 0 || bags.includes(bag);
}

/** The name of a path in messages. */
export function shownPath(path: string): string {
  return path === STDIN ? '<stdin>' : path;
}

export function reportNotUtf8(path: string, lines: readonly number[]): boolean {
  for (const line of lines) {
    console.error(`${path}:${line}: is not UTF-8: save the file as UTF-8`);
  }
  return lines.length > 0;
}

export function checkOptions(maxWords: number, model: Model): CheckOptions {
  return { maxWords, knowledge: knowledgeOf(model), satisfiability: isSatisfiable };
}

/** Remarks are printed only with `--verbose`. */
export function isShown({ severity }: Diagnostic, { verbose }: { verbose: boolean }): boolean {
  return verbose || severity === 'error' || severity === 'warning';
}

export function reportHidden(remarks: number): void {
  if (remarks === 0) return;
  const are = remarks === 1 ? 'remark is' : 'remarks are';
  console.error(`${remarks} ${are} not shown (--verbose shows all)`);
}

/** `file:line:col: severity: message [code]`, with a line below for each of the likeliest fixes. */
export function describeProblem(path: string, file: BowFile, found: Diagnostic): string {
  const { range, message, severity, code } = found;
  const { line, column } = positionAt(file, range.start);
  return [
    `${path}:${line + 1}:${column + 1}: ${severity}: ${message} [${code}]`,
    ...fixLines(fixTitles(found)).map((fix) => `  ${fix}`),
  ].join('\n');
}

export interface MapOptions {
  readonly title: string;
  /** By default, the number of processors, or 1 for a few bags. */
  readonly threads: number | undefined;
  /**
   * If true, Ctrl-C throws an error, so that the caller can close the output. Otherwise, it ends
   * the process at once.
   */
  readonly isInterruptible?: boolean;
}

/**
 * Works on all bags in several threads, and shows the progress. Yields the results in the order of
 * the bags, each as soon as it and all earlier results are there.
 *
 * @throws {Interrupted} on Ctrl-C, if `isInterruptible` is set
 */
export async function* mapBags<B extends PlacedBag, R>(
  bags: readonly B[],
  shared: SharedResources,
  { title, threads, isInterruptible = false }: MapOptions,
  work: (bag: B, realizers: Realizers) => Promise<R>,
): AsyncGenerator<R, void> {
  if (bags.length === 0) return;
  const most = threads ?? (bags.length < BAGS_FOR_WORKERS ? 1 : availableParallelism());
  // A search in this thread would delay the answer to Ctrl-C.
  const open = isInterruptible ? openWorkers : openRealizers;
  const realizers = open(shared, Math.min(most, bags.length), workerScript);
  const progress = new Progress(title, bags.length);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Interrupted());
  if (isInterruptible) process.once('SIGINT', interrupt);
  let done = 0;
  const measured = async (bag: B): Promise<R> => {
    const result = await work(bag, realizers);
    progress.update(++done);
    return result;
  };
  try {
    const results = resultsInOrder(bags, realizers.threads, measured, interruption.signal);
    for await (const result of results) {
      progress.hide();
      yield result;
    }
  } finally {
    process.off('SIGINT', interrupt);
    progress.end();
    await realizers.close();
  }
}

export async function writeOutput(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

function noSuchBag(name: string, sources: readonly Source[]): CommandError {
  const names = sources.flatMap(({ file }) => file.bags.map((_, bag) => bagName(file, bag)));
  const shown = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
  const known = names.length === 0 ? 'there are no bags' : `there are ${shown}`;
  return new CommandError(`no bag is called "${name}"; ${printable(known)}`);
}
