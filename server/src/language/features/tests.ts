import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange, bagName, expectationsOf } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/** A bag with expectations, which a test view can run. */
export interface FileTest {
  /**
   * Unique in the file. It stays the same while the bag keeps its name, or without a name its
   * place.
   */
  readonly id: string;
  readonly name: string;
  /** The bag's place in the file. */
  readonly bag: number;
  /** The whole bag, as offsets in the file. */
  readonly range: Range;
}

/** Cached, since running a test looks it up. */
const known = new WeakMap<BowFile, ReadonlyMap<string, FileTest>>();

/** The bags of a file with expectations, in order, by id. */
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

/** The ids of bags by the file's names, since few edits change the names. */
const knownIds = new WeakMap<BowFile['names'], readonly string[]>();

/** The id of a bag as a test. */
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
    // Names have no blanks, so no bag has this name.
    return nth === 1 ? name : `${name} (${nth})`;
  });
}
