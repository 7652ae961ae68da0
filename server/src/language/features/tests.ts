import type { CheckedFile } from '../checks/check.ts';
import type { Range } from '../tree/diagnostic.ts';
import { absoluteRange, bagName, expectationsOf } from '../tree/syntax.ts';
import type { BowFile } from '../tree/syntax.ts';

/** A bag that an editor can run as a test. */
export interface FileTest {
  /**
   * Unique in the file. It is made from the name of the bag, or from its position if it has no
   * name.
   */
  readonly id: string;
  readonly name: string;
  readonly bag: number;
  /** As offsets in the file. */
  readonly range: Range;
}

/** A bag is a test if it has expected sentences, or an error that may hide them. */
export function isTest(checked: CheckedFile, bag: number): boolean {
  return expectationsOf(checked.file.bags[bag]).length > 0 || !checked.isValid(bag);
}

export function testOf(file: BowFile, bag: number): FileTest {
  return {
    id: testIdOf(file, bag),
    name: bagName(file, bag),
    bag,
    range: absoluteRange(file, bag, { start: 0, end: file.bags[bag].end }),
  };
}

interface TestIds {
  readonly ids: readonly string[];
  readonly bags: ReadonlyMap<string, number>;
}

/** Keyed by the array of a file's bag names. Most edits keep this array, and so the ids. */
const knownIds = new WeakMap<BowFile['names'], TestIds>();

export function testIdOf(file: BowFile, bag: number): string {
  return idsOf(file).ids[bag];
}

/** The index of the bag with the given test id; -1 if there is none. */
export function bagOfTest(file: BowFile, id: string): number {
  return idsOf(file).bags.get(id) ?? -1;
}

function idsOf(file: BowFile): TestIds {
  let known = knownIds.get(file.names);
  if (known === undefined) {
    const ids = findIds(file);
    known = { ids, bags: new Map(ids.map((id, bag) => [id, bag])) };
    knownIds.set(file.names, known);
  }
  return known;
}

function findIds(file: BowFile): readonly string[] {
  const seen = new Map<string, number>();
  return file.names.map((_, bag) => {
    const name = bagName(file, bag);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    // An id such as `trip (2)` is never the name of another bag, since names have no blanks.
    return nth === 1 ? name : `${name} (${nth})`;
  });
}
