// The fates of mutants, kept from run to run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { OUTSIDE_SAMPLE } from './mutant-sample.mjs';
import { inProject, root } from './paths.mjs';

const path = inProject('.mutants/results.json');

/**
 * By file: the tested share of its mutants, and these mutants: { [file]: { share, mutants: { [key]: { start, end,
 * status, line, mutated } } } }. A place is a line from 1 and a column from 0. `line` is the original line of code,
 * `mutated` the mutant's, both trimmed.
 */
export function readResults() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Adds the mutants that Stryker tested.
 *
 * @param share the drawn share of the mutants; a file with earlier results keeps its own share
 */
export function writeResults(results, tested, share) {
  for (const mutant of tested) {
    const { fileName, location, mutatorName, replacement, status, statusReason } = mutant;
    if (status === 'Ignored' || statusReason === OUTSIDE_SAMPLE) continue;
    const file = relative(root, fileName).replaceAll('\\', '/');
    const lines = readFileSync(inProject(file), 'utf8').split('\n');
    const { start, end } = location;
    const first = lines[start.line - 1];
    const last = lines[end.line - 1];
    const mutated = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1);
    const key = [start.line, start.column, end.line, end.column, mutatorName, replacement].join(
      ' ',
    );
    results[file] ??= { share, mutants: {} };
    results[file].mutants[key] = {
      ...{ start: { ...start, column: start.column - 1 }, end: { ...end, column: end.column - 1 } },
      ...{ status, line: first.trim(), mutated: mutated.trim() },
    };
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(results));
}

/** Forgets the mutants of the files in these paths. */
export function forgetFiles(results, paths) {
  for (const file of Object.keys(results)) if (isIn(file, paths)) delete results[file];
}

/** The mutants of the files in these paths, in the order of the code. */
export function mutantsOf(results, paths) {
  return Object.keys(results)
    .filter((file) => isIn(file, paths))
    .sort()
    .flatMap((file) => Object.values(results[file].mutants).map((mutant) => ({ file, ...mutant })))
    .sort(
      (a, b) =>
        (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
        a.start.line - b.start.line ||
        a.start.column - b.start.column,
    );
}

/** The least tested share among the files in these paths. */
export function shareOf(results, paths) {
  const files = Object.keys(results).filter((file) => isIn(file, paths));
  return Math.min(...files.map((file) => results[file].share));
}

/** Whether no test noticed a mutant. */
export function isAlive(status) {
  return status === 'Survived' || status === 'NoCoverage';
}

/** The percentage of noticed mutants. Mutants that cannot run do not count. */
export function scoreOf(mutants) {
  const alive = mutants.filter(({ status }) => isAlive(status)).length;
  const dead = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  return (100 * dead) / Math.max(1, alive + dead);
}

function isIn(file, paths) {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}
