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
  const seen = new Map<string, number>();
  for (const [bag, node] of file.bags.entries()) {
    const name = bagName(file, bag);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    if (expectationsOf(node).length === 0) continue;
    // Names have no blanks, so no bag has this name.
    const id = nth === 1 ? name : `${name} (${nth})`;
    const range = absoluteRange(file, bag, { start: 0, end: node.end });
    tests.set(id, { id, name, bag, range });
  }
  return tests;
}
