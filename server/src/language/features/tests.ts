import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange, bagName, expectationsOf } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/** A bag with expectations, which an editor can run as a test. */
export interface FileTest {
  /**
   * The id, unique in the file. It is made from the bag's name, or from the bag's index if the bag
   * has no name.
   */
  readonly id: string;
  readonly name: string;
  /** The bag's index in the file. */
  readonly bag: number;
  /** The range of the whole bag, as offsets in the file. */
  readonly range: Range;
}

/** Caches the tests of a file, since each run of a test looks the test up. */
const known = new WeakMap<BowFile, ReadonlyMap<string, FileTest>>();

/** The tests of a file by their ids, in the order of the text. */
export function testsOf(file: BowFile): ReadonlyMap<string, FileTest> {
  let tests = known.get(file);
  if (tests === undefined) known.set(file, (tests = findTests(file)));
  return tests;
}

function findTests(file: BowFile): ReadonlyMap<string, FileTest> {
  const tests = new Map<string, FileTest>();
  for (const [bag, node] of file.bags.entries()) {
    if (expectationsOf(node).length === 0) continue;
    const id = testIdOf(file, bag);
    const range = absoluteRange(file, bag, { start: 0, end: node.end });
    tests.set(id, { id, name: bagName(file, bag), bag, range });
  }
  return tests;
}

/** Caches the ids of all bags by the array of the file's names, which few edits change. */
const knownIds = new WeakMap<BowFile['names'], readonly string[]>();

/** The id that a bag has as a test. */
export function testIdOf(file: BowFile, bag: number): string {
  let ids = knownIds.get(file.names);
  if (ids === undefined) knownIds.set(file.names, (ids = findIds(file)));
  return ids[bag];
}

function findIds(file: BowFile): readonly string[] {
  const seen = new Map<string, number>();
  return file.names.map((_, bag) => {
    const name = bagName(file, bag);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    // No bag has this id as its name, since names have no blanks.
    return nth === 1 ? name : `${name} (${nth})`;
  });
}
